// SPDX-License-Identifier: MIT
// Measures elements in a frame of a page, and records where they were since it last ran. pages/script.py describes it.
(args) => {
    const MOST = 500  // boxes to remember before they become one
    const root = document.documentElement, top = window === window.top
    const number = text => parseFloat(text) || 0
    const sum = list => list.reduce((total, one) => total + one, 0)
    const lengths = text => (text.match(/-?[\d.]+(?=px)/g) || []).map(Math.abs)
    // How far shadows reach: each has two offsets and a blur.
    const shadows = text => {
        const all = lengths(text)
        return Math.max(0, ...all.map((one, i) => i % 3 ? 0 : Math.max(one, all[i + 1] || 0) + 2 * (all[i + 2] || 0)))
    }
    const filtered = text => sum((text.match(/(blur|drop-shadow)\([^()]*(\([^()]*\)[^()]*)*\)/g) || [])
        .map(one => one.startsWith("blur") ? 3 * sum(lengths(one)) : shadows(one)))
    const up = node => node.assignedSlot || node.parentElement || (node.getRootNode().host ?? null)
    const around = boxes => [0, 1, 2, 3].map(i => Math[i < 2 ? "min" : "max"](...boxes.map(box => box[i])))
    const bounds = element => { const r = element.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom] }
    const larger = (box, by) => [box[0] - by, box[1] - by, box[2] + by, box[3] + by]

    const roots = (from = document) => [from, ...[...from.querySelectorAll("*")].filter(e => e.shadowRoot)
        .flatMap(e => roots(e.shadowRoot))]
    const select = css => roots().flatMap(one => [...one.querySelectorAll(css)])

    // A filter of an element or of what contains it paints the content farther out.
    const filters = (element, problems) => {
        let by = 0
        for (let node = element; node; node = up(node)) {
            const style = getComputedStyle(node)
            if (style.filter.includes("url(")) problems.add("an SVG filter")
            if (style.webkitBoxReflect && style.webkitBoxReflect !== "none") problems.add("-webkit-box-reflect")
            by += filtered(style.filter)
        }
        return by
    }
    // A pseudo-element has no box to ask for, so its place is computed from its style.
    const pseudo = (node, style, which) => {
        const own = getComputedStyle(node, which)
        if (own.content === "none" || own.content === "normal" || own.display === "none") return []
        if (own.content === '""' && own.backgroundImage === "none") return []
        const [width, height, left, above] = [own.width, own.height, own.left, own.top].map(number)
        const [a, b, c, d, e, f] = own.transform === "none" ? [1, 0, 0, 1, 0, 0]
            : own.transform.match(/-?\d[\d.e+-]*/g).slice(own.transform.startsWith("matrix3d") ? -6 : 0).map(Number)
        const turned = a !== 1 || b || c || d !== 1
        const ink = number(own.fontSize) / 4 + shadows(own.textShadow) + filtered(own.filter)
            + (turned ? 2 * (width + height + Math.abs(e) + Math.abs(f)) : 0)
        const margins = ["Left", "Top", "Right", "Bottom"].map(side => number(own[`margin${side}`]))
        if (own.position !== "absolute" && own.position !== "fixed") {
            const over = style.overflowX === "visible"
                ? Math.max(0, node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight) : 0
            const offset = Math.abs(e) + Math.abs(f) + (own.position === "static" ? 0 : Math.abs(left) + Math.abs(above))
            return [larger(bounds(node), ink + over + offset - Math.min(0, ...margins))]
        }
        const holder = own.position === "fixed" ? null
            : style.position !== "static" || style.transform !== "none" ? node : node.offsetParent || root
        const base = holder ? bounds(holder) : [0, 0, innerWidth, innerHeight]
        const stretch = holder && holder.offsetWidth ? (base[2] - base[0]) / holder.offsetWidth : 1
        const edges = sum(lengths([own.paddingLeft, own.paddingTop, own.paddingRight, own.paddingBottom, own.borderLeftWidth,
            own.borderTopWidth, own.borderRightWidth, own.borderBottomWidth].join(" ")))
        const by = ink + edges + sum(margins.map(Math.abs))
        if (holder && !straight(holder))
            return [larger(base, 2 * stretch * (Math.abs(left) + Math.abs(above) + width + height + by))]
        const x = base[0] + (left + e + (holder ? holder.clientLeft : 0)) * stretch
        const y = base[1] + (above + f + (holder ? holder.clientTop : 0)) * stretch
        return [larger([x, y, x + width * stretch, y + height * stretch], by * stretch)]
    }
    const parts = (element, problems) => {
        const boxes = [], out = filters(element, problems)
        const visit = (node, extra) => {
            if (node.nodeType === Node.TEXT_NODE) {
                const range = document.createRange()
                range.selectNodeContents(node)
                for (const r of range.getClientRects()) boxes.push(larger([r.left, r.top, r.right, r.bottom], extra))
                return
            }
            if (node.nodeType !== Node.ELEMENT_NODE) return
            const style = getComputedStyle(node)
            if (style.display === "none") return
            const own = node === element ? 0 : filtered(style.filter)
            if (node !== element && style.filter.includes("url(")) problems.add("an SVG filter")
            const stroke = node instanceof SVGElement ? number(style.strokeWidth) : 0
            const box = bounds(node)
            if (box[2] > box[0] && box[3] > box[1]) boxes.push(larger(box, out + own + stroke))
            // Letters can reach out of the box of their font.
            const ink = out + own + number(style.fontSize) / 4 + number(style.webkitTextStrokeWidth) + shadows(style.textShadow)
            for (const which of ["::before", "::after"])
                boxes.push(...pseudo(node, style, which).map(one => larger(one, out + own)))
            const clips = ["hidden", "scroll", "auto"].includes(style.overflowX) && style.display !== "inline"
            for (const child of node.shadowRoot ? node.shadowRoot.childNodes : node.childNodes)
                if (!clips || child.nodeType !== Node.TEXT_NODE) visit(child, ink)  // clipped text is inside the box
            if (node instanceof HTMLSlotElement) for (const child of node.assignedNodes()) visit(child, ink)
        }
        visit(element, 0)
        return boxes.filter(box => box[2] > box[0] && box[3] > box[1])
    }

    // Turned or in perspective: where a point of the frame is cannot be said then.
    const straight = element => {
        for (let node = element; node; node = up(node)) {
            const style = getComputedStyle(node), matrix = style.transform
            if (style.rotate !== "none" || style.perspective !== "none" || style.offsetPath && style.offsetPath !== "none") return false
            if (matrix === "none") continue
            const [a, b, c, d] = matrix.startsWith("matrix(") ? matrix.slice(7).split(",").map(Number) : [0, 1, 0, 0]
            if (b || c || a <= 0 || d <= 0) return false
        }
        return true
    }
    const frame = (element, place) => {
        const box = bounds(element), style = getComputedStyle(element)
        const stretch = [[box[2] - box[0], element.offsetWidth], [box[3] - box[1], element.offsetHeight]]
            .map(([shown, laid]) => Math.abs(shown - laid) < 1 || !laid ? 1 : shown / laid)
        const edge = (side, axis) => (number(style[`border${side}Width`]) + number(style[`padding${side}`])) * stretch[axis]
        const content = [box[0] + edge("Left", 0), box[1] + edge("Top", 1), box[2] - edge("Right", 0), box[3] - edge("Bottom", 1)]
        const all = place([content])
        return around(all).concat(all.length === 1 && straight(element) ? 1 : 0)
    }

    // How far a page scrolls to the left and upwards, by the writing mode, which the body decides.
    const rest = () => {
        const scroller = document.scrollingElement || root, { writingMode, direction } = getComputedStyle(document.body || root)
        const flat = writingMode === "horizontal-tb", reversed = direction === "rtl"
        const left = flat ? reversed : writingMode.endsWith("-rl"), above = !flat && reversed !== (writingMode === "sideways-lr")
        return [left || scrollX < 0 ? scroller.scrollWidth - scroller.clientWidth : 0,
            above || scrollY < 0 ? scroller.scrollHeight - scroller.clientHeight : 0]
    }
    const corners = full => {
        if (!top) return [[0, 0, 1]]
        const [left, above] = rest(), view = window.visualViewport
        if (full) return [[-scrollX - left, -scrollY - above, 1]]
        const [x, y, zoom] = view ? [view.offsetLeft, view.offsetTop, view.scale] : [0, 0, 1]
        // In Chromium, Playwright's picture of the viewport is shifted if such a page is not scrolled.
        const shifts = args.shifted && scrollX === 0 && left ? [0, left] : [0]
        return shifts.map(shift => [x - shift, y, zoom])
    }
    const placed = full => boxes => corners(full).flatMap(([x, y, zoom]) =>
        boxes.map(box => [(box[0] - x) * zoom, (box[1] - y) * zoom, (box[2] - x) * zoom, (box[3] - y) * zoom]))

    const sample = state => {
        const place = placed(state.full), now = performance.now()
        state.gap = Math.max(state.gap, now - state.time)
        state.time = now
        for (const item of state.items) {
            const boxes = place(item.find().flatMap(element => item.index < 0 ? [bounds(element)] : parts(element, state.problems)))
            if (item.now && JSON.stringify(item.now) !== JSON.stringify(boxes)) {
                item.past.push(...boxes.length === item.now.length ? boxes.map((box, i) => around([box, item.now[i]]))
                    : [...boxes, ...item.now])
                if (item.past.length > MOST) item.past = [around(item.past)]
            }
            item.now = boxes
        }
        for (const item of state.frames) {
            const box = frame(item.element, place)
            if (item.now && item.now.join() !== box.join()) {
                item.past.push(item.now)
                if (item.past.length > MOST) item.past = [around(item.past).concat(Math.min(...item.past.map(one => one[4])))]
            }
            item.now = box
        }
    }

    const old = window[args.key]
    if (args.stop) {
        if (old) old.stopped = true
        return delete window[args.key]
    }
    let selected
    try {
        selected = args.selectors.map(([index, css]) => (select(css), { index, find: () => select(css) }))
    } catch (error) {
        return { invalid: String(error.message) }
    }
    const state = old || { time: performance.now(), gap: 0, problems: new Set() }
    if (old) sample(old)
    const drained = old ? { items: old.items, frames: old.frames } : { items: [], frames: [] }
    state.full = args.full
    state.items = [...selected, ...args.elements.map(([index, element]) => ({ index, find: () => [element] }))]
    state.frames = args.frames.map(element => ({ element }))
    for (const item of [...state.items, ...state.frames]) item.past = []
    if (!old) state.gap = 0
    sample(state)
    const gap = state.gap
    state.gap = 0
    if (!old) {
        Object.defineProperty(window, args.key, { value: state, configurable: true, enumerable: false })
        const after = new ResizeObserver(() => state.stopped || sample(state))
        const tick = () => {
            after.disconnect()
            if (state.stopped) return
            sample(state)
            after.observe(root)
            requestAnimationFrame(tick)
        }
        requestAnimationFrame(tick)
    }
    const body = document.body || root, extent = side => Math.max(...["scroll", "offset", "client"]
        .flatMap(of => [root[of + side], body[of + side]]))
    const first = item => state.items.find(one => one.index === item.index) === item
    return {
        items: state.items.map(item => ({ index: item.index, now: item.now,
            past: first(item) ? drained.items.filter(one => one.index === item.index).flatMap(one => one.past) : [] })),
        frames: state.frames.map(item => ({ now: item.now,
            past: drained.frames.filter(one => one.element === item.element).flatMap(one => one.past) })),
        view: [innerWidth, innerHeight],
        page: [extent("Width"), extent("Height")],
        scale: devicePixelRatio,
        shifted: corners(args.full).length > 1,
        problems: [...state.problems],
        inner: window.length - document.querySelectorAll("iframe, frame").length,
        fresh: !old,
        gap,
    }
}

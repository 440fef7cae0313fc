// SPDX-License-Identifier: MIT
// Measures elements in a frame of a page, and records where they were since it last ran. pages/script.py describes it.
(args) => {
    const MOST = 500  // boxes to remember before they become one
    const CLIP = ["block", "inline-block", "flow-root", "flex", "inline-flex", "grid", "inline-grid", "table-cell", "list-item"]
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

    // In a frame without scripts, such as a sandbox, the recorder never runs. All of the frame is covered then.
    const scripted = (() => {
        const target = new EventTarget()
        let runs = false
        target.addEventListener("test", () => { runs = true })
        target.dispatchEvent(new Event("test"))
        return runs
    })()
    const everything = () => [0, 0, innerWidth, innerHeight]

    const roots = (from = document) => [from, ...[...from.querySelectorAll("*")].filter(e => e.shadowRoot)
        .flatMap(e => roots(e.shadowRoot))]
    let used = []
    const select = css => roots().flatMap(one => [...one.querySelectorAll(css)])

    const given = text => Boolean(text) && text !== "none"
    const turns = text => {  // of the property `rotate`: an axis and an angle
        const words = text.split(" "), angle = number(words.pop()), axes = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }
        return [...(axes[words[0]] || (words.length === 3 ? words.map(number) : axes.z)), angle]
    }
    const scales = text => {
        const [x, y = x, z = 1] = given(text) ? text.split(" ").map(Number) : [1]
        return [x, y, z]
    }
    // By how much the lengths of an element's style are enlarged at most in the page, by zoom and transforms around it.
    let factors = new Map()
    // By how much a drawing enlarges its contents.
    const drawn = node => {
        const box = node instanceof SVGSVGElement && node.viewBox.baseVal
        if (!box || !box.width || !box.height) return 1
        return Math.max((node.clientWidth || node.width.baseVal.value) / box.width, (node.clientHeight || node.height.baseVal.value) / box.height)
    }
    const factor = (node, problems) => {
        if (!node) return 1
        if (factors.has(node)) return factors.get(node)
        const style = getComputedStyle(node), m = new DOMMatrix(style.transform)
        const flat = Math.hypot(m.a, m.b, m.c, m.d) ** 2, det = m.a * m.d - m.b * m.c
        let by = m.is2D ? Math.sqrt((flat + Math.sqrt(Math.max(0, flat * flat - 4 * det * det))) / 2)
            : Math.hypot(m.m11, m.m12, m.m13, m.m21, m.m22, m.m23, m.m31, m.m32, m.m33)
        by *= Math.max(...scales(style.scale).map(Math.abs)) * (number(style.zoom) || 1)
        const depths = (style.translate || "").split(" ")
        const deep = !m.is2D || depths.length > 2 || given(style.rotate) && style.rotate.includes(" ")
        if (deep) {
            const views = [1 / Math.hypot(m.m14, m.m24, m.m34)]
            for (let one = up(node); one; one = up(one)) views.push(number(getComputedStyle(one).perspective) || Infinity)
            const near = Math.hypot(node.offsetWidth, node.offsetHeight) + Math.abs(m.m43) + Math.abs(number(depths[2]))
            if (Math.min(...views) < 2 * near) problems.add("a strong perspective")
            else if (Math.min(...views) < Infinity) by *= 2
        }
        factors.set(node, by *= factor(up(node), problems) * drawn(up(node)))
        return by
    }

    // A filter of an element or of what contains it paints the content farther out.
    const filters = (element, problems) => {
        let by = 0
        for (let node = element; node; node = up(node)) by += effects(node, getComputedStyle(node), problems)
        return by
    }
    const effects = (node, style, problems) => {
        if (style.filter.includes("url(")) problems.add("an SVG filter")
        if (given(style.webkitBoxReflect)) problems.add("-webkit-box-reflect")
        return filtered(style.filter) * factor(node, problems)
    }

    // How far the text of a pseudo-element reaches out of it, if its style fixes its size.
    let pen
    const point = (_, code) => String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff))
    const BREAKS = /(?<=[\s\-‐–—/?\u00ad\u200b\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])/u
    const PLAIN = { display: "block", overflowX: "visible", overflowY: "visible", writingMode: "horizontal-tb", whiteSpace: "nowrap",
        lineHeight: "normal", textTransform: "none", textIndent: "0", letterSpacing: "0", wordSpacing: "0" }
    const spill = (node, own, width, height) => {
        if (own.display === "inline" || own.overflowX !== "visible" && own.overflowY !== "visible") return [0, 0]
        let text = ""
        for (const [, string, name, counter] of own.content.split('" / "')[0].matchAll(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)|(counters?\()/g))
            text += name ? node.getAttribute(name) || "" : counter ? "0".repeat(12) : string.replace(/\\([0-9a-f]{1,6})\s?/gi, point).replace(/\\(.)/g, "$1")
        if (/upper|capital/.test(own.textTransform)) text = text.toUpperCase()
        text = text.replace(/\t/g, " ".repeat(number(own.tabSize) || 8))
        pen = pen || document.createElement("canvas").getContext("2d")
        pen.font = `${own.fontStyle} ${own.fontWeight} ${own.fontSize} ${own.fontFamily}`
        const long = words => pen.measureText(words).width + words.length * Math.max(0, number(own.letterSpacing))
            + words.split(" ").length * Math.max(0, number(own.wordSpacing))
        if (own.writingMode !== "horizontal-tb") return [long(text), long(text)]
        const breaks = !["nowrap", "pre"].includes(own.whiteSpace) && own.textWrapMode !== "nowrap"
        let widest = 0, lines = 0
        for (const line of /pre|break/.test(`${own.whiteSpace} ${own.whiteSpaceCollapse}`) ? text.split("\n") : [text]) {
            let current = ""
            lines += 1
            for (const word of breaks ? line.split(/\s+/) : [line]) {
                const more = current ? `${current} ${word}` : word
                if (current && long(more) > width + 1) lines += 1, current = word
                else current = more
                widest = Math.max(widest, long(breaks ? word : line))
            }
        }
        // A line can also end after a hyphen, in a long word, and between letters of some scripts.
        if (breaks) {
            let more = 1, current = ""
            for (const piece of text.split(BREAKS)) {
                if (current && long(current + piece.trimEnd()) > width + 1) more += 1, current = ""
                if (!current && long(piece.trimEnd()) > width + 1) more += Math.ceil(long(piece) / Math.max(1, width - number(own.fontSize)))
                current += piece
            }
            lines = Math.max(lines, Math.min(more, text.length))
        }
        const high = lines * (number(own.lineHeight) || 1.2 * number(own.fontSize))
        return [widest + Math.abs(number(own.textIndent)) - width, high - height].map(over => over > 2 ? over : 0)
    }
    const moves = (own, width, height, problems) => {
        const [x, y, z = 0] = own.transformOrigin.split(" ").map(number), matrix = new DOMMatrix().translate(x, y, z)
        if (given(own.offsetPath)) problems.add("a pseudo-element with offset-path")
        if (given(own.positionArea)) problems.add("a pseudo-element with position-area")
        // It moves when its anchor is scrolled, and its style stays the same.
        if ((own.positionAnchor || "").startsWith("--")) problems.add("a pseudo-element with position-anchor")
        if (given(own.translate)) {
            if (own.translate.includes("(")) problems.add("a pseudo-element with calc() in translate")
            matrix.translateSelf(...own.translate.split(" ").map((one, i) =>
                one.endsWith("%") ? number(one) / 100 * [width, height][i] : number(one)))
        }
        if (given(own.rotate)) matrix.rotateAxisAngleSelf(...turns(own.rotate))
        return matrix.scaleSelf(...scales(own.scale)).multiplySelf(new DOMMatrix(own.transform)).translateSelf(-x, -y, -z)
    }
    // The elements in which an absolute or fixed pseudo-element may be placed. Null is the page or the viewport.
    const holders = (node, fixed) => {
        const found = []
        for (let one = node; one; one = up(one)) {
            const style = getComputedStyle(one)
            if (style.display === "contents") continue
            const moved = [style.transform, style.translate, style.rotate, style.scale, style.perspective].some(given)
            if (!fixed && style.position !== "static" || moved && style.display !== "inline" || one.tagName === "foreignObject")
                return [...found, one]
            // Browsers differ in these.
            if (moved || [style.filter, style.backdropFilter, style.offsetPath, style.contain, style.viewTransitionName].some(given)
                || style.willChange !== "auto" || style.transformStyle === "preserve-3d" || !["", "normal"].includes(style.containerType || "")
                || !["", "visible"].includes(style.contentVisibility || "")) found.push(one)
        }
        return [...found, null]
    }
    const paints = own => !/^rgba\(.*, 0\)$|\/ 0\)$/.test(own.backgroundColor) || [own.backgroundImage, own.boxShadow].some(given)
        || ["Left", "Top", "Right", "Bottom"].some(side => number(own[`border${side}Width`]))
    // A pseudo-element has no box to ask for, so its place is computed from its style.
    const pseudo = (node, style, which, problems) => {
        const own = getComputedStyle(node, which)
        if (own.content === "none" || own.content === "normal" || own.display === "none") return []
        if (own.display.includes("list-item")) problems.add("a pseudo-element with display: list-item")
        if (own.content === '""' && !paints(own)) return []
        const edges = [["Left", "Right"], ["Top", "Bottom"]].map(sides => own.boxSizing === "border-box" ? 0
            : sum(sides.flatMap(side => [number(own[`padding${side}`]), number(own[`border${side}Width`])])))
        const zoom = number(own.zoom) || 1, width = number(own.width) + edges[0], height = number(own.height) + edges[1]
        const [left, above] = [own.left, own.top].map(number)
        const matrix = own.display === "inline" ? new DOMMatrix() : moves(own, width, height, problems)
        // With its ink, and the text that it has no room for.
        const ink = number(own.fontSize) / 4 + shadows(own.textShadow) + filtered(own.filter) + number(own.webkitTextStrokeWidth) + outset(own)
        const [x, y] = spill(node, own, number(own.width), number(own.height)).map(over => over + ink)
        const corners = [[-x, -y], [width + x, -y], [-x, height + y], [width + x, height + y]]
            .map(([x, y]) => [x, y, matrix.transformPoint({ x, y })])
        if (corners.some(([, , { w }]) => w !== 1) || !matrix.is2D && given(style.perspective)) problems.add("a perspective")
        const shift = Math.max(...corners.map(([x, y, to]) => Math.hypot(to.x - x, to.y - y)))
        effects(node, own, problems)
        const margins = ["Left", "Top", "Right", "Bottom"].map(side => number(own[`margin${side}`]))
        if (own.position !== "absolute" && own.position !== "fixed") {
            // Without a box of its own, or with a float in a line, it is somewhere in the block around it.
            let block = node
            while (up(block) && (getComputedStyle(block).display === "contents"
                || own.float !== "none" && getComputedStyle(block).display === "inline")) block = up(block)
            const line = style.display === "inline" || block !== node
            const over = line ? width + height : style.overflowX === "visible"
                ? Math.max(0, node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight) : 0
            // What is aligned at the end can reach out at the start.
            const end = /flex|grid/.test(style.display) && (/end|right/.test([style.justifyContent, style.alignItems,
                style.alignContent, style.justifyItems, own.alignSelf, own.justifySelf].join()) || /reverse/.test(style.flexDirection))
                ? sum([...node.children].map(one => one.offsetWidth + one.offsetHeight)) + width + height : 0
            const by = zoom * factor(node, problems), across = corners.map(([x, , to]) => to.x - x), down = corners.map(([, y, to]) => to.y - y)
            const far = straight(node) ? [Math.min(0, ...across), Math.min(0, ...down), Math.max(0, ...across), Math.max(0, ...down)]
                : [-shift, -shift, shift, shift]
            const offset = (own.position === "static" ? 0 : Math.abs(left) + Math.abs(above))
            const indent = Math.max(0, -number(style.textIndent)) + Math.max(0, number(own.fontSize) - number(style.fontSize))
            const box = larger(bounds(block), (Math.max(x, y) + over + end + indent + offset - Math.min(0, ...margins)) * by)
            return [box.map((edge, i) => edge + far[i] * by)]
        }
        if (!own.left.endsWith("px") || !own.top.endsWith("px")) problems.add("a pseudo-element without a known place")
        if (/grid/.test(style.display) && [own.gridRowStart, own.gridRowEnd, own.gridColumnStart, own.gridColumnEnd].some(one => one !== "auto"))
            problems.add("a pseudo-element with position: absolute in an area of a grid")
        const by = sum(margins.map(Math.abs))
        const xs = corners.map(([, , to]) => left + to.x), ys = corners.map(([, , to]) => above + to.y)
        const plain = [Math.min(...xs) - by, Math.min(...ys) - by, Math.max(...xs) + by, Math.max(...ys) + by]
        // If the style does not leave its place to `left` and `top`, it is anywhere up to where `right` and `bottom` place it.
        const aligned = [own.justifySelf, own.alignSelf].some(one => !/^(auto|normal|stretch)$/.test(one))
        const within = (style, width, height) => {
            if (!aligned && style.direction !== "rtl" && style.writingMode === "horizontal-tb") return plain.map(one => one * zoom)
            const across = width / zoom - number(own.right) - sum([margins[0], margins[2], number(own.width), edges[0]]) - left
            const down = height / zoom - number(own.bottom) - sum([margins[1], margins[3], number(own.height), edges[1]]) - above
            return plain.map((one, i) => (one + Math[i < 2 ? "min" : "max"](0, [across, down][i % 2])) * zoom)
        }
        return holders(node, own.position === "fixed").map(holder => {
            if (!holder) {
                const [x, y] = own.position === "fixed" ? [0, 0] : [-scrollX, -scrollY], by = number(getComputedStyle(root).zoom) || 1
                return within(getComputedStyle(root), root.clientWidth, innerHeight).map((edge, i) => edge * by + (i % 2 ? y : x))
            }
            const rects = holder.getClientRects(), base = bounds(holder), around = getComputedStyle(holder)
            const line = around.display === "inline", page = holder === root || holder === document.scrollingElement
            const start = [line || !holder.clientLeft ? number(around.borderLeftWidth) : holder.clientLeft,
                line || !holder.clientTop ? number(around.borderTopWidth) : holder.clientTop]
            const scroll = page || line ? [0, 0] : [holder.scrollLeft, holder.scrollTop]
            if (!line && rects.length > 1) problems.add("a pseudo-element in columns")
            const laid = [holder.clientWidth || base[2] - base[0], holder.clientHeight || base[3] - base[1]]
            const inside = within(around, ...laid).map((edge, i) => edge + start[i % 2] - scroll[i % 2])
            if (!straight(holder)) return larger(base, factor(holder, problems) * Math.max(...inside.map(Math.abs)) * 2)
            const stretch = [holder.offsetWidth, holder.offsetHeight].map((laid, i) =>
                line || !laid ? factor(holder, problems) : (base[i + 2] - base[i]) / laid)
            const corner = line && rects.length ? [rects[0].left, rects[0].top] : base
            return inside.map((edge, i) => corner[i % 2] + edge * stretch[i % 2])
        })
    }
    // Contents are shown out of a box that clips farther out.
    const reaches = style => style.overflowX === "clip" && /[1-9]/.test(style.overflowClipMargin || "")
    // Chromium paints an image out of its box if its overflow is visible.
    const unclipped = (node, style, problems) => {
        if (!["IMG", "CANVAS", "VIDEO"].includes(node.tagName) || style.overflowX !== "visible" && !reaches(style)) return 0
        if (given(style.objectViewBox)) problems.add("object-view-box")
        const width = node.naturalWidth || node.videoWidth || node.width, height = node.naturalHeight || node.videoHeight || node.height
        const [across, down] = [number(style.width), number(style.height)]
        const by = style.objectFit === "none" ? 1 : style.objectFit === "cover" ? Math.max(across / width, down / height) || 0 : 0
        const percent = Math.max(100, ...(style.objectPosition.match(/-?[\d.]+(?=%)/g) || []).map(Math.abs)) / 100
        return Math.max(Math.abs(width * by - across), Math.abs(height * by - down)) * (by ? percent : percent - 1)
            + sum(lengths(style.objectPosition))
    }
    // The marker of a list has no box either. Its own text can be private, a number or a bullet is not.
    const marker = (node, style, by) => {
        if (!style.display.includes("list-item")) return []
        const own = getComputedStyle(node, "::marker"), text = own.content !== "normal" ? own.content
            : /^["']/.test(style.listStyleType) ? style.listStyleType.replace(/^'(.*)'$/, '"$1"') : ""
        if (text === "" || text === "none") return []
        const size = number(own.fontSize), long = (spill(node, { ...PLAIN, content: text, fontSize: own.fontSize,
            fontStyle: own.fontStyle, fontWeight: own.fontWeight, fontFamily: own.fontFamily }, 0, 0)[0] + 2 * size) * by
        const box = bounds(node)
        if (style.writingMode !== "horizontal-tb") return [larger(box, long)]
        return [[box[0] - long, box[1] - size * by, box[2] + (style.direction === "rtl" ? long : 0), Math.max(box[3], box[1] + 2 * size * by)]]
    }
    // Whether a part of a control has text, which may be shown anywhere. A sign, such as a check mark or an arrow, is not private.
    const says = (node, which) => /"|attr\(/.test(getComputedStyle(node, which).content.split(' / "')[0]
        .replace(/url\("([^"\\]|\\.)*"\)/g, "").replace(/"[^"\\\p{L}\p{N}]{0,2}"/u, ""))
    const controls = (node, style, problems) => {
        if (node.tagName === "SELECT" && says(node, "::picker-icon")) problems.add("a ::picker-icon with text")
        if (["OPTION", "INPUT"].includes(node.tagName) && says(node, "::checkmark")) problems.add("a ::checkmark with text")
        const scrolls = node === root || node === document.body || [style.overflowX, style.overflowY].some(one => one !== "visible" && one !== "clip")
        if (scrolls && ["up", "down", "left", "right"].some(way => says(node, `::scroll-button(${way})`))) problems.add("a scroll button with text")
        // The style of a ::column::scroll-marker is unknown.
        if ([style.columnCount, style.columnWidth].every(one => one === "auto")) return
        for (let one = node; one; one = up(one)) if (given(getComputedStyle(one).scrollMarkerGroup)) problems.add("scroll markers of columns")
    }
    // How far the stroke of a drawing reaches.
    const strokes = (node, style, problems) => {
        if (!(node instanceof SVGElement)) return 0
        const miter = style.strokeLinejoin === "miter" ? number(style.strokeMiterlimit) : 1
        let drawing = node, wide = number(style.strokeWidth)
        while (drawing.ownerSVGElement && up(drawing).tagName !== "foreignObject") drawing = up(drawing)
        const inner = node.ownerSVGElement
        if (inner && style.strokeWidth.endsWith("%")) {
            const box = inner.viewBox.baseVal
            const sides = box && box.width && box.height ? [box.width, box.height] : [inner.width.baseVal.value, inner.height.baseVal.value]
            wide *= Math.hypot(...sides) / Math.SQRT2 / 100
        }
        // Such a stroke is only as much wider as the drawing itself.
        const m = style.vectorEffect !== "non-scaling-stroke" && node.getScreenCTM ? node.getScreenCTM() : null
        return wide / 2 * Math.max(1.5, miter) * (m ? Math.hypot(m.a, m.b, m.c, m.d) : factor(drawing, problems))
    }
    const outset = style => {
        if (!given(style.borderImageSource)) return 0
        const widths = lengths([style.borderLeftWidth, style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth].join(" "))
        return Math.max(0, ...style.borderImageOutset.split(" ").map(one =>
            one.endsWith("px") ? number(one) : number(one) * Math.max(0, ...widths)))
    }
    // The names to which an address may refer, as browsers read it. What is before the "#" may be any address of this page.
    const names = address => {
        const exact = address.replace(/^[^#]*#?/, ""), plain = exact.replace(/[\t\n\r]/g, "").replace(/[\0- ]+$/, "")
        return [exact, plain, plain.replace(/(%[\da-f]{2})+/gi, part => {
            try {
                return decodeURIComponent(part)
            } catch (error) {
                return part
            }
        })].filter(Boolean)
    }
    // Elements that have no box of their own, and are shown by others.
    const showing = element => {
        if (element.closest("option, optgroup")) return [element.closest("select")]
        const map = element.tagName === "AREA" && element.closest("map")
        return map ? [...element.getRootNode().querySelectorAll("img, input, object")].filter(one =>
            names(one.useMap || "").some(name => [map.name, map.name.replace("#", ""), map.id].includes(name))) : []
    }
    // In columns, the head and the foot of a table are shown in each column, and have the box of one of them.
    const repeated = (node, boxes) => {
        if (!/^T(HEAD|FOOT)$/.test(node.tagName) || !node.parentElement) return
        if (node.parentElement.getClientRects().length > 1) boxes.push(bounds(node.parentElement))
    }
    const parts = (element, problems) => {
        const boxes = showing(element).filter(Boolean).map(bounds), out = filters(element, problems)
        for (const use of used) {
            const targets = [use.href.baseVal, use.href.animVal].flatMap(names).map(name => use.getRootNode().getElementById(name))
            if (targets.some(one => one && (element.contains(one) || one.contains(element))) && !element.contains(use)) problems.add("an SVG <use>")
        }
        const visit = (node, extra, out) => {
            if (node.nodeType === Node.TEXT_NODE) {
                const range = document.createRange()
                range.selectNodeContents(node)
                for (const r of range.getClientRects()) boxes.push(larger([r.left, r.top, r.right, r.bottom], extra))
                return
            }
            if (node.nodeType !== Node.ELEMENT_NODE) return
            const style = getComputedStyle(node)
            if (style.display === "none") return
            if (node !== element) repeated(node, boxes)
            if (node !== element) out += effects(node, style, problems)
            const by = factor(node, problems), box = bounds(node)
            const own = strokes(node, style, problems) + (unclipped(node, style, problems) + outset(style)) * by
            // The box of a line has no width or no height, and its stroke has.
            const line = node instanceof SVGGeometryElement && given(style.stroke) && node.getClientRects().length
            if (line || box[2] > box[0] && box[3] > box[1]) boxes.push(larger(box, out + own))
            // Nothing is painted out of such a drawing.
            const hides = style.overflowX !== "visible" && style.overflowY !== "visible" && !/[1-9]/.test(style.overflowClipMargin || "")
            if (node instanceof SVGSVGElement && !node.ownerSVGElement && hides && node !== root) return
            if (node instanceof SVGElement && [style.markerStart, style.markerMid, style.markerEnd].some(given))
                problems.add("an SVG marker")
            // Letters can reach out of the box of their font.
            const ink = out + (number(style.fontSize) / 4 + number(style.webkitTextStrokeWidth) + shadows(style.textShadow)) * by
            for (const which of ["::before", "::after"])
                boxes.push(...pseudo(node, style, which, problems).map(one => larger(one, out)))
            if (!["", "none", "normal"].includes(getComputedStyle(node, "::scroll-marker").content)) problems.add("a scroll marker")
            controls(node, style, problems)
            boxes.push(...marker(node, style, by).map(one => larger(one, ink)))
            const clips = ["hidden", "scroll", "auto"].includes(style.overflowX) && CLIP.includes(style.display)
                && node !== root && node !== document.body
            for (const child of node.shadowRoot ? node.shadowRoot.childNodes : node.childNodes)
                if (!clips || child.nodeType !== Node.TEXT_NODE) visit(child, ink, out)  // clipped text is inside the box
            if (node instanceof HTMLSlotElement) for (const child of node.assignedNodes()) visit(child, ink, out)
        }
        for (let node = element; node; node = up(node)) repeated(node, boxes)
        visit(element, 0, out)
        return boxes.filter(box => box[2] > box[0] && box[3] > box[1])
    }

    // Turned or in perspective: where a point of the frame is cannot be said then.
    const straight = element => {
        for (let node = element; node; node = up(node)) {
            const style = getComputedStyle(node), matrix = style.transform
            if ([style.rotate, style.perspective, style.offsetPath].some(given) || scales(style.scale).some(by => by <= 0)) return false
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
        const problems = new Set(), out = filters(element, problems), all = place([larger(content, out)])
        if (!scripted && !top) return [...everything(), 0, problems.size]
        return around(all).concat(all.length === 1 && !out && straight(element) ? 1 : 0, problems.size)
    }
    // While it shows pictures of the page or of an element, these are elsewhere than the elements.
    const transition = tree => {
        try {
            if (tree.querySelector(":active-view-transition")) return true
        } catch (error) { }  // older browsers
        return tree.getAnimations().some(one => one.effect && (one.effect.pseudoElement || "").startsWith("::view-transition"))
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

    // Tests often replace the page's clock. The time of its animations goes on then.
    const times = () => [performance.now(), Number(document.timeline.currentTime) || 0]
    // Calls a function before the next frame is painted.
    const before = run => {
        if (/\[native code\]/.test(Function.prototype.toString.call(requestAnimationFrame))) return requestAnimationFrame(run)
        const animation = new Animation(new KeyframeEffect(null, null, 1), document.timeline)
        animation.onfinish = run
        animation.play()
    }

    const sample = state => {
        const place = placed(state.full), now = times()
        state.gap = Math.max(state.gap, ...now.map((time, i) => time - state.times[i]))
        state.times = now
        factors = new Map()
        const trees = roots(), found = css => trees.flatMap(one => [...one.querySelectorAll(css)])
        used = found("use")
        // What a frame showed is unknown if it was there only for a while, because nothing was recorded in it.
        const measured = state.frames.map(item => item.element)
        state.reframed = state.reframed || !measured.every(one => one.isConnected)
            || found("iframe, frame").some(one => one.contentWindow && !measured.includes(one))
            || found("object, embed").some(one => !state.embedded.includes(one))
        state.transition = state.transition || trees.some(transition)
        for (const item of state.items) {
            if (item.element && !item.element.isConnected) state.removed = true
            const boxes = place(item.find().flatMap(element => item.index < 0 ? [bounds(element)]
                : scripted || top ? parts(element, state.problems) : [everything()]))
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
                if (item.past.length > MOST) item.past = [around(item.past)
                    .concat(Math.min(...item.past.map(one => one[4])), Math.max(...item.past.map(one => one[5])))]
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
    const state = old || { times: times(), gap: 0, painted: 0, problems: new Set() }
    if (old) sample(old)
    const drained = old ? { items: old.items, frames: old.frames } : { items: [], frames: [] }
    state.full = args.full
    state.items = [...selected, ...args.elements.map(([index, element]) => ({ index, element, find: () => element.isConnected ? [element] : [] }))]
    state.frames = args.frames.map(element => ({ element }))
    state.embedded = select("object, embed")
    for (const item of [...state.items, ...state.frames]) item.past = []
    if (!old) state.gap = 0
    sample(state)
    const { gap, painted, transition: shown, removed, reframed } = state
    state.gap = state.painted = 0
    state.transition = state.removed = state.reframed = false
    if (!old) {
        Object.defineProperty(window, args.key, { value: state, configurable: true, enumerable: false })
        const after = new ResizeObserver(() => {
            if (state.stopped) return
            state.painted += 1
            sample(state)
        })
        const tick = () => {
            after.disconnect()
            if (state.stopped) return
            sample(state)
            after.observe(root)
            before(tick)
        }
        before(tick)
    }
    const body = document.body || root, extent = side => Math.max(...["scroll", "offset", "client"]
        .flatMap(of => [root[of + side], body[of + side]]))
    // On a phone, the picture shows a part of the window of a page that is wider. The bars for scrolling are narrower than 30.
    const visible = () => {
        const view = window.visualViewport, size = top && view ? [view.width * view.scale, view.height * view.scale] : []
        return [innerWidth, innerHeight].map((inner, i) => Math.abs(inner - size[i]) > 30 ? size[i] : inner)
    }
    const first = item => state.items.find(one => one.index === item.index) === item
    return {
        items: state.items.map(item => ({ index: item.index, now: item.now,
            past: first(item) ? drained.items.filter(one => one.index === item.index).flatMap(one => one.past) : [] })),
        frames: state.frames.map(item => ({ now: item.now,
            past: drained.frames.filter(one => one.element === item.element).flatMap(one => one.past) })),
        view: visible(),
        page: [extent("Width"), extent("Height")],
        scale: devicePixelRatio,
        shifted: corners(args.full).length > 1,
        problems: [...state.problems],
        inner: window.length - document.querySelectorAll("iframe, frame").length,
        fresh: !old,
        gap,
        painted,
        transition: Boolean(shown),
        removed: Boolean(removed),
        reframed: Boolean(reframed),
    }
}

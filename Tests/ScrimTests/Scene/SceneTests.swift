// SPDX-License-Identifier: MIT
import Testing

@testable import Scrim

/// The same tree as objects that point at each other, and every question answered by plain recursion.
private final class Model {
    let id: UInt64
    var flags: ViewFlags
    var frame: Rect
    var alpha: Double
    var children: [Model] = []
    unowned(unsafe) let parent: Model?

    init(_ id: UInt64, _ flags: ViewFlags, _ frame: Rect, _ alpha: Double, parent: Model?) {
        (self.id, self.flags, self.frame, self.alpha) = (id, flags, frame, alpha)
        unsafe self.parent = parent
    }

    var up: Model? { unsafe parent }
    var all: [Model] { [self] + children.flatMap(\.all) }
    var isSecure: Bool { flags.contains(.secure) || up?.isSecure == true }
    var isVisible: Bool { !flags.contains(.hidden) && up?.isVisible != false }
    var origin: Point {
        let above = up?.origin ?? Point(x: 0, y: 0)
        return Point(x: above.x + frame.x, y: above.y + frame.y)
    }
    var box: Rect { Rect(x: origin.x, y: origin.y, width: frame.width, height: frame.height) }

    func shows(_ point: Point) -> Bool {
        var ancestor = up
        while let next = ancestor {
            if next.flags.contains(.clips), !next.box.contains(point) { return false }
            ancestor = next.up
        }
        return isVisible && box.contains(point)
    }

    func hit(_ point: Point) -> Model? {
        guard flags.contains(.interactive), !flags.contains(.hidden), alpha > 0.01, box.contains(point) else {
            return nil
        }
        for child in children.reversed() {
            if let found = child.hit(point) { return found }
        }
        return self
    }
}

@Suite struct SceneTests {
    private func window(_ flags: ViewFlags, _ frame: Rect, level: Int32 = 0) -> WindowProperties {
        WindowProperties(flags: flags, frame: frame, level: level)
    }

    private func view(_ flags: ViewFlags, _ frame: Rect, alpha: Double = 1) -> ViewProperties {
        ViewProperties(flags: flags, frame: frame, alpha: alpha)
    }

    private func flags(_ numbers: inout Numbers) -> ViewFlags {
        var flags: ViewFlags = numbers.below(6) > 0 ? .interactive : []
        if numbers.below(8) == 0 { flags.insert(.hidden) }
        if numbers.below(4) == 0 { flags.insert(.clips) }
        if numbers.below(6) == 0 { flags.insert(.secure) }
        return flags
    }

    private func frame(_ numbers: inout Numbers) -> Rect {
        Rect(
            x: Double(numbers.below(40) - 10), y: Double(numbers.below(40) - 10), width: Double(numbers.below(30)),
            height: Double(numbers.below(30)))
    }

    /// Adds, updates and removes at random, and compares every answer with the model's.
    @Test func randomTreesAnswerAsPlainRecursionDoes() throws {
        var numbers = Numbers()
        for _ in 0..<40 {
            let scene = try Scene.make(outputs: 1)
            var windows: [(level: Int32, model: Model)] = []
            for _ in 0..<60 {
                let everything = windows.flatMap(\.model.all)
                let (flags, frame) = (flags(&numbers), frame(&numbers))
                let alpha = numbers.below(8) == 0 ? 0.01 : 1
                switch everything.isEmpty ? 0 : numbers.below(10) {
                case 0:
                    let level = Int32(numbers.below(3))
                    let id = try scene.addWindow(window(flags, frame, level: level))
                    windows.append((level, Model(id, flags, frame, 1, parent: nil)))
                case 1:
                    let gone = everything[numbers.below(everything.count)]
                    try scene.remove(gone.id)
                    windows.removeAll { $0.model === gone }
                    gone.up?.children.removeAll { $0 === gone }
                    for lost in gone.all { #expect(!scene.contains(lost.id)) }
                case 2:
                    let changed = everything[numbers.below(everything.count)]
                    guard changed.up != nil else { continue }
                    try scene.updateView(changed.id, view(flags, frame, alpha: alpha), content: [UInt8]().span)
                    (changed.flags, changed.frame, changed.alpha) = (flags, frame, alpha)
                default:
                    let parent = everything[numbers.below(everything.count)]
                    let id = try scene.addView(parent.id, view(flags, frame, alpha: alpha), content: [UInt8]().span)
                    parent.children.append(Model(id, flags, frame, alpha, parent: parent))
                }
            }
            // Later windows of a level first: reversed, and sorted by a sort that is stable.
            let ordered = windows.reversed().sorted { $0.level > $1.level }.map(\.model)
            for y in -10..<40 {
                for x in stride(from: -10, to: 40, by: 3) {
                    let point = Point(x: Double(x), y: Double(y))
                    let isSecure = ordered.contains { $0.all.contains { $0.isSecure && $0.shows(point) } }
                    #expect(scene.isSecure(at: point) == isSecure)
                    let found = ordered.lazy.compactMap { model in model.hit(point).map { (model, $0) } }.first
                    let hit = scene.hit(point)
                    #expect(hit.window == found?.0.id ?? 0)
                    #expect(hit.view == (found?.1 === found?.0 ? 0 : found?.1.id))
                }
            }
            for window in ordered {
                for model in window.all {
                    #expect(scene.isSecure(model.id) == model.isSecure)
                    #expect(scene.isVisible(model.id) == model.isVisible)
                    #expect(scene.parent(model.id) == model.up?.id ?? 0)
                    #expect(scene.window(of: model.id) == window.id)
                    #expect(scene.isWindow(model.id) == (model === window))
                    #expect(scene.flags(model.id) == model.flags)
                }
            }
        }
    }

    /// What a view hands down reaches its children however deep they are, those behind a deep subtree included.
    @Test(arguments: [1, 7, 8, 9, 16, 17, 40]) func deepTreesArePrivateWhereTheyShow(depth: Int) throws {
        let scene = try Scene.make(outputs: 1)
        let none = [UInt8]()
        var id = try scene.addWindow(window([], Rect(x: 0, y: 0, width: 500, height: 500)))
        for level in 1...100 {
            let flags: ViewFlags = level == depth ? .clips : []
            id = try scene.addView(
                id, view(flags, Rect(x: 1, y: 2, width: 100, height: 100)), content: none.span)
            if level == depth {
                let leaf = view(.secure, Rect(x: 90, y: 0, width: 30, height: 5))
                _ = try scene.addView(id, leaf, content: none.span)
            }
        }
        while scene.parent(id) != 0 {
            id = scene.parent(id)
            let leaf = view(.secure, Rect(x: 300, y: 0, width: 1, height: 1))
            _ = try scene.addView(id, leaf, content: none.span)
        }
        var boxes: [Box] = []
        try scene.forEachRegion { region, polygon, _ in
            #expect(polygon == nil)
            boxes.append(region.box)
        }
        let (x, y) = (Double(depth), Double(2 * depth))
        boxes.sort { $0.left < $1.left }
        #expect(boxes.first.map { [$0.left, $0.top, $0.right, $0.bottom] } == [x + 90, y, x + 100, y + 5])
        // Those at 300 show where nothing clips them: above the view that clips.
        #expect(boxes.dropFirst().map(\.left) == (0..<depth).map { Double($0) + 300 })
        #expect(boxes.dropFirst().map(\.top) == (0..<depth).map { Double(2 * $0) })
    }

    @Test func whatIsNotThereIsPrivateAndHidden() throws {
        let scene = try Scene.make(outputs: 1)
        for id in [UInt64(0), 1, .max] {
            #expect(scene.isSecure(id) && !scene.isVisible(id) && !scene.contains(id) && !scene.isWindow(id))
            #expect(scene.parent(id) == 0 && scene.window(of: id) == 0 && !scene.contains(id))
        }
    }

    @Test func theContentOfWhatIsPrivateIsEmpty() throws {
        let scene = try Scene.make(outputs: 1)
        let area = Rect(x: 0, y: 0, width: 9, height: 9)
        let top = try scene.addWindow(window(.interactive, area))
        let card = try scene.addView(top, view(.interactive, area), content: Array("card".utf8).span)
        let label = try scene.addView(card, view(.interactive, area), content: Array("1234".utf8).span)
        func content(_ id: UInt64) throws -> [UInt8] {
            var bytes: [UInt8] = []
            guard let slot = try? scene.state.tree.find(id), !scene.isPrivate(slot: slot) else { return [] }
            try scene.state.tree.strings.withString(scene.state.tree.nodes[slot].content) { span in
                for index in span.indices { bytes.append(span[index]) }
            }
            return bytes
        }
        #expect(try content(label) == Array("1234".utf8))
        try scene.updateView(card, view([.interactive, .secure], area), content: Array("new".utf8).span)
        #expect(try content(card).isEmpty && content(label).isEmpty)
        try scene.updateView(card, view(.interactive, area), content: Array("newer".utf8).span)
        #expect(try content(card) == Array("newer".utf8))
        #expect(try content(label) == Array("1234".utf8))
        try scene.remove(card)
        #expect(try content(label).isEmpty)
    }

    @Test func aClosedSceneHasNothingAndIsPrivateEverywhere() throws {
        let scene = try Scene.make(outputs: 1)
        let id = try scene.addWindow(window(.interactive, Rect(x: 0, y: 0, width: 9, height: 9)))
        #expect(!scene.isSecure(at: Point(x: 1, y: 1)))
        scene.close()
        #expect(scene.isClosed && !scene.contains(id) && scene.isSecure(at: Point(x: 1, y: 1)))
        #expect(scene.hit(Point(x: 1, y: 1)) == (0, 0))
    }
}

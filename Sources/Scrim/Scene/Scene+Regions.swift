// SPDX-License-Identifier: MIT

extension Scene {
    /// Whether what shows at a point is private, whatever is in front of it. In a closed scene everything is.
    package func isSecure(at point: Point) -> Bool { state.isClosed || state.areas.contains(point) }

    /// The number of secure regions. During a change, those from before it count too.
    package var regionCount: Int { state.areas.count }

    /// Visits the secure regions: those of secure views, and of all views inside them.
    ///
    /// - Parameter body: Gets a region, its polygon (nil if it is the box), and the id of its view. The id is 0 for a region
    ///   from before a change.
    package func forEachRegion(
        _ body: (SecureRegion, ConvexPolygon?, _ view: UInt64) throws(Failure) -> Void
    ) throws(Failure) {
        let areas = state.areas
        // One loop for both lists: bodies are large, and there would be two copies of each.
        let (now, all) = (areas.now.count, regionCount)
        for index in steps(to: all) {
            let isNow = index < now
            let region = isNow ? areas.now[index] : areas.before[index &- now]
            let polygon = isNow ? areas.now.polygon(of: region) : areas.before.polygon(of: region)
            try body(region, polygon, isNow ? region.view : 0)
        }
    }

    /// Begins a change: until `commit`, what was private stays private too.
    ///
    /// - Throws: `invalidState` inside another change, `noMemory`.
    package func begin() throws(Failure) {
        try change { state throws(Failure) in
            try state.areas.begin()
            state.generation &+= 1
        }
    }

    /// - Throws: `invalidState` without a `begin`.
    package func commit() throws(Failure) {
        try change { state throws(Failure) in
            try state.areas.commit()
            state.generation &+= 1
        }
    }
}

// SPDX-License-Identifier: MIT
import CPlatform

extension ChannelRows {
    /// All rows as a plane. In a band as well, because the borders of the plane have an influence on rows far from them.
    ///
    /// - Throws: `noMemory`.
    func expandedPlane(_ workspace: inout Workspace) throws(Failure) -> Plane {
        guard isExpanded else { return plane }
        let layout = PixelLayout.color4(red: 0, green: 1, blue: 2, rest: 3, value: 0)
        let like = unsafe Plane(
            base: plane.base, stride: plane.stride, width: plane.width, height: plane.height, layout: layout,
            space: plane.space)
        let picture = try workspace.plane(like: like, width: plane.width, height: plane.height)
        for y in steps(to: plane.height) {
            unsafe memcpy(picture.pixel(0, y), row(y, slot: 0), length)
        }
        return picture
    }

    /// Applies the colors to a row, and writes it to a plane of the source's layout. If the pixels are expanded, the row changes
    /// too.
    ///
    /// - Parameter row: Is followed by room for 8 pixels.
    func finish(_ row: UnsafeMutableRawPointer, _ colors: EffectColors, to target: UnsafeMutableRawPointer) {
        guard isExpanded else { return unsafe colors.apply(row, to: target, count: plane.width) }
        unsafe colors.apply(row, to: row, count: plane.width)
        unsafe pack(row, to: target)
    }

    /// Applies the colors to a row of the plane.
    func finish(_ y: Int, _ colors: EffectColors, to target: UnsafeMutableRawPointer) {
        let row = unsafe row(y, slot: 0)
        // Only a copy is changed.
        if isExpanded { return unsafe finish(UnsafeMutableRawPointer(mutating: row), colors, to: target) }
        unsafe colors.apply(row, to: target, count: plane.width)
    }
}

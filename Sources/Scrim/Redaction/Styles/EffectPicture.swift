// SPDX-License-Identifier: MIT

/// Three box blurs, saturation and tint, in this order: the steps of Apple's UIImage+ImageEffects 1.0 (2013). The result is
/// opaque and replaces the pixels.
enum EffectPicture {
    /// Needs memory for the input, one and a half times that for RGB565, and for as many rows as half a box has.
    ///
    /// - Parameter input: As large as the region's bounds.
    static func make(
        _ region: CoverRegion, _ input: Plane, _ effect: Effect, _ workspace: inout Workspace
    ) throws(Failure) -> PictureCover {
        let picture: Plane
        if case .color565 = input.layout {
            let colors = try make(region, expand(input, &workspace), isOurs: true, effect, &workspace)
            picture = pack(colors, like: input)
        } else {
            picture = try make(region, input, isOurs: false, effect, &workspace)
        }
        return PictureCover(picture: picture, left: region.bounds.left, top: region.bounds.top)
    }

    /// - Parameter isOurs: Whether the input may be written.
    private static func make(
        _ region: CoverRegion, _ input: Plane, isOurs: Bool, _ effect: Effect, _ workspace: inout Workspace
    ) throws(Failure) -> Plane {
        let side = side(effect, scale: region.scale, shift: input.shift.x)
        let picture = isOurs ? input : try workspace.plane(like: input, width: input.width, height: input.height)
        let colors = try EffectColors(effect, input, &workspace)
        guard side > 1 else {
            if !isOurs { picture.copy(picture.bounds, from: input) }
            for y in steps(to: picture.height) {
                unsafe colors.apply(picture.pixel(0, y).assumingMemoryBound(to: UInt8.self), picture.width)
            }
            return picture
        }
        let blur = try BoxBlur(side: side, on: input, &workspace)
        unsafe blur.run(from: input, to: picture)
        unsafe blur.run(from: picture, to: picture)
        unsafe blur.run(from: picture, to: picture) { row in unsafe colors.apply(row, picture.width) }
        return picture
    }

    /// The side of the boxes. Three of them approximate a Gaussian: SVG 1.1 (second edition) 15.17, but an even side is
    /// increased by one.
    private static func side(_ effect: Effect, scale: Double, shift: Int) -> Int {
        guard effect.radius > Double(Float.ulpOfOne) else { return 1 }
        let pixels = shift == 1 ? effect.radius * scale / 2 : effect.radius * scale
        // 3 · √(2π) / 4
        let side = Int(exactly: (pixels * 1.8799712059732503 + 0.5).rounded(.down)) ?? BoxBlur.largestSide
        return side | 1
    }

    private static func expand(_ input: Plane, _ workspace: inout Workspace) throws(Failure) -> Plane {
        let like = unsafe Plane(
            base: input.base, stride: input.stride, width: input.width, height: input.height,
            layout: .color3(red: 0, blue: 2), space: input.space)
        let colors = try workspace.plane(like: like, width: input.width, height: input.height)
        for y in steps(to: input.height) {
            let row = unsafe colors.pixel(0, y).assumingMemoryBound(to: UInt8.self)
            unsafe PackedColor.expand(input.pixel(0, y), to: row, count: input.width)
        }
        return colors
    }

    /// Packs a plane of three bytes for each pixel, in the memory of that plane.
    private static func pack(_ colors: Plane, like input: Plane) -> Plane {
        let packed = unsafe Plane(
            base: colors.base, stride: colors.width &* 2, width: colors.width, height: colors.height,
            layout: input.layout, space: input.space)
        for y in steps(to: colors.height) {
            let row = unsafe colors.pixel(0, y).assumingMemoryBound(to: UInt8.self)
            unsafe PackedColor.pack(row, to: packed.pixel(0, y), count: colors.width)
        }
        return packed
    }
}

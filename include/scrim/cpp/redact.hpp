/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Redaction of frames, as in scrim/redact.h.
 */
#ifndef SCRIM_CPP_REDACT_HPP
#define SCRIM_CPP_REDACT_HPP

#include "arrays.hpp"

namespace scrim {
inline namespace SCRIM_CPP_VARIANT {

/** A picture in the caller's memory. */
struct frame : scrim_frame {
    /** Makes a frame without pixels. */
    frame() noexcept : scrim_frame(SCRIM_FRAME_INIT) {}
    /** Makes a frame of one plane. */
    frame(std::uint32_t with_format, std::uint32_t with_width, std::uint32_t with_height,
          void *pixels, std::int64_t stride) noexcept
        : frame() {
        format = with_format;
        width = with_width;
        height = with_height;
        planes[0] = {pixels, stride};
    }
};

/** The style with which a region is covered. */
struct style : scrim_style {
    /** Makes the style of #SCRIM_STYLE_INIT. */
    style() noexcept : scrim_style(SCRIM_STYLE_INIT) {}

    /** Makes an irreversible style: one opaque color, 0xRRGGBB. */
    static style solid(std::uint32_t rgb = 0) noexcept {
        return of(SCRIM_STYLE_SOLID, 0.0, 0, rgb);
    }
    /** Makes an irreversible style that looks like blurred text or a blurred surface. */
    static style frost(std::uint64_t with_seed = 0) noexcept {
        return of(SCRIM_STYLE_FROST, 0.0, with_seed);
    }
    /** Makes an irreversible style that looks like pixelation. */
    static style tiles(std::uint64_t with_seed = 0) noexcept {
        return of(SCRIM_STYLE_TILES, 0.0, with_seed);
    }
    /** Makes a reversible style: a Gaussian blur. The content can be recovered. */
    static style blur(double sigma) noexcept { return of(SCRIM_STYLE_BLUR, sigma); }
    /** Makes a reversible style: blocks of one color. The content can be recovered. */
    static style pixelate(double side) noexcept { return of(SCRIM_STYLE_PIXELATE, side); }

  private:
    static style of(std::uint32_t with_kind, double with_amount, std::uint64_t with_seed = 0,
                    std::uint32_t rgb = 0) noexcept {
        style made;
        made.kind = with_kind;
        made.amount = with_amount;
        made.seed = with_seed;
        made.color = rgb << 8 | 0xFFu;
        return made;
    }
};

/** A region of a frame. The corners of a polygon must live as long as the region. */
struct region : scrim_region {
    /** Makes an empty rectangle. */
    region() noexcept : scrim_region() { shape = SCRIM_SHAPE_RECT; }
    /** Makes a rectangle. */
    explicit region(scrim_rect with_rect, std::uint32_t with_style = 0) noexcept : region() {
        rect = with_rect;
        style = with_style;
    }
    /** Makes the ellipse that touches all sides of a rectangle. */
    static region ellipse(scrim_rect area) noexcept { return of(SCRIM_SHAPE_ELLIPSE, area); }
    /** Makes a rectangle with rounded corners. */
    static region rounded_rect(scrim_rect area, double corner_radius) noexcept {
        region made = of(SCRIM_SHAPE_ROUNDED_RECT, area);
        made.radius = corner_radius;
        return made;
    }
    /** Makes a polygon. A temporary container of corners does not compile. */
    template <class C>
    static region polygon(C &&corners) noexcept {
        static_assert(detail::is_lasting<C>, "the corners must live as long as the region");
        return of(SCRIM_SHAPE_POLYGON, {}, corners);
    }
    /** Makes the convex hull of four points. A temporary container does not compile. */
    template <class C>
    static region quad(C &&corners) noexcept {
        static_assert(detail::is_lasting<C>, "the corners must live as long as the region");
        return of(SCRIM_SHAPE_QUAD, {}, corners);
    }

  private:
    static region of(std::uint32_t with_shape, scrim_rect area,
                     array_view<const point> corners = {}) noexcept {
        region made;
        made.shape = with_shape;
        made.rect = area;
        made.points = corners.data();
        made.point_count = corners.size();
        return made;
    }
};

/** The styles and distances of a redaction. */
struct redact_options : scrim_redact_options {
    /** Makes the options of #SCRIM_REDACT_OPTIONS_INIT. */
    redact_options() noexcept : scrim_redact_options(SCRIM_REDACT_OPTIONS_INIT) {}
    /**
     * Makes options with styles, which must live as long as the options. A temporary container does
     * not compile.
     */
    template <class C, class = decltype(array_view<const style>(std::declval<C &>()))>
    explicit redact_options(C &&with_styles) noexcept : redact_options() {
        static_assert(detail::is_lasting<C>, "the styles must live as long as the options");
        const array_view<const style> all(with_styles);
        styles = all.data();
        style_count = static_cast<std::uint32_t>(all.size());
    }
};

/** Reports the state of a frame after a call. */
struct redact_report : scrim_redact_report {
    /** Makes a report whose outcome is SCRIM_OUTCOME_DISCARD. */
    redact_report() noexcept : scrim_redact_report(SCRIM_REDACT_REPORT_INIT) {}
    /** Returns whether every region is covered, so that the frame may be shown or stored. */
    bool is_ok() const noexcept { return outcome == SCRIM_OUTCOME_OK; }
};

static_assert(sizeof(style) == sizeof(scrim_style) && sizeof(region) == sizeof(scrim_region),
              "they are passed in arrays");

/**
 * Covers regions of a frame in place.
 *
 * If the call fails, the frame is black or must not be used. To find out which, pass a
 * std::error_code and look at the outcome of the report.
 */
template <SCRIM_CPP_EC>
redact_report redact(const frame &target, array_view<const region> regions,
                     const redact_options &options, Ec &...ec) {
    redact_report report;
    detail::check(scrim_redact(&target, regions.data(), regions.size(), &options, &report), ec...);
    return report;
}

/**
 * Writes a redacted copy of a frame. A pixel that is to be covered is never written to the
 * destination.
 */
template <SCRIM_CPP_EC>
redact_report redact_copy(const frame &source, const frame &destination,
                          array_view<const region> regions, const redact_options &options,
                          Ec &...ec) {
    redact_report report;
    detail::check(
        scrim_redact_copy(&source, &destination, regions.data(), regions.size(), &options, &report),
        ec...);
    return report;
}

/**
 * Covers rectangles of a frame of one plane with one style, like scrim_redact_rects(). Returns the
 * outcome, one of SCRIM_OUTCOME_….
 */
template <SCRIM_CPP_EC>
std::uint32_t redact_rects(const frame &target, array_view<const rect> rects, const style &look,
                           Ec &...ec) {
    std::uint32_t outcome = SCRIM_OUTCOME_DISCARD;
    detail::check(scrim_redact_rects(target.planes[0].data, target.planes[0].stride, target.format,
                                     target.width, target.height, rects.data(), rects.size(), &look,
                                     &outcome),
                  ec...);
    return outcome;
}

/** The distances by which regions must be extended for a source. */
struct margin {
    std::uint32_t dilation = 0; /**< For `dilation` of ::scrim_redact_options. */
    std::uint32_t codec_block = 0; /**< For `codec_block` of ::scrim_redact_options. */
};

/** Returns the distances for a source, one of SCRIM_SOURCE_…. */
template <SCRIM_CPP_EC>
margin margin_for_source(std::uint32_t source, Ec &...ec) {
    margin found;
    detail::check(scrim_margin_for_source(source, &found.dilation, &found.codec_block), ec...);
    return found;
}

} // namespace SCRIM_CPP_VARIANT
} // namespace scrim

#endif

/* SPDX-License-Identifier: MIT */
/* The program of docs/tutorial/redact-a-screenshot.md. Usage: redact_screenshot SCREEN.ppm BLACK.ppm FROST.ppm */
#include <scrim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A picture in memory: rows from top to bottom, and three bytes for each pixel. */
struct picture {
    uint32_t width, height;
    uint8_t *pixels;
};

static size_t bytes_of(const struct picture *picture) {
    return (size_t)3 * picture->width * picture->height;
}

static struct picture new_picture(uint32_t width, uint32_t height) {
    struct picture picture = {width, height, NULL};
    picture.pixels = malloc(bytes_of(&picture));
    if (picture.pixels == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return picture;
}

static struct picture copy_of(const struct picture *original) {
    struct picture copy = new_picture(original->width, original->height);
    memcpy(copy.pixels, original->pixels, bytes_of(&copy));
    return copy;
}

static struct picture read_ppm(const char *path) {
    uint32_t width, height, levels;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    if (fscanf(file, "P6 %u %u %u%*c", &width, &height, &levels) != 3 || levels != 255 ||
        width < 1 || width > SCRIM_FRAME_MAX_SIDE || height < 1 || height > SCRIM_FRAME_MAX_SIDE) {
        fprintf(stderr, "%s: not a binary PPM file with 255 levels\n", path);
        exit(1);
    }
    struct picture picture = new_picture(width, height);
    if (fread(picture.pixels, 1, bytes_of(&picture), file) != bytes_of(&picture)) {
        fprintf(stderr, "%s: the file is too short\n", path);
        exit(1);
    }
    fclose(file);
    return picture;
}

static void write_ppm(const struct picture *picture, const char *path) {
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    fprintf(file, "P6\n%u %u\n255\n", picture->width, picture->height);
    fwrite(picture->pixels, 1, bytes_of(picture), file);
    int bad = ferror(file);
    if (fclose(file) != 0 || bad) {
        perror(path);
        exit(1);
    }
}

/* Each region: x and y of its top left corner, width and height, in pixels. */
static const scrim_region CARD = {.shape = SCRIM_SHAPE_RECT, .rect = {40, 104, 232, 28}, .id = 0};
static const scrim_region OWNER = {.shape = SCRIM_SHAPE_RECT, .rect = {40, 168, 144, 24}, .id = 1};

/* Describes the picture's memory to Scrim. Nothing is copied. */
static scrim_frame frame_of(const struct picture *picture) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_RGB; /* the bytes of a pixel in memory: red, green, blue */
    frame.width = picture->width;
    frame.height = picture->height;
    frame.planes[0].data = picture->pixels;
    frame.planes[0].stride = 3 * (int64_t)picture->width; /* bytes from one row to the next */
    return frame;
}

static void check(scrim_status status) {
    if (status != SCRIM_OK) {
        fprintf(stderr, "not redacted: %s\n", scrim_status_message(status));
        exit(1); /* the picture is not written */
    }
}

static void check_report(const scrim_redact_report *report) {
    if (report->regions_inside != report->regions || report->regions_clipped != 0) {
        fputs("a region is not on the screenshot\n", stderr);
        exit(1);
    }
}

/* Covers the card number in one style, in two pictures that differ only there. Returns whether the results differ. */
static int inside_matters(const struct picture *screen, scrim_style style) {
    struct picture one = copy_of(screen), other = copy_of(screen);
    for (uint32_t y = 104; y < 104 + 28 && y < other.height; y++)
        for (uint32_t x = 40; x < 40 + 232 && x < other.width; x++)
            memset(&other.pixels[3 * ((size_t)other.width * y + x)], 255, 3); /* white */

    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    options.styles = &style;
    options.style_count = 1;
    scrim_frame frame = frame_of(&one), other_frame = frame_of(&other);
    check(scrim_redact(&frame, &CARD, 1, &options, NULL));
    check(scrim_redact(&other_frame, &CARD, 1, &options, NULL));
    int differ = memcmp(one.pixels, other.pixels, bytes_of(&one)) != 0;
    free(one.pixels);
    free(other.pixels);
    return differ;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fputs("Usage: redact_screenshot SCREEN.ppm BLACK.ppm FROST.ppm\n", stderr);
        return 2;
    }
    struct picture screen = read_ppm(argv[1]);

    struct picture black = copy_of(&screen);
    scrim_frame frame = frame_of(&black);
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    check(scrim_redact(&frame, &CARD, 1, NULL, &report));

    check_report(&report);
    printf("black: %llu pixels are covered\n", (unsigned long long)report.pixels);
    write_ppm(&black, argv[2]);

    scrim_style style = SCRIM_STYLE_INIT; /* solid black */
    style.kind = SCRIM_STYLE_FROST;
    scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
    options.styles = &style;
    options.style_count = 1;
    const scrim_region regions[] = {CARD, OWNER};
    struct picture frost = copy_of(&screen);
    frame = frame_of(&frost);
    check(scrim_redact(&frame, regions, 2, &options, &report));
    check_report(&report);
    printf("frost: %llu pixels are covered\n", (unsigned long long)report.pixels);
    write_ppm(&frost, argv[3]);

    scrim_style blur = SCRIM_STYLE_INIT;
    blur.kind = SCRIM_STYLE_BLUR;
    blur.amount = 8; /* the standard deviation, in pixels */
    printf("frost depends on the pixels inside: %s\n", inside_matters(&screen, style) ? "yes" : "no");
    printf("blur depends on the pixels inside: %s\n", inside_matters(&screen, blur) ? "yes" : "no");

    scrim_region wrong = CARD;
    wrong.rect.width = -1;
    frame = frame_of(&black);
    scrim_status status = scrim_redact(&frame, &wrong, 1, NULL, &report);
    printf("a wrong region: %s", scrim_status_name(status));
    printf(", and the picture is %s\n", report.outcome == SCRIM_OUTCOME_COVERED ? "all black" : "not usable");

    free(screen.pixels);
    free(black.pixels);
    free(frost.pixels);
    return 0;
}

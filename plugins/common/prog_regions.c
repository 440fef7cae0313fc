/* SPDX-License-Identifier: MIT */
/* Shows how regions and styles are read, for tests: standard input has lines WIDTH HEIGHT LENGTH, each followed by a text.

   A text that begins with "style " is a style. The results are lines of text. Numbers are hexadecimal, so that they are exact. */
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "regions.h"
#include "style.h"

static void show_style(const scrim_style *style) {
    printf("style %u %08x %u %a %a %" PRIu64 "\n", style->kind, style->color, style->flags, style->amount, style->saturation,
           style->seed);
}

static void show_region(const scrim_region *region) {
    printf("region %u %u %" PRIu64 " %a %a %a %a %a", region->shape, region->style, region->id, region->rect.x, region->rect.y,
           region->rect.width, region->rect.height, region->radius);
    for (uint64_t index = 0; index < region->point_count; index++)
        printf(" %a %a", region->points[index].x, region->points[index].y);
    putchar('\n');
}

static void show(const char *text, size_t length, uint32_t width, uint32_t height) {
    char error[256] = "";
    if (length > 6 && !memcmp(text, "style ", 6)) {
        scrim_style style;
        if (plugin_style_parse(text + 6, length - 6, &style, error, sizeof error))
            show_style(&style);
        else
            printf("error %s\n", error);
        return;
    }
    plugin_regions *regions = plugin_regions_parse(text, length, error, sizeof error);
    if (!regions) {
        printf("error %s\n", error);
        return;
    }
    plugin_regions_resize(regions, 7, 9); /* has no effect on the next size */
    plugin_regions_resize(regions, width, height);
    for (uint32_t index = 0; index < regions->style_count; index++)
        show_style(&regions->styles[index]);
    for (size_t index = 0; index < regions->count; index++)
        show_region(&regions->items[index]);
    plugin_regions_free(regions);
}

int main(void) {
    uint32_t width, height;
    size_t length;
    setlocale(LC_ALL, "");
    while (scanf("%" SCNu32 " %" SCNu32 " %zu", &width, &height, &length) == 3 && getchar() == '\n') {
        char *text = malloc(length ? length : 1); /* exact, so that valgrind sees a read beyond the end */
        if (!text || fread(text, 1, length, stdin) != length)
            return 1;
        show(text, length, width, height);
        puts("end");
        fflush(stdout);
        free(text);
    }
    return 0;
}

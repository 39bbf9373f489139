/* Prints every pixel format that the installed libavutil describes, one a line:
 *   name identifier model flags log2_chroma_w log2_chroma_h line3 line321 plane:step:offset:shift:depth ...
 * line3 and line321 are the bytes of a line of each plane in a picture 3 and 321 pixels wide.
 * Flags are letters: a alpha, e big endian, b bitstream, f float; "-" for none. */
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
#include <stdio.h>
#include <string.h>

static const char *model(const AVPixFmtDescriptor *d) {
    if (d->flags & (AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER) || !strncmp(d->name, "xyz", 3)) return "opaque";
    if (d->flags & AV_PIX_FMT_FLAG_PAL) return "palette";
    if (d->flags & AV_PIX_FMT_FLAG_RGB) return "rgb";
    return d->nb_components < 3 ? "gray" : "yuv";
}

static void lines(enum AVPixelFormat format, int width) {
    printf(" ");
    for (int plane = 0; plane < av_pix_fmt_count_planes(format); plane++)
        printf(plane ? ",%d" : "%d", av_image_get_linesize(format, width, plane));
    if (av_pix_fmt_count_planes(format) < 1) printf("-");
}

int main(void) {
    for (const AVPixFmtDescriptor *d = NULL; (d = av_pix_fmt_desc_next(d));) {
        char flags[8] = "";
        if (d->flags & AV_PIX_FMT_FLAG_ALPHA) strcat(flags, "a");
        if (d->flags & AV_PIX_FMT_FLAG_BE) strcat(flags, "e");
        if (d->flags & AV_PIX_FMT_FLAG_BITSTREAM) strcat(flags, "b");
        if (d->flags & AV_PIX_FMT_FLAG_FLOAT) strcat(flags, "f");
        printf("%s %d %s %s %d %d", d->name, av_pix_fmt_desc_get_id(d), model(d), flags[0] ? flags : "-",
               d->log2_chroma_w, d->log2_chroma_h);
        lines(av_pix_fmt_desc_get_id(d), 3);
        lines(av_pix_fmt_desc_get_id(d), 321);
        for (int i = 0; i < d->nb_components; i++)
            printf(" %d:%d:%d:%d:%d", d->comp[i].plane, d->comp[i].step, d->comp[i].offset, d->comp[i].shift,
                   d->comp[i].depth);
        printf("\n");
    }
    return 0;
}

// The only door to FFmpeg: headers, and what Swift cannot import of them (macros, variadics, version differences).
// Written against FFmpeg 5.1 and 7.1; every difference between them is handled here and nowhere else.
#ifndef CFFMPEG_SHIM_H
#define CFFMPEG_SHIM_H

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// Frames carry key, interlaced and top-field-first as flags, and their duration as `duration`.
#define SMF_FRAME_FLAGS (LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100))
#define SMF_FRAME_DURATION (LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100))
// A packet's opaque value follows it through the decoder.
#define SMF_COPY_OPAQUE (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 3, 100))
// Side data of streams moved to the codec parameters.
#define SMF_PARAMETER_SIDE_DATA (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102))
// Lists of what an encoder takes are asked for, not read from the codec.
#define SMF_SUPPORTED_CONFIG (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100))
// Writing callbacks get constant bytes.
#define SMF_CONST_WRITE (LIBAVFORMAT_VERSION_MAJOR >= 61)

static const int64_t SMF_NOPTS = INT64_MIN;

static const int SMF_ERROR_AGAIN = AVERROR(EAGAIN);
static const int SMF_ERROR_END = AVERROR_EOF;
static const int SMF_ERROR_EXIT = AVERROR_EXIT;
static const int SMF_ERROR_TIMED_OUT = AVERROR(ETIMEDOUT);
static const int SMF_ERROR_NO_MEMORY = AVERROR(ENOMEM);
static const int SMF_ERROR_INVALID_ARGUMENT = AVERROR(EINVAL);
static const int SMF_ERROR_NOT_SUPPORTED = AVERROR(ENOSYS);
static const int SMF_ERROR_BROKEN_PIPE = AVERROR(EPIPE);
static const int SMF_ERROR_NOT_SEEKABLE = AVERROR(ESPIPE);
static const int SMF_ERROR_NO_FILE = AVERROR(ENOENT);
static const int SMF_ERROR_INVALID_DATA = AVERROR_INVALIDDATA;
static const int SMF_ERROR_NO_DECODER = AVERROR_DECODER_NOT_FOUND;
static const int SMF_ERROR_NO_ENCODER = AVERROR_ENCODER_NOT_FOUND;
static const int SMF_ERROR_NO_DEMUXER = AVERROR_DEMUXER_NOT_FOUND;
static const int SMF_ERROR_NO_MUXER = AVERROR_MUXER_NOT_FOUND;
static const int SMF_ERROR_NO_OPTION = AVERROR_OPTION_NOT_FOUND;
static const int SMF_ERROR_NO_STREAM = AVERROR_STREAM_NOT_FOUND;
static const int SMF_ERROR_NO_PROTOCOL = AVERROR_PROTOCOL_NOT_FOUND;
static const int SMF_ERROR_UNAUTHORIZED = AVERROR_HTTP_UNAUTHORIZED;

static inline int smf_error_from_errno(int number) { return AVERROR(number); }

#ifdef AV_PROFILE_AAC_LOW
static const int SMF_PROFILE_AAC_LOW = AV_PROFILE_AAC_LOW;
static const int SMF_PROFILE_UNKNOWN = AV_PROFILE_UNKNOWN;
#else
static const int SMF_PROFILE_AAC_LOW = FF_PROFILE_AAC_LOW;
static const int SMF_PROFILE_UNKNOWN = FF_PROFILE_UNKNOWN;
#endif

// The options of any context are found through its first member; Swift cannot pass "a pointer to a struct that begins
// with a class pointer" by itself.
static inline const char *smf_class_item_name(void *context) {
    const AVClass *type = context ? *(const AVClass **)context : NULL;
    return type && type->item_name ? type->item_name(context) : NULL;
}

// What FFmpeg's log callback was called for: the value its owner put into the context, or the context itself. Threads of
// a decoder log through copies of the context, and nested demuxers through contexts of their own; both carry the
// owner's value along.
static inline const void *smf_log_owner(const void *context) {
    const AVClass *type = context ? *(const AVClass *const *)context : NULL;
    if (!type) return NULL;
    if (type == avcodec_get_class()) {
        const AVCodecContext *codec = (const AVCodecContext *)context;
        return codec->opaque ? codec->opaque : context;
    }
    if (type == avformat_get_class()) {
        const AVFormatContext *format = (const AVFormatContext *)context;
        return format->interrupt_callback.opaque ? format->interrupt_callback.opaque : context;
    }
    return context;
}

// A frame names the packet it came from. FFmpeg 5.1 hands a packet's position through every decoder, later versions its
// opaque pointer. Tags are zero or above; -1 is "none".
static inline void smf_packet_set_tag(AVPacket *packet, int64_t tag) {
#if SMF_COPY_OPAQUE
    packet->opaque = (void *)(intptr_t)(tag + 1);
#else
    packet->pos = tag;
#endif
}

static inline int64_t smf_frame_tag(const AVFrame *frame) {
#if SMF_COPY_OPAQUE
    return (int64_t)(intptr_t)frame->opaque - 1;
#else
    return frame->pkt_pos;
#endif
}

static inline void smf_decoder_enable_tags(AVCodecContext *context) {
#if SMF_COPY_OPAQUE
    context->flags |= AV_CODEC_FLAG_COPY_OPAQUE;
#endif
    (void)context;
}

static inline int smf_frame_is_key(const AVFrame *frame) {
#if SMF_FRAME_FLAGS
    return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
    return frame->key_frame;
#endif
}

static inline int smf_frame_is_interlaced(const AVFrame *frame) {
#if SMF_FRAME_FLAGS
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame;
#endif
}

static inline int smf_frame_top_field_first(const AVFrame *frame) {
#if SMF_FRAME_FLAGS
    return (frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0;
#else
    return frame->top_field_first;
#endif
}

static inline void smf_frame_set_fields(AVFrame *frame, int interlaced, int top_first) {
#if SMF_FRAME_FLAGS
    frame->flags &= ~(AV_FRAME_FLAG_INTERLACED | AV_FRAME_FLAG_TOP_FIELD_FIRST);
    if (interlaced) frame->flags |= AV_FRAME_FLAG_INTERLACED;
    if (top_first) frame->flags |= AV_FRAME_FLAG_TOP_FIELD_FIRST;
#else
    frame->interlaced_frame = interlaced;
    frame->top_field_first = top_first;
#endif
}

static inline void smf_frame_clear_key(AVFrame *frame) {
#if SMF_FRAME_FLAGS
    frame->flags &= ~AV_FRAME_FLAG_KEY;
#else
    frame->key_frame = 0;
#endif
}

static inline int64_t smf_frame_duration(const AVFrame *frame) {
#if SMF_FRAME_DURATION
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

static inline void smf_frame_set_duration(AVFrame *frame, int64_t duration) {
#if SMF_FRAME_DURATION
    frame->duration = duration;
#else
    frame->pkt_duration = duration;
#endif
}

// Side data of a stream, entry by entry. NULL behind the last one.
static inline const AVPacketSideData *smf_stream_side_data(const AVStream *stream, int index) {
#if SMF_PARAMETER_SIDE_DATA
    return index < stream->codecpar->nb_coded_side_data ? &stream->codecpar->coded_side_data[index] : NULL;
#else
    return index < stream->nb_side_data ? &stream->side_data[index] : NULL;
#endif
}

// Room for side data of a stream about to be written; what is there under the same kind is replaced.
static inline uint8_t *smf_stream_new_side_data(AVStream *stream, enum AVPacketSideDataType kind, size_t size) {
#if SMF_PARAMETER_SIDE_DATA
    AVPacketSideData *entry = av_packet_side_data_new(
        &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, kind, size, 0);
    return entry ? entry->data : NULL;
#else
    return av_stream_new_side_data(stream, kind, size);
#endif
}

static inline void smf_parameters_drop_side_data(AVCodecParameters *parameters) {
#if SMF_PARAMETER_SIDE_DATA
    av_packet_side_data_free(&parameters->coded_side_data, &parameters->nb_coded_side_data);
#endif
    (void)parameters;
}

// Entry `index` of the list of pixel formats an encoder takes; AV_PIX_FMT_NONE behind the last, or where it does not say.
static inline enum AVPixelFormat smf_encoder_pixel_format(const AVCodec *codec, int index) {
#if SMF_SUPPORTED_CONFIG
    const void *list = NULL;
    int count = 0;
    if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, &list, &count) < 0 || !list)
        return AV_PIX_FMT_NONE;
    return index < count ? ((const enum AVPixelFormat *)list)[index] : AV_PIX_FMT_NONE;
#else
    if (!codec->pix_fmts) return AV_PIX_FMT_NONE;
    for (int i = 0; i < index; i++)
        if (codec->pix_fmts[i] == AV_PIX_FMT_NONE) return AV_PIX_FMT_NONE;
    return codec->pix_fmts[index];
#endif
}

static inline enum AVSampleFormat smf_encoder_sample_format(const AVCodec *codec, int index) {
#if SMF_SUPPORTED_CONFIG
    const void *list = NULL;
    int count = 0;
    if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, &list, &count) < 0 || !list)
        return AV_SAMPLE_FMT_NONE;
    return index < count ? ((const enum AVSampleFormat *)list)[index] : AV_SAMPLE_FMT_NONE;
#else
    if (!codec->sample_fmts) return AV_SAMPLE_FMT_NONE;
    for (int i = 0; i < index; i++)
        if (codec->sample_fmts[i] == AV_SAMPLE_FMT_NONE) return AV_SAMPLE_FMT_NONE;
    return codec->sample_fmts[index];
#endif
}

// Zero behind the last rate, or where the encoder does not say.
static inline int smf_encoder_sample_rate(const AVCodec *codec, int index) {
#if SMF_SUPPORTED_CONFIG
    const void *list = NULL;
    int count = 0;
    if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_RATE, 0, &list, &count) < 0 || !list)
        return 0;
    return index < count ? ((const int *)list)[index] : 0;
#else
    if (!codec->supported_samplerates) return 0;
    for (int i = 0; i < index; i++)
        if (!codec->supported_samplerates[i]) return 0;
    return codec->supported_samplerates[index];
#endif
}

// NULL behind the last layout, or where the encoder does not say.
static inline const AVChannelLayout *smf_encoder_channel_layout(const AVCodec *codec, int index) {
#if SMF_SUPPORTED_CONFIG
    const void *list = NULL;
    int count = 0;
    if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_CHANNEL_LAYOUT, 0, &list, &count) < 0 || !list)
        return NULL;
    return index < count ? &((const AVChannelLayout *)list)[index] : NULL;
#else
    if (!codec->ch_layouts) return NULL;
    for (int i = 0; i < index; i++)
        if (!codec->ch_layouts[i].nb_channels) return NULL;
    return codec->ch_layouts[index].nb_channels ? &codec->ch_layouts[index] : NULL;
#endif
}

// An I/O context that calls back. `buffer` becomes its own (and may be replaced by it).
static inline AVIOContext *smf_io_alloc(
    uint8_t *buffer, int size, int writes, void *opaque, int (*read)(void *, uint8_t *, int),
    int (*write)(void *, const uint8_t *, int), int64_t (*seek)(void *, int64_t, int)) {
#if SMF_CONST_WRITE
    return avio_alloc_context(buffer, size, writes, opaque, read, write, seek);
#else
    return avio_alloc_context(buffer, size, writes, opaque, read, (int (*)(void *, uint8_t *, int))write, seek);
#endif
}

static inline int smf_io_error(const AVIOContext *io) { return io ? io->error : 0; }

// An aspect ratio may be stated by the container and by the codec; the container's wins.
static inline AVRational smf_stream_aspect_ratio(const AVStream *stream) {
    AVRational ratio = stream->sample_aspect_ratio;
    return ratio.num > 0 && ratio.den > 0 ? ratio : stream->codecpar->sample_aspect_ratio;
}

#endif

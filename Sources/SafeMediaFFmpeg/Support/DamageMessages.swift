/// Lines of FFmpeg's log that mean a picture or packet was lost or guessed at. FFmpeg has no other sign for most of
/// them. Parts of messages that 5.1 prints; the tests provoke some of them, and the rest is unproven.
enum DamageMessages {
    private static let fragments = [
        // RTP and RTSP
        "RTP: missed", "RTP: dropping old packet", "max delay reached. need to consume packet",
        // Transport streams and files
        "Packet corrupt", "Continuity check failed", "PES packet size mismatch", "stream discontinuity",
        "corrupt input packet", "partial file", "Truncating packet",
        // H.264
        "Frame num gap", "Frame num change", "error while decoding MB", "concealing ", "Missing reference picture",
        "reference picture missing during reorder", "mmco: unref short failure", "co located POCs unavailable",
        "number of reference frames", "illegal short term buffer state", "no frame!", "non-existing PPS",
        "non-existing SPS", "First slice in a frame missing", "Invalid NAL unit size", "left block unavailable",
        "top block unavailable", "out of range intra chroma pred mode", "negative number of zero coeffs",
        "corrupted macroblock", "cabac_init", "decode_slice_header error", "missing picture in access unit",
        "cbp too large",
        // HEVC
        "Could not find ref with POC", "PPS id out of range", "Duplicate POC", "Error constructing the frame RPS",
        "Zero refs for a frame with P or B slices", "CABAC_MAX_BIN", "The slice_qp",
        "Skipping invalid undecodable NALU",
        "Error parsing NAL unit", "Two slices reporting being the first",
        // MPEG-1, MPEG-2, MPEG-4, VP8, VP9
        "ac-tex damaged", "invalid mb type", "slice mismatch", "Warning MVs not available", "skipped MB in I-frame",
        "mb incr damaged", "00 motion_type", "invalid cbp", "slice below image", "end mismatch", "dct coeff overflow",
        "Missing key frame while searching", "Requested reference", "Not all references are available",
        "Discarding interframe without a prior keyframe", "Error at MB", "marker does not match f_code",
        // Any
        "Invalid data found", "error while decoding frame", "get_buffer() failed",
    ]

    static func matches(_ message: String) -> Bool {
        fragments.contains { message.contains($0) }
    }
}

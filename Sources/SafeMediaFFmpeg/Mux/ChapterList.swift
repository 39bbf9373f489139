import CFFmpeg
import SafeMediaFrames

/// Puts chapters into an output; the context owns and frees them.
enum ChapterList {
    static func set(_ chapters: [Chapter], in context: UnsafeMutablePointer<AVFormatContext>) throws(FFmpegError) {
        guard !chapters.isEmpty, context.pointee.nb_chapters == 0 else { return }
        let stride = MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
        let memory = try require(av_calloc(chapters.count, stride), "set chapters")
        let list = memory.bindMemory(to: UnsafeMutablePointer<AVChapter>?.self, capacity: chapters.count)
        context.pointee.chapters = list
        for chapter in chapters {
            let room = try require(av_mallocz(MemoryLayout<AVChapter>.size), "set chapters")
            let native = room.bindMemory(to: AVChapter.self, capacity: 1)
            native.pointee.id = .init(truncatingIfNeeded: chapter.id)
            native.pointee.time_base = AVRational(num: 1, den: 1_000_000_000)
            native.pointee.start = chapter.start.nanoseconds
            native.pointee.end = chapter.end.nanoseconds
            if let title = chapter.title { av_dict_set(&native.pointee.metadata, "title", title, 0) }
            list[Int(context.pointee.nb_chapters)] = native
            context.pointee.nb_chapters += 1
        }
    }
}

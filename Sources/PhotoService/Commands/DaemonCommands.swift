import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel
import WatchedLibrary

/// Commands about the daemon rather than about photos. They are answered while there is no index, too.
struct DaemonCommands {
    let context: CommandContext
    /// `nil` while the index is being made anew: what only the index knows is left out.
    let reader: IndexReader?
    let writer: ReplyWriter

    func config() throws {
        writer.json.beginObject()
        context.configuration.write(to: &writer.json)
        writer.json.endObject()
        try writer.endLine()
    }

    func status() throws {
        writer.json.beginObject()
        try StatusReply(source: context.state, reader: reader).write(to: &writer.json)
        writer.json.endObject()
        try writer.endLine()
    }

    func stats() throws {
        writer.json.beginObject()
        context.statistics.write(to: &writer.json)
        let watch = context.library.watchStatus()
        var workers = context.library.workerStatus()
        if let media = context.library.videoWorkerStatus() { workers.add(media) }
        writer.json.member("events", watch.events)
        writer.json.member("overflows", watch.overflows)
        writer.json.member("filesRead", workers.jobs)
        writer.json.member("workerCrashes", workers.crashes)
        writer.json.key("thumbnails")
        writer.json.beginObject()
        context.thumbnails.write(to: &writer.json)
        writer.json.endObject()
        writer.json.key("previews")
        writer.json.beginObject()
        context.thumbnails.previewFigures.write(to: &writer.json)
        writer.json.endObject()
        writer.json.key("frames")
        writer.json.beginObject()
        context.frames.write(to: &writer.json)
        writer.json.endObject()
        if let reader { writer.json.member("contentHashes", try reader.contentHashCount()) }
        writer.json.endObject()
        try writer.endLine()
    }

    func roots() throws {
        let counts = try reader?.countsByRoot()
        for root in context.library.allRoots {
            writer.json.beginObject()
            StatusReply.root(root, counts: counts, to: &writer.json)
            writer.json.endObject()
            try writer.endLine()
        }
        for aside in context.configuration.resolved.setAside {
            writer.json.beginObject()
            StatusReply.root(aside, to: &writer.json)
            writer.json.endObject()
            try writer.endLine()
        }
    }
}

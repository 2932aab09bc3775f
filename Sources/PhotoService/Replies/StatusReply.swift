import BatchService
import Descriptors
import Extraction
import FolderWatch
import Glibc
import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel
import PhotodConfiguration
import Roots
import Sweeps
import WatchedLibrary

/// What `status` is told from.
struct StatusSource: Sendable {
    let library: PhotoLibrary
    let imports: ImportService
    let edits: EditService
    let thumbnails: ThumbnailService
    let frames: FrameService
    let configuration: LiveConfiguration
    let statistics: ServerStatistics

    /// Of all that photod-render does; `nil`: it is not installed.
    var renderStatus: WorkerStatus? {
        guard var status = thumbnails.workerStatus else { return frames.maker?.workerStatus }
        if let other = frames.maker?.workerStatus { status.add(other) }
        return status
    }
}

/// What the daemon is doing, and what is wrong.
struct StatusReply {
    let source: StatusSource
    /// `nil` while the index is being made anew: then what only the index knows is left out.
    let reader: IndexReader?
    /// An event has the clock of what its client has been told.
    var tellsClock = true

    struct Problem: Equatable {
        let problem: String
        let remedy: String
    }

    /// Writes the members, without the braces around them.
    func write(to json: inout JSONWriter) throws {
        let progress = source.library.progress.figures
        let months = try reader?.months()
        let videos = months?.reduce(0) { $0 + $1.videoCount } ?? 0
        let problems = problems(videos: videos)
        json.member("version", ProtocolVersion.program)
        json.member("protocol", ProtocolVersion.number)
        json.member("pid", Int(getpid()))
        json.member("uptime", (source.statistics.uptime * 1000).rounded() / 1000)
        let isScanning = progress.isScanning && reader != nil
        json.member("state", isScanning ? "scanning" : problems.isEmpty ? "ready" : "degraded")
        json.key("progress")
        json.beginObject()
        json.member("done", progress.done)
        json.member("total", progress.total)
        json.endObject()
        if let reader, let months {
            if tellsClock {
                json.key("clock")
                json.clock(try reader.clock())
            }
            json.member("photos", months.reduce(0) { $0 + $1.photoCount })
            json.member("videos", videos)
            json.member("months", months.count)
            json.member("groups", try reader.groupCount())
        }
        try unreadable(to: &json)
        watches(to: &json)
        workers(to: &json)
        try roots(to: &json)
        if let reader {
            json.key("audit")
            json.beginObject()
            json.key("finished")
            let finished = try reader.auditRecord().finished
            if let finished { json.integer(finished.multipliedSaturating(by: 1000)) } else { json.null() }
            json.endObject()
        }
        preparation(to: &json)
        json.key("problems")
        json.beginArray()
        for problem in problems {
            json.beginObject()
            json.member("problem", problem.problem)
            json.member("remedy", problem.remedy)
            json.endObject()
        }
        json.endArray()
    }

    private func unreadable(to json: inout JSONWriter) throws {
        json.key("unreadable")
        json.beginObject()
        for (reason, count) in try reader?.unreadableCounts() ?? [] {
            json.key("\(reason.name)")
            json.integer(count)
        }
        let directories = source.library.watchStatus().unreadable
        if directories > 0 { json.member("directory", directories) }
        json.endObject()
    }

    private func watches(to json: inout JSONWriter) {
        let watch = source.library.watchStatus()
        json.key("watches")
        json.beginObject()
        json.member("used", watch.used)
        json.key("limit")
        if let limit = watch.limit { json.integer(limit.count) } else { json.null() }
        json.member("polled", watch.polled)
        json.endObject()
    }

    private func workers(to json: inout JSONWriter) {
        let workers = source.library.workerStatus()
        json.key("workers")
        json.beginObject()
        Self.figures(workers, to: &json)
        json.member("sandbox", workers.sandbox.rawValue)
        json.key("media")
        Self.otherWorkers(source.library.videoWorkerStatus(), to: &json)
        json.key("render")
        Self.otherWorkers(source.renderStatus, to: &json)
        json.endObject()
    }

    private static func otherWorkers(_ workers: WorkerStatus?, to json: inout JSONWriter) {
        guard let workers else { return json.null() }
        json.beginObject()
        figures(workers, to: &json)
        json.endObject()
    }

    private static func figures(_ workers: WorkerStatus, to json: inout JSONWriter) {
        json.member("running", workers.running)
        json.member("started", workers.started)
        json.member("crashes", workers.crashes)
        json.member("jobs", workers.jobs)
    }

    private func preparation(to json: inout JSONWriter) {
        json.key("prepare")
        json.beginObject()
        json.key("sizes")
        json.beginArray()
        for size in source.configuration.resolved.configuration.preparedThumbnails {
            json.string(size.rawValue)
        }
        json.endArray()
        json.member("state", source.thumbnails.preparation.rawValue)
        json.endObject()
    }

    private func roots(to json: inout JSONWriter) throws {
        let counts = try reader?.countsByRoot()
        json.key("roots")
        json.beginArray()
        for root in source.library.allRoots {
            json.beginObject()
            Self.root(root, counts: counts, to: &json)
            json.endObject()
        }
        for aside in source.configuration.resolved.setAside {
            json.beginObject()
            Self.root(aside, to: &json)
            json.endObject()
        }
        json.endArray()
    }

    /// A root that is not watched is of nobody's photos: what it had waits with its ids, or is counted in another.
    static func root(_ aside: SetAsideRoot, to json: inout JSONWriter) {
        json.member("path", aside.root.path.bytes)
        json.key("uri")
        json.uri(aside.root.path)
        json.member("source", aside.root.name)
        json.member("state", LibraryRoot.State.offline.rawValue)
        json.member("reason", "conflict")
        json.member("photos", 0)
        json.member("videos", 0)
    }

    static func root(
        _ root: LibraryRoot,
        counts: [Int64: (photos: Int64, videos: Int64)]?,
        to json: inout JSONWriter
    ) {
        json.member("path", root.library.path.bytes)
        json.key("uri")
        json.uri(root.library.path)
        json.member("source", root.library.name)
        json.member("state", root.state.rawValue)
        if let absence = root.absence { json.member("reason", absence.name) }
        if let target = root.linkTarget {
            json.member("target", target.bytes)
            json.key("targetUri")
            json.uri(target)
        }
        guard let counts else { return }
        json.member("photos", counts[root.key]?.photos ?? 0)
        json.member("videos", counts[root.key]?.videos ?? 0)
    }

    // MARK: Problems

    private func problems(videos: Int) -> [Problem] {
        folderProblems + workerProblems(videos: videos) + indexProblems
    }

    private var folderProblems: [Problem] {
        var problems: [Problem] = []
        let watch = source.library.watchStatus()
        if watch.polled > 0 {
            problems.append(
                Problem(
                    problem: watch.polled == 1
                        ? "1 folder has no inotify watch and is looked at every 20 s"
                        : "\(watch.polled) folders have no inotify watch and are looked at every 20 s",
                    remedy: watch.isLimitReached
                        ? watch.limitRemedy
                        : "let the user that runs photod read them: ls -ld shows whose they are"
                )
            )
        }
        problems += source.library.descriptors.problems.map(Problem.init)
        let batches = source.imports.problems.map(Problem.init)
        // A journal that cannot be looked at may be either's.
        problems += batches
        problems += source.edits.problems.map(Problem.init).filter { !batches.contains($0) }
        problems += source.library.allRoots.compactMap { root in
            guard let absence = root.absence, let remedy = root.remedy else { return nil }
            return Problem(problem: absence.problem(root.library.path), remedy: remedy)
        }
        problems += source.configuration.resolved.setAside.map {
            Problem(problem: $0.problem, remedy: $0.remedy)
        }
        problems += source.library.readingProblems.map(Problem.init)
        problems += source.library.run.optionProblems.map { problem in
            Problem(
                problem: "\(problem.complaint) (the options of the folders above hold there)",
                remedy: problem.remedy
            )
        }
        return problems
    }

    private func workerProblems(videos: Int) -> [Problem] {
        let media = source.library.videoWorkerStatus()
        var workers = source.library.workerStatus()
        for others in [media, source.renderStatus, source.edits.workerStatus].compactMap(\.self) {
            workers.add(others)
        }
        var problems = workers.problems.map { Problem(problem: $0.problem, remedy: $0.remedy) }
        if media == nil, videos > 0 {
            problems.append(
                Problem(
                    problem:
                        "photod-media is missing: videos have no date of their own, no size and no duration",
                    remedy:
                        "install it beside photod or in libexec/photod (\"make install\" does), then restart photod"
                )
            )
        }
        if source.thumbnails.isWorkerMissed {
            problems.append(
                Problem(
                    problem: "photod-render is missing: no thumbnail, preview or frame is made",
                    remedy: ThumbnailService.remedy
                )
            )
        }
        return problems
    }

    private var indexProblems: [Problem] {
        var problems: [Problem] = []
        if let problem = source.library.progress.problem {
            problems.append(
                Problem(problem: problem, remedy: "see the message; what was missed is read again")
            )
        }
        if let problem = source.library.progress.identityProblem {
            problems.append(
                Problem(
                    problem: "identity documents are not written yet: \(problem)",
                    remedy: "see the message; they are written as soon as it is mended"
                )
            )
        }
        if let aside = source.library.damagedIndex {
            problems.append(
                Problem(
                    problem: "the index was damaged: moved to \(aside.display) and built anew",
                    remedy: "check the disk and its file system, then delete or move that file"
                )
            )
        }
        return problems
    }
}

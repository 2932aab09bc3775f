import Glibc
import LibraryIndex
import LineProtocol
import PhotoModel
import Reconciling

/// What the daemon is doing, and what is wrong.
struct StatusReply {
    let context: CommandContext
    let reader: IndexReader

    struct Problem {
        let problem: String
        let remedy: String
    }

    /// Writes the members, without the braces around them.
    func write(to json: inout JSONWriter) throws {
        let progress = context.library.progress.figures
        let problems = problems(progress)
        let months = try reader.months()
        json.key("version")
        json.string(ProtocolVersion.program)
        json.key("protocol")
        json.integer(ProtocolVersion.number)
        json.key("pid")
        json.integer(Int(getpid()))
        json.key("uptime")
        json.double((context.statistics.uptime * 1000).rounded() / 1000)
        json.key("state")
        json.string(progress.isScanning ? "scanning" : problems.isEmpty ? "ready" : "degraded")
        json.key("progress")
        json.beginObject()
        json.key("done")
        json.integer(progress.done)
        json.key("total")
        json.integer(progress.total)
        json.endObject()
        json.key("clock")
        json.clock(try reader.clock())
        json.key("photos")
        json.integer(months.reduce(0) { $0 + $1.photoCount })
        json.key("videos")
        json.integer(months.reduce(0) { $0 + $1.videoCount })
        json.key("months")
        json.integer(months.count)
        json.key("groups")
        json.integer(try reader.groupCount())
        try unreadable(progress, to: &json)
        watches(to: &json)
        workers(to: &json)
        try roots(to: &json)
        json.key("problems")
        json.beginArray()
        for problem in problems {
            json.beginObject()
            json.key("problem")
            json.string(problem.problem)
            json.key("remedy")
            json.string(problem.remedy)
            json.endObject()
        }
        json.endArray()
    }

    /// The members as text of their own, to be put between others.
    func writeMembers(to json: inout JSONWriter) throws {
        try write(to: &json)
    }

    private func unreadable(_ progress: SweepProgress.Figures, to json: inout JSONWriter) throws {
        json.key("unreadable")
        json.beginObject()
        for (reason, count) in try reader.unreadableCounts() {
            json.key("\(reason.name)")
            json.integer(count)
        }
        if progress.unreadableDirectories > 0 {
            json.key("directory")
            json.integer(progress.unreadableDirectories)
        }
        json.endObject()
    }

    private func watches(to json: inout JSONWriter) {
        let watch = context.library.watchStatus()
        json.key("watches")
        json.beginObject()
        json.key("used")
        json.integer(watch.used)
        json.key("limit")
        if let limit = watch.limit { json.integer(limit) } else { json.null() }
        json.key("polled")
        json.integer(watch.polled)
        json.endObject()
    }

    private func workers(to json: inout JSONWriter) {
        let workers = context.library.workerStatus()
        json.key("workers")
        json.beginObject()
        json.key("running")
        json.integer(workers.running)
        json.key("started")
        json.integer(workers.started)
        json.key("crashes")
        json.integer(workers.crashes)
        json.key("jobs")
        json.integer(workers.jobs)
        json.key("sandbox")
        json.string(workers.sandbox.rawValue)
        json.endObject()
    }

    private func roots(to json: inout JSONWriter) throws {
        let counts = try reader.countsByRoot()
        json.key("roots")
        json.beginArray()
        for root in context.library.allRoots {
            json.beginObject()
            Self.root(root, counts: counts, to: &json)
            json.endObject()
        }
        json.endArray()
    }

    static func root(
        _ root: LibraryRoot, counts: [Int64: (photos: Int64, videos: Int64)], to json: inout JSONWriter
    ) {
        json.key("path")
        json.string(root.library.path.bytes)
        json.key("source")
        json.string(root.library.name)
        json.key("state")
        json.string(root.state.rawValue)
        json.key("photos")
        json.integer(counts[root.key]?.photos ?? 0)
        json.key("videos")
        json.integer(counts[root.key]?.videos ?? 0)
    }

    // MARK: Problems

    private func problems(_ progress: SweepProgress.Figures) -> [Problem] {
        var problems: [Problem] = []
        let watch = context.library.watchStatus()
        if watch.polled > 0 {
            problems.append(
                Problem(
                    problem: "\(watch.polled) folders have no inotify watch and are looked at every 20 s",
                    remedy: "sysctl fs.inotify.max_user_watches=\(Self.neededLimit(watch.directories))"))
        }
        for root in context.library.allRoots where root.state == .offline {
            problems.append(
                Problem(
                    problem: "\(root.library.path.display) is offline: it is missing, or its disk is not mounted",
                    remedy: "mount the disk, or take the folder out of the configuration"))
        }
        if progress.unreadableDirectories > 0 {
            problems.append(
                Problem(
                    problem: "\(progress.unreadableDirectories) folders cannot be read",
                    remedy: "give the daemon's user read and search permission (chmod u+rx)"))
        }
        for problem in context.library.workerStatus().problems {
            problems.append(Problem(problem: problem.problem, remedy: problem.remedy))
        }
        if let problem = context.library.progress.problem {
            problems.append(Problem(problem: problem, remedy: "see the message; what was missed is read again"))
        }
        return problems
    }

    /// Room for as many again, rounded to a number people recognise.
    private static func neededLimit(_ directories: Int) -> Int {
        var limit = 65_536
        while limit < directories * 2 { limit *= 2 }
        return limit
    }
}

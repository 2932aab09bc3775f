import Auditing
import ChangeFollowers
import Descriptors
import DiskReading
import Findings
import FolderWatch
import Identities
import LibraryIndex
import Logging
import PhotodConfiguration
import Reconciling
import Roots
import Sweeps
import Threads

/// How the library's threads begin and end.
extension LibraryRun {
    /// As `PhotoLibrary.start`.
    func start(_ libraries: [(library: Library, isAdded: Bool)]) throws {
        readers.stills.start()
        try index.read { [readers] reader throws(IndexError) in
            try reader.unreadableStamps { readers.note($0, .unreadable($1)) }
        }
        // Nobody listens yet, so nobody has to be told in order.
        try IdentityRestorer(store: store, index: index, logger: logger) { [index] body throws(IndexError) in
            _ = try index.write(body)
        }.restore()
        try continueClock()
        let (readsVideos, isNew) = (readers.videos != nil, index.isNew)
        _ = try index.write { writer throws(IndexError) in
            try writer.noteVideoReader(isThere: readsVideos)
            try writer.forgetIOErrors()
            // A first sweep that was ended by force has not made them, and without them each new photo would have the whole
            // index looked through.
            if !isNew { try writer.makeSecondaryIndexes() }
        }
        let linked = try removeForgottenRoots(keeping: libraries.map(\.library.path))
        links.begin(
            with: watcher,
            adding: { [weak self] library, link, realPath in
                guard let self else { throw LibraryError.noThread }
                return try addLinked(library, link, realPath)
            },
            resting: { [queue] in queue.rest(seconds: 1) }
        )
        try watcher.start()
        try startWriter()
        // All are known before the first crawler comes upon a link.
        let configured = try libraries.map { try prepare($0.library, isAdded: $0.isAdded) }
        for link in linked { try takeUp(link) }
        for root in configured { try begin(root) }
        expectFiles(libraries.map(\.library.path))
        let moved = ownChanges.unsettled
        let swept = Set(roots.all.map(\.node))
        watcher.whenDrained(watcher.barrier()) { [weak self] in
            guard let self else { return }
            // One that hangs now is not waited for; one that did and is back is.
            sweepIsOver(swept.subtracting(roots.all.filter { $0.state == .offline }.map(\.node)), moved)
        }
        if try index.read({ reader throws(IndexError) in try reader.documents() })
            .contains(where: { $0.generation != $0.written })
        {
            keeper.schedule()
        }
    }

    /// Where the index does not remember the clock, what documents and an index of an earlier build say goes before.
    private func continueClock() throws {
        try index.read { [clock] reader throws(IndexError) in
            guard try reader.rememberedTime() == nil, let latest = try reader.latestStamp() else { return }
            clock.goOn(behind: latest)
        }
    }

    private func startWriter() throws {
        guard
            let writing = NamedThread("writer", { [writer] in writer.run() }),
            let keeping = NamedThread("identity", { [keeper] in keeper.run() })
        else { throw LibraryError.noThread }
        let noticing = documents.flatMap { documents in
            NamedThread("documents") { [keeper] in
                while documents.wait() { keeper.documentsChanged() }
            }
        }
        threads.withLock {
            $0.writer = writing
            $0.keeper = keeping
            $0.documents = noticing
        }
    }

    /// Has a thread run from now on that may end in any order, where it does not yet. Returns whether it does.
    ///
    /// - Parameters:
    ///   - isNeeded: whether there is anything for it to do.
    ///   - loss: what comes of there being none.
    @discardableResult
    func startThread(
        _ name: String,
        where isNeeded: () throws(IndexError) -> Bool = { true },
        orElse loss: String,
        _ body: @escaping @Sendable () -> Void
    ) -> Bool {
        do {
            guard try isNeeded() else { return false }
            try threads.withLock { running throws(LibraryError) in
                if running.others[name] == nil { running.others[name] = NamedThread(name, body) }
                if running.others[name] == nil { throw LibraryError.noThread }
            }
            return true
        } catch {
            // Where the index is damaged the next run tries it.
            if !index.isDamaged { logger.error("\(error); until the next start \(loss)") }
            return false
        }
    }

    /// As `PhotoLibrary.stop`.
    func stop() throws {
        stopListening()
        auditor.stop()
        twins.stop()
        text.stop()
        view.stop()
        thumbnails?.stop()
        progress.stopSurvey()
        watcher.stop()
        readiness.withLock { $0.waiting = [:] }
        queue.abandonWaiters()
        readers.shutdown()
        let running = threads.withLock { running in
            defer { running = RunningThreads() }
            return running
        }
        // One in a call that hangs is left behind: the end of the process is all that helps it.
        let hanging = Set(roots.all.filter { $0.hanging != nil }.map(\.lane))
        for (lane, thread) in running.lanes {
            thread.join(atMost: hanging.contains(lane) ? .zero : Self.patienceAtTheEnd)
            // What it was to open nobody waits for any more.
            readers.descriptors.isOver(for: .crawler(lane: lane))
        }
        // First the one that may need its time: the others end meanwhile.
        var others = running.others
        let audit = others.removeValue(forKey: "audit")
        audit?.join(atMost: hanging.isEmpty ? Self.patienceAtTheEnd : .seconds(1))
        for thread in others.values { thread.join(atMost: .seconds(1)) }
        queue.stop()
        running.writer?.join()
        documents?.stop()
        running.documents?.join()
        keeper.stop()
        running.keeper?.join()
        do {
            try index.close(at: clock.now())
            // What was damaged, or is not there, was not left by this run.
            if !index.isDamaged, index.isInPlace { witness.noteClosed() }
        } catch {
            // A full disk has been told of for as long as it was full, and whoever asks for changes reads anew.
            guard error.isLackOfRoom else { throw error }
            logger.warning(
                "\(error); until then clients that ask for changes are told to read everything anew"
            )
        }
    }

    /// A crawler ends after the folder that it is at.
    private static let patienceAtTheEnd = Duration.seconds(20)
}

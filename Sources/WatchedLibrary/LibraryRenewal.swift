import Glibc
import LibraryIndex
import Logging
import PhotoModel
import Reconciling
import Sweeps
import Threads

/// What is done about an index that was damaged while the daemon runs.
///
/// Whoever comes upon the damage sets it off, and has an error. A thread that lives as long as it takes ends the run, moves the
/// file aside, and begins another run with a new index; the identity documents give it its ids and marks. In between nobody
/// is answered from an index. Those who wait for something wait for the new run.
extension PhotoLibrary {
    struct Renewal {
        /// There is a thread.
        var isUnderWay = false
        var isStopped = false
        /// Somebody else may have written to the index.
        var isSuspected = false
        /// A run could not be begun.
        var isDue = false
        /// The run that was stopped.
        var ended: UInt64?
        /// The run that was begun in its place.
        var begun: UInt64?
        /// How long to wait, in seconds, after the next attempt that led to nothing.
        var pause = PhotoLibrary.shortestPause
    }

    private static let shortestPause: UInt64 = 1
    private static let longestPause: UInt64 = 30

    /// Opens the index, which is moved aside where it is found damaged.
    static func open(_ basis: LibraryBasis, _ rules: LibraryRules) throws -> LibraryRun {
        do {
            return try LibraryRun(basis, rules: rules)
        } catch let error as IndexError where error.isCorruption {
            // Opening did not show it. By now it is noted, and not believed again.
            basis.logger.error("\(error)")
            return try LibraryRun(basis, rules: rules)
        }
    }

    func listen(to run: LibraryRun) {
        run.index.onDamage { [weak self, weak run] in
            // Somebody may still come upon the damage of a run that was ended: that is no news of this one.
            guard let self, let run, self.run === run else { return }
            indexIsDamaged()
        }
    }

    private func indexIsDamaged() {
        guard progress.problem != "\(IndexError.damaged)" else { return beginRenewal() }
        progress.note(problem: .damaged)
        beginRenewal()
    }

    /// The file is not as the daemon left it.
    func suspectIndex() {
        renewal.update { $0.isSuspected = true }
        beginRenewal()
    }

    private func beginRenewal() {
        let isFirst = renewal.update { state in
            guard !state.isUnderWay, !state.isStopped else { return false }
            state.isUnderWay = true
            return true
        }
        guard isFirst else { return }
        if let thread = NamedThread("renewal", { [self] in renewUntilSound() }) {
            thread.leave()
        } else {
            renewal.update { $0.isUnderWay = false }
            basis.logger.error("\(LibraryError.noThread): the damaged index is made anew later")
        }
    }

    private func renewUntilSound() {
        repeat {
            renewal.update { $0.isSuspected = false }
            if isHopeless { rest() }
            // Where the daemon is stopping, the next start makes a new index.
            guard !renewal.withLock({ $0.isStopped }) else { continue }
            if changing.withLock({ _ in makeSound() }) { askAgain() } else { rest() }
        } while !endsHere()
    }

    /// Whether there is nothing left to be done, or nobody for whom; from then on another thread may be begun.
    private func endsHere() -> Bool {
        renewal.update { state in
            let isDone = !state.isSuspected && !state.isDue && !run.index.isDamaged
            if state.isStopped || isDone { state.isUnderWay = false }
            return !state.isUnderWay
        }
    }

    /// The index was made anew and is damaged again before it was complete: the disk is given time.
    private var isHopeless: Bool {
        let run = run
        guard run.index.isDamaged else { return false }
        let isReady = run.readiness.withLock { $0.isReady }
        return renewal.update { state in
            // After an attempt that failed there was a rest.
            guard state.ended != run.number else { return false }
            if isReady { state.pause = Self.shortestPause }
            return !isReady && state.begun == run.number
        }
    }

    private func rest() {
        let deadline = renewal.withLock { state in
            defer { state.pause = min(state.pause * 2, Self.longestPause) }
            return MonotonicClock.after(.seconds(state.pause))
        }
        let _: Bool? = renewal.wait(untilDeadline: { $0.isStopped ? .done(true) : .sleep(until: deadline) })
    }

    /// Returns whether there is a run with an index that nothing is known against.
    private func makeSound() -> Bool {
        let index = run.index
        do {
            if !index.isDamaged { try index.examine() }
        } catch {
            // Where that is not damage, whoever asks next is told.
            basis.logger.error("\(error)")
        }
        guard index.isDamaged || renewal.withLock({ $0.isDue }) else { return true }
        do {
            try renew()
            return true
        } catch {
            basis.logger.error("the index is not made anew yet: \(error)")
            if let error = error as? IndexError { progress.note(problem: error) }
            questions.refuseAudits("\(error)")
            return false
        }
    }

    /// Ends the run and begins another.
    func renew() throws {
        let old = run
        if renewal.withLock({ $0.ended != old.number }) {
            do { try old.stop() } catch { basis.logger.error("\(error)") }
            renewal.update { $0.ended = old.number }
        }
        renewal.update { $0.isDue = true }
        progress.beginAgain()
        basis.holdState()
        let known = settings.withLock { $0 }
        let new = try Self.open(basis, known.rules)
        new.set(known)
        // The old index answers nobody any more, and the new one nobody before what was kept of the old one is forgotten.
        feed.publish(new.index.takeover)
        do {
            try new.start(known.libraries)
        } catch {
            // One without a writer would take orders that nobody carries out: the old one refuses everybody.
            do { try new.stop() } catch { basis.logger.error("\(error)") }
            throw error
        }
        setRun(new)
        renewal.update {
            $0.begun = new.number
            $0.isDue = false
        }
        // What was set in the meantime was set for the old one.
        let latest = settings.withLock { $0 }
        new.set(latest)
        listen(to: new)
    }

    /// Asks the new run what the old one did not answer.
    private func askAgain() {
        let run = run
        for number in questions.unanswered(by: run.number) { ask(number, run) }
    }
}

extension LibraryRun {
    fileprivate func set(_ settings: PhotoLibrary.Settings) {
        setRules(settings.rules)
        if let period = settings.auditPeriod { auditor.setPeriod(period) }
        if let view = settings.view { setView(view) }
        links.importFoldersAre(settings.importFolders)
    }
}

import CaptureRules
import FolderWatch
import LibraryIndex
import Logging
import PhotoModel
import PhotodConfiguration
import Sweeps
import Synchronization

/// The folder options as the crawlers have read them, by directory.
///
/// A root belongs to one crawler, which lists a folder before it looks at what is below. So what the table has of the
/// folders above one is never older than the listing that led to it; where a file changes, its crawler marks all below.
package final class FolderOptionsTable: Sendable {
    private struct Entry {
        let content: FolderOptionsFile
        /// `nil` where the file cannot be used: the options above hold.
        let options: FolderOptions?
        let zone: ZoneOffsets?
    }

    private struct State {
        var entries: [NodeID: Entry] = [:]
        var problems: [NodeID: ConfigurationError] = [:]
        /// With so many folders those are forgotten that are gone.
        var tidyingCount = 64
    }

    private let state = Mutex(State())
    private let inPlay: Atomic<Bool>
    private let environment: ProcessEnvironment
    private let progress: SweepProgress
    private let logger: Logger

    /// - Parameter isInPlay: the index has records that were made with folder options.
    package init(environment: ProcessEnvironment, isInPlay: Bool, progress: SweepProgress, logger: Logger) {
        self.environment = environment
        self.progress = progress
        self.logger = logger
        inPlay = Atomic(isInPlay)
    }

    /// Whether any folder has options, or had some: else nobody has to ask.
    package var isInPlay: Bool { inPlay.load(ordering: .acquiring) }

    /// What is wrong with files of folders that are still there.
    package func problems(_ watcher: FolderWatcher) -> [ConfigurationError] {
        let problems = state.withLock { $0.problems }
        return problems.filter { watcher.path(of: $0.key) != nil }.map(\.value)
            .sorted { $0.description < $1.description }
    }

    // MARK: - Asking

    /// The options in a directory.
    ///
    /// - Parameter chain: the directories from the topmost root down to it.
    package func options(_ library: Library, _ chain: [NodeID?]) -> EffectiveOptions {
        guard isInPlay else { return EffectiveOptions(library: library) }
        let entries = state.withLock { state in chain.map { $0.flatMap { state.entries[$0] } } }
        var layers: [OptionCascade.Layer] = []
        var zone: ZoneOffsets?
        for (depth, entry) in entries.enumerated() {
            guard let entry, let options = entry.options else { continue }
            layers.append(OptionCascade.Layer(depth: depth, options: options))
            if let own = entry.zone { zone = own }
        }
        return EffectiveOptions(
            cascade: OptionCascade(
                library: library.ignore,
                followsLinks: library.followsLinks,
                write: library.write,
                layers: layers
            ),
            zone: zone
        )
    }

    /// Whether what stands in a directory is what was last read there.
    package func knows(_ content: FolderOptionsFile, of node: NodeID) -> Bool {
        if content == .unclear { return true }
        return state.withLock { $0.entries[node]?.content ?? .absent } == content
    }

    // MARK: - Learning

    /// Takes in what stands in a directory.
    ///
    /// - Parameter path: the file's.
    /// - Returns: whether its options are others than before.
    package func learn(
        _ content: FolderOptionsFile,
        of node: NodeID,
        path: FilePath,
        _ watcher: FolderWatcher
    ) -> Bool {
        let before = state.withLock { $0.entries[node] }
        switch content {
        case .unclear: return false
        case .absent:
            guard before != nil else { return false }
            note(nil, of: node)
            state.withLock { $0.entries[node] = nil }
            return before?.options != nil
        case .content, .refused:
            let read = read(content, path)
            note(read.problem, of: node)
            // The same bytes may name a zone that was missing until now.
            state.withLock { $0.entries[node] = read.entry }
            if state.withLock({ $0.entries.count > $0.tidyingCount }) { forgetGone(watcher) }
            inPlay.store(true, ordering: .releasing)
            return read.entry.options != before?.options
        }
    }

    private func read(_ content: FolderOptionsFile, _ path: FilePath) -> (
        entry: Entry, problem: ConfigurationError?
    ) {
        let origin = ValueOrigin.file(path, line: nil)
        do throws(ConfigurationError) {
            switch content {
            case .absent, .unclear: return (Entry(content: content, options: nil, zone: nil), nil)
            case .refused(let problem, let remedy):
                throw ConfigurationError(origin: origin, problem: problem, remedy: remedy)
            case .content(let bytes):
                let options = try FolderOptions.parse(bytes, path: path, environment: environment)
                let zone = try zone(options.timeZone, origin)
                return (Entry(content: content, options: options, zone: zone), nil)
            }
        } catch {
            return (Entry(content: content, options: nil, zone: nil), error)
        }
    }

    private func zone(
        _ choice: TimeZoneChoice?,
        _ origin: ValueOrigin
    ) throws(ConfigurationError) -> ZoneOffsets? {
        guard let choice else { return nil }
        do {
            return try ZoneOffsets(ZoneData.load(choice, environment: environment))
        } catch {
            throw ConfigurationError(
                origin: origin,
                key: "timezone",
                problem: "\(error)",
                remedy: "choose another zone, or mend the machine's time zones"
            )
        }
    }

    /// One line in the log for each thing that is wrong, until it is mended.
    private func note(_ problem: ConfigurationError?, of node: NodeID) {
        let known = state.withLock { state in
            defer { state.problems[node] = problem }
            return state.problems[node]
        }
        guard problem != known else { return }
        progress.statusChanged()
        guard let problem else { return }
        logger.warning("\(problem) (until then the options of the folders above hold)")
    }

    /// Folders that are gone have new numbers should they come back.
    private func forgetGone(_ watcher: FolderWatcher) {
        let known = state.withLock { Array($0.entries.keys) }
        let gone = known.filter { watcher.path(of: $0) == nil }
        state.withLock { state in
            for node in gone {
                state.entries[node] = nil
                state.problems[node] = nil
            }
            state.tidyingCount = max(64, state.entries.count * 2)
        }
    }
}

/// The options that hold in one directory, ready to be applied.
package struct EffectiveOptions: Sendable {
    package let cascade: OptionCascade
    /// What records are made with; `nil`: nothing but what holds everywhere.
    package let making: RecordOptions?

    package init(library: Library) {
        cascade = OptionCascade(
            library: library.ignore,
            followsLinks: library.followsLinks,
            write: library.write
        )
        making = nil
    }

    init(cascade: OptionCascade, zone: ZoneOffsets?) {
        self.cascade = cascade
        let made = RecordOptions(
            group: cascade.group.flatMap { GroupName.name(fromDescription: $0.value) },
            zone: zone,
            timeZone: cascade.timeZone?.value.text
        )
        making = made.rules.isEmpty ? nil : made
    }

    /// What the index is to remember of them.
    package var rules: FolderRules { making?.rules ?? FolderRules() }
}

/// The folder options that say what becomes of a photo.
package struct RecordOptions: Sendable {
    package let group: String?
    package let zone: ZoneOffsets?
    /// The zone as written.
    package let timeZone: String?

    var rules: FolderRules { FolderRules(group: group, timeZone: timeZone) }
}

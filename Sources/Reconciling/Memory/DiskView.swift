import DiskReading
import Files
import Findings
import FolderWatch
import PhotoModel
import Roots
import Synchronization

/// What can be asked of a disk about a path.
enum DiskQuestion: Hashable, Sendable {
    /// What stands there, a symbolic link's own, as a part of a root. Nothing does where what is there is none any more, be it the very
    /// file that was: a folder on the way is a link by now, or the link that led to the root a folder.
    case entry(FilePath, in: RootPath?)
    /// The directory there, which is no symbolic link.
    case directory(FilePath)
    /// What a root's path leads to. It is not opened: short of descriptors, all roots would seem to be away, and nothing in
    /// them gone.
    case root(FilePath)

    /// The path of a root, and whether a link is to stand there.
    struct RootPath: Hashable, Sendable {
        private let path: FilePath
        private let isLink: Bool

        init(_ root: LibraryRoot) {
            path = root.library.path
            isLink = root.isLinked && !root.isNestedMount
        }

        /// Whether what stands at a path below is a part of the root.
        func holds(_ entry: FilePath) -> Bool {
            var folder = entry.parent
            while folder != path, folder.isInside(path) {
                if Self.isLink(folder) { return false }
                folder = folder.parent
            }
            return !isLink || Self.isLink(path)
        }

        private static func isLink(_ path: FilePath) -> Bool {
            (try? FileStatus(at: path))?.isSymbolicLink ?? false
        }
    }

    struct Answer: Sendable {
        let status: FileStatus
        /// Of a directory that was opened.
        var filesystem: FilesystemIdentity?
    }

    var path: FilePath {
        switch self {
        case .entry(let path, _), .directory(let path), .root(let path): path
        }
    }

    func answer() throws(FolderError) -> Answer {
        switch self {
        case .entry(let path, let root):
            let status = try FileStatus(at: path)
            if let root, !root.holds(path) { throw .missing }
            // Nothing stands there that is called otherwise.
            guard NameSpelling.isOwn(path) else { throw .missing }
            return Answer(status: status)
        case .directory(let path): return try Self.answer(DirectoryReader(path: path))
        case .root(let path): return Answer(status: try FileStatus(following: path))
        }
    }

    private static func answer(_ directory: borrowing DirectoryReader) throws(FolderError) -> Answer {
        Answer(
            status: try FileStatus(of: directory.descriptor),
            filesystem: try FilesystemIdentity(of: directory.descriptor)
        )
    }
}

/// What the writer sees of disks within one transaction. A disk that may hang is not asked while everybody's transaction
/// is open: what is not known of it is noted, the transaction is withdrawn, the questions are asked, and the transaction is
/// tried again with the answers. They are younger than the findings, which is all that is asked of them.
package final class DiskView: Sendable {
    private struct State {
        var answers: [DiskQuestion: Result<DiskQuestion.Answer, FolderError>] = [:]
        var open: Set<DiskQuestion> = []
        var rounds = 0
    }

    /// One answer may lead to the next question: to so many.
    private static let limit = 8

    private let roots: RootTable
    private let asksAtOnce: Bool
    private let state = Mutex(State())
    /// Seen within it, and so younger than its findings.
    let standing = StandingAssets()

    /// - Parameter asksAtOnce: where no transaction is held up by it.
    init(_ roots: RootTable, asksAtOnce: Bool = false) {
        self.roots = roots
        self.asksAtOnce = asksAtOnce
    }

    /// - Parameter root: the one that something is known in; `nil`: it may be in any.
    func status(at path: FilePath, in root: LibraryRoot? = nil) throws(FolderError) -> FileStatus {
        try look(.entry(path, in: root.map(DiskQuestion.RootPath.init))).status
    }

    /// Where the answer is not known yet it is `unreachable`, of which everybody concludes that all may be as it was.
    func look(_ question: DiskQuestion) throws(FolderError) -> DiskQuestion.Answer {
        guard !asksAtOnce, roots.mayHang(question.path) else {
            return try roots.ask(about: question.path) { () throws(FolderError) in try question.answer() }
        }
        let known = state.withLock { state in
            if let known = state.answers[question] { return known }
            state.open.insert(question)
            return .failure(.unreachable(errno: 0))
        }
        return try known.get()
    }

    /// Whether all that was asked was known.
    var isComplete: Bool { state.withLock { $0.open.isEmpty } }

    /// Asks, with patience, what was not known. Not within a transaction.
    func ask() {
        standing.forget()
        let (questions, isLast) = state.withLock { state in
            defer { state.open = [] }
            state.rounds += 1
            return (state.open, state.rounds > Self.limit)
        }
        for question in questions {
            let answer = Result { () throws(FolderError) in
                guard !isLast else { throw .unreachable(errno: 0) }
                return try roots.ask(about: question.path) { () throws(FolderError) in
                    try question.answer()
                }
            }
            state.withLock { $0.answers[question] = answer }
        }
    }

    /// Asks what findings are sure to need: whether their directories stand where they were seen.
    func foresee(_ findings: [FindingSlot]) {
        for case .some(let place) in findings.map(\.finding.place) where !place.components.isEmpty {
            guard let root = roots.root(withKey: place.root) else { continue }
            let path = root.path(of: place.components)
            if roots.mayHang(path) {
                _ = state.withLock { $0.open.insert(.entry(path, in: DiskQuestion.RootPath(root))) }
            }
        }
        if !isComplete { ask() }
    }
}

extension Finding {
    /// The directory that it is about.
    fileprivate var place: DirectoryPlace? {
        switch self {
        case .directory(let place), .directoryMoved(let place), .shots(let place, _),
            .directoryGone(let place, _), .directoryIgnored(let place, _), .rules(let place, _):
            place
        case .linkGone, .finished: nil
        }
    }
}

import Glibc
import PhotoModel
import PhotodConfiguration
import Synchronization
import Threads

extension HostFiles {
    /// How long a file system may take to say what a folder is.
    private static let patience = Duration.seconds(2)

    /// This machine's, for folders that may lie on a mount whose server is gone: such a one is unreachable, and nobody
    /// waits for it. A path that took too long is not asked for again by the same value.
    package static func patient() -> HostFiles {
        let hanging = HangingPaths()
        var files = HostFiles.local
        files.kind = { path in
            hanging.ask(path) { HostFiles.local.kind(path) } ?? .unreachable(ETIMEDOUT)
        }
        files.refusal = { path in hanging.ask(path) { HostFiles.local.refusal(path) } ?? ETIMEDOUT }
        files.resolved = { path in hanging.ask(path) { HostFiles.local.resolved(path) } ?? nil }
        return files
    }

    private final class HangingPaths: Sendable {
        private let paths = Mutex<Set<FilePath>>([])

        func ask<Answer: Sendable>(_ path: FilePath, _ body: @escaping @Sendable () -> Answer) -> Answer? {
            guard !paths.withLock({ $0.contains(path) }) else { return nil }
            let answer = Patience.call(atMost: HostFiles.patience, body)
            if answer == nil { paths.withLock { _ = $0.insert(path) } }
            return answer
        }
    }
}

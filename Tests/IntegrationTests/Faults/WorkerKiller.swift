import Glibc
import PhotoModel
import TestSupport
import Testing
import Threads

/// Kills a daemon's workers at random moments: with SIGKILL, as the kernel does when memory is short, or SIGTERM, as a program does that
/// comes before it, or a service manager.
final class WorkerKiller {
    private struct State {
        var isDone = false
        /// By the program's name.
        var kills: [String: Int] = [:]
    }

    private static let killLimit = 30

    private let state: Monitor<State>
    private let thread: NamedThread

    /// Begins to kill. After `killLimit` kills the workers are let alone.
    init(of daemon: pid_t, seed: UInt64) throws {
        let state = Monitor(State())
        let started = NamedThread("killer") {
            var random = SeededGenerator(seed: seed)
            while !state.withLock({ $0.isDone || $0.kills.values.reduce(0, +) >= Self.killLimit }) {
                for (child, name) in Self.children(of: daemon) {
                    guard Glibc.kill(child, random.below(2) == 0 ? SIGKILL : SIGTERM) == 0 else { continue }
                    state.update { $0.kills[name, default: 0] += 1 }
                }
                // The moments are what is random here; nothing is waited for. Most workers come to their work first.
                poll(nil, 0, Int32(random.below(200)) + 1)
            }
        }
        self.state = state
        thread = try #require(started)
    }

    /// Returns how many were killed, by the program's name.
    func stop() -> [String: Int] {
        state.update { $0.isDone = true }
        thread.join()
        return state.withLock { $0.kills }
    }

    /// Processes and threads may go while they are looked at. What was begun and is not yet another program goes as well.
    private static func children(of process: pid_t) -> [(pid_t, String)] {
        let tasks = FilePath("/proc/\(process)/task")
        let threads = (try? Disk.names(in: tasks)) ?? []
        return threads.flatMap { text(tasks.appending($0) + "children").split(separator: " ") }
            .compactMap { word in
                guard let child = pid_t(word) else { return nil }
                let name = text(FilePath("/proc/\(child)/comm")).split(separator: "\n").first
                return name.map { (child, String($0)) }
            }
    }

    private static func text(_ path: FilePath) -> String {
        String(decoding: (try? Disk.read(path)) ?? [], as: UTF8.self)
    }
}

import Glibc
import PhotoModel
import Synchronization

/// Lines on standard error. Whoever reads them may have stopped: a pager that nobody scrolls, a terminal after Ctrl-S. The
/// pipe is full then, and nothing that logs may wait for that; the lines are left out, and their number is told when
/// there is room again.
public final class StandardErrorOutput: Sendable {
    /// A pipe that can be written to takes so many bytes at once (pipe(7), PIPE_BUF).
    private static let pieceSize = 4096
    /// How long a reader that has kept up so far is waited for, in milliseconds.
    private static let patience: Int32 = 1000

    private struct State {
        /// The reader has not kept up, and is not waited for.
        var isStopped = false
        var lost = 0
        /// The last line has no end.
        var isBroken = false
    }

    private let program: String
    private let descriptor: Int32
    private let state = Mutex(State())

    /// One for each process: its lines wait for each other.
    ///
    /// - Parameter program: who says that lines were left out.
    public init(of program: String, descriptor: Int32 = STDERR_FILENO) {
        self.program = program
        self.descriptor = descriptor
    }

    /// - Parameter line: without its end.
    public func write(_ line: String) {
        state.withLock { state in
            var text = state.isBroken ? "\n" : ""
            if state.lost > 0 {
                text +=
                    "\(program): warning: \(state.lost) lines of this log were left out: its reader had stopped\n"
            }
            guard put(text + line + "\n", &state) else { return state.lost += 1 }
            state.lost = 0
        }
    }

    /// Returns whether all of it was taken.
    private func put(_ text: String, _ state: inout State) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            switch putPiece(rest.prefix(Self.pieceSize), waiting: !state.isStopped) {
            case .taken(let count):
                rest = rest.dropFirst(count)
                state.isStopped = false
                state.isBroken = !rest.isEmpty
            case .full:
                state.isStopped = true
                return false
            case .failed:
                // There is nowhere left to complain to.
                return true
            }
        }
        return true
    }

    private enum Outcome {
        case taken(Int)
        case full
        case failed
    }

    private func putPiece(_ bytes: ArraySlice<UInt8>, waiting: Bool) -> Outcome {
        guard isReady(waiting: waiting) else { return .full }
        let count = uninterrupted {
            bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        }
        if count >= 0 { return .taken(count) }
        return errno == EAGAIN ? .full : .failed
    }

    private func isReady(waiting: Bool) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return uninterrupted { poll(&entry, 1, waiting ? Self.patience : 0) } > 0
    }
}

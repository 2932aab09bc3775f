import PhotoModel
import Synchronization

/// The encoded reply to `months`, kept until a count changes: a widget asks for it every second.
final class MonthsCache: Sendable {
    private struct State {
        /// By what was asked for: all, photos, videos.
        var replies: [AssetType?: [UInt8]] = [:]
        var version: UInt64 = 0
    }

    private let state = Mutex(State())

    func forget() {
        state.withLock { state in
            state.replies = [:]
            state.version += 1
        }
    }

    func reply(for type: AssetType?) -> [UInt8]? {
        state.withLock { $0.replies[type] }
    }

    /// Ask before reading what is to be kept.
    var version: UInt64 { state.withLock { $0.version } }

    /// Keeps a reply, unless counts have changed since `version`.
    func keep(_ reply: [UInt8], for type: AssetType?, version: UInt64) {
        state.withLock { state in
            if state.version == version { state.replies[type] = reply }
        }
    }
}

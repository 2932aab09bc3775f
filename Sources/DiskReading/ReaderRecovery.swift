import Synchronization

/// Has files looked at again that were said to have no reader, once there is one. What is done then the library says when
/// its watcher is there, which is after the readers.
package final class ReaderRecovery: Sendable {
    private let action = Mutex<(@Sendable () -> Void)?>(nil)

    package init() {}

    package func onRecovery(_ body: @escaping @Sendable () -> Void) {
        action.withLock { $0 = body }
    }

    package func lookAgain() {
        action.withLock { $0 }?()
    }
}

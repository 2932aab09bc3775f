import Files
import Synchronization

@testable import Importing

/// Counts the changes of the disk that an import makes, and refuses some of them.
final class Refusals: Sendable {
    private let count = Atomic(0)
    private let refuse: @Sendable (Int, ChangePoint) -> Int32

    /// - Parameter refuse: of the change with this number, from 0; the error number, or 0.
    init(_ refuse: @escaping @Sendable (Int, ChangePoint) -> Int32 = { _, _ in 0 }) {
        self.refuse = refuse
    }

    /// As if the process had been killed before a change: neither that nor any later one happens.
    static func stopping(before number: Int) -> Refusals {
        Refusals { count, _ in count >= number ? 5 : 0 }
    }

    var changes: Int { count.load(ordering: .relaxed) }

    var gate: ChangeGate {
        ChangeGate { point in
            self.refuse(self.count.add(1, ordering: .relaxed).oldValue, point)
        }
    }
}

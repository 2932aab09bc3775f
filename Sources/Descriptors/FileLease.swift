/// The right to have some files open, which ends with it.
package final class FileLease: Sendable {
    /// Files of a lease: a batch needs four.
    package static let count = 8

    private let ledger: DescriptorLedger

    init(_ ledger: DescriptorLedger) { self.ledger = ledger }

    deinit { ledger.giveFiles(Self.count) }
}

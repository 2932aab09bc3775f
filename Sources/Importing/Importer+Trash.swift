import Batches
import PhotoModel

/// What goes to the trash because somebody asks for it.
extension Importer {
    /// Moves shots to the trash, each as a whole, as one batch.
    ///
    /// - Parameters:
    ///   - began: as `apply` calls it.
    ///   - report: told of each shot when it is through.
    /// - Throws: as `apply` does.
    public func trash(
        _ units: [ImportUnit],
        cancellation: Cancellation = Cancellation(),
        began: (BatchName) -> Void = { _ in },
        report: (UnitOutcome) -> Void
    ) throws(ImportError) -> BatchResult {
        var order = BatchOrder()
        var trashes = TrashNames(trash)
        for (index, unit) in units.enumerated() {
            do throws(ImportError) {
                let (place, names) = try trashes.claim(unit.files.map(\.name), from: unit.folder)
                order.add(
                    UnitIntent(
                        number: order.nextNumber,
                        action: .trash,
                        from: unit.folder,
                        to: place,
                        files: Self.files(unit, names)
                    ),
                    at: index
                )
            } catch {
                order.refuse(index, error)
            }
        }
        return try carryOut(order, as: .trash, cancellation, began, { () throws(ImportError) in }, report)
    }
}

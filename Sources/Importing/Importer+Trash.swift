import Batches
import Files
import Glibc
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
                let unit = try Self.fingerprinted(unit)
                order.add(
                    UnitIntent(
                        number: order.nextNumber,
                        action: .trash,
                        from: unit.folder,
                        to: place,
                        sidecars: unit.sidecars,
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

    /// By the beginnings of its files an undo knows a shot again where inode numbers do not last. What cannot be read, as many a file
    /// that somebody wants to be rid of, goes without.
    private static func fingerprinted(_ unit: ImportUnit) throws(ImportError) -> ImportUnit {
        var unit = unit
        for index in unit.files.indices where unit.files[index].fingerprint == nil {
            let path = unit.folder.path.appending(unit.files[index].name)
            do throws(CallFailure) {
                unit.files[index].fingerprint = try OpenFile(reading: path)
                    .fingerprint(size: unit.files[index].stamp.size)
            } catch {
                if error.code == ENOENT { throw .missing(path) }
            }
        }
        return unit
    }
}

import Batches
import CaptureRules
import Files
import PhotoModel

/// Frames of videos that become photos.
extension Importer {
    /// Names for photos that come to a folder, each for one of its own: a name that is taken, or that would make one shot of
    /// two, gets a number.
    public static func freeNames(
        _ wanted: [FileName],
        in place: FolderPlace
    ) throws(ImportError) -> [FileName] {
        let there: [FileName]
        do throws(CallFailure) { there = try Folder(place.path).names() } catch {
            throw error.told("list", place.path)
        }
        var taken = TakenNames(there, longestName: longestPhotoName)
        return wanted.flatMap { taken.claim([$0], from: place.path) }
    }

    /// Bytes: there is room for the name of a sidecar.
    public static let longestPhotoName = 255 - ".xmp".utf8.count

    /// Moves pictures to a folder of the library, each as a photo, as one batch. Nothing is replaced.
    ///
    /// - Parameters:
    ///   - names: what they are called there.
    ///   - began: as `apply` calls it.
    ///   - report: told of each when it is through.
    /// - Throws: as `apply` does.
    public func keepFrames(
        _ files: [ImportFile],
        from: FolderPlace,
        as names: [FileName],
        in place: FolderPlace,
        cancellation: Cancellation = Cancellation(),
        began: (BatchName) -> Void = { _ in },
        report: (UnitOutcome) -> Void
    ) throws(ImportError) -> BatchResult {
        var order = BatchOrder()
        for (index, (file, name)) in zip(files, names).enumerated() {
            let path = from.path.appending(file.name)
            var stamp = file.stamp
            stamp.changeTime = 0
            do throws(ImportError) {
                let intent = FileIntent(
                    name: file.name,
                    newName: name,
                    stamp: stamp,
                    mode: file.mode,
                    // By it an undo sees whether it is still what was made.
                    hash: try FileContent.hash(of: path)
                )
                order.add(
                    UnitIntent(
                        number: order.nextNumber,
                        action: .move,
                        from: from,
                        to: place,
                        files: [intent]
                    ),
                    at: index
                )
            } catch {
                order.refuse(index, error)
            }
        }
        return try carryOut(order, as: .frame, cancellation, began, { () throws(ImportError) in }, report)
    }
}

import Batches
import EditRules
import Extraction
import Files
import Glibc
import PhotoModel
import SidecarText
import TestSupport

@testable import Editing

/// A folder with photos, a folder for journals, and the worker as it is shipped.
final class SidecarTrial {
    /// A JPEG of four by three pixels.
    static let photo: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 3, 0, 4, 1, 1, 0x11, 0]
        + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0x34, 0xFF, 0xD9]

    let home: TemporaryFolder
    let pool: ExtractionPool
    let photos: FilePath

    init() throws {
        home = try TemporaryFolder()
        photos = home.location("photos")
        try Disk.makeFolder(photos)
        let worker =
            if let folder = getenv("PHOTOD_BUILD_DIR") {
                WorkerLocation(path: FilePath("\(String(cString: folder))/photod-extract"))
            } else {
                try WorkerLocation.find(name: "photod-extract")
            }
        pool = try ExtractionPool(worker: worker.as(.writer), maximumWorkers: 1)
    }

    deinit { pool.shutdown() }

    func store(_ gate: ChangeGate = .open) throws -> BatchStore {
        try BatchStore(stateDirectory: home.location, gate: gate)
    }

    func order(_ edit: Int, _ photo: String, _ values: SidecarValues) -> WritingOrder {
        WritingOrder(
            edit: edit,
            folder: photos,
            photo: FileName(photo),
            names: [FileName(photo + ".xmp")],
            values: values
        )
    }

    /// Writes orders as a batch of their own.
    ///
    /// - Parameters:
    ///   - known: where the batch is written down; a new store with the gate where there is none.
    ///   - meanwhile: what others do once all has been looked at.
    func write(
        _ orders: [WritingOrder],
        _ gate: ChangeGate = .open,
        in known: BatchStore? = nil,
        meanwhile: () throws -> Void = {}
    ) throws -> (BatchName, [Int: WritingFailure]) {
        let store = try known ?? store(gate)
        let writer = EditWriter(store: store, pool: pool)
        var journal = try store.create(.edit, token: "trial")
        let nothing = EditedValues(description: .value("x"))
        for order in orders {
            journal.text.append(
                EditRecord(
                    number: order.edit,
                    id: AssetID(high: 0, low: UInt64(order.edit)),
                    change: EditChange(was: nothing, now: nothing),
                    layer: .sidecar
                )
            )
        }
        try journal.commit()
        var failures: [Int: WritingFailure] = [:]
        var ready: [PreparedFile] = []
        for (order, prepared) in zip(orders, writer.prepare(orders)) {
            switch prepared {
            case .ready(let sidecars): ready += sidecars
            case .failed(let failure): failures[order.edit] = failure
            }
        }
        try meanwhile()
        var last = 0
        let late = try writer.write(ready, &journal, token: "trial", after: &last)
        return (journal.name, failures.merging(late) { first, _ in first })
    }

    /// What is in the folder of photos, but for those.
    func sidecars() throws -> [String: String] {
        var sidecars: [String: String] = [:]
        for name in try Disk.names(in: photos)
        where !(name.display.hasSuffix(".jpg") || name.display == "other") {
            sidecars[name.display] = String(decoding: try Disk.read(photos.appending(name)), as: UTF8.self)
        }
        return sidecars
    }
}

extension WritingOrder.Image {
    /// Of a JPEG that does not say its date by its time.
    static func jpeg(_ values: SidecarValues, breaksLinks: Bool = false) -> WritingOrder.Image {
        WritingOrder.Image(
            container: .jpeg,
            values: values,
            breaksLinks: breaksLinks,
            isDatedByTime: false
        )
    }
}

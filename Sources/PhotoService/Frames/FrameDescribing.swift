import Batches
import Editing
import ExtractionWire
import Files
import Glibc
import ImageContainers
import Importing
import PhotoModel
import SidecarText

/// Has frames that are to become photos say what is known of their video, and lets those read them who may read that.
struct FrameDescribing {
    let order: FrameSaving.Order
    let facts: FrameFacts
    /// Where it lies.
    let video: FilePath
    let writer: EditWriter
    let cancellation: Cancellation

    /// Where it is cancelled it does not come to all.
    ///
    /// - Returns: why some are no photos, by their positions.
    func run() -> [Int: FrameFailure] {
        let access: FileAccess?
        do throws(CallFailure) { access = try accessOfVideo() } catch {
            let failure = FrameFailure(describing: .system(error))
            return Dictionary(uniqueKeysWithValues: order.pictures.indices.map { ($0, failure) })
        }
        var failures = write()
        for (position, picture) in order.pictures.enumerated() where failures[position] == nil {
            guard !cancellation.isCancelled else { break }
            do throws(CallFailure) {
                if let access { try order.stage.makeReadable(picture.name, like: access) }
                if let time = facts.modificationTime(at: picture.frame.time) {
                    try order.stage.setModificationTime(time, of: picture.name)
                }
            } catch { failures[position] = FrameFailure(describing: .system(error)) }
        }
        return failures
    }

    /// `nil` of a video that is gone, or that nobody may look at any more: its frames stay the user's alone.
    private func accessOfVideo() throws(CallFailure) -> FileAccess? {
        do throws(CallFailure) { return try FileAccess(of: OpenFile(reading: video)) } catch {
            guard [ENOENT, ELOOP, EACCES].contains(error.code) else { throw error }
            return nil
        }
    }

    /// As many at once as the writer prepares: all of them may be more than fits into memory.
    private func write() -> [Int: FrameFailure] {
        var failures: [Int: FrameFailure] = [:]
        var orders = writingOrders()[...]
        while !orders.isEmpty, !cancellation.isCancelled {
            let looks = writer.prepare(orders)
            var prepared: [PreparedFile] = []
            for (order, look) in zip(orders, looks) {
                switch look {
                case .ready(let files): prepared += files
                case .failed(let failure): failures[order.edit] = FrameFailure(describing: failure)
                }
            }
            for (position, failure) in writer.put(prepared) {
                failures[position] = FrameFailure(describing: failure)
            }
            orders = orders.dropFirst(max(1, looks.count))
        }
        return failures
    }

    private func writingOrders() -> [WritingOrder] {
        order.pictures.enumerated().compactMap { position, picture in
            let values = facts.values(at: picture.frame.time)
            guard values != SidecarValues() else { return nil }
            return WritingOrder(
                edit: position,
                folder: order.stage.place.path,
                photo: picture.name,
                names: [],
                values: values,
                image: WritingOrder.Image(
                    container: order.isJPEG ? .jpeg : .png,
                    values: values,
                    breaksLinks: false,
                    isDatedByTime: false
                )
            )
        }
    }
}

extension FrameFailure {
    /// Why a frame does not say what is known of its video.
    init(describing failure: WritingFailure) {
        if case .refusedPhoto(_, .tooLarge) = failure {
            self.init(
                code: .unsupported,
                message:
                    "the frame is larger than 64 MiB, in which what is known of the video cannot be written: "
                    + "ask for it with format=jpeg, or with a smaller max-width="
            )
            return
        }
        self.init(
            code: failure.mayPass ? .busy : .system,
            message: "what is known of the video cannot be written into the frame: \(failure)"
        )
    }
}

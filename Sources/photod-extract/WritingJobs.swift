import ExtractionWire
import ImageEditing
import SidecarText
import WorkerBox

/// What the worker does that writes sidecars and what is said of photos into them: with code that cannot be led out of bounds, and
/// without the libraries of those that only read.
struct WritingJobs: JobTable {
    static let libraries: [WorkerHello.Library] = []

    /// What of an image is handed over at most. The box has memory for it, the new one and copies of both.
    private static let imageLimit = 64 << 20

    mutating func warmUp() {
        // Tables of the Unicode library are loaded at first use.
        _ = try? SidecarText.edited(nil, by: SidecarValues(description: .set("Árbol"), keywords: .set(["a"])))
    }

    mutating func perform(_ job: AssignedJob, into reply: inout ReplyEncoder) throws(WireError) {
        switch job.kind {
        case .editSidecar:
            guard let wish = job.sources.first, let target = job.targets.first else { throw .descriptors }
            let old = job.sources.dropFirst().first
            try answer(job, into: &reply) { () throws(SidecarRefusal) in
                try editSidecar(old, by: wish, into: target)
            }
        case .editImage:
            guard job.sources.count == 2, let target = job.targets.first else { throw .descriptors }
            try answer(job, into: &reply) { () throws(ImageRefusal) in
                try editImage(job.sources[1], by: job.sources[0], into: target)
            }
        case .readFacts, .renderThumbnail, .renderPreview, .takeFrame, .describeVideo, .trial:
            reply.append(refused: job.number)
        }
    }

    /// - Parameter edit: returns whether the file says something else now. Where not, nothing is written.
    private func answer<Refusal: RawRepresentable<UInt8>>(
        _ job: AssignedJob,
        into reply: inout ReplyEncoder,
        _ edit: () throws(Refusal) -> Bool
    ) throws(WireError) {
        let isChanged: Bool
        do throws(Refusal) { isChanged = try edit() } catch {
            return reply.append(number: job.number, failed: error.rawValue)
        }
        var payload = WireBytes()
        payload.append(UInt8(isChanged ? 1 : 0))
        try reply.append(number: job.number, of: job.kind, done: payload)
    }

    private func editSidecar(
        _ old: Int32?,
        by wish: Int32,
        into target: Int32
    ) throws(SidecarRefusal) -> Bool {
        let values: SidecarValues?
        let bytes: [UInt8]?
        do throws(JobFiles.Failure) {
            values = try Self.values(wish)
            bytes = try old.map { old throws(JobFiles.Failure) in
                try JobFiles.bytes(of: old, limit: SidecarText.sizeLimit)
            }
        } catch { throw SidecarRefusal(error) }
        guard let values else { throw .unwritable }
        let new: [UInt8]
        do throws(SidecarTextError) { new = try SidecarText.edited(bytes, by: values) } catch {
            throw SidecarRefusal(error)
        }
        guard new != bytes ?? [] else { return false }
        do throws(JobFiles.Failure) { try JobFiles.write(new, to: target) } catch {
            throw SidecarRefusal(error)
        }
        return true
    }

    private func editImage(
        _ image: Int32,
        by wish: Int32,
        into target: Int32
    ) throws(ImageRefusal) -> Bool {
        let values: SidecarValues?
        let (length, head): (Int, [UInt8])
        do throws(JobFiles.Failure) {
            values = try Self.values(wish)
            length = try JobFiles.length(of: image)
            head = try JobFiles.bytes(of: image, 0..<min(length, TIFFHead.length))
        } catch { throw ImageRefusal(error) }
        guard let values else { throw .unwritable }
        let new: [UInt8]?
        if TIFFHead.isOne(head) {
            new = try Self.added(to: image, length, by: values)
        } else {
            new = try Self.edited(image, by: values)
        }
        guard let new else { return false }
        do throws(JobFiles.Failure) { try JobFiles.write(new, to: target) } catch {
            throw ImageRefusal(error)
        }
        return true
    }

    /// An image that was handed over whole, or as far as its picture.
    private static func edited(
        _ image: Int32,
        by values: SidecarValues
    ) throws(ImageRefusal) -> [UInt8]? {
        let bytes: [UInt8]
        do throws(JobFiles.Failure) { bytes = try JobFiles.bytes(of: image, limit: imageLimit) } catch {
            throw ImageRefusal(error)
        }
        do throws(ImageEditingError) {
            return try PhotoText.edited(bytes, by: values, digest: digest)
        } catch { throw ImageRefusal(error) }
    }

    /// What a TIFF is to begin with, and behind that what is to be added to it.
    private static func added(
        to image: Int32,
        _ length: Int,
        by values: SidecarValues
    ) throws(ImageRefusal) -> [UInt8]? {
        let file = StoredFile(count: length) { range throws(ImageEditingError) in
            do throws(JobFiles.Failure) { return try JobFiles.bytes(of: image, range) } catch {
                throw .inputOutput
            }
        }
        do throws(ImageEditingError) {
            return try PhotoText.edited(file, by: values, digest: digest).map { $0.head + $0.tail }
        } catch { throw ImageRefusal(error) }
    }

    private static func digest(_ block: [UInt8]) -> [UInt8] {
        block.withUnsafeBytes { PhotoshopResources.digest(of: $0) }
    }

    /// `nil`: it is no wish.
    private static func values(_ wish: Int32) throws(JobFiles.Failure) -> SidecarValues? {
        let wish = try JobFiles.bytes(of: wish, limit: SidecarText.sizeLimit)
        return wish.withUnsafeBytes { bytes in try? SidecarWish.decode(bytes) }
    }
}

extension SidecarRefusal {
    fileprivate init(_ failure: JobFiles.Failure) {
        switch failure {
        case .tooLarge: self = .tooLarge
        case .inputOutput: self = .inputOutput
        }
    }
}

extension ImageRefusal {
    fileprivate init(_ failure: JobFiles.Failure) {
        switch failure {
        case .tooLarge: self = .tooLarge
        case .inputOutput: self = .inputOutput
        }
    }

    fileprivate init(_ error: ImageEditingError) {
        self =
            switch error {
            case .notThisFormat: .notThisFormat
            case .damaged: .damaged
            case .unreadableMetadata: .unreadableMetadata
            case .unwritable: .unwritable
            case .noRoom: .noRoom
            case .bigTIFF: .bigTIFF
            case .inputOutput: .inputOutput
            }
    }
}

import CaptureRules
import LibraryIndex
import LineProtocol
import PhotoModel
import Reconciling

/// `photo`: everything known about one, and why it is so. The file is read again for that, so that what is said is
/// what the rules make of it now.
extension ReadingCommands {
    func photo(_ arguments: Arguments) throws {
        guard let id = try find(arguments) else { throw Self.noSuchPhoto(arguments) }
        var encoder = try ItemEncoder(
            reader: reader,
            folders: snapshot.folders,
            roots: context.rootLabels,
            fields: .all
        )
        var subject: Subject?
        _ = try reader.item(id) { item throws(IndexError) in
            writer.json.beginObject()
            try encoder.members(of: item, to: &writer.json)
            if let batch = try reader.batch(of: item.id) { writer.json.member("batch", batch) }
            if let key = item.camera, let camera = try reader.camera(key) { writeCamera(camera) }
            subject = Subject(
                folder: FilePath(try snapshot.folders.folder(item.directory, reader).path),
                name: FileName(Array(item.name)),
                directory: item.directory,
                key: item.key,
                type: item.type,
                date: item.date,
                modificationTime: item.modificationTime,
                unreadable: item.unreadable,
                description: item.description.map { String(decoding: $0, as: UTF8.self) },
                group: item.group.map { String(decoding: $0, as: UTF8.self) },
                groupOverride: item.groupOverride,
                isOffline: context.rootLabels.isOffline(item.root)
            )
        }
        guard let subject else { throw Self.noSuchPhoto(arguments) }
        let reading = context.library.read(try request(subject), isOffline: subject.isOffline)
        if let facts = reading.facts { writeDetails(facts) }
        writer.json.key("why")
        writer.json.beginObject()
        writeReasons(subject, reading)
        writer.json.endObject()
        writer.json.endObject()
        try writer.endLine()
    }

    struct Subject {
        /// The folder's path.
        let folder: FilePath
        let name: FileName
        let directory: Int64
        let key: Int64
        let type: AssetType
        let date: CaptureDate?
        let modificationTime: Int64
        let unreadable: UnreadableReason?
        let description: String?
        let group: String?
        let groupOverride: AssetMarks.GroupOverride?
        let isOffline: Bool
    }

    /// What has to be read to say why the asset is as it is.
    private func request(_ subject: Subject) throws(IndexError) -> ReadingRequest {
        var request = ReadingRequest(
            folder: subject.folder,
            name: subject.name,
            modificationTime: subject.modificationTime
        )
        let files =
            [ShotFile(name: subject.name, format: subject.name.format ?? .jpeg)]
            + (try reader.companions(of: subject.key).map { ShotFile(name: $0.name, format: $0.format) })
        request.sidecars = Companions.sidecars(
            of: Shot(primary: 0, companions: Array(1..<files.count)),
            in: files
        ).map { files[$0].name }
        if subject.type == .video {
            let stem = Companions.stem(of: subject.name)
            request.stills = try reader.assets(inDirectory: subject.directory, stem: Array(stem))
                .map(\.name)
                .filter { $0.format?.kind == .still && Companions.stem(of: $0).elementsEqual(stem) }
        }
        return request
    }

    // MARK: Which

    private func find(_ arguments: Arguments) throws -> AssetID? {
        switch try arguments.reference() {
        case .id(let id): return id
        case .path(let path): return try AssetPath(path, context.library)?.find(reader)?.id
        }
    }

    static func noSuchPhoto(_ arguments: Arguments) -> ProtocolError {
        let word = ProtocolError.excerpt(arguments.request.positionals.first ?? "")
        return ProtocolError(
            code: .noSuch,
            command: arguments.request.command,
            message: "no such photo: \(word); “photos” lists ids, and “sync” waits for what was just written"
        )
    }

    // MARK: What and why

    private func writeCamera(_ camera: (make: String, model: String)) {
        writer.json.key("camera")
        writer.json.beginObject()
        if !camera.make.isEmpty {
            writer.json.member("make", camera.make)
        }
        if !camera.model.isEmpty {
            writer.json.member("model", camera.model)
        }
        writer.json.endObject()
    }

    /// What the index does not keep.
    private func writeDetails(_ facts: EmbeddedFacts) {
        let numbers: [(StaticString, Double?)] = [
            ("altitude", facts.altitude), ("exposureTime", facts.exposureTime), ("fNumber", facts.fNumber),
            ("iso", facts.sensitivity), ("focalLength", facts.focalLength),
        ]
        let texts: [(StaticString, String?)] = [
            ("lens", facts.lens), ("videoCodec", facts.videoCodec), ("audioCodec", facts.audioCodec),
            ("contentIdentifier", facts.contentIdentifier),
        ]
        for (name, text) in texts { if let text { writer.json.member(name, text) } }
        for (name, number) in numbers { if let number { writer.json.member(name, number) } }
        if let orientation = facts.orientation { writer.json.member("orientation", Int(orientation)) }
        if let rating = facts.rating { writer.json.member("rating", Int(rating)) }
    }
}

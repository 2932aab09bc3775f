import BatchService
import CaptureRules
import EditRules
import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel
import Roots
import WatchedLibrary

/// `photo`: everything known about one, and why it is so. The file is read again for that, unless the request says
/// otherwise, so that what is said is what the rules make of it now.
extension ReadingCommands {
    func photo(_ arguments: Arguments) throws -> Rest? {
        let isRead = try arguments.flag("refresh", otherwise: true)
        guard let id = try find(arguments) else { throw Self.noSuchPhoto(arguments) }
        var encoder = try ItemEncoder(
            reader: reader,
            folders: snapshot.folders,
            roots: context.rootLabels,
            fields: .all
        )
        var subject: PhotoExplanation.Subject?
        _ = try reader.item(id) { item throws(IndexError) in
            writer.json.beginObject()
            try encoder.members(of: item, to: &writer.json)
            if let batch = try reader.batch(of: item.id) { writer.json.member("batch", batch) }
            if let key = item.camera, let camera = try reader.camera(key) { writeCamera(camera) }
            subject = PhotoExplanation.Subject(
                folder: FilePath(try snapshot.folders.folder(item.directory, reader).path),
                name: FileName(Array(item.name)),
                root: item.root,
                directory: item.directory,
                key: item.key,
                type: item.type,
                date: item.date,
                modificationTime: item.modificationTime,
                unreadable: item.unreadable,
                givenUp: try reader.companions(of: item.key).filter { $0.unreadable != nil },
                description: item.description.map { String(decoding: $0, as: UTF8.self) },
                group: item.group.map { String(decoding: $0, as: UTF8.self) },
                groupOverride: item.groupOverride,
                overlay: try reader.asset(item.id)?.marks.overlay ?? Overlay()
            )
        }
        guard let subject else { throw Self.noSuchPhoto(arguments) }
        let explanation = PhotoExplanation(context: context, subject: subject)
        guard isRead, !context.rootLabels.isOffline(subject.root) else {
            try explanation.write(isRead ? .offline : .unasked, to: writer)
            return nil
        }
        let request = try request(subject)
        let look = DiskLook(root: subject.root) { [context] in
            let reading = context.library.run.read(request)
            return { try explanation.write(.read(reading), to: $0) }
        } unanswered: {
            try explanation.write(.unanswered, to: $0)
        }
        return looks.rest(look)
    }

    /// What has to be read to say why the asset is as it is.
    private func request(_ subject: PhotoExplanation.Subject) throws(IndexError) -> ReadingRequest {
        var request = ReadingRequest(
            folder: subject.folder,
            name: subject.name,
            modificationTime: subject.modificationTime
        )
        request.overlay = subject.overlay
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
            message: "no such photo: \(word); \(UnknownPhoto.remedy)"
        )
    }

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
}

import CShims
import CaptureRules
import Extraction
import Glibc
import LibraryIndex
import LineProtocol
import PhotoModel
import Reconciling
import Threads

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
            if let key = item.camera, let camera = try reader.camera(key) { writeCamera(camera) }
            subject = Subject(
                path: try snapshot.folders.folder(item.directory, reader).path + Array(item.name),
                name: FileName(Array(item.name)),
                format: item.format,
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
        writer.json.key("why")
        writer.json.beginObject()
        writeReasons(subject)
        writer.json.endObject()
        writer.json.endObject()
        try writer.endLine()
    }

    private struct Subject {
        let path: [UInt8]
        let name: FileName
        let format: FileFormat?
        let date: CaptureDate?
        let modificationTime: Int64
        let unreadable: UnreadableReason?
        let description: String?
        let group: String?
        let groupOverride: AssetMarks.GroupOverride?
        let isOffline: Bool
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

    private func writeReasons(_ subject: Subject) {
        let facts = readFacts(subject)
        let rules = context.library.rules(at: FilePath(subject.path))
        let rule = CaptureDateRule(
            zones: CaptureZones(home: rules.zone),
            now: Int64(time(nil)) * 1_000_000_000
        )
        let dates = rule.explain(
            CaptureSubject(facts: facts, fileName: subject.name, modificationTime: subject.modificationTime)
        )
        writer.json.key("date")
        writer.json.beginObject()
        writer.json.member("rule", subject.date?.source.name ?? DateSource.none.name)
        writer.json.key("candidates")
        writer.json.beginArray()
        for candidate in dates.candidates {
            writeCandidate(
                rule: candidate.source.name,
                value: candidate.value,
                verdict: candidate.verdict.name,
                reason: candidate.reason
            )
        }
        writer.json.endArray()
        writer.json.endObject()
        writeDescription(subject, rules.descriptions.explain(facts: facts))
        writeGroup(subject)
        if let unreadable = subject.unreadable {
            writer.json.member("unreadable", unreadable.name)
        }
    }

    private func writeDescription(_ subject: Subject, _ reasoning: DescriptionReasoning) {
        writer.json.key("description")
        writer.json.beginObject()
        writer.json.key("rule")
        let winner = reasoning.candidates.first { $0.rejection == nil }
        if let winner { writer.json.string(winner.source.name) } else { writer.json.string("none") }
        writer.json.key("candidates")
        writer.json.beginArray()
        for candidate in reasoning.candidates {
            writeCandidate(
                rule: candidate.source.name,
                value: candidate.value,
                verdict: candidate.verdict,
                reason: candidate.reason
            )
        }
        writer.json.endArray()
        writer.json.endObject()
    }

    private func writeGroup(_ subject: Subject) {
        writer.json.key("group")
        writer.json.beginObject()
        writer.json.key("rule")
        let described = subject.description.flatMap(GroupName.name(fromDescription:))
        if subject.groupOverride != nil {
            writer.json.string("override")
        } else if described == nil, let file = folderGroup(of: subject) {
            writer.json.string("folder")
            writer.json.member("from", file.bytes)
        } else {
            writer.json.string(subject.group == nil ? "none" : "description")
        }
        writer.json.endObject()
    }

    /// The file that names the group of the folders it stands above.
    private func folderGroup(of subject: Subject) -> FilePath? {
        let path = FilePath(subject.path)
        guard let found = context.library.optionCascade(at: path), let group = found.cascade.group,
            subject.group == GroupName.name(fromDescription: group.value)
        else { return nil }
        return found.root.optionsFile(depth: group.depth, above: path)
    }

    private func writeCandidate(rule: StaticString, value: String, verdict: StaticString, reason: String) {
        writer.json.beginObject()
        writer.json.member("rule", rule)
        writer.json.member("value", value)
        writer.json.member("verdict", verdict)
        writer.json.member("reason", reason)
        writer.json.endObject()
    }

    /// Has the file read by a worker, in its box. `nil` where it cannot be read now.
    private func readFacts(_ subject: Subject) -> EmbeddedFacts? {
        guard subject.format == .jpeg, !subject.isOffline else { return nil }
        let descriptor = FilePath(subject.path).withCString { photod_open_for_reading(AT_FDCWD, $0) }
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            close(descriptor)
            return nil
        }
        return context.library.readFacts(descriptor: descriptor, size: Int64(status.st_size), format: .jpeg)
    }
}

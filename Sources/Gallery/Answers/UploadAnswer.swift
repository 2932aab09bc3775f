import Files
import HTTPTypes
import HummingbirdCore
import JSON
import LineProtocol
import PhotoModel

/// Takes a file from a browser.
struct UploadAnswer: Sendable {
    let uploads: Uploads
    let threads: FileThreads
    let isReadOnly: Bool

    func response(to request: PageRequest, _ target: RequestTarget) async throws(Refusal) -> Response {
        if isReadOnly {
            throw Refusal(
                status: 403,
                name: "read-only",
                "this gallery takes no files: it was started with --read-only"
            )
        }
        guard let name = UploadName.fileName(target["name"]) else {
            throw Refusal(
                .argument,
                command: "",
                "name= must be a file's name: at most 255 bytes, no slash, no control characters, no dot in front"
            )
        }
        let set = target["set"]
        guard set.map(UploadName.isSet) ?? true else {
            throw Refusal(.argument, command: "", "set= must be what an upload before has answered")
        }
        let upload = try await receive(request, as: name, in: set)
        return .bytes(Self.line(upload), type: ContentType.json, status: .created)
    }

    private func receive(
        _ request: PageRequest,
        as name: FileName,
        in set: String?
    ) async throws(Refusal) -> Upload {
        let (uploads, size) = (uploads, request.headers[.contentLength].flatMap { Int64($0) })
        do {
            let upload = try await threads.run { try uploads.begin(name, in: set, size: size) }
            do {
                var (position, kind) = (Int64(0), UploadKind(name))
                for try await buffer in request.body {
                    let (bytes, start) = (Array(buffer.readableBytesView), position)
                    guard kind.takes(bytes, isEnd: false) else { throw Uploads.Failure.unsupported }
                    try await threads.run { try upload.write(bytes, at: start) }
                    position += Int64(bytes.count)
                }
                guard kind.takes([], isEnd: true) else { throw Uploads.Failure.unsupported }
                try await threads.run { try upload.finish() }
                return upload
            } catch {
                upload.remove()
                throw error
            }
        } catch { throw Self.refusal(error) }
    }

    private static func refusal(_ error: any Error) -> Refusal {
        guard let failure = error as? Uploads.Failure else { return Refusal(opening: error) }
        switch failure {
        case .noRoom:
            return Refusal(
                .tooLarge,
                command: "",
                "the disk has no room for this file: make some, and try again"
            )
        case .taken:
            return Refusal(.exists, command: "", "a file of that name was sent with the others already")
        case .unsupported: return Refusal(.unsupported, command: "", UploadKind.unsupported)
        case .noSuchSet:
            return Refusal(.noSuch, command: "", "set= names nothing that was sent before: leave it out")
        }
    }

    private static func line(_ upload: Upload) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("path", upload.path.display)
        writer.member("set", upload.set)
        writer.member("folder", upload.path.parent.display)
        writer.endObject()
        return writer.bytes
    }
}

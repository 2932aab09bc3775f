import HTTPTypes
import HummingbirdCore
import LineProtocol
import NIOCore

/// What a page says of the screen that it shows: `POST /screen/NAME?stream=N`.
struct DisplayAnswer: Sendable {
    let screens: Screens

    func response(
        to request: PageRequest,
        _ target: RequestTarget,
        _ name: String
    ) async throws(Refusal) -> Response {
        guard let name = ScreenName(name) else { throw Self.refusal(.unknownScreen) }
        guard let stream = target["stream"].flatMap({ Int($0) }) else {
            throw Refusal(.argument, command: "", "say with stream=N which page this is, as “restore” has it")
        }
        let body: ByteBuffer
        do { body = try await request.body.collect(upTo: CommandQuery.bodyLimit) } catch {
            throw Refusal(
                .tooLarge,
                command: "",
                "a page says at most \(CommandQuery.bodyLimit) bytes at a time"
            )
        }
        let lines = Array(body.readableBytesView).split(separator: UInt8(ascii: "\n")).map { Array($0) }
        do throws(PageFault) { try screens.hear(lines, from: stream, of: name) } catch {
            throw Self.refusal(error)
        }
        return Response(status: .noContent, headers: [.cacheControl: Caching.never.rawValue])
    }

    private static func refusal(_ fault: PageFault) -> Refusal {
        switch fault {
        case .unknownScreen: Refusal(.noSuch, command: "", "there is no such screen: open its stream first")
        case .otherStream:
            Refusal(status: 409, name: "other-page", "another page shows this screen, or none any more")
        case .refused(let error): Refusal(error.replyCode, command: "", error.description)
        }
    }
}

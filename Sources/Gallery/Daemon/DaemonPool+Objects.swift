import JSON
import LineProtocol
import PhotoClient

extension DaemonPool {
    /// The one line of a reply about one photo. What is wrong with that photo is a refusal, as of the whole.
    func object(_ request: LineRequest) async throws(Refusal) -> JSONValue {
        let lines: [[UInt8]]
        do throws(ClientError) { lines = try await self.lines(Question(request)) } catch {
            throw Refusal(error)
        }
        guard let line = lines.first, let object = try? JSONValue.parse(line) else {
            throw Refusal(.noSuch, command: request.command, "there is nothing of that name")
        }
        guard let name = object["error"]?.string else { return object }
        throw Refusal(
            ReplyCode.allCases.first { $0.name == name } ?? .system,
            command: request.command,
            object["message"]?.string ?? "no such photo: “photos” lists ids"
        )
    }
}

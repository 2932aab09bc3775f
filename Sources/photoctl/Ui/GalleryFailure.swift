import PhotoClient

/// What went wrong between photoctl and a gallery, where that is not what it would be with photod.
enum GalleryFailure {
    /// Calls `body`, whose connections lead to a gallery.
    static func naming<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as ClientError {
            throw failure(error)
        }
    }

    static func failure(_ error: ClientError) -> Failure {
        let status = Failure(error).status
        return switch error {
        case .unreachable(let attempts):
            Failure(
                status,
                "the gallery is not reachable:\n"
                    + attempts.map { "  \($0.path): \($0.reason)\n" }.joined()
                    + "Start it with “photoctl gallery” or “systemctl --user start photod-gallery”, or name its "
                    + "socket with --gallery-socket or \(GallerySocket.variable)."
            )
        case .notPhotod(let path, let greeting):
            Failure(
                status,
                "what listens on \(path) is no gallery: it said “\(greeting)”. Check --gallery-socket and "
                    + "\(GallerySocket.variable)."
            )
        case .closed:
            Failure(status, "the gallery has ended, or closed the connection: look at its log")
        case .timedOut: Failure(status, "the gallery did not answer in time: look at its log")
        case .malformedReply(let line):
            Failure(status, "the gallery sent a line that this client does not understand: “\(line)”")
        case .overflow:
            Failure(status, "events came faster than they were read; begin again")
        case .refused, .unsendable, .cancelled, .system: Failure(error)
        }
    }
}

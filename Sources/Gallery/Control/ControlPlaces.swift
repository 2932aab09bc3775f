import LineServer
import Logging
import PhotoModel
import Synchronization

/// How many clients may command screens at a time. As long as one is connected, somebody is there.
final class ControlPlaces: ClientPlaces {
    /// Each client takes a descriptor, as a browser's connection does.
    static let limit = 200

    private let connections: OpenConnections
    private let logger: Logger
    private let count = Mutex(0)

    init(_ connections: OpenConnections, _ logger: Logger) {
        self.connections = connections
        self.logger = logger
    }

    func takeClient() -> Bool { take() }

    func takeForReply() -> Bool { take() }

    private func take() -> Bool {
        let isGranted = count.withLock { count in
            guard count < Self.limit else { return false }
            count += 1
            return true
        }
        if isGranted { connections.stay() }
        return isGranted
    }

    func giveClient() {
        count.withLock { $0 -= 1 }
        connections.leave()
    }

    var refusalOfClients: String { "\(Self.limit) clients are connected already: try again later" }

    func refusedToListener(_ code: Int32) {
        logger.warning("no client could be taken on: \(ErrorNumber.text(of: code))")
    }
}

import Auditing
import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel
import Threads
import WatchedLibrary

/// The command `verify`: an audit whose differences are told as they are found.
struct Verification {
    let library: PhotoLibrary
    let exchange: Exchange

    /// On the event loop.
    func start() {
        // Why a line could not be written. The audit says itself when it has stopped for that.
        let failure = Monitor<(any Error)?>(nil)
        let number = library.audit { [exchange] difference in
            do {
                try Self.line(difference).withUnsafeBytes { try exchange.write($0) }
                return true
            } catch {
                failure.withLock { $0 = error }
                return false
            }
        } completion: { [exchange] outcome in
            switch outcome {
            case .done(let checked, let differences):
                var json = JSONWriter(capacity: 64)
                json.beginObject()
                json.member("checked", checked)
                json.member("differences", differences)
                json.endObject()
                json.endLine()
                exchange.finishWithOK(after: json.bytes)
            case .stopped:
                if let error = failure.withLock({ $0 }) {
                    exchange.fail(error, of: "verify")
                } else {
                    exchange.abandon()
                }
            case .failed(let why):
                exchange.finish(
                    refusing: ProtocolError(code: .system, command: "verify", message: why)
                )
            }
        }
        exchange.atEnd { [library] in library.abandonAudit(number) }
    }

    static func line(_ difference: AuditDifference) -> [UInt8] {
        var json = JSONWriter(capacity: 256)
        json.beginObject()
        switch difference.subject {
        case .file(let path), .folder(let path):
            json.member("path", path.bytes)
            json.key("uri")
            json.uri(path)
        case .month(let month):
            json.key("path")
            json.null()
            json.key("monthKey")
            json.month(month)
        case .group(let name):
            json.key("path")
            json.null()
            json.member("group", name)
        case .asset(let id):
            json.key("path")
            json.null()
            json.member("id", id.description)
        }
        json.member("kind", difference.problem.code)
        json.member("problem", difference.problem.description)
        json.member("mended", difference.isMended)
        json.endObject()
        json.endLine()
        return json.bytes
    }
}

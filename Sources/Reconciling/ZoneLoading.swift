import CaptureRules
import Configuration

extension ZoneOffsets {
    public init(_ data: ZoneData) throws(ZoneFileError) {
        switch data {
        case .file(let bytes): try self.init(zoneFile: bytes)
        case .rule(let text): try self.init(rule: text)
        case .utc: self = .utc
        }
    }
}

import ExtractionWire
import LineProtocol
import PhotoModel

extension JSONWriter {
    /// What is told of a frame, in an object that is begun.
    mutating func frame(_ frame: TakenFrame, of video: AssetID, nanoseconds: UInt64) {
        key("id")
        assetID(video)
        member("at", Double(frame.asked) / 1e6)
        member("time", Double(frame.time) / 1e6)
        member("rung", frame.rung.name)
        if frame.isScaled { member("scaled", true) }
        member("width", Int(frame.width))
        member("height", Int(frame.height))
        member("milliseconds", Double(nanoseconds / 1000) / 1e3)
    }
}

extension TakenFrame.Rung {
    fileprivate var name: String {
        switch self {
        case .exact: "exact"
        case .tolerance: "tolerance"
        case .nearest: "nearest"
        }
    }
}

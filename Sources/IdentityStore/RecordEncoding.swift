import EditRules
import JSON
import PhotoModel

// Numbers that may pass 2^53 (inodes, nanoseconds) are texts: jq keeps numbers as doubles, and a document
// that went through it must keep them exact.
extension IdentityRecord {
    /// Appends the record as one JSON object on one line.
    func appendJSON(to bytes: inout [UInt8]) {
        bytes.append(literal: "{\"id\":\"")
        id.appendText(to: &bytes)
        bytes.append(literal: "\",\"type\":\"")
        bytes.append(literal: type.name)
        bytes.append(literal: "\",\"root\":")
        bytes.append(jsonText: root)
        bytes.append(literal: ",\"file\":\"")
        PercentEncoding.append(file, to: &bytes)
        bytes.append(literal: "\",\"size\":")
        bytes.append(decimal: size)
        appendWhereabouts(to: &bytes)
        bytes.append(literal: ",\"rev\":")
        bytes.append(decimal: rev)
        bytes.append(literal: ",\"firstSeen\":")
        bytes.append(decimal: firstSeen)
        if let batch {
            bytes.append(literal: ",\"batch\":")
            bytes.append(jsonText: batch)
        }
        appendDecisions(to: &bytes)
        if let deletedAt {
            bytes.append(literal: ",\"deletedAt\":")
            bytes.append(decimal: deletedAt)
        }
        if let home {
            bytes.append(literal: ",\"homeFilesystem\":")
            bytes.append(jsonText: home.filesystem)
            bytes.append(literal: ",\"homeInode\":\"")
            bytes.append(decimal: home.inode)
            bytes.append(literal: "\",\"homeBirthTime\":\"")
            bytes.append(nanoseconds: home.birthTime)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private func appendWhereabouts(to bytes: inout [UInt8]) {
        if let fingerprint {
            bytes.append(literal: ",\"fingerprint\":\"")
            fingerprint.appendText(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        if let filesystem {
            bytes.append(literal: ",\"filesystem\":")
            bytes.append(jsonText: filesystem)
        }
        if let inode {
            bytes.append(literal: ",\"inode\":\"")
            bytes.append(decimal: inode)
            bytes.append(UInt8(ascii: "\""))
        }
        if let birthTime {
            bytes.append(literal: ",\"birthTime\":\"")
            bytes.append(nanoseconds: birthTime)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(literal: ",\"modificationTime\":\"")
        bytes.append(nanoseconds: modificationTime)
        bytes.append(UInt8(ascii: "\""))
    }

    private func appendDecisions(to bytes: inout [UInt8]) {
        if let group {
            bytes.append(literal: ",\"group\":")
            bytes.append(jsonText: group)
        }
        switch groupOverride {
        case .none: break
        case .other: bytes.append(literal: ",\"groupOverride\":null")
        case .named(let name):
            bytes.append(literal: ",\"groupOverride\":")
            bytes.append(jsonText: name)
        }
        if let favorite {
            bytes.append(literal: favorite ? ",\"favorite\":true" : ",\"favorite\":false")
        }
        if viewed { bytes.append(literal: ",\"viewed\":true") }
        if !overlay.isEmpty {
            bytes.append(literal: ",\"overlay\":")
            overlay.appendJSON(to: &bytes)
        }
        let written = WrittenMarks(self)
        guard !written.isEmpty else { return }
        bytes.append(literal: ",\"asWritten\":\"")
        written.appendText(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}

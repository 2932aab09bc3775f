import EditRules
import JSON

/// Values as a journal has them: `"favorite"` is `true`, `false` or `null`, `"group"` a name or `null`, and `"other":true`
/// stands for Other.
extension EditedValues {
    package func appendJSON(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        if let favorite {
            bytes.append(literal: "\"favorite\":")
            switch favorite {
            case .yes: bytes.append(literal: "true")
            case .no: bytes.append(literal: "false")
            case .unset: bytes.append(literal: "null")
            }
        }
        if let group {
            if favorite != nil { bytes.append(UInt8(ascii: ",")) }
            switch group {
            case .named(let name):
                bytes.append(literal: "\"group\":")
                bytes.append(jsonText: name)
            case .other: bytes.append(literal: "\"other\":true")
            case .unset: bytes.append(literal: "\"group\":null")
            }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// `nil` where a value is none of these.
    init?(_ json: JSONValue) {
        self.init()
        guard case .object = json else { return nil }
        switch json["favorite"] {
        case nil: break
        case .bool(let isFavorite)?: favorite = FavoriteMark(isFavorite)
        case .null?: favorite = .unset
        default: return nil
        }
        switch json["group"] {
        case nil: if json["other"]?.bool == true { group = .other }
        case .string(let name)?: group = .named(name)
        case .null?: group = .unset
        default: return nil
        }
    }
}

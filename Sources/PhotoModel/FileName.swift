import Glibc

/// One component of a path: bytes, anything but `/` and NUL. It need not be text.
public struct FileName: Hashable, Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The name, where it is valid UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }

    /// For people only: what is not UTF-8 becomes U+FFFD.
    public var display: String { String(decoding: bytes, as: UTF8.self) }

    public var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

    /// Where the extension begins: the index after the last dot. `nil` without a dot, or where the only dot is the
    /// first byte.
    public var extensionStart: Int? {
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
        return dot + 1
    }
}

extension FileName: Comparable {
    /// Byte order: what the index sorts by too.
    public static func < (left: FileName, right: FileName) -> Bool {
        left.bytes.withUnsafeBytes { left in
            right.bytes.withUnsafeBytes { right in
                guard let start = left.baseAddress, let other = right.baseAddress else {
                    return left.count < right.count
                }
                let order = memcmp(start, other, min(left.count, right.count))
                return order < 0 || order == 0 && left.count < right.count
            }
        }
    }
}

/// An absolute path as bytes.
public struct FilePath: Hashable, Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    public var text: String? { String(validating: bytes, as: UTF8.self) }

    public var display: String { String(decoding: bytes, as: UTF8.self) }

    public func appending(_ name: FileName) -> FilePath {
        var joined = bytes
        if joined.last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
        joined.append(contentsOf: name.bytes)
        return FilePath(joined)
    }

    /// The folder that it lies in; `/` where it is `/`.
    public var parent: FilePath {
        let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
        return slash == 0 ? FilePath("/") : FilePath(Array(bytes[..<slash]))
    }

    /// What stands behind the last slash.
    public var lastName: FileName {
        FileName(Array(bytes[((bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]))
    }

    /// Calls `body` with the path as a C string.
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        var terminated = bytes
        terminated.append(0)
        return try terminated.withUnsafeBytes { buffer in
            try buffer.withMemoryRebound(to: CChar.self) { characters in
                // An array with at least its terminator always has an address.
                guard let address = characters.baseAddress else { return try body("") }
                return try body(address)
            }
        }
    }

    /// Whether `self` is `ancestor` or lies below it.
    public func isInside(_ ancestor: FilePath) -> Bool {
        if ancestor.bytes == [UInt8(ascii: "/")] { return true }
        guard bytes.starts(with: ancestor.bytes) else { return false }
        return bytes.count == ancestor.bytes.count || bytes[ancestor.bytes.count] == UInt8(ascii: "/")
    }
}

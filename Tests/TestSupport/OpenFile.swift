import Glibc
import PhotoModel

/// An open file, closed with its owner: what a program holds that is still writing.
public final class OpenFile {
    public let descriptor: Int32

    public init(_ path: FilePath, _ flags: Int32) throws {
        descriptor = try SystemFailure.check(
            path.withCString { open($0, flags | O_CLOEXEC, 0o644) },
            "open \(path.display)"
        )
    }

    deinit { close(descriptor) }

    public func write(_ bytes: ArraySlice<UInt8>) throws {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        try SystemFailure.check(count, "write")
    }
}

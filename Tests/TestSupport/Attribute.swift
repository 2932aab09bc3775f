import Glibc
import PhotoModel

/// Extended attributes. The Glibc module leaves their calls out.
public enum Attribute {
    private typealias Set =
        @convention(c) (
            UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32
        ) -> Int32
    private typealias Get =
        @convention(c) (
            UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
        ) -> Int

    /// `false` where the file system knows no such attributes.
    public static func set(_ name: String, _ value: [UInt8], of path: FilePath) throws -> Bool {
        guard let symbol = dlsym(nil, "setxattr") else { throw SystemFailure("setxattr") }
        let set = unsafeBitCast(symbol, to: Set.self)
        let result = path.withCString { set($0, name, value, value.count, 0) }
        if result != 0, errno == EOPNOTSUPP { return false }
        try SystemFailure.check(result, "setxattr")
        return true
    }

    public static func get(_ name: String, of path: FilePath) throws -> [UInt8] {
        guard let symbol = dlsym(nil, "getxattr") else { throw SystemFailure("getxattr") }
        let get = unsafeBitCast(symbol, to: Get.self)
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = path.withCString { get($0, name, &buffer, buffer.count) }
        return Array(buffer[..<(try SystemFailure.check(length, "getxattr"))])
    }

    /// Marks a file or folder as chattr(1) does, with FS_IMMUTABLE_FL (0x10) and the like; `false` where that cannot be: not every file
    /// system has them, and they are root's alone.
    public static func mark(_ path: FilePath, _ flags: Int32) throws -> Bool {
        let file = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        try SystemFailure.check(file < 0 ? -1 : 0, "open")
        defer { close(file) }
        var flags = flags
        // FS_IOC_SETFLAGS
        return ioctl(file, 0x4008_6602, &flags) == 0
    }
}

/// A worker's first message: what holds it, before it takes anything in.
public struct WorkerHello: Hashable, Sendable {
    public struct Library: Hashable, Sendable {
        public let name: String
        public let version: String

        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// Whether system calls are filtered. A worker without that reads nothing.
    public let seccomp: Bool
    /// Landlock's version in force; 0 where the kernel has none.
    public let landlock: UInt16
    /// What it parses with, as far as libraries tell.
    public let libraries: [Library]

    public init(seccomp: Bool, landlock: UInt16, libraries: [Library]) {
        self.seccomp = seccomp
        self.landlock = landlock
        self.libraries = libraries
    }

    /// Names and versions beyond 255 bytes, and libraries beyond the sixteenth, are left out.
    public func encoded() -> [UInt8] {
        var message = WireBytes(capacity: 128)
        message.begin(.hello)
        message.append(UInt8(seccomp ? 1 : 0))
        message.append(landlock)
        let named = libraries.prefix(WireFormat.maximumLibraries)
        for library in named {
            for text in [library.name, library.version] {
                let bytes = Array(text.utf8.prefix(WireFormat.maximumTextLength))
                message.append(UInt8(clamping: bytes.count))
                bytes.withUnsafeBytes { message.append($0) }
            }
        }
        message.finish(count: named.count)
        return message.bytes
    }

    public init(decoding message: UnsafeRawBufferPointer) throws(WireError) {
        var reader = ByteReader(message)
        let count = try reader.header(.hello, maximumCount: WireFormat.maximumLibraries)
        let state: UInt8 = try reader.number()
        guard state <= 1 else { throw .outcome(state) }
        seccomp = state == 1
        landlock = try reader.number()
        var libraries: [Library] = []
        for _ in 0..<count {
            let name = try Self.text(&reader)
            libraries.append(Library(name: name, version: try Self.text(&reader)))
        }
        self.libraries = libraries
        try reader.end()
    }

    private static func text(_ reader: inout ByteReader) throws(WireError) -> String {
        let length: UInt8 = try reader.number()
        guard let text = String(validating: try reader.take(Int(length)), as: UTF8.self) else { throw .text }
        return text
    }
}

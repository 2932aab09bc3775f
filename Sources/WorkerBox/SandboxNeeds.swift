/// What a worker's libraries need beyond reading descriptors and answering. The less, the better.
public struct SandboxNeeds: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Files are mapped to be read. One that is cut short meanwhile kills the worker, which is a crash like others.
    public static let mapsFiles = SandboxNeeds(rawValue: 1)
    /// Libraries start threads of their own: no processes.
    public static let startsThreads = SandboxNeeds(rawValue: 2)
    /// Jobs have files to write, which the daemon made. All others it opened for reading, and the kernel holds it to that.
    public static let writesTargets = SandboxNeeds(rawValue: 4)
    /// Pictures are decoded, which takes more memory than metadata do.
    public static let decodesPictures = SandboxNeeds(rawValue: 8)
}

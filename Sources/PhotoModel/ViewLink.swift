/// A symbolic link in the group view: where it is and what it says.
public struct ViewLink: Hashable, Sendable {
    /// The name of its folder, right in the view.
    public var folder: FileName
    public var name: FileName
    public var target: [UInt8]

    public init(folder: FileName, name: FileName, target: [UInt8]) {
        self.folder = folder
        self.name = name
        self.target = target
    }
}

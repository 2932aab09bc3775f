import PhotoModel

/// The options that hold in one folder: defaults, then the library's, then those of each folder from the library's root
/// down to this one. The nearest one that says something decides; what is ignored adds up.
public struct OptionCascade: Sendable, Equatable {
    /// A folder that has options.
    public struct Layer: Sendable, Equatable {
        /// How many names lead from the root to the folder: 0 for the root itself.
        public let depth: Int
        public let options: FolderOptions

        public init(depth: Int, options: FolderOptions) {
            self.depth = depth
            self.options = options
        }
    }

    /// A value, and the depth of the folder that it comes from.
    public struct Decision<Value: Sendable & Equatable>: Sendable, Equatable {
        public let value: Value
        public let depth: Int
    }

    public let library: IgnoreRules
    /// What the library itself says of symbolic links to folders.
    let libraryFollowsLinks: Bool?
    /// Where the library itself has edits written.
    let libraryWrite: EditLayer?
    /// From the root down.
    public private(set) var layers: [Layer]

    public init(
        library: IgnoreRules,
        followsLinks: Bool? = nil,
        write: EditLayer? = nil,
        layers: [Layer] = []
    ) {
        self.library = library
        libraryFollowsLinks = followsLinks
        libraryWrite = write
        self.layers = layers
    }

    public var group: Decision<String>? { nearest(\.group) }
    public var timeZone: Decision<TimeZoneChoice>? { nearest(\.timeZone) }
    /// Whether symbolic links to folders are followed, where a folder says so or not.
    public var folderFollowsLinks: Decision<Bool>? { nearest(\.followsLinks) }
    public var followsLinks: Bool { folderFollowsLinks?.value ?? libraryFollowsLinks ?? false }
    /// Where edits are written that do not say it, where a folder says so or not.
    public var folderWrite: Decision<EditLayer>? { nearest(\.write) }
    public var write: EditLayer { folderWrite?.value ?? libraryWrite ?? .usual }

    private func nearest<Value>(_ key: KeyPath<FolderOptions, Value?>) -> Decision<Value>? {
        for layer in layers.reversed() {
            if let value = layer.options[keyPath: key] { return Decision(value: value, depth: layer.depth) }
        }
        return nil
    }

    /// Whether anything but what is always ignored may be.
    public var hasPatterns: Bool {
        library.hasPatterns || layers.contains { $0.options.ignore.hasPatterns }
    }

    /// The cascade with another last layer, that of the folder at `depth` itself.
    public func replacing(depth: Int, with options: FolderOptions?) -> OptionCascade {
        var cascade = self
        cascade.layers.removeAll { $0.depth >= depth }
        if let options { cascade.layers.append(Layer(depth: depth, options: options)) }
        return cascade
    }

    /// Whether an entry is ignored.
    ///
    /// - Parameter folder: the names that lead from the root to the folder it lies in.
    public func ignores(_ name: FileName, isDirectory: Bool, in folder: [FileName]) -> Bool {
        if library.ignores(name, isDirectory: isDirectory, path: { Self.path(of: name, in: folder[...]) }) {
            return true
        }
        // Most folders have none, and this is asked for every file.
        if layers.isEmpty { return false }
        return layers.contains { layer in
            layer.depth <= folder.count && layer.options.ignore.hasPatterns
                && layer.options.ignore.ignores(name, isDirectory: isDirectory) {
                    Self.path(of: name, in: folder[layer.depth...])
                }
        }
    }

    /// Whether a folder itself, or one it lies in, is ignored: what a folder says does not count for itself.
    public func ignores(folder: [FileName]) -> Bool {
        guard hasPatterns else { return false }
        return folder.indices.contains { depth in
            let above = OptionCascade(library: library, layers: layers.filter { $0.depth <= depth })
            return above.ignores(folder[depth], isDirectory: true, in: Array(folder[..<depth]))
        }
    }

    private static func path(of name: FileName, in folder: ArraySlice<FileName>) -> [UInt8] {
        Array((folder + [name]).map(\.bytes).joined(separator: [UInt8(ascii: "/")]))
    }
}

import PhotoModel

/// The link that a photo should have.
public struct WantedLink: Hashable, Sendable {
    public var folder: FileName
    /// The file's name. The link's may have a number besides.
    public var file: FileName
    public var target: [UInt8]

    public init(folder: FileName, file: FileName, target: [UInt8]) {
        self.folder = folder
        self.file = file
        self.target = target
    }
}

/// What is to be done about a photo's link.
public enum LinkDecision: Hashable, Sendable {
    /// There is neither a photo nor a link.
    case nothing
    case keep(ViewLink)
    /// The link stays in its place and is to say something else.
    case renew(ViewLink)
    /// The link's place is another one, or it is to go.
    case take(ViewLink)
    case put

    /// - Parameter known: the link that was made last.
    public init(wanted: WantedLink?, known: ViewLink?) {
        switch (wanted, known) {
        case (nil, nil): self = .nothing
        case (nil, let known?): self = .take(known)
        case (_?, nil): self = .put
        case (let wanted?, let known?):
            // A number is kept as long as the file is called as it was: who has a name keeps it.
            guard known.folder == wanted.folder, LinkBase.fileName(in: known.target) == wanted.file,
                LinkName.isName(known.name, of: wanted.file)
            else {
                self = .take(known)
                return
            }
            self = known.target == wanted.target ? .keep(known) : .renew(known)
        }
    }
}

/// What is to be done about a link with our mark that is found in a view.
public enum FoundLink: Hashable, Sendable {
    case keep
    /// Nobody remembers the link, and it is as it should be.
    case adopt
    case remove

    /// - Parameters:
    ///   - wanted: the link of the photo that this one leads to; `nil`: it leads to none.
    ///   - known: that photo's link as it was made last.
    ///   - isAway: whether what it leads to cannot be looked at now.
    public init(_ link: ViewLink, wanted: WantedLink?, known: ViewLink?, isAway: Bool) {
        if isAway {
            self = .keep
        } else if let known {
            self = known == link ? .keep : .remove
        } else if let wanted, wanted.folder == link.folder, wanted.target == link.target,
            LinkName.isName(link.name, of: wanted.file)
        {
            self = .adopt
        } else {
            self = .remove
        }
    }
}

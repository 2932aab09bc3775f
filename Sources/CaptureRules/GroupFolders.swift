/// Which group owns which folder name, and the names of those that come.
///
/// No two groups share a folder on any file system, whether or not it folds case or decomposes characters.
/// Groups that are the same text to Unicode (`É` in one or in two code points) are one group, as they are
/// everywhere.
public struct GroupFolders: Sendable, Hashable {
    /// The folder of photos without a group. A group that is called so gets another.
    public static let other = "Other"

    /// What was given, group to folder: keep it, and the names are the same next time.
    public private(set) var remembered: [String: String] = [:]

    /// What `init` did not take, in the groups' order.
    public private(set) var refused: [RefusedGroupFolder] = []

    /// Folded folder names with their owners; `nil` is Other.
    private var owners: [String: String?] = [FolderName.folded(other): nil]

    /// - Parameter remembered: group to folder, as kept before. Somebody may have edited it: names that are
    ///   no legal component, and all but the first (in the groups' order) of those that a file system may
    ///   take for one, are `refused`, and their groups get a name anew.
    public init(remembered: [String: String] = [:]) {
        for (group, folder) in remembered.sorted(by: { $0.key < $1.key }) {
            let folded = FolderName.folded(folder)
            if !FolderName.isLegal(folder) {
                refuse(folder, of: group, .illegal(clean: FolderName.clean(folder)))
            } else if let owner = owners[folded] {
                refuse(folder, of: group, .owned(by: owner))
            } else {
                take(folder, for: group, folded: folded)
            }
        }
    }

    /// The group's folder: the one it had before, else its name made legal, and where another group has that
    /// one already, `~` and six hexadecimal digits (`NameHash`) behind it. `nil` is Other.
    public mutating func folder(of group: String?) -> String {
        guard let group else { return Self.other }
        if let folder = remembered[group] { return folder }
        let name = FolderName.clean(group)
        var folder = name
        var folded = FolderName.folded(folder)
        var attempt = 1
        while owners[folded] != nil {
            // A number behind the digits, should two groups have the same ones.
            let suffix = " ~\(NameHash(group).text)" + (attempt > 1 ? "-\(attempt)" : "")
            folder = FolderName.cut(name, toBytes: FolderName.byteLimit - suffix.utf8.count) + suffix
            folded = FolderName.folded(folder)
            attempt += 1
        }
        take(folder, for: group, folded: folded)
        return folder
    }

    private mutating func take(_ folder: String, for group: String, folded: String) {
        remembered[group] = folder
        owners[folded] = .some(group)
    }

    private mutating func refuse(_ folder: String, of group: String, _ reason: RefusedGroupFolder.Reason) {
        refused.append(RefusedGroupFolder(group: group, folder: folder, reason: reason))
    }
}

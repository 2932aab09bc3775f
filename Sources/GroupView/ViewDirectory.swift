import Files
import Glibc
import PhotoModel

/// A view's directory on the disk. It makes links and folders, and removes links that say what they were made to say
/// and folders that are empty: whatever else stands there stays.
public struct ViewDirectory: ~Copyable {
    public let path: FilePath
    /// Without any symbolic link.
    public let realPath: FilePath
    /// The directory was missing until now, so nothing is in it.
    public let isNew: Bool
    private let folder: Folder
    /// What folders are called where something else has their name.
    private var actualNames: [FileName: FileName] = [:]
    /// The number that was given last, of names that very many files have.
    private var numbers: [NameInFolder: Int] = [:]
    /// Folders that a link was taken out of.
    private var thinned: Set<FileName> = []

    /// So many names of a file are asked for each time.
    private static let fewNumbers = 16

    private struct NameInFolder: Hashable {
        let folder: FileName
        let name: FileName
    }

    /// Opens a view.
    ///
    /// - Parameter isMade: whether it is made where it is missing and the folder above is not.
    public init(_ path: FilePath, making isMade: Bool) throws(ViewError) {
        var isNew = false
        if isMade {
            let code = Folder.make(path, mode: 0o777)
            // What else is wrong with it opening tells.
            guard code == 0 || code == EEXIST || Self.isThere(path) else { throw ViewError(path, code) }
            isNew = code == 0
        }
        let opened = try Self.opened(path)
        realPath = try Self.realPath(of: path)
        folder = opened
        self.isNew = isNew
        self.path = path
    }

    private static func opened(_ path: FilePath) throws(ViewError) -> Folder {
        do throws(CallFailure) { return try Folder(path) } catch {
            throw ViewError(path, error.code)
        }
    }

    private static func realPath(of path: FilePath) throws(ViewError) -> FilePath {
        guard let real = path.withCString({ realpath($0, nil) }) else { throw ViewError(path, errno) }
        defer { free(real) }
        return FilePath(Array(UnsafeRawBufferPointer(start: real, count: strlen(real))))
    }

    /// Which directory it is.
    public var identity: ViewIdentity {
        ViewIdentity(
            device: folder.device,
            inode: folder.status.inode,
            birthTime: folder.status.birthTime
        )
    }

    private static func isThere(_ path: FilePath) -> Bool { path.withCString { access($0, F_OK) } == 0 }

    // MARK: Folders

    /// What a folder is called here: something else than a folder may have its name, and stays. Groups' folders have no
    /// colon in their names, so no group ever gets such a one.
    public mutating func actualName(of wanted: FileName) throws(ViewError) -> FileName {
        if let known = actualNames[wanted] { return known }
        var number = 1
        var name = wanted
        while try isTaken(name) {
            number += 1
            let suffix = Array(":\(number)".utf8)
            name = FileName(wanted.bytes.prefix(255 - suffix.count) + suffix)
        }
        actualNames[wanted] = name
        return name
    }

    private func isTaken(_ name: FileName) throws(ViewError) -> Bool {
        do throws(CallFailure) {
            guard let status = try folder.status(of: name) else { return false }
            return !status.isDirectory
        } catch { throw ViewError(path.appending(name), error.code) }
    }

    private func open(_ name: FileName, making isMade: Bool) throws(ViewError) -> Folder {
        do throws(CallFailure) {
            do throws(CallFailure) {
                return try folder.folder(name)
            } catch {
                guard isMade, error.code == ENOENT else { throw error }
                let code = folder.makeFolder(name)
                guard code == 0 || code == EEXIST else { throw CallFailure(.create, error.path, code) }
                return try folder.folder(name)
            }
        } catch { throw ViewError(path.appending(name), error.code) }
    }

    /// Removes the folders that the last link was taken out of, where nothing else is in them.
    public mutating func removeEmptyFolders() throws(ViewError) {
        for name in thinned {
            switch folder.removeFolder(name) {
            case 0, ENOENT, ENOTEMPTY, EEXIST, ENOTDIR: thinned.remove(name)
            case let code: throw ViewError(path.appending(name), code)
            }
        }
    }

    // MARK: Links

    /// Whether a link is as it was made.
    public func isInPlace(_ link: ViewLink) throws(ViewError) -> Bool {
        do throws(CallFailure) {
            return try folder.folder(link.folder).linkTarget(of: link.name) == link.target
        } catch {
            if Self.isGone(error.code) { return false }
            throw ViewError(path.appending(link.folder), error.code)
        }
    }

    /// Removes a link, unless something else has taken its place.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    public mutating func take(_ link: ViewLink) throws(ViewError) -> Bool {
        do throws(CallFailure) {
            let inner = try folder.folder(link.folder)
            guard try inner.linkTarget(of: link.name) == link.target else { return false }
            try CallFailure.check(inner.remove(link.name), .remove, inner.file(link.name))
            thinned.insert(link.folder)
            return true
        } catch {
            if Self.isGone(error.code) { return false }
            throw ViewError(path.appending(link.folder), error.code)
        }
    }

    /// Makes a link: under the name that it had, where that is given and free, else under the first that is free.
    ///
    /// - Returns: where it is. One that is there and says the same is as good as made.
    public mutating func put(_ wanted: WantedLink, preferring name: FileName? = nil) throws(ViewError)
        -> ViewLink
    {
        let inner = try open(wanted.folder, making: true)
        if let name, try Self.put(name, wanted, in: inner, path) { return wanted.link(name) }
        let key = NameInFolder(folder: wanted.folder, name: wanted.file)
        var number = numbers[key] ?? 1
        var name = LinkName.name(of: wanted.file, number: number)
        while try !Self.put(name, wanted, in: inner, path) {
            number += 1
            name = LinkName.name(of: wanted.file, number: number)
        }
        if number > Self.fewNumbers { numbers[key] = number }
        return wanted.link(name)
    }

    /// Returns `false` where something else has the name.
    private static func put(
        _ name: FileName,
        _ wanted: WantedLink,
        in inner: Folder,
        _ path: FilePath
    ) throws(ViewError) -> Bool {
        let code = inner.makeLink(name, saying: wanted.target)
        if code == 0 { return true }
        do throws(CallFailure) {
            guard code == EEXIST else { throw CallFailure(.create, inner.file(name), code) }
            return try inner.linkTarget(of: name) == wanted.target
        } catch { throw ViewError(path.appending(wanted.folder).appending(name), error.code) }
    }

    private static func isGone(_ code: Int32) -> Bool { code == ENOENT || code == ENOTDIR || code == ELOOP }

    // MARK: Everything

    /// The folders in it, ours or not.
    public func folders() throws(ViewError) -> [FileName] {
        do throws(CallFailure) { return try folder.names(of: .directory) } catch {
            throw ViewError(path, error.code)
        }
    }

    /// The links in a folder that have our mark. A folder that may not be read holds none.
    public func markedLinks(in name: FileName) throws(ViewError) -> [ViewLink] {
        do throws(CallFailure) {
            let inner = try folder.folder(name)
            var links: [ViewLink] = []
            for entry in try inner.names(of: .symbolicLink) {
                guard let target = try inner.linkTarget(of: entry), LinkBase.isMarked(target) else {
                    continue
                }
                links.append(ViewLink(folder: name, name: entry, target: target))
            }
            return links
        } catch {
            if Self.isGone(error.code) || error.code == EACCES { return [] }
            throw ViewError(path.appending(name), error.code)
        }
    }

    /// Removes all links with our mark, and the folders and the view where nothing else is in them.
    public mutating func clear() throws(ViewError) {
        var isThinned = false
        for name in try folders() {
            for link in try markedLinks(in: name) where try take(link) { isThinned = true }
        }
        try removeEmptyFolders()
        guard isThinned else { return }
        switch path.withCString({ rmdir($0) == 0 ? 0 : errno }) {
        // A view that is reached through a link, or that others have put something into, stays.
        case 0, ENOENT, ENOTEMPTY, EEXIST, ENOTDIR, EBUSY, EACCES, EPERM, EROFS: break
        case let code: throw ViewError(path, code)
        }
    }
}

extension WantedLink {
    func link(_ name: FileName) -> ViewLink { ViewLink(folder: folder, name: name, target: target) }
}

/// Which directory it is, whatever it is called.
public struct ViewIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    /// One that is made anew may have the inode of the one that was removed.
    let birthTime: Int64
}

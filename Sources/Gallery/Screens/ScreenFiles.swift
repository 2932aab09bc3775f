import Files
import Glibc
import JSON
import Navigation
import PhotoModel

/// One file for each screen that is kept: the canonical JSON of docs/navigation.md.
struct ScreenFiles: Sendable {
    private static let ending = ".json"
    /// Over the largest tree that may be open, however its texts are escaped.
    private static let sizeLimit = 32 << 20

    let place: FilePath

    /// All that parses, and what is to be told of the rest, which is moved aside.
    ///
    /// - Parameter mayMove: where another gallery has the folder it is left as it is.
    /// - Throws: where nobody can say what there is, or what is in a file. Nothing is to be written there then.
    func load(mayMove: Bool) throws(CallFailure) -> (
        trees: [(ScreenName, NavigationTree)], complaints: [String]
    ) {
        var trees: [(ScreenName, NavigationTree)] = []
        var complaints: [String] = []
        guard let folder = try folder() else { return ([], []) }
        for file in try folder.names().sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            guard let name = Self.screen(of: file), trees.count < ScreenTable.limit else { continue }
            do { trees.append((name, try Self.read(file, in: folder))) } catch {
                // What cannot be read now may be whole. A folder or a link is no file of ours, whatever it leads to.
                if let failure = error as? CallFailure, failure.code != EISDIR, failure.code != ELOOP {
                    // Another gallery may have closed the screen meanwhile.
                    guard failure.code == ENOENT else { throw failure }
                    continue
                }
                let what = "\(folder.file(file).display) says nothing that can be shown (\(error))"
                complaints.append(mayMove ? Self.moveAside(file, in: folder, what) : what)
            }
        }
        return (trees, complaints)
    }

    private static func read(_ file: FileName, in folder: Folder) throws -> NavigationTree {
        let bytes = try folder.open(file).read(limit: sizeLimit)
        return try NavigationTree(parsing: bytes)
    }

    private static func moveAside(_ file: FileName, in folder: Folder, _ what: String) -> String {
        let aside = FileName(file.bytes + Array(".broken-\(time(nil))".utf8))
        let code = folder.rename(file, over: aside)
        return code == 0
            ? "\(what): it is called \(aside.display) now, and the screen begins anew"
            : "\(what), and cannot be moved aside: \(ErrorNumber.text(of: code))"
    }

    func write(_ screen: Screen) throws {
        var writer = JSONWriter(capacity: 4096)
        screen.navigation.write(to: &writer)
        writer.endLine()
        let folder = try Folder(making: place, mode: 0o700)
        try folder.replace(Self.file(of: screen.name), by: writer.bytes)
    }

    func remove(_ name: ScreenName) throws {
        guard let folder = try folder() else { return }
        let code = folder.remove(Self.file(of: name))
        if code != ENOENT { try CallFailure.check(code, .remove, folder.file(Self.file(of: name))) }
    }

    /// `nil` where nothing has been kept yet.
    private func folder() throws(CallFailure) -> Folder? {
        do throws(CallFailure) { return try Folder(place) } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
    }

    private static func file(of screen: ScreenName) -> FileName { FileName(screen.description + ending) }

    private static func screen(of file: FileName) -> ScreenName? {
        guard let text = file.text, text.hasSuffix(ending) else { return nil }
        return ScreenName(String(text.dropLast(ending.count))).flatMap { $0.isChosen ? $0 : nil }
    }
}

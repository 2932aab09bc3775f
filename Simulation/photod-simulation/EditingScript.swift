import PhotoModel
import TestSupport

/// What clients ask for who edit photos, drawn apart from all else that happens.
struct EditingScript {
    private var random: SeededGenerator
    /// Whether others have photos moved to the trash.
    private let isTrashing: Bool
    /// What each edit says, so that no two say the same.
    private var number = 0

    init(seed: UInt64, isTrashing: Bool) {
        random = SeededGenerator(seed: ~seed ^ 0xED17)
        self.isTrashing = isTrashing
    }

    /// What is asked for between two operations of users, if anything is.
    ///
    /// - Parameter files: those that stand in the folders, as far as is known.
    mutating func wishes(of files: [String]) -> [Operation] {
        let photos = files.filter { FileName(Array($0.utf8)).format?.kind != .sidecar }
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return [.undo]
        case 1: return photos.randomElement(using: &random).map { [edit($0), edit($0)] } ?? []
        case 2, 3: return photos.randomElement(using: &random).map { [edit($0)] } ?? []
        case 4, 5,
            6 where isTrashing:
            return meeting(photos)
        default: return []
        }
    }

    /// A photo is edited and moved away in the same moment, by two clients.
    private mutating func meeting(_ photos: [String]) -> [Operation] {
        // Most that are written themselves.
        let own = photos.filter { FileName(Array($0.utf8)).format == .jpeg }
        let some = Int.random(in: 0..<4, using: &random) == 0 || own.isEmpty ? photos : own
        guard let photo = some.randomElement(using: &random) else { return [] }
        let edit = edit(photo)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return [.trash(photo), edit]
        case 1: return [edit, .file(photo, ["a", "b", "n"].randomElement(using: &random) ?? "n")]
        default: return [edit, .trash(photo)]
        }
    }

    private mutating func edit(_ photo: String) -> Operation {
        number += 1
        let layers: [EditLayer] = [.index, .sidecar, .sidecar, .file, .file, .both]
        return .edit(photo, number, layers.randomElement(using: &random) ?? .sidecar)
    }
}

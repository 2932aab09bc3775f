import Batches
import EditRules
import PhotoModel

/// The stars that files say because photod has given them to favourites: who gives them takes them out again. The journals know which
/// they are, as files cannot tell them from stars that somebody has given.
struct GivenStars {
    private struct Gift {
        let before: Said<Int>
        let layer: EditLayer
    }

    private var gifts: [AssetID: Gift] = [:]

    /// - Parameter wishes: photos, and what is wanted of them. Where they ask for nothing of such stars no journal is read.
    /// - Throws: where journals cannot be read for want of descriptors or memory. One that nobody can read tells nothing.
    init(_ wishes: some Sequence<(EditSubject, EditedValues)>, in store: BatchStore) throws(BatchError) {
        var open: Set<AssetID> = []
        for (subject, wanted) in wishes where Self.concerns(subject, wanted) { open.insert(subject.asset.id) }
        guard !open.isEmpty else { return }
        var shortage: BatchError?
        let batches = try store.list { _, error in
            if error.isShortage { shortage = error }
        }
        if let shortage { throw shortage }
        for batch in batches where batch.kind == .edit && !open.isEmpty {
            let content: BatchContent?
            do throws(BatchError) { content = try store.content(of: batch.name) } catch {
                if error.isShortage { throw error }
                continue
            }
            // The last word on its stars counts.
            for edit in content?.remainingEdits ?? []
            where edit.change.now.rating != nil && open.remove(edit.id) != nil {
                guard let before = edit.starsBefore, edit.change.now.favorite == .yes else { continue }
                gifts[edit.id] = Gift(before: before, layer: edit.layer)
            }
        }
    }

    /// Whether it matters whose the stars of a photo are.
    private static func concerns(_ subject: EditSubject, _ wanted: EditedValues) -> Bool {
        guard subject.stars == FavoriteStars.count else { return false }
        return switch wanted.rating {
        case nil: wanted.favorite == .no || wanted.favorite == .unset
        case let rating?: rating == .value(FavoriteStars.count)
        }
    }

    /// Whether a photo has its stars as it is a favourite, and for no other reason.
    func has(_ subject: EditSubject) -> Bool { gifts[subject.asset.id] != nil }

    /// Whether no file says them yet.
    static func isPending(_ subject: EditSubject) -> Bool {
        subject.asset.marks.overlay.rating == FavoriteStars.count
    }

    /// What a photo is to have for stars as it is to be a favourite, or none any more.
    ///
    /// - Parameter before: as the journal has it of an edit.
    /// - Returns: `nil`: they stay as they are.
    func rating(
        of subject: EditSubject,
        as favorite: FavoriteMark,
        before: inout Said<Int>?
    ) -> Said<Int>? {
        guard subject.layer.isOnDisk else { return nil }
        guard favorite != .yes else {
            guard FavoriteStars.replace(subject.stars) else { return nil }
            before = Said(subject.stars)
            return .value(FavoriteStars.count)
        }
        // Stars that no file says yet are only not written any more.
        if has(subject), Self.isPending(subject) { return .unset }
        // A photo that says them itself goes on saying them where it is not to be written.
        guard subject.stars == FavoriteStars.count, let gift = gifts[subject.asset.id],
            subject.layer.isInPhoto || !gift.layer.isInPhoto
        else { return nil }
        guard subject.layer.isInPhoto == gift.layer.isInPhoto else { return .unset }
        before = gift.before
        return gift.before
    }
}

import EditRules
import LibraryIndex

extension AssetMarks {
    /// What an edit may change of them.
    var values: EditedValues {
        let group: GroupMark =
            switch groupOverride {
            case .group(let name)?: .named(name)
            case .other?: .other
            case nil: .unset
            }
        var values = overlay.said
        values.favorite = FavoriteMark(favorite)
        values.group = group
        return values
    }

    /// The marks with other values, where there are such.
    func with(_ values: EditedValues) -> AssetMarks {
        var marks = self
        marks.overlay = overlay.with(values)
        if let favorite = values.favorite { marks.favorite = favorite.isFavorite }
        switch values.group {
        case .named(let name)?: marks.groupOverride = .group(name)
        case .other?: marks.groupOverride = .other
        case .unset?: marks.groupOverride = nil
        case nil: break
        }
        return marks
    }
}

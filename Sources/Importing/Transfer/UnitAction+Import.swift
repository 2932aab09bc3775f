import Batches
import ImportRules

/// What an import asks for, as journals have it.
extension UnitAction {
    init(_ action: ImportAction) {
        switch action {
        case .move: self = .move
        case .copy: self = .copy
        case .hardlink: self = .hardlink
        case .reflink: self = .reflink
        }
    }
}

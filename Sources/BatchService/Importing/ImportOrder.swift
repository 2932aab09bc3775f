import ImportRules
import Importing
import LineProtocol
import PhotoModel

/// What `import` was asked to do.
package struct ImportOrder: Sendable {
    let paths: [FilePath]
    /// The folder of the library; `nil` where the only one is meant.
    let into: FilePath?
    let action: ImportAction
    let layout: LayoutTemplate
    let duplicates: DuplicatePolicy
    let isDryRun: Bool
    /// The import goes on when its client is gone.
    let isDetached: Bool

    /// All else is as where a request says nothing.
    package init(_ paths: [FilePath], into folder: FilePath, _ action: ImportAction, _ layout: LayoutTemplate)
    {
        self.paths = paths
        self.action = action
        self.layout = layout
        into = folder
        duplicates = .keep
        isDryRun = false
        isDetached = false
    }

    package init(_ arguments: Arguments) throws(ProtocolError) {
        var paths: [FilePath] = []
        for position in try arguments.uploadedIdentifiers().indices {
            if let path = try arguments.path(at: position) { paths.append(path) }
        }
        self.paths = paths
        into = try arguments.path("into")
        // Nobody's card is emptied unless that is asked for.
        action = try Self.action(arguments) ?? .copy
        layout = try Self.layout(arguments) ?? .standard
        duplicates = try Self.duplicates(arguments) ?? .keep
        isDryRun = try arguments.flag("dry-run")
        isDetached = try arguments.flag("detach")
    }

    private static func action(_ arguments: Arguments) throws(ProtocolError) -> ImportAction? {
        guard let text = arguments.request[option: "action"] else { return nil }
        guard let action = ImportAction(rawValue: text) else {
            let known = ImportAction.allCases.map(\.rawValue).joined(separator: ", ")
            throw arguments.failure("not an action: \(ProtocolError.excerpt(text)); known are \(known)")
        }
        return action
    }

    private static func layout(_ arguments: Arguments) throws(ProtocolError) -> LayoutTemplate? {
        guard let text = arguments.request[option: "layout"] else { return nil }
        do throws(LayoutError) {
            return try LayoutTemplate(text)
        } catch {
            throw arguments.failure("layout=: \(error)")
        }
    }

    private static func duplicates(_ arguments: Arguments) throws(ProtocolError) -> DuplicatePolicy? {
        guard let text = arguments.request[option: "duplicates"] else { return nil }
        guard let policy = DuplicatePolicy(text) else {
            throw arguments.failure(
                "duplicates=\(ProtocolError.excerpt(text)) is no policy; write skip, keep or trash"
            )
        }
        return policy
    }
}

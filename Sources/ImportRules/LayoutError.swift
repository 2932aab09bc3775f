import PhotoModel

/// What is wrong with a layout.
public enum LayoutError: Error, Hashable, Sendable {
    case empty
    case absolute(String)
    case parentReference(String)
    case unclosedBrace(String)
    /// A closing brace without an opening one.
    case strayBrace(String)
    case unknownField(String)
    case slashInFallback(String)
    /// A folder that would be hidden, holds a control character or is longer than 255 bytes.
    case illegalFolder(String)
}

extension LayoutError: CustomStringConvertible {
    public var description: String { "\(problem); \(remedy)" }

    /// Half a sentence for people, without a full stop.
    public var problem: String {
        switch self {
        case .empty: "the layout is empty"
        case .absolute(let text): "the layout \"\(text)\" begins with a slash"
        case .parentReference(let text): "the layout \"\(text)\" leads out of its folder"
        case .unclosedBrace(let text): "the layout \"\(text)\" has a { without its }"
        case .strayBrace(let text): "the layout \"\(text)\" has a } without its {"
        case .unknownField(let name): "the layout knows no {\(name)}"
        case .slashInFallback(let text):
            "\"\(text)\" behind the bar holds a slash, and one field is one folder"
        case .illegalFolder(let text):
            "the folder \"\(text)\" of the layout is hidden, too long or holds a control character"
        }
    }

    /// What to do.
    public var remedy: String {
        switch self {
        case .empty: "write {group}, or leave it out"
        case .absolute: "it lies in the library: leave the slash out"
        case .parentReference: "leave .. and . out"
        case .unclosedBrace: "close it behind the field"
        case .strayBrace: "remove it"
        case .unknownField(let name): Self.fields(near: name)
        case .slashInFallback: "leave the slash out"
        case .illegalFolder: "choose another name"
        }
    }

    private static func fields(near name: String) -> String {
        let names = LayoutField.allCases.map(\.rawValue)
        let nearest = NearestName.of(name, among: names).map { "did you mean {\($0)}? " } ?? ""
        let known = names.map { "{\($0)}" }.joined(separator: ", ")
        return "\(nearest)The fields are \(known)"
    }
}

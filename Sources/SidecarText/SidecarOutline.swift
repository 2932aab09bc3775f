/// Where in a sidecar the edited properties stand, and where new ones can.
struct SidecarOutline {
    /// An element that others can be added to.
    struct Container {
        var element: XMLElement
        var lastChild: Range<Int>?
        /// What prefixes stand for in it.
        var scope = NamespaceScopes.outermost
        /// What it declares itself.
        var declared: Set<SidecarNamespace> = []
    }

    /// The first `x:xmpmeta`.
    var packet: Container?
    /// The first `rdf:RDF`.
    var rdf: Container?
    /// The outermost `rdf:Description`s: what lies deeper describes other things.
    var nodes: [Container] = []
    var scopes: NamespaceScopes
    private var occurrences = [[PropertyOccurrence]](repeating: [], count: SidecarProperty.allCases.count)

    init(scopes: NamespaceScopes) {
        self.scopes = scopes
    }

    /// In the sidecar's order.
    subscript(property: SidecarProperty) -> [PropertyOccurrence] {
        occurrences[property.rawValue]
    }

    mutating func add(_ occurrence: PropertyOccurrence, of property: SidecarProperty) {
        occurrences[property.rawValue].append(occurrence)
    }

    /// What the property is to the reader, which passes over empty ones.
    func text(_ property: SidecarProperty) -> [UInt8]? {
        self[property].lazy.map(\.text).first { !$0.isEmpty }
    }
}

/// One place where a property stands.
struct PropertyOccurrence {
    enum Form {
        /// Of an `rdf:Description`.
        case attribute(XMLAttribute)
        case element(PropertyElement)
    }

    let form: Form
    /// Number of the `rdf:Description` it is in.
    let node: Int
    /// What it is to the reader: of several languages the default one, else the first.
    let text: [UInt8]
    /// The items of its arrays, or the one text that it is; without empty ones.
    let list: [[UInt8]]
}

/// A property's element, and what can be changed in it without writing it anew.
struct PropertyElement {
    let element: XMLElement
    /// Where the property's text stands, where it has one and nothing else.
    let slot: ValueSlot?
    /// The property's array, where it has one and nothing else.
    let array: PropertyArray?
}

/// Where a text stands by itself.
enum ValueSlot {
    /// All between an element's tags.
    case content(XMLElement)
    case attribute(XMLAttribute)
}

/// `rdf:Alt`, `rdf:Bag` or `rdf:Seq`.
struct PropertyArray {
    let element: XMLElement
    let isBag: Bool
    let items: [Item]

    /// `rdf:li`
    struct Item {
        enum Language {
            case none
            /// `x-default`
            case byDefault
            case other
        }

        let element: XMLElement
        let language: Language
        /// `nil` where the text can't be told from what is around it.
        let slot: ValueSlot?
        let text: [UInt8]
    }
}

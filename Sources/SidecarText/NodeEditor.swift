/// Adds properties to one `rdf:Description`, in its own style.
struct NodeEditor {
    private let bytes: [UInt8]
    private let node: SidecarOutline.Container
    private let scopes: NamespaceScopes
    private let tagAttributes: [XMLAttribute]
    private let placement: Placement

    /// Prefixes that are declared for what is written.
    private var declared: [(namespace: SidecarNamespace, prefix: [UInt8])] = []
    private var attributes: [[UInt8]] = []
    private var elements: [[UInt8]] = []

    init(_ node: SidecarOutline.Container, of bytes: [UInt8], scopes: NamespaceScopes) {
        self.bytes = bytes
        self.node = node
        self.scopes = scopes
        tagAttributes = XMLScanner.attributes(of: node.element, in: bytes)
        placement = Placement(in: node, of: bytes)
    }

    /// Texts become attributes where it has properties as attributes.
    mutating func add(_ property: SidecarProperty, _ value: WantedProperty.Value) {
        if case .text(let text) = value, property.kind != .localized, hasPropertiesAsAttributes {
            let name = name(of: property, isAttribute: true)
            let value = XMLEscaping.attribute(text, quote: quote)
            attributes.append(name + [UInt8(ascii: "="), quote] + value + [quote])
        } else {
            elements.append(element(property, value, placement.indentation))
        }
    }

    /// A property's element, with names as they are understood in this node.
    mutating func element(
        _ property: SidecarProperty,
        _ value: WantedProperty.Value,
        _ indentation: Indentation
    ) -> [UInt8] {
        let isArray = property.kind == .localized || property.kind == .list
        let writing = PropertyWriting(
            property: property,
            name: name(of: property, isAttribute: false),
            rdf: isArray ? prefix(for: .rdf, isAttribute: false) : [],
            quote: quote
        )
        return writing.element(value, indentation)
    }

    /// The quotation mark that its attributes have.
    var quote: UInt8 {
        tagAttributes.last.map { bytes.byte(at: $0.value.upperBound) } ?? UInt8(ascii: "\"")
    }

    func finish(_ edits: inout ByteEdits) {
        let end = tagAttributes.last?.whole.upperBound ?? node.element.name.upperBound
        if !declared.isEmpty {
            let last = tagAttributes.last { bytes[$0.name].isNamespaceDeclaration }
            let space = last.map(space(before:)) ?? spaceOfDeclarations
            let text = declared.flatMap { space + declaration($0.namespace, $0.prefix) }
            edits.insert(text, at: last?.whole.upperBound ?? end)
        }
        if !attributes.isEmpty {
            let space = tagAttributes.last.map(space(before:)) ?? [0x20]
            edits.insert(attributes.flatMap { space + $0 }, at: end)
        }
        placement.add(elements, to: &edits)
    }

    // MARK: Names

    private mutating func name(of property: SidecarProperty, isAttribute: Bool) -> [UInt8] {
        PropertyWriting.name(prefix(for: property.namespace, isAttribute: isAttribute), property.localName)
    }

    private mutating func prefix(for namespace: SidecarNamespace, isAttribute: Bool) -> [UInt8] {
        if let prefix = scopes.prefix(for: namespace, in: node.scope, isAttribute: isAttribute) {
            return prefix
        }
        if let known = declared.first(where: { $0.namespace == namespace }) { return known.prefix }
        let prefix = scopes.freePrefix(for: namespace, in: node.scope)
        declared.append((namespace, prefix))
        return prefix
    }

    private func declaration(_ namespace: SidecarNamespace, _ prefix: [UInt8]) -> [UInt8] {
        Array("xmlns:".utf8) + prefix + [UInt8(ascii: "="), quote] + Array(namespace.uri) + [quote]
    }

    // MARK: Style

    private var hasPropertiesAsAttributes: Bool {
        tagAttributes.contains { attribute in
            let name = bytes[attribute.name]
            return name.contains(UInt8(ascii: ":")) && !name.isNamespaceDeclaration
                && !name.prefixOfName.reads("xml")
                && scopes.namespace(of: attribute.name, in: node.scope) != .rdf
        }
    }

    private func space(before attribute: XMLAttribute) -> [UInt8] {
        let end = attribute.name.lowerBound
        return Array(bytes[Indentation.whiteSpace(before: end, in: bytes)..<end])
    }

    /// The first declaration begins a line of its own where the tag does.
    private var spaceOfDeclarations: [UInt8] {
        placement.indentation.lead.isEmpty ? [0x20] : placement.indentation.lead
    }
}

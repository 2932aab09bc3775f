/// Finds the edited properties of a sidecar by the rules of the project's reader (`XMPReader`), and where exactly each
/// stands.
struct OutlineReader {
    private let bytes: [UInt8]
    private var scanner: XMLScanner
    private var outline: SidecarOutline
    private var open: [OpenElement] = []
    private var isInNode = false
    private var hasRoot = false
    /// The property that is being scanned, where it is one that is edited.
    private var reading: PropertyReading?
    /// How many properties and items were found.
    private var found = 0

    /// As deep as the reader looks.
    private static let depthLimit = 64
    /// Each is remembered. The longest lists of keywords are some thousands.
    private static let foundLimit = 1 << 16

    private struct OpenElement {
        var element: XMLElement
        let role: Role
        /// What prefixes stand for in it.
        let scope: Int
        /// The latest of those that are closed.
        var lastChild: Range<Int>?
    }

    enum Role: Equatable {
        /// Whatever lies around the properties, or holds none.
        case other
        case packet
        case rdf
        /// An outermost `rdf:Description`.
        case node
        case property
        case array(isBag: Bool)
        case item
        /// `rdf:Description` within a property: a structure, or a value that is qualified.
        case structure
        /// `rdf:value`
        case value
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        scanner = XMLScanner(bytes)
        outline = SidecarOutline(scopes: NamespaceScopes(bytes))
    }

    static func outline(of bytes: [UInt8]) throws(SidecarTextError) -> SidecarOutline {
        var reader = OutlineReader(bytes)
        try reader.read()
        return reader.outline
    }

    private mutating func read() throws(SidecarTextError) {
        while let token = try scanner.next() {
            switch token {
            case .opening(let element): try begin(element)
            case .closing(let name, let whole): try close(name, whole)
            case .text(let range): try append(range, isVerbatim: false)
            case .verbatim(let range): try append(range, isVerbatim: true)
            }
        }
        if let unclosed = open.last {
            throw scanner.failure(
                "the document ends before this tag is closed",
                at: unclosed.element.tag.lowerBound
            )
        }
        guard hasRoot else { throw scanner.failure("there is no tag in it") }
        if outline.nodes.isEmpty, outline.rdf == nil, outline.packet == nil { throw .notXMP }
    }

    // MARK: Elements

    private mutating func begin(_ element: XMLElement) throws(SidecarTextError) {
        if open.isEmpty, hasRoot {
            throw scanner.failure("a second document follows", at: element.tag.lowerBound)
        }
        hasRoot = true
        guard open.count < Self.depthLimit else {
            throw .tooComplex(reason: "its elements lie deeper in each other than \(Self.depthLimit)")
        }
        let outer = open.last?.scope ?? NamespaceScopes.outermost
        let (scope, declared) = try outline.scopes.enter(scanner.attributes, in: outer)
        let role = role(of: element, in: scope)
        open.append(OpenElement(element: element, role: role, scope: scope))
        switch role {
        case .node: try beginNode(element, scope, declared)
        case .property: try beginProperty(element, scope)
        case .structure: beginStructure(scope)
        case .item: try beginItem(scope)
        case .value: beginValue(scope)
        case .array: break
        case .other: beginOther()
        case .packet, .rdf: break
        }
        if element.isEmpty { end() }
    }

    private mutating func close(_ name: Range<Int>, _ whole: Range<Int>) throws(SidecarTextError) {
        guard let last = open.last else {
            throw scanner.failure("a tag is closed that is not open", at: whole.lowerBound)
        }
        guard bytes[last.element.name].elementsEqual(bytes[name]) else {
            throw scanner.failure("another tag is closed than the one that is open", at: whole.lowerBound)
        }
        open[open.count - 1].element.contentEnd = whole.lowerBound
        open[open.count - 1].element.end = whole.upperBound
        end()
    }

    private mutating func end() {
        guard let ended = open.popLast() else { return }
        let element = ended.element
        if !open.isEmpty { open[open.count - 1].lastChild = element.whole }
        switch ended.role {
        case .packet: complete(\.packet, by: ended)
        case .rdf: complete(\.rdf, by: ended)
        case .node: endNode(ended)
        case .property:
            if let reading { outline.add(reading.occurrence(element), of: reading.property) }
            reading = nil
        case .array(let isBag): reading?.endArray(element, isBag: isBag)
        case .item: reading?.endItem(element)
        case .value: reading?.endValue(element)
        case .structure, .other: break
        }
    }

    private mutating func complete(
        _ container: WritableKeyPath<SidecarOutline, SidecarOutline.Container?>,
        by ended: OpenElement
    ) {
        guard outline[keyPath: container] == nil else { return }
        outline[keyPath: container] = SidecarOutline.Container(
            element: ended.element,
            lastChild: ended.lastChild,
            scope: ended.scope
        )
    }

    // MARK: Roles

    private func role(of element: XMLElement, in scope: Int) -> Role {
        let local = bytes[element.name].localName
        func isRDF(_ name: StaticString) -> Bool {
            local.reads(name) && outline.scopes.namespace(of: element.name, in: scope) == .rdf
        }
        let outer = open.last?.role ?? .other
        switch outer {
        case .other, .packet, .rdf:
            guard !isInNode else { return .other }
            if isRDF("Description") { return .node }
            if isRDF("RDF") { return .rdf }
            let isPacket = local.reads("xmpmeta") || local.reads("xapmeta")
            return isPacket && outline.scopes.namespace(of: element.name, in: scope) == .packet
                ? .packet : .other
        case .node: return .property
        case .property where isRDF("Alt") || isRDF("Seq"): return .array(isBag: false)
        case .property where isRDF("Bag"): return .array(isBag: true)
        case .array where isRDF("li"): return .item
        case .property, .item, .structure:
            if isRDF("value") { return .value }
            return isRDF("Description") && outer != .structure ? .structure : .other
        case .array, .value: return .other
        }
    }

    // MARK: Nodes

    private mutating func beginNode(
        _ element: XMLElement,
        _ scope: Int,
        _ declared: Set<SidecarNamespace>
    ) throws(SidecarTextError) {
        isInNode = true
        try count()
        let node = outline.nodes.count
        outline.nodes.append(SidecarOutline.Container(element: element, scope: scope, declared: declared))
        for attribute in scanner.attributes {
            guard let property = property(attribute.name, in: scope),
                bytes[attribute.name].contains(UInt8(ascii: ":"))
            else { continue }
            try count()
            var text = MarkupText()
            bytes[attribute.value].withUnsafeBytes { text.append($0, isAttribute: true) }
            let value = text.value
            let occurrence = PropertyOccurrence(
                form: .attribute(attribute),
                node: node,
                text: value,
                list: value.isEmpty ? [] : [value]
            )
            outline.add(occurrence, of: property)
        }
    }

    private mutating func endNode(_ ended: OpenElement) {
        isInNode = false
        guard !outline.nodes.isEmpty else { return }
        outline.nodes[outline.nodes.count - 1].element = ended.element
        outline.nodes[outline.nodes.count - 1].lastChild = ended.lastChild
    }

    private func property(_ name: Range<Int>, in scope: Int) -> SidecarProperty? {
        SidecarProperty(localName: bytes[name].localName) { outline.scopes.namespace(of: name, in: scope) }
    }

    // MARK: Properties

    private mutating func beginProperty(_ element: XMLElement, _ scope: Int) throws(SidecarTextError) {
        guard let property = property(element.name, in: scope), !outline.nodes.isEmpty else { return }
        try count()
        reading = PropertyReading(
            property,
            node: outline.nodes.count - 1,
            mayHoldText: tag(scope).mayHoldText
        )
        takeValues(scope)
    }

    private mutating func beginStructure(_ scope: Int) {
        guard reading != nil else { return }
        reading?.beginChild(isStrange: false)
        takeValues(scope)
    }

    private mutating func beginValue(_ scope: Int) {
        let isStrange = !tag(scope).mayHoldText
        reading?.beginChild(isStrange: isStrange)
    }

    private mutating func beginItem(_ scope: Int) throws(SidecarTextError) {
        guard reading != nil else { return }
        try count()
        let tag = tag(scope)
        reading?.beginItem(tag.language, mayHoldText: tag.mayHoldText)
    }

    private mutating func takeValues(_ scope: Int) {
        for attribute in tag(scope).values { reading?.take(attribute, of: bytes) }
    }

    /// The one that began last.
    private func tag(_ scope: Int) -> PropertyTag {
        PropertyTag(bytes: bytes, attributes: scanner.attributes, scopes: outline.scopes, scope: scope)
    }

    /// Within a property: a qualifier or a field of a structure.
    private mutating func beginOther() {
        guard reading != nil, open.count > 1 else { return }
        switch open[open.count - 2].role {
        case .property, .item: reading?.beginChild(isStrange: false)
        case .array, .value: reading?.beginChild(isStrange: true)
        case .structure, .other, .packet, .rdf, .node: break
        }
    }

    private mutating func append(_ range: Range<Int>, isVerbatim: Bool) throws(SidecarTextError) {
        switch open.last?.role {
        case nil:
            guard !isVerbatim, bytes[range].allSatisfy(\.isMarkupSpace) else {
                throw scanner.failure("text stands outside of all tags", at: range.lowerBound)
            }
        case .property, .item:
            reading?.append(range, of: bytes, isVerbatim: isVerbatim, isOwn: true)
        case .value:
            reading?.append(range, of: bytes, isVerbatim: isVerbatim, isOwn: false)
        case .other, .packet, .rdf, .node, .array, .structure: break
        }
    }

    // MARK: Limits

    private mutating func count() throws(SidecarTextError) {
        found += 1
        guard found <= Self.foundLimit else {
            throw .tooComplex(reason: "there are more properties and items than \(Self.foundLimit)")
        }
    }
}

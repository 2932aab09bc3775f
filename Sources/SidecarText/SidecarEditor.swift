/// Works out what has to change in a sidecar so that its properties have the wanted values.
struct SidecarEditor {
    private let bytes: [UInt8]
    private let outline: SidecarOutline
    private var edits = ByteEdits()
    /// By number of the `rdf:Description`.
    private var nodes: [Int: NodeEditor] = [:]

    /// - Parameter outline: that of `bytes`. It has an `rdf:Description`, lest nothing can be added.
    init(_ bytes: [UInt8], _ outline: SidecarOutline) {
        self.bytes = bytes
        self.outline = outline
    }

    mutating func edit(_ wanted: [WantedProperty]) -> [UInt8] {
        for property in wanted where !isNeedless(property) { edit(property) }
        for node in nodes.keys.sorted() { nodes[node]?.finish(&edits) }
        return edits.isEmpty ? bytes : edits.applied(to: bytes)
    }

    /// Whether a part of a position is fine as it is: the version where there is one or a position without it, a
    /// missing sign of an altitude above the sea.
    private func isNeedless(_ wanted: WantedProperty) -> Bool {
        guard case .text(let text) = wanted.value else { return false }
        switch wanted.property {
        case .positionVersion:
            return [.positionVersion, .latitude, .longitude].contains { !outline[$0].isEmpty }
        case .altitudeReference:
            return text.elementsEqual("0".utf8) && outline[.altitudeReference].isEmpty
                && !outline[.altitude].isEmpty
        case .originalDate, .latitude, .longitude, .altitude, .createdDay, .rating, .title, .description,
            .keywords, .windowsRating, .windowsTags, .digiKamTags, .lightroomTags:
            return false
        }
    }

    /// Of several places where a property stands one is kept: the first that is as wanted, else the first.
    private mutating func edit(_ wanted: WantedProperty) {
        let occurrences = outline[wanted.property]
        if case .none = wanted.value {
            for occurrence in occurrences { remove(occurrence) }
            return
        }
        let met = occurrences.indices.filter { wanted.isMet(by: occurrences[$0]) }
        guard let kept = met.first ?? occurrences.indices.first else {
            add(wanted, toNode: node(for: wanted.property))
            return
        }
        if met.count == occurrences.count { return }
        for (index, occurrence) in occurrences.enumerated() {
            if index != kept {
                remove(occurrence)
            } else if met.isEmpty {
                change(occurrence, to: wanted)
            }
        }
    }

    // MARK: Adding and removing

    /// Where programs keep the properties of each schema apart, new ones come to their like.
    private func node(for property: SidecarProperty) -> Int {
        let alike = SidecarProperty.allCases.filter { $0.namespace == property.namespace }
        if let occurrence = alike.lazy.compactMap({ outline[$0].first }).first { return occurrence.node }
        if let node = outline.nodes.firstIndex(where: { $0.declared.contains(property.namespace) }) {
            return node
        }
        return outline.nodes.firstIndex { node in
            outline.scopes.prefix(for: property.namespace, in: node.scope, isAttribute: false) != nil
        } ?? 0
    }

    private mutating func add(_ wanted: WantedProperty, toNode node: Int) {
        withNode(node) { node, _ in node.add(wanted.property, wanted.value) }
    }

    /// With the white space before it.
    private mutating func remove(_ occurrence: PropertyOccurrence) {
        let range =
            switch occurrence.form {
            case .attribute(let attribute): attribute.whole
            case .element(let property): property.element.whole
            }
        edits.remove(Indentation.whiteSpace(before: range.lowerBound, in: bytes)..<range.upperBound)
    }

    private mutating func withNode(_ number: Int, _ body: (inout NodeEditor, inout ByteEdits) -> Void) {
        guard outline.nodes.indices.contains(number) else { return }
        var node = nodes[number] ?? NodeEditor(outline.nodes[number], of: bytes, scopes: outline.scopes)
        body(&node, &edits)
        nodes[number] = node
    }

    // MARK: Changing

    private mutating func change(_ occurrence: PropertyOccurrence, to wanted: WantedProperty) {
        switch (occurrence.form, wanted.value) {
        case (_, .none): break
        case (.attribute(let attribute), .text(let text)):
            write(text, into: .attribute(attribute))
        case (.attribute, .list):
            remove(occurrence)
            add(wanted, toNode: occurrence.node)
        case (.element(let property), .text(let text)):
            if wanted.property.kind == .localized, let array = property.array {
                writeDefault(text, into: array, of: property, occurrence, wanted)
            } else if let slot = property.slot, wanted.property.kind != .localized || !occurrence.text.isEmpty
            {
                write(text, into: slot)
            } else {
                writeAnew(property, occurrence, wanted)
            }
        case (.element(let property), .list(let items)):
            writeItems(items, into: property, occurrence, wanted)
        }
    }

    private mutating func write(_ text: [UInt8], into slot: ValueSlot) {
        switch slot {
        case .attribute(let attribute):
            let quote = bytes.byte(at: attribute.value.upperBound)
            edits.replace(attribute.value, with: XMLEscaping.attribute(text, quote: quote))
        case .content(let element) where element.isEmpty:
            let close = PropertyWriting.close(Array(bytes[element.name]))
            edits.replace(
                element.tag.upperBound - 2..<element.tag.upperBound,
                with: [UInt8(ascii: ">")] + XMLEscaping.content(text) + close
            )
        case .content(let element):
            edits.replace(element.content, with: XMLEscaping.content(text))
        }
    }

    /// A property in a form that no value can be written into gets the usual one, at its place.
    private mutating func writeAnew(
        _ property: PropertyElement,
        _ occurrence: PropertyOccurrence,
        _ wanted: WantedProperty
    ) {
        let indentation = indentation(of: property, in: occurrence)
        withNode(occurrence.node) { node, edits in
            let text = node.element(wanted.property, wanted.value, indentation)
            edits.replace(property.element.whole, with: text)
        }
    }

    private func indentation(of property: PropertyElement, in occurrence: PropertyOccurrence) -> Indentation {
        guard outline.nodes.indices.contains(occurrence.node) else { return .none }
        let node = outline.nodes[occurrence.node].element
        return Indentation(ofChildrenIn: node, besides: property.element.whole, in: bytes)
    }

    // MARK: Arrays

    /// Changes a text in the default language and leaves the others.
    private mutating func writeDefault(
        _ text: [UInt8],
        into array: PropertyArray,
        of property: PropertyElement,
        _ occurrence: PropertyOccurrence,
        _ wanted: WantedProperty
    ) {
        let defaults = array.items.filter { $0.language == .byDefault }
        // Without a language it is in the default one to most programs.
        let item = defaults.first ?? array.items.first { $0.language == .none }
        guard let item else {
            if let first = array.items.first {
                insertDefault(text, before: first.element, in: array, occurrence, wanted)
            } else {
                writeAnew(property, occurrence, wanted)
            }
            return
        }
        guard let slot = item.slot else {
            let new = writing(array, occurrence, wanted).item(language: "x-default", text)
            edits.replace(item.element.whole, with: new)
            return
        }
        if defaults.isEmpty {
            // By its name the reader finds it among the others.
            let quote = [nodeQuote(occurrence.node)]
            edits.insert(
                Array(" xml:lang=".utf8) + quote + Array("x-default".utf8) + quote,
                at: item.element.name.upperBound
            )
        }
        write(text, into: slot)
        for other in defaults.dropFirst() {
            let start = Indentation.whiteSpace(before: other.element.tag.lowerBound, in: bytes)
            edits.remove(start..<other.element.end)
        }
    }

    /// The default language comes first (ISO 16684-1 §8.2.2.4).
    private mutating func insertDefault(
        _ text: [UInt8],
        before first: XMLElement,
        in array: PropertyArray,
        _ occurrence: PropertyOccurrence,
        _ wanted: WantedProperty
    ) {
        let start = first.tag.lowerBound
        let space = bytes[Indentation.whiteSpace(before: start, in: bytes)..<start]
        let item = writing(array, occurrence, wanted).item(language: "x-default", text)
        edits.insert(item + space, at: start)
    }

    private mutating func writeItems(
        _ items: [[UInt8]],
        into property: PropertyElement,
        _ occurrence: PropertyOccurrence,
        _ wanted: WantedProperty
    ) {
        // digiKam has its own in an order, and looks for them there.
        guard let array = property.array, array.isBag || wanted.property != .keywords, !array.element.isEmpty
        else {
            writeAnew(property, occurrence, wanted)
            return
        }
        let outer = indentation(of: property, in: occurrence)
        let lead = Indentation.lead(before: array.element.tag.lowerBound, in: bytes)
        let indentation = Indentation(lead: lead ?? [], unit: outer.unit)
        edits.replace(
            array.element.content,
            with: writing(array, occurrence, wanted).items(items, indentation)
        )
    }

    /// With the prefix that the array itself has, which may be declared on it.
    private func writing(
        _ array: PropertyArray,
        _ occurrence: PropertyOccurrence,
        _ wanted: WantedProperty
    ) -> PropertyWriting {
        PropertyWriting(
            property: wanted.property,
            name: [],
            rdf: Array(bytes[array.element.name].prefixOfName),
            quote: nodeQuote(occurrence.node)
        )
    }

    private func nodeQuote(_ node: Int) -> UInt8 {
        guard outline.nodes.indices.contains(node) else { return UInt8(ascii: "\"") }
        return NodeEditor(outline.nodes[node], of: bytes, scopes: outline.scopes).quote
    }
}

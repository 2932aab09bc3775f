/// Writes properties anew.
struct PropertyWriting {
    let property: SidecarProperty
    /// With its prefix.
    let name: [UInt8]
    /// The prefix of `rdf:Alt`, `rdf:Bag` and `rdf:li`; empty for a default namespace.
    let rdf: [UInt8]
    let quote: UInt8

    func element(_ value: WantedProperty.Value, _ indentation: Indentation) -> [UInt8] {
        switch value {
        case .none: []
        case .list(let items): array("Bag", items.map { item(language: nil, $0) }, indentation)
        case .text(let text) where property.kind == .localized:
            array("Alt", [item(language: "x-default", text)], indentation)
        case .text(let text): Self.open(name) + XMLEscaping.content(text) + Self.close(name)
        }
    }

    /// The items of a `rdf:Bag`, and the white space around them.
    func items(_ items: [[UInt8]], _ indentation: Indentation) -> [UInt8] {
        let deeper = indentation.deeper
        return items.flatMap { deeper.lead + item(language: nil, $0) } + indentation.lead
    }

    /// `rdf:li`
    func item(language: StaticString?, _ text: [UInt8]) -> [UInt8] {
        let name = Self.name(rdf, "li")
        var tag = [UInt8(ascii: "<")] + name
        if let language { tag += " xml:lang=".utf8 + [quote] + [UInt8](language) + [quote] }
        return tag + [UInt8(ascii: ">")] + XMLEscaping.content(text) + Self.close(name)
    }

    private func array(_ kind: StaticString, _ items: [[UInt8]], _ indentation: Indentation) -> [UInt8] {
        let array = Self.name(rdf, kind)
        let (second, third) = (indentation.deeper, indentation.deeper.deeper)
        let lines = items.flatMap { third.lead + $0 }
        return Self.open(name) + second.lead + Self.open(array) + lines + second.lead + Self.close(array)
            + indentation.lead + Self.close(name)
    }

    // MARK: Names

    static func name(_ prefix: [UInt8], _ local: StaticString) -> [UInt8] {
        prefix.isEmpty ? Array(local) : prefix + [UInt8(ascii: ":")] + Array(local)
    }

    static func open(_ name: [UInt8]) -> [UInt8] { [UInt8(ascii: "<")] + name + [UInt8(ascii: ">")] }

    static func close(_ name: [UInt8]) -> [UInt8] { Array("</".utf8) + name + [UInt8(ascii: ">")] }
}

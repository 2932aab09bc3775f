/// What the attributes of a tag mean, where it is a property's or lies in a property.
struct PropertyTag {
    let bytes: [UInt8]
    let attributes: [XMLAttribute]
    let scopes: NamespaceScopes
    /// What prefixes stand for in it.
    let scope: Int

    /// A value may stand in an attribute of its element: `rdf:value`, or `rdf:resource` for what is an address.
    var values: [XMLAttribute] { attributes.filter { isRDF($0, ["value", "resource"]) } }

    /// Whether RDF lets text stand in the element: attributes that are properties make it a structure.
    var mayHoldText: Bool {
        attributes.allSatisfy { attribute in
            let name = bytes[attribute.name]
            if name.isNamespaceDeclaration || name.reads("xml:lang") || name.reads("xml:space") {
                return true
            }
            if isRDF(attribute, ["parseType"]) { return bytes[attribute.value].reads("Literal") }
            return isRDF(attribute, ["datatype", "ID"])
        }
    }

    var language: PropertyArray.Item.Language {
        guard let attribute = attributes.first(where: { bytes[$0.name].reads("xml:lang") }) else {
            return .none
        }
        let name = bytes[attribute.value].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return name.reads("x-default") ? .byDefault : .other
    }

    private func isRDF(_ attribute: XMLAttribute, _ names: [StaticString]) -> Bool {
        let name = bytes[attribute.name]
        guard name.contains(UInt8(ascii: ":")), names.contains(where: { name.localName.reads($0) }) else {
            return false
        }
        return scopes.namespace(of: attribute.name, in: scope) == .rdf
    }
}

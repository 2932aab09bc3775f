/// What prefixes stand for at each place of a document. A scope is the place of its innermost declaration, from which
/// the others are found outwards, so that remembering one costs a number.
struct NamespaceScopes {
    /// Where nothing is declared.
    static let outermost = -1

    private struct Declaration {
        let prefix: Range<Int>
        /// `nil`: one that nothing is asked of.
        let namespace: SidecarNamespace?
        let outer: Int
        /// How many are in force here.
        let count: Int
    }

    private let bytes: [UInt8]
    private var declarations: [Declaration] = []

    /// Sidecars have some twenty; looking one up shall cost no more than that, and the reader follows no more than 256.
    private static let limit = 200

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The scope within a tag that stands in `outer`, and the namespaces that it declares.
    mutating func enter(
        _ attributes: [XMLAttribute],
        in outer: Int
    ) throws(SidecarTextError) -> (scope: Int, declared: Set<SidecarNamespace>) {
        var scope = outer
        var declared: Set<SidecarNamespace> = []
        for attribute in attributes where bytes[attribute.name].isNamespaceDeclaration {
            let count = (declaration(scope)?.count ?? 0) + 1
            guard count <= Self.limit else { throw .tooComplex(reason: "there are too many namespaces") }
            // Behind "xmlns:".
            let start = Swift.min(attribute.name.lowerBound + 6, attribute.name.upperBound)
            let namespace = SidecarNamespace(uri: text(attribute.value))
            declarations.append(
                Declaration(
                    prefix: start..<attribute.name.upperBound,
                    namespace: namespace,
                    outer: scope,
                    count: count
                )
            )
            scope = declarations.count - 1
            if let namespace { declared.insert(namespace) }
        }
        return (scope, declared)
    }

    /// The namespace of a name, where it is one of those that are asked for.
    ///
    /// - Parameter name: of an element, or of an attribute with a prefix: attributes without are in none.
    func namespace(of name: Range<Int>, in scope: Int) -> SidecarNamespace? {
        let prefix = bytes[name].prefixOfName
        if let innermost = innermost(prefix, in: scope) { return declarations[innermost].namespace }
        return SidecarNamespace(undeclared: prefix)
    }

    /// A prefix that is declared for a namespace.
    ///
    /// - Parameter isAttribute: then it must not be empty.
    func prefix(for namespace: SidecarNamespace, in scope: Int, isAttribute: Bool) -> [UInt8]? {
        var next = scope
        while let declaration = declaration(next) {
            let prefix = bytes[declaration.prefix]
            // An inner declaration may have taken the prefix away.
            if declaration.namespace == namespace, innermost(prefix, in: scope) == next,
                !(isAttribute && prefix.isEmpty)
            {
                return Array(prefix)
            }
            next = declaration.outer
        }
        return nil
    }

    /// A prefix that nothing is declared for, as near to the usual one as can be.
    func freePrefix(for namespace: SidecarNamespace, in scope: Int) -> [UInt8] {
        let usual = [UInt8](namespace.usualPrefix)
        var prefix = usual
        for number in 1...(Self.limit + 1) {
            if innermost(prefix[...], in: scope) == nil { break }
            prefix = usual + Array(String(number).utf8)
        }
        return prefix
    }

    private func innermost(_ prefix: ArraySlice<UInt8>, in scope: Int) -> Int? {
        var next = scope
        while let declaration = declaration(next) {
            if bytes[declaration.prefix].elementsEqual(prefix) { return next }
            next = declaration.outer
        }
        return nil
    }

    private func declaration(_ scope: Int) -> Declaration? {
        declarations.indices.contains(scope) ? declarations[scope] : nil
    }

    private func text(_ range: Range<Int>) -> [UInt8] {
        var text = MarkupText()
        bytes[range].withUnsafeBytes { text.append($0, isAttribute: true) }
        return text.bytes
    }
}

extension ArraySlice<UInt8> {
    var isNamespaceDeclaration: Bool { reads("xmlns") || prefixOfName.reads("xmlns") }

    /// What stands before a name's colon.
    var prefixOfName: ArraySlice<UInt8> {
        self[startIndex..<(firstIndex(of: UInt8(ascii: ":")) ?? startIndex)]
    }

    /// What stands behind a name's colon, or all of it.
    var localName: ArraySlice<UInt8> {
        guard let colon = firstIndex(of: UInt8(ascii: ":")) else { return self }
        return self[(colon + 1)...]
    }
}

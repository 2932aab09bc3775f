/// What the prefixes of names stand for, at one place of a packet.
struct XMPPrefixes {
    private struct Declaration {
        let prefix: [UInt8]
        /// `nil`: a namespace that nothing is asked of.
        let namespace: XMPNamespace?
    }

    private var declarations: [Declaration] = []

    /// Packets have some twenty; looking one up shall cost no more than that.
    private static let limit = 256

    /// How many are declared here.
    var count: Int { declarations.count }

    /// Takes in an attribute where it is a declaration.
    mutating func declare(_ attribute: UnsafeRawBufferPointer, as uri: UnsafeRawBufferPointer) {
        guard declarations.count < Self.limit, attribute.starts(with: "xmlns".utf8) else { return }
        var prefix = attribute.dropFirst(5)
        if !prefix.isEmpty {
            guard prefix.removeFirst() == UInt8(ascii: ":") else { return }
        }
        declarations.append(Declaration(prefix: Array(prefix), namespace: XMPNamespace(uri: uri)))
    }

    /// Forgets those behind the first `count`.
    mutating func forget(from count: Int) {
        declarations.removeSubrange(min(count, declarations.count)...)
    }

    /// A name's namespace, where it is one of those that are asked for, and what stands behind its prefix.
    func resolve(_ name: UnsafeRawBufferPointer) -> (XMPNamespace?, UnsafeRawBufferPointer) {
        let colon = name.firstIndex(of: UInt8(ascii: ":"))
        let prefix = UnsafeRawBufferPointer(rebasing: name[..<(colon ?? 0)])
        let local = UnsafeRawBufferPointer(rebasing: name[(colon.map { $0 + 1 } ?? 0)...])
        if let declaration = declarations.last(where: { $0.prefix.elementsEqual(prefix) }) {
            return (declaration.namespace, local)
        }
        return (XMPNamespace(customaryPrefix: prefix), local)
    }
}

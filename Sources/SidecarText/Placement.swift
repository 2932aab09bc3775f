/// Where elements are added to another one: behind its last child, in its white space or, where it ends in itself, by
/// giving it a closing tag.
struct Placement {
    let indentation: Indentation
    private let range: Range<Int>
    private let before: [UInt8]
    private let after: [UInt8]

    init(in container: SidecarOutline.Container, of bytes: [UInt8]) {
        let element = container.element
        indentation = Indentation(ofChildrenIn: element, besides: container.lastChild, in: bytes)
        if let child = container.lastChild {
            range = child.upperBound..<child.upperBound
            (before, after) = ([], [])
            return
        }
        let lead = Indentation.lead(before: element.tag.lowerBound, in: bytes) ?? []
        if element.isEmpty {
            range = element.tag.upperBound - 2..<element.tag.upperBound
            before = [UInt8(ascii: ">")]
            after = lead + PropertyWriting.close(Array(bytes[element.name]))
            return
        }
        let space = Swift.max(
            element.content.lowerBound,
            Indentation.whiteSpace(before: element.contentEnd, in: bytes)
        )
        range = space..<space
        before = []
        // Behind it the closing tag has a line of its own.
        after = bytes[space..<element.contentEnd].contains(0x0A) ? [] : lead
    }

    /// - Parameter elements: none of them empty.
    func add(_ elements: [[UInt8]], to edits: inout ByteEdits) {
        guard !elements.isEmpty else { return }
        edits.replace(range, with: before + elements.flatMap { indentation.lead + $0 } + after)
    }
}

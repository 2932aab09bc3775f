/// A property while its element is scanned.
struct PropertyReading {
    let property: SidecarProperty
    let node: Int
    private var holder: ValueHolder
    private var arrays: [PropertyArray] = []
    private var items: [PropertyArray.Item] = []
    private var item: ValueHolder?
    private var itemLanguage = PropertyArray.Item.Language.none

    init(_ property: SidecarProperty, node: Int, mayHoldText: Bool) {
        self.property = property
        self.node = node
        holder = ValueHolder(mayHoldText: mayHoldText)
    }

    // MARK: Within the property

    /// Text of the property or of its item, whichever is open.
    ///
    /// - Parameter isOwn: it stands directly in there, not in an `rdf:value`.
    mutating func append(_ range: Range<Int>, of bytes: [UInt8], isVerbatim: Bool, isOwn: Bool) {
        if item != nil {
            item?.append(range, of: bytes, isVerbatim: isVerbatim, isOwn: isOwn)
        } else {
            holder.append(range, of: bytes, isVerbatim: isVerbatim, isOwn: isOwn)
        }
    }

    /// The reader takes such an attribute for the property's even where it is within an item.
    mutating func take(_ attribute: XMLAttribute, of bytes: [UInt8]) {
        holder.take(attribute, of: bytes)
        item?.beginChild(isStrange: true)
    }

    /// - Parameter isStrange: no text may take the place of what holds it.
    mutating func beginChild(isStrange: Bool) {
        if item != nil {
            item?.beginChild(isStrange: isStrange)
        } else {
            holder.beginChild(isStrange: isStrange)
        }
    }

    mutating func endValue(_ element: XMLElement) {
        if item != nil { item?.endValue(element) } else { holder.endValue(element) }
    }

    mutating func beginItem(_ language: PropertyArray.Item.Language, mayHoldText: Bool) {
        item = ValueHolder(mayHoldText: mayHoldText)
        itemLanguage = language
    }

    mutating func endItem(_ element: XMLElement) {
        guard let item else { return }
        self.item = nil
        items.append(
            PropertyArray.Item(
                element: element,
                language: itemLanguage,
                slot: item.slot(element),
                text: item.text.value
            )
        )
    }

    mutating func endArray(_ element: XMLElement, isBag: Bool) {
        arrays.append(PropertyArray(element: element, isBag: isBag, items: items))
        items = []
    }

    // MARK: The property

    func occurrence(_ element: XMLElement) -> PropertyOccurrence {
        let items = arrays.flatMap(\.items).filter { !$0.text.isEmpty }
        let plain = holder.text.value
        let chosen = items.first { $0.language == .byDefault } ?? items.first
        return PropertyOccurrence(
            form: .element(
                PropertyElement(
                    element: element,
                    slot: arrays.isEmpty ? holder.slot(element) : nil,
                    array: arrays.count == 1 && holder.isEmpty ? arrays.first : nil
                )
            ),
            node: node,
            text: chosen?.text ?? plain,
            list: chosen == nil ? (plain.isEmpty ? [] : [plain]) : items.map(\.text)
        )
    }
}

/// A member's name and value at once.
extension JSONWriter {
    public mutating func member(_ name: StaticString, _ value: some BinaryInteger) {
        key(name)
        integer(value)
    }

    public mutating func member(_ name: StaticString, _ value: Double) {
        key(name)
        double(value)
    }

    public mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    public mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    public mutating func member(_ name: StaticString, _ value: StaticString) {
        key(name)
        string(value)
    }

    /// Text from bytes, as `string(_:)` takes them.
    public mutating func member(_ name: StaticString, _ value: UnsafeRawBufferPointer) {
        key(name)
        string(value)
    }

    public mutating func member(_ name: StaticString, _ value: [UInt8]) {
        key(name)
        string(value)
    }
}

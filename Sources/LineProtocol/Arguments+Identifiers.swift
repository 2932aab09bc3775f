extension Arguments {
    /// The ids among the words, those of a list after the request included.
    ///
    /// - Throws: `argument` where there are none, or `ids=` has another value than `@`.
    public func uploadedIdentifiers() throws(ProtocolError) -> [String] {
        guard request[option: "ids"] == nil else {
            throw failure(
                "ids= takes nothing but @, and no place in a list of commands: send ids=@, one id a line, and a blank line"
            )
        }
        guard !request.positionals.isEmpty else {
            throw failure("which photos? write: \(definition.usage)")
        }
        return request.positionals
    }
}

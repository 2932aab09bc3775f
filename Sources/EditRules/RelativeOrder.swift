/// What of an edit follows from what a photo's files say: the keywords that it adds and takes away, and by how much it moves the
/// date. It is worked out anew where they say something else by the time that they are written.
public struct RelativeOrder: Hashable, Sendable {
    /// Changes some keywords and keeps the others; `nil`: the edit does not.
    public let keywords: KeywordOrder?
    /// Begins at the date that the photo has; `nil`: the edit does not.
    public let date: DateOrder?

    /// `nil` where neither order follows from what a photo has.
    public init?(keywords: KeywordOrder?, date: DateOrder?) {
        if case .changed? = keywords { self.keywords = keywords } else { self.keywords = nil }
        self.date = date?.base == .current ? date : nil
        if self.keywords == nil, self.date == nil { return nil }
    }

    /// What an edit is to say of a photo whose files may say something else than when it was worked out.
    ///
    /// - Parameters:
    ///   - change: as it was worked out last.
    ///   - earlier: what it was to say before that.
    ///   - said: what the files say, as it was read last.
    public func values(
        of change: EditChange,
        earlier: [EditedValues],
        from said: EditedValues
    ) throws(DateOrder.Problem) -> EditedValues {
        var now = change.now
        if let keywords, follows(.keywords, change) {
            now.keywords = .value(keywords.keywords(from: said.keywords?.value ?? []))
        }
        // A date is moved once: a file that says what it came to has been written.
        let isMoved = ([now] + earlier).contains { $0.agrees(with: said, on: .date) }
        if let date, follows(.date, change), !isMoved {
            now.date = .value(try date.date(from: said.date?.value))
        }
        return now
    }

    /// Whether a property that the edit changes was worked out from the files. What somebody had said in their place counts
    /// whatever they say.
    private func follows(_ property: EditedProperty, _ change: EditChange) -> Bool {
        change.now.speech(of: property) == .value && change.was.speech(of: property) != .value
    }
}

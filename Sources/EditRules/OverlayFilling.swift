extension Overlay {
    /// The same, and of what it says nothing of what another says.
    public func filled(from other: Overlay) -> Overlay {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return Overlay(
            date: date ?? other.date,
            place: place ?? other.place,
            description: description ?? other.description,
            title: title ?? other.title,
            rating: rating ?? other.rating,
            keywords: keywords ?? other.keywords
        )
    }
}

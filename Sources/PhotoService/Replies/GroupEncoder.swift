import LibraryIndex
import LineProtocol
import PhotoModel

/// Writes groups as replies and events have them: the one place that says what is told of a group.
struct GroupEncoder: Sendable {
    /// What a group's folder is called, where photos are filed by their descriptions; `nil` is Other.
    let folder: @Sendable (String?) -> String

    /// The members that name and count a group, without the braces around them.
    func members(of group: GroupSummary, to json: inout JSONWriter) {
        json.key("group")
        if let name = group.name { json.string(name) } else { json.null() }
        json.member("folder", folder(group.name))
        json.counts(group)
    }

    /// A line of `groups`.
    ///
    /// - Parameter cover: left out where there is none.
    func line(_ group: GroupSummary, cover: AssetID?, to json: inout JSONWriter) {
        json.beginObject()
        members(of: group, to: &json)
        if let cover {
            json.key("cover")
            json.assetID(cover)
        }
        json.endObject()
        json.endLine()
    }
}

extension GroupSummary {
    /// The counts of one type alone.
    func only(_ type: AssetType?) -> GroupSummary {
        GroupSummary(
            name: name,
            photoCount: type == .video ? 0 : photoCount,
            videoCount: type == .photo ? 0 : videoCount
        )
    }
}

import GroupView
import Identities
import LibraryIndex
import PhotoModel
import Reconciling

/// The daemon is stopping, or another view is wanted.
struct ViewIsOver: Error {}

/// One turn at the view: brings links up to what the index says, some hundred at a time.
///
/// What is done on the disk is noted in the index afterwards. Where that is lost, the next look over everything adopts
/// or removes what it finds.
struct ViewPass: ~Copyable {
    /// Assets that a snapshot and a transaction take.
    static let step = 500

    /// What was done.
    struct Tally {
        var made = 0
        var removed = 0
        /// What could not be done for one link; the first such, but that one that may pass goes before: it is tried again.
        private(set) var trouble: ViewError?

        mutating func note(_ error: ViewError) {
            guard let trouble, trouble.mayPass || !error.mayPass else { return trouble = error }
        }
    }

    /// One asset, there or gone.
    private struct Item {
        let id: AssetID
        let asset: ViewedAsset?
        /// Below its root.
        let path: [UInt8]?
        let known: ViewLink?
    }

    private struct Edit: Sendable {
        let id: AssetID
        let link: ViewLink?
    }

    let index: LibraryIndex
    let groupFolders: GroupFolderTable
    let change: OrderlyChange
    let roots: ViewRoots
    /// Waits while there is anything else to do.
    let rest: () throws -> Void
    private var directory: ViewDirectory
    private(set) var tally = Tally()

    init(
        _ directory: consuming ViewDirectory,
        roots: ViewRoots,
        index: LibraryIndex,
        groupFolders: GroupFolderTable,
        change: OrderlyChange,
        rest: @escaping () throws -> Void
    ) {
        self.directory = directory
        self.roots = roots
        self.index = index
        self.groupFolders = groupFolders
        self.change = change
        self.rest = rest
    }

    // MARK: What has changed

    /// Follows the change log; the caller knows that it can answer.
    ///
    /// - Returns: the number up to which it was followed.
    mutating func followLog(after position: Int64) throws -> Int64 {
        var position = position
        while true {
            try rest()
            let start = Clock(epoch: index.epoch, sequence: position)
            let (items, summary) = try index.read { reader throws(IndexError) in
                var ids: [AssetID] = []
                let summary = try reader.changes(since: start, limit: Self.step) { ids.append($0.id) }
                return (try Self.items(ids, reader), summary)
            }
            try settle(items, isCheckedOnDisk: false)
            position = summary.clock.sequence
            guard summary.more else { return position }
        }
    }

    private static func items(_ ids: [AssetID], _ reader: IndexReader) throws(IndexError) -> [Item] {
        var files = ViewedFiles(reader)
        var items: [Item] = []
        for id in ids {
            if let asset = try reader.viewedAsset(id) {
                items.append(try item(asset, &files))
            } else {
                items.append(Item(id: id, asset: nil, path: nil, known: try reader.viewLink(of: id)))
            }
        }
        return items
    }

    private static func item(_ asset: ViewedAsset, _ files: inout ViewedFiles) throws(IndexError) -> Item {
        Item(id: asset.id, asset: asset, path: try files.path(of: asset), known: asset.link)
    }

    // MARK: Everything

    /// Compares all there is.
    mutating func lookOverEverything() throws {
        for folder in try directory.folders() {
            var rest = try directory.markedLinks(in: folder)[...]
            while !rest.isEmpty {
                try weigh(Array(rest.prefix(Self.step)))
                rest = rest.dropFirst(Self.step)
            }
        }
        var last: Int64 = 0
        while true {
            try rest()
            let key = last
            let found = try index.read {
                reader throws(IndexError) -> (items: [Item], last: Int64)? in
                guard let page = try reader.viewedAssets(after: key, limit: Self.step) else { return nil }
                var files = ViewedFiles(reader)
                var items: [Item] = []
                for asset in page.assets { items.append(try Self.item(asset, &files)) }
                return (items, page.last)
            }
            guard let found else { break }
            try settle(found.items, isCheckedOnDisk: true)
            last = found.last
        }
        var gone = try index.read { reader throws(IndexError) in try reader.departedFromView() }[...]
        while !gone.isEmpty {
            try rest()
            let ids = Array(gone.prefix(Self.step))
            try settle(
                index.read { reader throws(IndexError) in try Self.items(ids, reader) },
                isCheckedOnDisk: true
            )
            gone = gone.dropFirst(Self.step)
        }
    }

    /// Adopts links that are right and unknown, and removes those that are not.
    private mutating func weigh(_ links: [ViewLink]) throws {
        try rest()
        let found = try index.read { [roots] reader throws(IndexError) in
            var files = ViewedFiles(reader)
            var found: [(link: ViewLink, item: Item?, isAway: Bool)] = []
            for link in links {
                guard let (way, path) = roots.place(of: link.target) else {
                    found.append((link, nil, false))
                    continue
                }
                let asset = way.isAway ? nil : try files.asset(root: way.root, path: path)
                let item = try asset.map { asset throws(IndexError) in try Self.item(asset, &files) }
                found.append((link, item, way.isAway))
            }
            return found
        }
        let folders = try folderNames(of: found.compactMap(\.item))
        var adopted: [AssetID: ViewLink] = [:]
        for (link, item, isAway) in found {
            let verdict = FoundLink(
                link,
                wanted: item.flatMap { wanted($0, folders) },
                known: item.flatMap { $0.known ?? adopted[$0.id] },
                isAway: isAway
            )
            switch verdict {
            case .keep: continue
            case .adopt: if let item { adopted[item.id] = link }
            case .remove: try attempt { directory throws(ViewError) in try directory.take(link) }
            }
            if verdict == .remove { tally.removed += 1 }
        }
        try attempt { directory throws(ViewError) in try directory.removeEmptyFolders() }
        try note(adopted.map { Edit(id: $0.key, link: $0.value) })
    }

    // MARK: Links

    /// Brings the links of some assets up.
    ///
    /// - Parameter isCheckedOnDisk: whether a link that should be there is looked for.
    private mutating func settle(_ items: [Item], isCheckedOnDisk: Bool) throws {
        let folders = try folderNames(of: items)
        var edits: [Edit] = []
        do { try settle(items, folders, isCheckedOnDisk, &edits) } catch {
            // What was done was done.
            try note(edits)
            throw error
        }
        try note(edits)
    }

    private mutating func settle(
        _ items: [Item],
        _ folders: [String?: FileName],
        _ isCheckedOnDisk: Bool,
        _ edits: inout [Edit]
    ) throws {
        // All that go are taken before any is put, so that two that change names get them.
        var pending: [(item: Item, wanted: WantedLink, name: FileName?)] = []
        for item in items {
            let wanted = wanted(item, folders)
            if wanted == nil, item.asset != nil { continue }
            switch LinkDecision(wanted: wanted, known: item.known) {
            case .nothing: continue
            case .keep(let link):
                guard let wanted, isCheckedOnDisk else { continue }
                let isThere = try attempt { directory throws(ViewError) in try directory.isInPlace(link) }
                if isThere == false { pending.append((item, wanted, link.name)) }
            case .renew(let link):
                guard let wanted, try take(link) else { continue }
                pending.append((item, wanted, link.name))
            case .take(let link):
                guard try take(link) else { continue }
                edits.append(Edit(id: item.id, link: nil))
                if let wanted { pending.append((item, wanted, nil)) }
            case .put: if let wanted { pending.append((item, wanted, nil)) }
            }
        }
        for (item, wanted, name) in pending {
            let link = try attempt { directory throws(ViewError) in
                try directory.put(wanted, preferring: name)
            }
            guard let link else { continue }
            tally.made += 1
            if link != item.known || name == nil { edits.append(Edit(id: item.id, link: link)) }
        }
        try attempt { directory throws(ViewError) in try directory.removeEmptyFolders() }
    }

    /// Returns `false` where the link could not be removed and so is there still.
    private mutating func take(_ link: ViewLink) throws -> Bool {
        let wasThere = try attempt { directory throws(ViewError) in try directory.take(link) }
        if wasThere == true { tally.removed += 1 }
        return wasThere != nil
    }

    /// Does something about one link; `nil` where that failed in a way that need not concern others.
    @discardableResult
    private mutating func attempt<Value>(
        _ body: (inout ViewDirectory) throws(ViewError) -> Value
    ) throws(ViewError) -> Value? {
        do throws(ViewError) { return try body(&directory) } catch {
            guard !error.isOfWholeView else { throw error }
            tally.note(error)
            return nil
        }
    }

    private func note(_ edits: [Edit]) throws(IndexError) {
        guard !edits.isEmpty else { return }
        try change { writer throws(IndexError) in
            for edit in edits { try writer.setViewLink(edit.link, of: edit.id) }
        }
    }

    // MARK: What is wanted

    /// The link of an asset; `nil` where there is none, or its root is just being taken out.
    private func wanted(_ item: Item, _ folders: [String?: FileName]) -> WantedLink? {
        guard let asset = item.asset, let path = item.path, let way = roots[asset.root],
            let folder = folders[asset.group]
        else { return nil }
        var target = way.base.target(of: path)
        if way.isAway, let known = item.known, LinkBase.fileName(in: known.target) == asset.name {
            target = known.target
        }
        return WantedLink(folder: folder, file: asset.name, target: target)
    }

    /// What the folders of groups are called in the view. Names that are given now are on the disk when it returns.
    private mutating func folderNames(of items: [Item]) throws -> [String?: FileName] {
        let groups = Array(Set(items.compactMap(\.asset).map(\.group))).sorted { ($0 ?? "") < ($1 ?? "") }
        let (names, isNew) = groupFolders.folders(of: groups)
        if isNew { try groupFolders.save() }
        var folders: [String?: FileName] = [:]
        for (group, name) in zip(groups, names) {
            folders[group] = try directory.actualName(of: FileName(name))
        }
        return folders
    }
}

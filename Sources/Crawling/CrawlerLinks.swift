import DiskReading
import Findings
import FolderWatch
import OptionFiles
import PhotoModel
import Roots

/// Symbolic links to folders, which are followed where the options say so, and network mounts in a root.
extension Crawler {
    /// Follows the links of a folder that was listed. Returns whether anything was said.
    func followLinks(of listing: DirectoryListing, _ visit: Visit, haveOptionsChanged: Bool) -> Bool {
        let isFollowing = visit.options.cascade.followsLinks && !listing.isHidden
        // Until now nobody had to be told of links: those that came while the folder was listed are looked for once more.
        if isFollowing, links.bringIntoPlay() { watcher.markAgain(visit.work.node, .listing) }
        guard links.isInPlay else { return false }
        let hasUnfollowed = unfollow(notIn: listing, visit)
        let names = (isFollowing ? listing.links : []) + listing.mounts
        return follow(names, isWhole: true, haveOptionsChanged, visit)
            || hasUnfollowed
    }

    /// What links below a folder led to that is there no more. The index does not tell: it may have the folder elsewhere
    /// already, where its links are other ones.
    private func unfollow(notIn listing: DirectoryListing, _ visit: Visit) -> Bool {
        let start = visit.work.path.bytes.count
        let names = roots.linked(below: visit.work.path).compactMap { root -> FileName? in
            let way = root.library.path.bytes.dropFirst(start).split(separator: UInt8(ascii: "/"))
            return way.count > 1 ? way.first.map { FileName(Array($0)) } : nil
        }
        let gone = Set(names).subtracting(listing.directories).subtracting(listing.mounts)
        for name in gone {
            unfollow(below: name, isIgnored: listing.isHidden || isIgnored(name, visit), of: visit)
        }
        return !gone.isEmpty
    }

    /// The same for single names, which may be anything.
    func followLinks(_ names: [FileName], _ visit: Visit) -> Bool {
        guard links.isInPlay else { return false }
        let isFollowing = visit.options.cascade.followsLinks
        return follow(
            isFollowing ? names : names.filter { isFollowed($0, of: visit) || isMount($0, of: visit) },
            isWhole: false,
            false,
            visit
        )
    }

    private func follow(
        _ names: [FileName],
        isWhole: Bool,
        _ haveOptionsChanged: Bool,
        _ visit: Visit
    ) -> Bool {
        let folder = LinkingFolder(work: visit.work, root: visit.root, components: visit.place.components)
        let gone = findings.whileOffDisk {
            links.follow(names, isWhole: isWhole, haveOptionsChanged: haveOptionsChanged, in: folder)
        }
        for root in gone { findings.say(.linkGone(root.node), of: visit) }
        return !gone.isEmpty
    }

    /// What links in a folder led to that is not there any more, or counts for nothing.
    func unfollow(below name: FileName, isIgnored: Bool, of visit: Visit) {
        guard links.isInPlay else { return }
        for root in roots.linked(below: visit.work.path.appending(name))
        where root.link?.outer == visit.root.node {
            findings.sayLate(.linkGone(root.node), about: isIgnored ? nil : name, of: visit)
        }
    }

    /// Whether anything that links lead to hangs at an entry of a folder or below it.
    func hasFollowed(at name: FileName, of visit: Visit) -> Bool {
        guard links.isInPlay else { return false }
        return isFollowed(name, of: visit)
            || !roots.linked(below: visit.work.path.appending(name)).isEmpty
    }

    /// Whether a folder's entry is a root by itself.
    func isMount(_ name: FileName, of visit: Visit) -> Bool {
        links.isInPlay && links.isMount(visit.place.components + [name], of: visit.root)
    }

    /// Whether an entry of a folder is, or was, a link that is followed.
    func isFollowed(_ name: FileName, of visit: Visit) -> Bool {
        links.isInPlay && roots.linked(at: visit.work.path.appending(name)) != nil
    }
}

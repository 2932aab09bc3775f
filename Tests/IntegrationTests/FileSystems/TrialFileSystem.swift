import Glibc
import PhotoModel
import TestSupport
import Testing

/// A file system as people mount it, on which a test's photos lie. What is in it stays in a folder or an image of its own,
/// over any number of mounts.
enum TrialFileSystem: String {
    case memory = "tmpfs"
    case ext4 = "ext4"
    /// With inodes of 128 bytes, which have no room for a birth time.
    case ext4WithoutBirthTimes = "ext4 without birth times"
    case bound = "a bind mount"
    /// A FUSE file system that numbers files as they come, anew at each mount.
    case sshfs = "sshfs"
    /// One that passes on the numbers of what it shows.
    case bindfs = "bindfs"
    case fat = "vFAT"
    /// By FUSE, as where the kernel has none: numbered as they come, and times of whole seconds.
    case exfat = "exFAT"
    /// Cannot be written to, and is named by the device that it is on.
    case squashfs

    /// A shell script: makes what is mounted, once.
    fileprivate func making(_ store: FilePath) -> String {
        switch self {
        case .memory, .bound, .sshfs, .bindfs, .squashfs: "mkdir -p '\(store.display)/files'"
        case .ext4: image(store, "mkfs.ext4 -q -F")
        case .ext4WithoutBirthTimes: image(store, "mkfs.ext4 -q -F -I 128")
        case .fat: image(store, "mkfs.vfat")
        case .exfat: image(store, "mkfs.exfat")
        }
    }

    private func image(_ store: FilePath, _ command: String) -> String {
        let image = "'\(store.display)/image'"
        return "truncate -s 64M \(image); \(command) \(image) >/dev/null 2>&1"
    }

    fileprivate func mounting(_ store: FilePath, at place: FilePath) -> String {
        let place = "'\(place.display)'"
        let files = "'\(store.display)/files'"
        switch self {
        case .memory: return "mount -t tmpfs -o size=64m none \(place)"
        case .bound: return "mount --bind \(files) \(place)"
        case .ext4, .ext4WithoutBirthTimes, .fat: return "mount -o loop '\(store.display)/image' \(place)"
        case .squashfs:
            let image = "'\(store.display)/image'"
            return """
                [ -e \(image) ] || mksquashfs \(files) \(image) -quiet -no-progress >/dev/null; \
                mount -o loop \(image) \(place)
                """
        case .exfat:
            // The device goes by itself when it is no longer mounted.
            return """
                device=$(losetup --find --show '\(store.display)/image'); \
                mount.exfat-fuse "$device" \(place) >/dev/null 2>&1; losetup --detach "$device"; mountpoint -q \(place)
                """
        case .bindfs: return "bindfs \(files) \(place)"
        case .sshfs:
            // The server that ssh would run at the other end.
            let server = "'\(store.display)/server'"
            return """
                printf '#!/bin/sh\\nexec /usr/lib/openssh/sftp-server\\n' > \(server); chmod 755 \(server); \
                sshfs -o ssh_command=\(server) host:\(files) \(place)
                """
        }
    }

    /// Whether what is in it is lost when it is unmounted.
    var isForgetful: Bool { self == .memory }

    /// Whether numbers tell one file from another there: then it can have several names that are known to be its.
    var hasNumbers: Bool {
        switch self {
        case .memory, .ext4, .ext4WithoutBirthTimes, .bound: true
        // sshfs shows each name as a file of its own. What is written by one name of a file is news of the others only where
        // numbers tell that they are its names, and those of FUSE are not believed.
        case .sshfs, .bindfs, .fat, .exfat, .squashfs: false
        }
    }

    /// Whether this machine can mount it. Asked once.
    var isAvailable: Bool { Self.available.contains(self) }

    private static let available: Set<TrialFileSystem> = Set(
        [memory, ext4, ext4WithoutBirthTimes, bound, sshfs, bindfs, fat, exfat, squashfs].filter { kind in
            do {
                let scratch = try TemporaryFolder()
                let namespace = try MountNamespace(scratch: scratch.location)
                let place = scratch.location + "place"
                try Disk.makeFolder(place)
                try namespace.mount(MountedTrial(kind, in: scratch.location, at: place))
                try namespace.unmount(place)
                return true
            } catch { return false }
        }
    )
}

/// One of them, with what is in it.
struct MountedTrial {
    let kind: TrialFileSystem
    let store: FilePath
    let place: FilePath
    /// What is seen where it is mounted, of those that show a folder or are made from one.
    var files: FilePath { store + "files" }

    init(_ kind: TrialFileSystem, in folder: FilePath, at place: FilePath, named name: String = "store") {
        self.kind = kind
        self.place = place
        store = folder + name
    }
}

extension MountNamespace {
    /// Once; another time changes nothing.
    func make(_ trial: MountedTrial) throws {
        guard !Disk.isFolder(trial.store) else { return }
        try Disk.makeFolder(trial.store)
        try run("/bin/sh", "-ec", trial.kind.making(trial.store))
    }

    func mount(_ trial: MountedTrial) throws {
        try make(trial)
        try run("/bin/sh", "-ec", trial.kind.mounting(trial.store, at: trial.place))
    }
}

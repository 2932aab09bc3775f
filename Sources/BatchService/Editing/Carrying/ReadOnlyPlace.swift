import FolderWatch
import PhotoModel
import PhotodConfiguration

/// A folder that may not be written, and who can change that.
package struct ReadOnlyPlace {
    let path: FilePath
    /// `nil` where it is not known by now.
    let mount: MountTable.Mount?

    init(_ path: FilePath, in table: MountTable) {
        self.path = path
        mount = table.mount(of: path)
    }

    /// What is wrong and the remedy.
    var message: String {
        switch mount?.access {
        case .readOnlyHere?:
            // Who has closed it cannot be seen: a unit's ProtectSystem= and ProtectHome= are such mounts, as is a bind mount.
            "\(path.display): photod may not write there, though the disk takes it: its unit, or the mount at "
                + "\(point), forbids it; let it: \(Self.remedy(for: path))"
        case .readOnly?:
            (path == mount?.mountPoint ? "" : "\(path.display): ")
                + "\(point) is mounted read-only; mount it writable: mount -o remount,rw "
                + ShellWord.quoted(point)
        case .writable?, nil:
            "\(path.display) cannot be written: mount it writable, or let photod write there: \(Self.remedy(for: path))"
        }
    }

    /// The one unit that is installed with such mounts is the system's.
    package static func remedy(for path: FilePath) -> String {
        "sudo systemctl edit photod@USER, with the lines [Service] and ReadWritePaths=\(unitWord(path)), then sudo "
            + "systemctl restart photod@USER"
    }

    /// A path as a list in a unit has it: blanks part its words, and a percent sign begins a specifier (systemd.syntax(7)).
    private static func unitWord(_ path: FilePath) -> String {
        let escaped = path.display.map { sign in
            switch sign {
            case "%": "%%"
            case "\\", "\"": "\\\(sign)"
            default: "\(sign)"
            }
        }.joined()
        return path.display.contains { " \t\"'\\".contains($0) } ? "\"\(escaped)\"" : escaped
    }

    private var point: String { mount?.mountPoint.display ?? "" }
}

extension ReadOnlyPlace {
    /// As the mounts are now. Where nobody can read them nothing is known.
    init(_ path: FilePath) {
        let table = try? MountTable.current()
        self.init(HostFiles.local.resolved(path) ?? path, in: table ?? MountTable(parsing: []))
    }
}

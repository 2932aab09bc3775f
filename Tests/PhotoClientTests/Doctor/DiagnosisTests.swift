import LineProtocol
import PhotoModel
import Testing

@testable import photoctl

@Suite("What doctor makes of what it sees")
struct DiagnosisTests {
    /// All is well.
    private var healthy: Examination {
        var examination = Examination()
        examination.user = 1000
        examination.daemon = .running(running)
        examination.watches = .init(machine: 65_536, namespace: 65_536, used: 1200)
        examination.instances = .init(machine: 128, namespace: 128, used: 4)
        examination.roots = [
            .init(place: FilePath("/photos"), state: "online", folder: .good, fileSystem: "ext4")
        ]
        examination.state = state
        examination.sandbox = .init(hasSeccomp: true, landlock: 4)
        examination.worker = .found("/usr/libexec/photod/photod-extract")
        examination.mediaWorker = .found("/usr/libexec/photod/photod-media")
        examination.renderWorker = .found("/usr/libexec/photod/photod-render")
        return examination
    }

    private var running: Examination.Running {
        Examination.Running(
            process: 7,
            socket: "/run/my socket",
            user: 1000,
            version: "1",
            state: "ready",
            watchesUsed: 1000,
            polled: 0,
            sandbox: "seccomp+landlock",
            problems: []
        )
    }

    private var state: Examination.StateDirectory {
        Examination.StateDirectory(
            path: "/state",
            owner: 1000,
            mode: 0o700,
            fileSystem: "ext4",
            freeBytes: 10 << 30,
            documents: 3
        )
    }

    private func findings(_ change: (inout Examination) -> Void) -> [Finding] {
        var examination = healthy
        change(&examination)
        return Diagnosis(examination: examination).findings
    }

    private func daemonFindings(_ running: (inout Examination.Running) -> Void) -> [Finding] {
        var changed = self.running
        running(&changed)
        return findings { $0.daemon = .running(changed) }
    }

    private func stateFindings(_ change: (inout Examination.StateDirectory) -> Void) -> [Finding] {
        var changed = state
        change(&changed)
        return findings { $0.state = changed }
    }

    /// What is not in order; and every remedy is given.
    private func troubles(_ findings: [Finding]) -> [Finding] {
        for finding in findings { #expect((finding.state == .ok) == (finding.remedy == nil)) }
        return findings.filter { $0.state != .ok }
    }

    @Test("a healthy system has nothing but ok")
    func health() {
        let findings = findings { _ in }
        #expect(troubles(findings).isEmpty)
        #expect(
            findings.map(\.subject) == [
                "daemon", "watches", "instances", "root", "state", "space", "index", "identities", "sandbox",
                "worker", "media worker", "render worker",
            ]
        )
    }

    @Test("polled folders are a warning that names the limit, the number needed and the command")
    func watchLimit() {
        let findings = troubles(
            findings { examination in
                var running = self.running
                running.watchesUsed = 8192
                running.polled = 40_000
                examination.daemon = .running(running)
                examination.watches = .init(machine: 8192, namespace: 8192, used: 8192)
            }
        )
        #expect(findings.map(\.subject) == ["watches"])
        #expect(findings.first?.remedy == "sudo sysctl fs.inotify.max_user_watches=131072")
        #expect(findings.first?.text.contains("40000 folders") == true)
    }

    @Test("one polled folder is told of as one")
    func onePolled() {
        var running = self.running
        running.polled = 1
        let text = troubles(findings { $0.daemon = .running(running) }).first?.text
        #expect(text?.hasPrefix("1 folder has no inotify watch and is looked at every 20 s: ") == true)
    }

    @Test("in a user namespace with a smaller limit its own setting is named")
    func namespaceLimit() {
        let findings = troubles(
            findings { examination in
                var running = self.running
                running.watchesUsed = 100
                running.polled = 200
                examination.daemon = .running(running)
                examination.watches = .init(machine: 65_536, namespace: 100, used: 100)
            }
        )
        #expect(findings.first?.remedy == "sudo sysctl user.max_inotify_watches=65536")
    }

    @Test("a limit that is nearly met is a warning before it is met", arguments: [(52_000, 0), (53_000, 1)])
    func nearLimit(used: Int, expected: Int) {
        let found = troubles(findings { $0.watches.used = used })
        #expect(found.count == expected)
        #expect(found.allSatisfy { $0.remedy == "sudo sysctl fs.inotify.max_user_watches=131072" })
    }

    @Test("without an instance left a daemon that does not run cannot start")
    func noInstances() {
        let down = troubles(
            findings {
                $0.daemon = .unreachable(reason: "/s: No such file or directory")
                $0.instances.used = 128
            }
        )
        #expect(down.map(\.subject) == ["daemon", "instances"])
        #expect(down.allSatisfy { $0.state == .error })
        #expect(down.last?.remedy == "sudo sysctl fs.inotify.max_user_instances=256")
        let up = troubles(findings { $0.instances.used = 128 })
        #expect(up.map(\.state) == [.warning])
    }

    @Test("a daemon that is down is an error with the command that starts it, and the rest is looked at")
    func down() {
        let findings = findings {
            $0.daemon = .unreachable(reason: "/run/socket: Connection refused")
            $0.roots = []
        }
        let found = troubles(findings)
        #expect(found.map(\.subject) == ["daemon"])
        #expect(found.first?.text.contains("/run/socket: Connection refused") == true)
        #expect(found.first?.remedy == "systemctl --user start photod.service")
        #expect(findings.contains { $0.subject == "state" })
    }

    @Test("the daemon's own problems are passed on, but for those that are looked at here")
    func problems() {
        let found = troubles(
            daemonFindings { running in
                running.problems = [
                    .init(problem: "3 folders cannot be read", remedy: "chmod u+rx"),
                    .init(problem: "9 folders have no inotify watch and are …", remedy: "sysctl …"),
                ]
            }
        )
        #expect(found == [.warning("daemon", "3 folders cannot be read", remedy: "chmod u+rx")])
    }

    @Test("roots: missing, closed, offline, on a network, a disk or a folder away", arguments: 0...5)
    func roots(number: Int) {
        let folders: [Examination.Folder] = [.missing, .forbidden, .good, .good, .missing, .missing]
        let found = findings { examination in
            examination.roots = [
                .init(
                    place: FilePath("/my photos"),
                    state: number == 3 ? "polled" : "offline",
                    folder: folders[number],
                    fileSystem: number == 3 ? "nfs4" : "ext4",
                    missingMount: [0: "/my photos", 4: "/my"][number]
                )
            ]
            examination.daemon = .running(running)
        }.filter { $0.subject == "root" }
        #expect(found.count == 1)
        let expected = [
            "sudo mount '/my photos'", "namei -l '/my photos'", "sudo mount '/my photos'", nil,
            "sudo mount /my",
            "ls -l /",
        ]
        #expect(found.first?.remedy == expected[number])
        #expect(found.first?.state == (number == 3 ? .ok : .error))
    }

    @Test("a root that hangs is given up at its mount")
    func hanging() {
        let found = troubles(
            findings {
                $0.roots[0].state = "offline"
                $0.roots[0].folder = .hanging
                $0.roots[0].mountPoint = "/photos/nas"
            }
        )
        #expect(found.map(\.remedy) == ["sudo umount -f -l /photos/nas"])
        #expect(found.map(\.state) == [.error])
    }

    @Test("where only the daemon cannot look into a root its reason is told, and no disk to be mounted")
    func otherReason() {
        var changed = running
        changed.problems = [
            .init(
                problem: "/photos is offline: it cannot be read (Permission denied)",
                remedy: "chmod u+rx /photos"
            )
        ]
        for (reason, remedy) in [("forbidden", "chmod u+rx /photos"), ("not-mounted", "sudo mount /photos")] {
            let found = troubles(
                findings {
                    $0.daemon = .running(changed)
                    $0.roots[0].state = "offline"
                    $0.roots[0].reason = reason
                }
            )
            #expect(found.map(\.subject) == ["root"])
            #expect(found.map(\.remedy) == [remedy])
        }
    }

    @Test("a disk of fstab is missing where nothing is mounted at its place, whatever is below that or above")
    func missingMounts() {
        let listed = ListedMounts(parsing: Array("UUID=1 /nowhere/disk ext4 nofail 0 2\n".utf8))
        func missing(_ mounts: String...) -> String? {
            let lines = (["/"] + mounts).map { "1 0 8:1 / \($0) rw - ext4 /dev/sda1 rw" }
            return FolderLook.root(
                FilePath("/nowhere/disk/card/photos"),
                state: "offline",
                reason: "missing",
                mounts: MountList(parsing: Array(lines.joined(separator: "\n").utf8)),
                listed: listed
            ).missingMount
        }
        #expect(missing() == "/nowhere/disk" && missing("/nowhere") == "/nowhere/disk")
        #expect(missing("/nowhere/disk") == nil)
        #expect(missing("/nowhere/disk", "/nowhere/disk/card") == nil)
    }

    @Test("an offline root is told once")
    func offlineOnce() {
        var changed = running
        changed.problems = [.init(problem: "/photos is offline: it is gone", remedy: "mount it")]
        let found = troubles(
            findings {
                $0.daemon = .running(changed)
                $0.roots[0].state = "offline"
            }
        )
        #expect(found.map(\.subject) == ["root"])
    }

    @Test("the state directory: each thing wrong with it has its own remedy")
    func stateDirectory() {
        let cases: [(Finding.State, String, (inout Examination.StateDirectory) -> Void)] = [
            (
                .error, "sudo mount -o remount,rw '/my disk'",
                {
                    $0.isReadOnlyFileSystem = true
                    $0.mountPoint = "/my disk"
                }
            ),
            (.error, "chmod u+rwx /state", { $0.isWritable = false }),
            (.error, "sudo chown -R 1000 /state", { $0.owner = 0 }),
            (.warning, "chmod 0700 /state", { $0.mode = 0o755 }),
            (
                .error,
                "sudo install -d -m 0700 -o 1000 /var/lib/photod-1000 && photod --state-dir /var/lib/photod-1000",
                { $0.fileSystem = "nfs4" }
            ),
            (.error, "df -h /state", { $0.freeBytes = 4 << 20 }),
            (.warning, "df -h /state", { $0.freeBytes = 100 << 20 }),
            (.error, "systemctl --user restart photod.service", { $0.isIndexCondemned = true }),
            (.error, "systemctl --user restart photod.service", { $0.hasIndex = false }),
            (.error, "systemctl --user restart photod.service", { $0.folder = .missing }),
            (.error, "chmod 0700 /state", { $0.folder = .forbidden }),
            (
                .warning, "rm /state/photos/2016-11.json.broken-1",
                { $0.movedAside = ["photos/2016-11.json.broken-1"] }
            ),
        ]
        for (state, remedy, change) in cases {
            let found = troubles(stateFindings(change))
            #expect(found.map(\.remedy) == [remedy])
            #expect(found.map(\.state) == [state])
        }
    }

    @Test("before its first start photod has no state directory, and that is well")
    func firstStart() {
        var missing = state
        missing.folder = .missing
        let found = troubles(
            findings {
                $0.daemon = .unreachable(reason: "none")
                $0.state = missing
            }
        )
        #expect(found.map(\.subject) == ["daemon"])
    }

    @Test("the sandbox: what the workers are in counts more than what the kernel has")
    func sandbox() {
        #expect(troubles(findings { $0.sandbox.hasSeccomp = false }).map(\.state) == [.error])
        #expect(troubles(findings { $0.sandbox.landlock = 0 }).map(\.state) == [.warning])
        let denied = troubles(daemonFindings { $0.sandbox = "seccomp" })
        #expect(denied.map(\.state) == [.warning])
        #expect(denied.first?.text.contains("denied") == true)
        #expect(troubles(daemonFindings { $0.sandbox = "refused" }).map(\.state) == [.error])
    }

    @Test("a worker that is missing is an error that says where it was looked for")
    func worker() {
        let found = troubles(findings { $0.worker = .missing(["/a/photod-extract", "/b/photod-extract"]) })
        #expect(found.first?.text.contains("/a/photod-extract, /b/photod-extract") == true)
        #expect(found.first?.state == .error)
    }

    @Test("without the worker for videos photod works, so that is a warning")
    func mediaWorker() {
        let found = troubles(findings { $0.mediaWorker = .missing(["/a/photod-media", "/b/photod-media"]) })
        #expect(found.map(\.state) == [.warning])
        #expect(found.first?.text.contains("/a/photod-media, /b/photod-media") == true)
        #expect(found.first?.remedy == "sudo make install && systemctl --user restart photod.service")
        let unseen = troubles(findings { $0.mediaWorker = .unknown })
        #expect(unseen.map(\.remedy) == ["sudo photoctl --socket '/run/my socket' doctor"])
    }

    @Test("without the worker for pictures photod works, so that is a warning, too")
    func renderWorker() {
        let found = troubles(findings { $0.renderWorker = .missing(["/a/photod-render"]) })
        #expect(found.map(\.state) == [.warning])
        #expect(found.first?.text.contains("/a/photod-render") == true)
    }

    @Test("another user's daemon cannot be judged as oneself")
    func otherUser() {
        let found = troubles(
            findings {
                var other = running
                other.user = 33
                $0.daemon = .running(other)
                $0.state?.owner = 33
            }
        )
        #expect(found.map(\.remedy) == ["sudo -u '#33' photoctl --socket '/run/my socket' doctor"])
    }

    @Test("the unit that is to be started is the one whose socket is asked")
    func service() {
        let both = ["/run/user/1000/photod/socket", "/run/photod-anna/socket"]
        #expect(Examiner.service(both) { _ in false } == .user)
        #expect(Examiner.service(both) { $0 == "/run/photod-anna" } == .system(user: "anna"))
        #expect(Examiner.service([both[1]]) { _ in false } == .system(user: "anna"))
        #expect(Examiner.service(["/tmp/socket"]) { _ in true } == .user)
        let found = troubles(
            findings {
                $0.daemon = .unreachable(reason: "none")
                $0.service = .system(user: "anna")
            }
        )
        #expect(found.map(\.remedy) == ["sudo systemctl start photod@anna.service"])
    }

    @Test("a finding is one JSON line")
    func json() {
        let line = Finding.warning("root", "a \"b\"\n", remedy: "x").jsonLine
        #expect(
            String(decoding: line, as: UTF8.self)
                == "{\"subject\":\"root\",\"state\":\"warning\",\"text\":\"a \\\"b\\\"\\n\",\"remedy\":\"x\"}\n"
        )
        #expect(!String(decoding: Finding.ok("a", "b").jsonLine, as: UTF8.self).contains("remedy"))
    }

    @Test("fstab tells what a folder is mounted by, the nearest one, and not what everything lies on")
    func listedMounts() {
        let table = """
            # /srv is a disk
            UUID=1 / ext4 defaults 0 1
            UUID=2\t/srv   ext4 nofail 0 2
            nas:/photos /srv/my\\040photos nfs4 noauto
            UUID=3 none swap sw 0 0
            #UUID=4 /old ext4 defaults 0 2

            """
        let listed = ListedMounts(parsing: Array(table.utf8))
        #expect(listed.mountPoint(of: "/srv/my photos/2016") == "/srv/my photos")
        #expect(listed.mountPoint(of: "/srv/mystery") == "/srv")
        #expect(listed.mountPoint(of: "/old/photos") == nil)
    }

    @Test("the mount table tells what a path lies on")
    func mounts() {
        let table = """
            1 0 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            2 1 0:44 / /my\\040photos ro,nosuid master:1 - nfs4 host:/x rw,vers=4
            3 2 0:45 / /my\\040photos/card rw - fuse.sshfs me@host: rw
            4 1 8:2 / /my rw - xfs /dev/sdb ro
            nonsense
            """
        let mounts = MountList(parsing: Array(table.utf8))
        #expect(mounts.mounts.count == 4)
        #expect(mounts.mount(of: "/my photos/a")?.type == "nfs4")
        #expect(mounts.mount(of: "/my photos/a")?.isReadOnly == true)
        #expect(mounts.mount(of: "/my/x")?.isReadOnly == true)
        #expect(mounts.mount(of: "/mystery")?.type == "ext4")
    }
}

import PhotoModel
import Testing

@testable import PhotodConfiguration

@Suite("The cascade of options")
struct OptionCascadeTests {
    private func rules(_ patterns: String...) throws -> IgnoreRules { try IgnoreRules(patterns: patterns) }

    private func names(_ path: String) -> [FileName] {
        path.split(separator: "/").map { FileName(String($0)) }
    }

    private func ignores(_ cascade: OptionCascade, _ path: String, isDirectory: Bool = false) -> Bool {
        var names = names(path)
        let name = names.removeLast()
        return cascade.ignores(name, isDirectory: isDirectory, in: names)
    }

    @Test("takes each value from the nearest folder that has one")
    func nearest() throws {
        let cascade = OptionCascade(
            library: IgnoreRules(),
            layers: [
                .init(depth: 0, options: FolderOptions(group: "All", timeZone: .named("Europe/Paris"))),
                .init(depth: 2, options: FolderOptions(timeZone: .system)),
                .init(depth: 3, options: FolderOptions(group: "Beach")),
            ]
        )
        #expect(cascade.group == .init(value: "Beach", depth: 3))
        #expect(cascade.timeZone == .init(value: .system, depth: 2))
        let above = cascade.replacing(depth: 3, with: nil)
        #expect(above.group == .init(value: "All", depth: 0))
        let root = above.replacing(depth: 2, with: nil)
        #expect(root.timeZone == .init(value: .named("Europe/Paris"), depth: 0))
        #expect(above.replacing(depth: 0, with: nil).group == nil)
    }

    @Test(
        "has links followed where the nearest folder that says anything of it says so, else where the library does"
    )
    func links() {
        let saysNo = OptionCascade.Layer(depth: 1, options: FolderOptions(followsLinks: false))
        let saysYes = OptionCascade.Layer(depth: 2, options: FolderOptions(followsLinks: true))
        #expect(!OptionCascade(library: IgnoreRules()).followsLinks)
        #expect(OptionCascade(library: IgnoreRules(), followsLinks: true).followsLinks)
        #expect(!OptionCascade(library: IgnoreRules(), followsLinks: true, layers: [saysNo]).followsLinks)
        let both = OptionCascade(library: IgnoreRules(), followsLinks: false, layers: [saysNo, saysYes])
        #expect(both.followsLinks)
        #expect(both.folderFollowsLinks == .init(value: true, depth: 2))
        #expect(!both.replacing(depth: 2, with: nil).followsLinks)
    }

    @Test("has edits written to sidecars, unless the library says otherwise, or a folder")
    func writing() {
        let layer = OptionCascade.Layer(depth: 1, options: FolderOptions(write: .index))
        let plain = OptionCascade(library: IgnoreRules())
        #expect(plain.write == .sidecar)
        #expect(plain.replacing(depth: 1, with: layer.options).write == .index)
        let library = OptionCascade(library: IgnoreRules(), write: .index)
        #expect(library.write == .index && library.folderWrite == nil)
        #expect(library.replacing(depth: 2, with: FolderOptions(write: .sidecar)).write == .sidecar)
        let report = OptionReport(library, zone: (choice: .system, isConfigured: false))
        #expect(report.write == .index && report.writeSource == .configuration)
    }

    @Test("adds up what is ignored, each pattern counted from its own folder")
    func ignoring() throws {
        let cascade = OptionCascade(
            library: try rules("*.psd"),
            layers: [
                .init(depth: 1, options: FolderOptions(ignore: try rules("/drafts/", "raw/*.tif"))),
                .init(depth: 2, options: FolderOptions(ignore: try rules("*.png"))),
            ]
        )
        #expect(ignores(cascade, "a/b/x.psd"))
        #expect(ignores(cascade, "a/b/x.png"))
        #expect(ignores(cascade, "a/raw/x.tif"))
        #expect(!ignores(cascade, "a/b/raw/x.tif"))
        #expect(ignores(cascade, "a/drafts", isDirectory: true))
        #expect(!ignores(cascade, "a/drafts"))
        #expect(!ignores(cascade, "a/b/drafts", isDirectory: true))
        #expect(!ignores(cascade, "a/b/x.jpg"))
        // Always.
        #expect(ignores(cascade, "a/b/.x.jpg"))
        #expect(ignores(OptionCascade(library: IgnoreRules()), "x.part"))
    }

    @Test("a folder's own patterns do not hide the folder")
    func ownPatterns() throws {
        let cascade = OptionCascade(
            library: IgnoreRules(),
            layers: [.init(depth: 2, options: FolderOptions(ignore: try rules("b", "c/")))]
        )
        #expect(!cascade.ignores(folder: names("a/b")))
        #expect(cascade.ignores(folder: names("a/b/c")))
        #expect(cascade.ignores(folder: names("a/b/b")))
        #expect(cascade.ignores(folder: names("a/b/c/d")))
        #expect(!cascade.ignores(folder: names("a/c/d")))
        #expect(!cascade.ignores(folder: []))
    }

    @Test("is told with the place that each value comes from")
    func report() throws {
        let plain = OptionReport(
            OptionCascade(library: IgnoreRules()),
            zone: (choice: .system, isConfigured: false)
        )
        #expect(plain.group == nil && plain.groupSource == .builtIn)
        #expect(plain.timeZone == "system" && plain.timeZoneSource == .builtIn)
        #expect(plain.ignore.isEmpty)
        #expect(!plain.followsLinks && plain.followsLinksSource == .builtIn)
        let following = OptionReport(
            OptionCascade(library: IgnoreRules(), followsLinks: true),
            zone: (choice: .system, isConfigured: false)
        )
        #expect(following.followsLinks && following.followsLinksSource == .configuration)

        let cascade = OptionCascade(
            library: try rules("*.psd"),
            layers: [
                .init(depth: 0, options: FolderOptions(group: "All")),
                .init(depth: 1, options: FolderOptions(ignore: try rules("x", "y/"))),
            ]
        )
        let report = OptionReport(cascade, zone: (choice: .named("Europe/Paris"), isConfigured: true))
        #expect(report.group == "All" && report.groupSource == .folder(depth: 0))
        #expect(report.timeZone == "Europe/Paris" && report.timeZoneSource == .configuration)
        #expect(report.ignore.map(\.patterns) == [["*.psd"], ["x", "y/"]])
        #expect(report.ignore.map(\.source) == [.configuration, .folder(depth: 1)])
    }
}

import CaptureRules
import Extraction
import PhotoModel

/// What an asset's record is made of: its primary file, and what the files around it say about it.
package struct RecordMaterial {
    let file: ObservedFile
    /// Sidecars that belong to the file, the one that counts most first.
    var sidecars: [ObservedFile] = []
    /// Still images of the same name, which may tell a video's offset.
    var stills: [ObservedFile] = []

    package init(_ file: ObservedFile) {
        self.file = file
    }

    /// - Parameter files: the shot's, among the files of `shot`.
    package init(_ files: Shot, of shot: ObservedShot) {
        file = shot.files[files.primary]
        if files.companions.contains(where: { shot.files[$0].format == .xmpSidecar }) {
            let named = shot.files.map { ShotFile(name: $0.name, format: $0.format) }
            sidecars = Companions.sidecars(of: files, in: named).map { shot.files[$0] }
        }
        if file.actualFormat.kind == .video {
            stills = shot.files.filter { $0.actualFormat.kind == .still }
        }
    }

    /// Whether not all of it was read that was to be.
    package func isCancelled(_ outcomes: [ExtractionOutcome]) -> Bool {
        contains { $0.isCancelled(outcomes) }
    }

    package func isUnavailable(_ outcomes: [ExtractionOutcome]) -> Bool {
        contains { $0.isUnavailable(outcomes) }
    }

    private func contains(where isSo: (ObservedFile) -> Bool) -> Bool {
        isSo(file) || sidecars.contains(where: isSo) || stills.contains(where: isSo)
    }
}

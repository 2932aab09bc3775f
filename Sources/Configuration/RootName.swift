import PhotoModel

/// What a root is called that nobody has named.
package enum RootName {
    /// The folder's name.
    package static func of(_ path: FilePath) -> String { PathText.lastComponent(path).display }

    /// A name, with a number where another root has it.
    package static func unique(_ name: String, besides isTaken: (String) -> Bool) -> String {
        var unique = name
        var number = 2
        while isTaken(unique) {
            unique = "\(name) (\(number))"
            number += 1
        }
        return unique
    }
}

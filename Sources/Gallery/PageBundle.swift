/// The module of the page's files alone. The package manager gives every module with files a function that finds them by Foundation, and
/// with that Foundation's tables of all languages, 40 MB: so no program links this one, and the gallery finds the files by itself
/// (`PageFolder`).
enum PageBundle {}

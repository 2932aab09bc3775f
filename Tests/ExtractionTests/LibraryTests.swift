import Testing

/// Tests of what shares libexif's memory: one arena a process, as the worker has one thread.
@Suite("Reading by libraries", .serialized)
enum LibraryTests {}

import CSimulation
import Glibc
import SimulatedMachine

/// The simulated kernel's calls as the C library's stand-ins make them; see `kernel.h` in CSimulation.

private func text(_ path: UnsafePointer<CChar>?) -> String { path.map { String(cString: $0) } ?? "" }
private func bytes(_ buffer: UnsafeMutableRawPointer?, _ length: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: buffer, count: length)
}

// MARK: Clocks

@_cdecl("simulated_monotonic") func simulatedMonotonic() -> UInt64 { Machine.kernel.monotonic }
@_cdecl("simulated_realtime") func simulatedRealtime() -> Int64 { Machine.kernel.realtime }
@_cdecl("simulated_advance_to") func simulatedAdvance(_ time: UInt64) { Machine.kernel.advance(to: time) }
@_cdecl("simulated_next_timer") func simulatedNextTimer() -> UInt64 { Machine.kernel.nextTimer }
@_cdecl("simulated_generation") func simulatedGeneration() -> UInt64 { Machine.kernel.generation }
@_cdecl("simulated_readiness") func simulatedReadiness(_ descriptor: Int32, _ events: Int32) -> Int32 {
    Machine.kernel.readiness(descriptor, events)
}
@_cdecl("simulated_note_told") func simulatedNoteTold(_ descriptor: Int32) {
    Machine.kernel.noteTold(descriptor)
}

// MARK: Files

@_cdecl("simulated_open")
func simulatedOpen(
    _ at: Int32,
    _ path: UnsafePointer<CChar>?,
    _ flags: Int32,
    _ mode: UInt32,
    _ resolve: UInt64
) -> Int {
    Machine.kernel.open(at, text(path), flags, mode)
}
@_cdecl("simulated_close") func simulatedClose(_ descriptor: Int32) -> Int {
    Machine.kernel.close(descriptor)
}
@_cdecl("simulated_dup") func simulatedDuplicate(_ descriptor: Int32, _ minimum: Int32) -> Int {
    Machine.kernel.duplicate(descriptor)
}
@_cdecl("simulated_read")
func simulatedRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ length: Int) -> Int {
    Machine.kernel.read(descriptor, bytes(buffer, length))
}
@_cdecl("simulated_pread")
func simulatedReadAt(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ length: Int, _ offset: Int64)
    -> Int
{
    Machine.kernel.read(descriptor, bytes(buffer, length), at: offset)
}
@_cdecl("simulated_write")
func simulatedWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ length: Int) -> Int {
    Machine.kernel.write(descriptor, UnsafeRawBufferPointer(start: buffer, count: length))
}
@_cdecl("simulated_pwrite")
func simulatedWriteAt(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ length: Int, _ offset: Int64) -> Int
{
    Machine.kernel.write(descriptor, UnsafeRawBufferPointer(start: buffer, count: length), at: offset)
}
@_cdecl("simulated_seek") func simulatedSeek(_ descriptor: Int32, _ offset: Int64, _ whence: Int32) -> Int {
    Machine.kernel.seek(descriptor, offset, whence)
}
@_cdecl("simulated_truncate") func simulatedTruncate(_ descriptor: Int32, _ length: Int64) -> Int {
    Machine.kernel.truncate(descriptor, to: length)
}
@_cdecl("simulated_allocate")
func simulatedAllocate(_ descriptor: Int32, _ mode: Int32, _ offset: Int64, _ length: Int64) -> Int { 0 }
@_cdecl("simulated_sync") func simulatedSync(_ descriptor: Int32, _ isWhole: Int32) -> Int {
    Machine.kernel.synchronise(descriptor, isWhole: isWhole != 0)
}
@_cdecl("simulated_entries")
func simulatedEntries(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ length: Int) -> Int {
    Machine.kernel.entries(descriptor, bytes(buffer, length))
}
@_cdecl("simulated_copy")
func simulatedCopy(
    _ from: Int32,
    _ fromOffset: UnsafeMutablePointer<Int64>?,
    _ to: Int32,
    _ toOffset: UnsafeMutablePointer<Int64>?,
    _ length: Int
) -> Int {
    let count = Machine.kernel.copyRange(from, fromOffset?.pointee, to, toOffset?.pointee, length)
    if count > 0 {
        fromOffset?.pointee += Int64(count)
        toOffset?.pointee += Int64(count)
    }
    return count
}

// MARK: Names

@_cdecl("simulated_make_directory")
func simulatedMakeFolder(_ at: Int32, _ path: UnsafePointer<CChar>?, _ mode: UInt32) -> Int {
    Machine.kernel.makeFolder(at, text(path), mode)
}
@_cdecl("simulated_unlink")
func simulatedUnlink(_ at: Int32, _ path: UnsafePointer<CChar>?, _ flags: Int32) -> Int {
    Machine.kernel.unlink(at, text(path), flags)
}
@_cdecl("simulated_rename")
func simulatedRename(
    _ from: Int32,
    _ old: UnsafePointer<CChar>?,
    _ to: Int32,
    _ new: UnsafePointer<CChar>?,
    _ flags: UInt32
) -> Int {
    Machine.kernel.rename(from, text(old), to, text(new), flags)
}
@_cdecl("simulated_link")
func simulatedLink(
    _ from: Int32,
    _ old: UnsafePointer<CChar>?,
    _ to: Int32,
    _ new: UnsafePointer<CChar>?,
    _ flags: Int32
) -> Int {
    Machine.kernel.link(from, text(old), to, text(new), flags)
}
@_cdecl("simulated_symlink")
func simulatedMakeLink(_ target: UnsafePointer<CChar>?, _ at: Int32, _ path: UnsafePointer<CChar>?) -> Int {
    Machine.kernel.makeLink(text(target), at, text(path))
}
@_cdecl("simulated_readlink")
func simulatedReadLink(
    _ at: Int32,
    _ path: UnsafePointer<CChar>?,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ length: Int
) -> Int {
    switch Machine.kernel.readLink(at, text(path)) {
    case .failure(let failure): return -Int(failure.code)
    case .success(let target):
        let part = Array(target.utf8.prefix(length))
        part.withUnsafeBytes { bytes(buffer, length).copyMemory(from: $0) }
        return part.count
    }
}
@_cdecl("simulated_real_path")
func simulatedRealPath(_ path: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?, _ length: Int)
    -> Int
{
    switch Machine.kernel.realPath(text(path)) {
    case .failure(let failure): return -Int(failure.code)
    case .success(let real):
        let part = Array(real.utf8) + [0]
        guard part.count <= length else { return -Int(ENAMETOOLONG) }
        part.withUnsafeBytes { bytes(buffer, length).copyMemory(from: $0) }
        return part.count - 1
    }
}

// MARK: Status

@_cdecl("simulated_status")
func simulatedStatus(
    _ at: Int32,
    _ path: UnsafePointer<CChar>?,
    _ flags: Int32,
    _ file: UnsafeMutableRawPointer?
) -> Int {
    switch Machine.kernel.status(at, text(path), follows: flags & AT_SYMLINK_NOFOLLOW == 0) {
    case .failure(let failure): return -Int(failure.code)
    case .success(let status):
        file?.assumingMemoryBound(to: simulated_file.self).pointee = simulated_file(
            size: status.size,
            inode: status.inode,
            access_time: status.accessTime,
            modification_time: status.modificationTime,
            change_time: status.changeTime,
            birth_time: status.birthTime,
            mode: status.mode,
            link_count: status.links,
            owner: status.owner,
            group: status.group,
            device_minor: status.device,
            is_mount_root: status.isMountRoot
        )
        return 0
    }
}
@_cdecl("simulated_access") func simulatedAccess(_ at: Int32, _ path: UnsafePointer<CChar>?, _ mode: Int32)
    -> Int
{
    Machine.kernel.access(at, text(path), mode)
}
@_cdecl("simulated_mode")
func simulatedMode(_ at: Int32, _ path: UnsafePointer<CChar>?, _ mode: UInt32, _ flags: Int32) -> Int {
    Machine.kernel.setMode(at, text(path), mode)
}
@_cdecl("simulated_owner")
func simulatedOwner(
    _ at: Int32,
    _ path: UnsafePointer<CChar>?,
    _ user: UInt32,
    _ group: UInt32,
    _ flags: Int32
) -> Int {
    Machine.kernel.setOwner(at, text(path), user, group)
}
@_cdecl("simulated_times")
func simulatedTimes(_ at: Int32, _ path: UnsafePointer<CChar>?, _ times: UnsafeRawPointer?, _ flags: Int32)
    -> Int
{
    let pair = times?.assumingMemoryBound(to: timespec.self)
    // UTIME_NOW and UTIME_OMIT, as linux/stat.h has them.
    func nanoseconds(_ place: Int) -> Int64? {
        guard let time = pair?[place], time.tv_nsec != 0x3FFF_FFFF else { return Machine.kernel.realtime }
        return time.tv_nsec == 0x3FFF_FFFE ? nil : Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
    return Machine.kernel.setTimes(
        at,
        text(path),
        nanoseconds(0),
        nanoseconds(1),
        follows: flags & AT_SYMLINK_NOFOLLOW == 0
    )
}
@_cdecl("simulated_filesystem")
func simulatedFilesystem(
    _ descriptor: Int32,
    _ path: UnsafePointer<CChar>?,
    _ type: UnsafeMutablePointer<Int64>?,
    _ identifier: UnsafeMutablePointer<UInt64>?,
    _ free: UnsafeMutablePointer<UInt64>?
) -> Int {
    guard let kind = Machine.kernel.filesystem(descriptor, path.map { String(cString: $0) }) else {
        return -Int(ENOENT)
    }
    type?.pointee = kind.type
    identifier?.pointee = kind.identifier
    free?.pointee = 1 << 28
    return 0
}
@_cdecl("simulated_uuid") func simulatedUUID(_ descriptor: Int32, _ uuid: UnsafeMutablePointer<UInt8>?) -> Int
{
    -Int(ENOTTY)
}
@_cdecl("simulated_lease") func simulatedLease(_ descriptor: Int32, _ type: Int32) -> Int {
    Machine.kernel.lease(descriptor, isTaken: type != F_UNLCK)
}
@_cdecl("simulated_flock") func simulatedLock(_ descriptor: Int32, _ operation: Int32) -> Int { 0 }
@_cdecl("simulated_flags") func simulatedFlags(_ descriptor: Int32, _ command: Int32, _ argument: Int32)
    -> Int
{
    Machine.kernel.flags(descriptor, command, argument)
}
@_cdecl("simulated_attribute")
func simulatedAttribute(
    _ descriptor: Int32,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafeMutableRawPointer?,
    _ size: Int
)
    -> Int
{ -Int(ENODATA) }
@_cdecl("simulated_set_attribute")
func simulatedSetAttribute(
    _ descriptor: Int32,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafeRawPointer?,
    _ size: Int,
    _ flags: Int32
) -> Int { 0 }
@_cdecl("simulated_attributes")
func simulatedAttributes(_ descriptor: Int32, _ list: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int { 0 }

// MARK: Notices

@_cdecl("simulated_bytes_queued") func simulatedBytesQueued(_ descriptor: Int32) -> Int {
    Machine.kernel.bytesQueued(descriptor)
}
@_cdecl("simulated_inotify") func simulatedInotify(_ flags: Int32) -> Int {
    Machine.kernel.makeInotify(flags)
}
@_cdecl("simulated_watch")
func simulatedWatch(_ descriptor: Int32, _ path: UnsafePointer<CChar>?, _ mask: UInt32) -> Int {
    Machine.kernel.watch(descriptor, text(path), mask)
}
@_cdecl("simulated_unwatch") func simulatedUnwatch(_ descriptor: Int32, _ watch: Int32) -> Int {
    Machine.kernel.unwatch(descriptor, watch)
}
@_cdecl("simulated_event") func simulatedEvent(_ count: UInt64, _ flags: Int32) -> Int {
    Machine.kernel.makeEvent(count, flags)
}
@_cdecl("simulated_timer") func simulatedTimer(_ clock: Int32, _ flags: Int32) -> Int {
    Machine.kernel.makeTimer(flags)
}
@_cdecl("simulated_set_timer")
func simulatedSetTimer(_ descriptor: Int32, _ flags: Int32, _ first: UInt64, _ interval: UInt64) -> Int {
    Machine.kernel.setTimer(descriptor, isAbsolute: flags & 1 != 0, first, interval)
}
@_cdecl("simulated_pipe") func simulatedPipe(_ ends: UnsafeMutablePointer<Int32>?, _ flags: Int32) -> Int {
    let made = Machine.kernel.makePipe(flags)
    ends?[0] = made.0
    ends?[1] = made.1
    return 0
}
@_cdecl("simulated_socket_pair") func simulatedSocketPair(_ type: Int32, _ ends: UnsafeMutablePointer<Int32>?)
    -> Int
{
    // SOCK_SEQPACKET is 5; SOCK_NONBLOCK is O_NONBLOCK.
    let made = Machine.kernel.makeSocketPair(keepsMessages: type & 0xF == 5, type & O_NONBLOCK)
    ends?[0] = made.0
    ends?[1] = made.1
    return 0
}
@_cdecl("simulated_send")
func simulatedSend(
    _ descriptor: Int32,
    _ buffer: UnsafeRawPointer?,
    _ length: Int,
    _ passed: UnsafePointer<Int32>?,
    _ count: Int
) -> Int {
    let passing = passed.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    return Machine.kernel.send(
        descriptor,
        UnsafeRawBufferPointer(start: buffer, count: length),
        passing: passing
    )
}
@_cdecl("simulated_receive")
func simulatedReceive(
    _ descriptor: Int32,
    _ buffer: UnsafeMutableRawPointer?,
    _ length: Int,
    _ passed: UnsafeMutablePointer<Int32>?,
    _ count: UnsafeMutablePointer<Int>?
) -> Int {
    let received = Machine.kernel.receive(descriptor, bytes(buffer, length), room: count?.pointee ?? 0)
    for (place, descriptor) in received.passed.enumerated() { passed?[place] = descriptor }
    count?.pointee = received.passed.count
    return received.length
}
@_cdecl("simulated_shutdown") func simulatedShutDown(_ descriptor: Int32, _ how: Int32) -> Int {
    Machine.kernel.shutDown(descriptor)
}
@_cdecl("simulated_memory_file") func simulatedMemoryFile() -> Int { Machine.kernel.makeMemoryFile() }
@_cdecl("simulated_process") func simulatedProcess() -> Int { Int(Machine.kernel.makeProcess()) }
@_cdecl("simulated_process_ends") func simulatedProcessEnds(_ process: Int32, _ status: Int32) {
    Machine.kernel.endProcess(process, status: status)
}
@_cdecl("simulated_process_descriptor") func simulatedProcessDescriptor(_ process: Int32) -> Int {
    Machine.kernel.processDescriptor(process)
}
@_cdecl("simulated_wait") func simulatedWait(_ process: Int32, _ status: UnsafeMutablePointer<Int32>?) -> Int
{
    let ended = Machine.kernel.wait(process)
    status?.pointee = ended.status
    return ended.process
}
@_cdecl("simulated_kill") func simulatedKill(_ process: Int32, _ signal: Int32) -> Int {
    Machine.kernel.endProcess(process, status: signal)
    return 0
}

#include "calls.h"

#include "misdeeds.h"

#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int answered(long result)
{
    return result < 0 ? MISDEED_REFUSED : MISDEED_DONE;
}

/* System calls by name, with nothing but zeros: what matters is that they are not made. */

static const struct {
    const char *name;
    long number;
} calls[] = {
    {"bpf", SYS_bpf}, {"chroot", SYS_chroot}, {"dup", SYS_dup}, {"fchmod", SYS_fchmod}, {"fcntl", SYS_fcntl},
    {"getdents64", SYS_getdents64}, {"getpid", SYS_getpid}, {"init_module", SYS_init_module},
    {"inotify_init1", SYS_inotify_init1}, {"io_uring_setup", 425}, {"keyctl", SYS_keyctl},
    {"linkat", SYS_linkat}, {"madvise", SYS_madvise}, {"memfd_create", SYS_memfd_create},
    {"mkdirat", SYS_mkdirat}, {"mlockall", SYS_mlockall}, {"mount", SYS_mount}, {"nanosleep", SYS_nanosleep},
    {"open_by_handle_at", SYS_open_by_handle_at}, {"openat2", 437}, {"perf_event_open", SYS_perf_event_open},
    {"personality", SYS_personality}, {"pidfd_getfd", 438}, {"pipe2", SYS_pipe2},
    {"process_vm_writev", SYS_process_vm_writev}, {"ptrace", SYS_ptrace}, {"read", SYS_read},
    {"reboot", SYS_reboot}, {"renameat2", SYS_renameat2}, {"rt_sigaction", SYS_rt_sigaction},
    {"seccomp", SYS_seccomp}, {"sendto", SYS_sendto}, {"setns", SYS_setns}, {"setrlimit", SYS_setrlimit},
    {"setuid", SYS_setuid}, {"shmget", SYS_shmget}, {"socketpair", SYS_socketpair},
    {"splice", SYS_splice}, {"symlinkat", SYS_symlinkat}, {"timer_create", SYS_timer_create},
    {"unshare", SYS_unshare}, {"userfaultfd", SYS_userfaultfd}, {"vmsplice", SYS_vmsplice},
    {"writev", SYS_writev},
};

int call_by_name(const char *name, int photo)
{
    (void)photo;
    for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
        if (strcmp(calls[index].name, name) == 0)
            return answered(syscall(calls[index].number, 0, 0, 0, 0, 0, 0));
    }
    return MISDEED_UNKNOWN;
}

#if defined(__x86_64__)
/* As programs for 32 bits do: getpid. */
int call_as_32_bits(const char *argument, int photo)
{
    (void)argument, (void)photo;
    long result = 20;
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
    return answered(result);
}

/* As programs for the x32 interface do: getpid. */
int call_as_x32(const char *argument, int photo)
{
    (void)argument, (void)photo;
    return answered(syscall(0x40000000L | SYS_getpid));
}
#endif

#ifndef PHOTOD_CSECCOMP_SHIM_H
#define PHOTOD_CSECCOMP_SHIM_H

#include <linux/prctl.h>
#include <linux/sched.h>
#include <seccomp.h>

/* Swift does not import macros with casts or arguments. */
static const uint32_t photod_seccomp_allow = SCMP_ACT_ALLOW;
static const uint32_t photod_seccomp_kill_process = SCMP_ACT_KILL_PROCESS;

/* What clone() is told for a thread, and prctl() for a name. */
static const uint64_t photod_clone_thread = CLONE_THREAD;
/* As pthread_create(3) does (glibc, sysdeps/unix/sysv/linux/createthread). */
static const uint64_t photod_clone_posix_thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_SIGHAND | CLONE_THREAD
    | CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
static const uint64_t photod_set_name = PR_SET_NAME;

static inline uint32_t photod_seccomp_errno(uint16_t reason)
{
    return SCMP_ACT_ERRNO(reason);
}

#endif

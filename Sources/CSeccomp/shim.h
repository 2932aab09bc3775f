#ifndef PHOTOD_CSECCOMP_SHIM_H
#define PHOTOD_CSECCOMP_SHIM_H

#include <seccomp.h>

/* Swift does not import macros with casts or arguments. */
static const uint32_t photod_seccomp_allow = SCMP_ACT_ALLOW;
static const uint32_t photod_seccomp_kill_process = SCMP_ACT_KILL_PROCESS;

static inline uint32_t photod_seccomp_errno(uint16_t reason)
{
    return SCMP_ACT_ERRNO(reason);
}

#endif

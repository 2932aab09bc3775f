#include "landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* By number and value, so that the box is as tight as the running kernel allows, whatever headers were at hand. */
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#endif
#ifndef SYS_landlock_add_rule
#define SYS_landlock_add_rule 445
#endif
#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446
#endif

#define CREATE_RULESET_VERSION 1U
#define RULE_PATH_BENEATH 1

#define EXECUTE ((uint64_t)1 << 0)
#define READ_FILE ((uint64_t)1 << 2)
#define READ_FOLDER ((uint64_t)1 << 3)

struct ruleset {
    uint64_t files;
    uint64_t network;   /* since version 4 */
    uint64_t scope;     /* since version 6 */
};

struct path_beneath {
    uint64_t files;
    int32_t parent;
} __attribute__((packed));

int photod_landlock_version(void)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_RULESET_VERSION);
    return version > 0 ? (int)version : 0;
}

/* Rights are numbered in the order they were added: 13 at first, then refer, truncate and device ioctl. */
static uint64_t all_rights(int version)
{
    int rights = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
    return ((uint64_t)1 << rights) - 1;
}

int photod_landlock_deny_all(void)
{
    int version = photod_landlock_version();
    if (version == 0)
        return 0;

    struct ruleset ruleset = {
        .files = all_rights(version),
        .network = version >= 4 ? 3 : 0,    /* bind, connect */
        .scope = version >= 6 ? 3 : 0,      /* abstract sockets, signals */
    };
    size_t size = version >= 6 ? sizeof ruleset : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);

    long descriptor = syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
    if (descriptor < 0)
        return -1;
    long result = syscall(SYS_landlock_restrict_self, (int)descriptor, 0);
    int reason = errno;
    close((int)descriptor);
    errno = reason;
    return result < 0 ? -1 : version;
}

int photod_landlock_write_beneath(const char *folder)
{
    int version = photod_landlock_version();
    if (version == 0)
        return 0;

    struct ruleset ruleset = {
        .files = all_rights(version) & ~(READ_FILE | READ_FOLDER),
        .network = version >= 4 ? 3 : 0,    /* bind, connect */
    };
    size_t size = version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
    long descriptor = syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
    if (descriptor < 0)
        return -1;

    struct path_beneath rule = {
        .files = ruleset.files & ~EXECUTE,
        .parent = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC),
    };
    long result = rule.parent < 0
        ? -1 : syscall(SYS_landlock_add_rule, (int)descriptor, RULE_PATH_BENEATH, &rule, 0);
    if (result == 0)
        result = syscall(SYS_landlock_restrict_self, (int)descriptor, 0);
    int reason = errno;
    if (rule.parent >= 0)
        close(rule.parent);
    close((int)descriptor);
    errno = reason;
    return result < 0 ? -1 : version;
}

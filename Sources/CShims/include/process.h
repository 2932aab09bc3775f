#ifndef PHOTOD_PROCESS_H
#define PHOTOD_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

/*
 * Starts `path` as a child in a process group of its own (a terminal's Ctrl-C is for the daemon to handle), with all
 * signals at their defaults and unblocked. It gets `socket` as descriptor 3, /dev/null as 0 and 1, `words` as 2,
 * and no other descriptor. `arguments` and `environment` end with NULL.
 * Returns 0 or an error number.
 */
int photod_spawn_worker(
    const char *path, int socket, int words, char *const arguments[], char *const environment[], pid_t *process);

/*
 * Starts `program`, which is looked for in PATH, with this process's environment and descriptors 0, 1 and 2. It has SIGPIPE at
 * its default, as what the next two start has, whatever this process does with that. `arguments` end with NULL. Returns 0 or an
 * error number: ENOENT where there is none.
 */
int photod_spawn(const char *program, char *const arguments[], pid_t *process);

/*
 * Starts `program`, which is looked for in PATH, with this process's environment and what it writes coming out of `output`,
 * which is close-on-exec; it has /dev/null as 0 and 2. `arguments` end with NULL. Returns 0 or an error number: ENOENT where
 * there is none.
 */
int photod_spawn_for_output(const char *program, char *const arguments[], int *output, pid_t *process);

/*
 * Starts `program`, which is looked for in PATH, in a session of its own, so that it stays when the terminal goes, with this
 * process's environment and /dev/null as 0. What it writes to 1 and 2 comes out of `output`, which is close-on-exec. `arguments`
 * end with NULL. Returns 0 or an error number: ENOENT where there is none.
 */
int photod_spawn_detached(const char *program, char *const arguments[], int *output, pid_t *process);

/*
 * A pipe for a worker's last words: the end to read first. Both are close-on-exec and do not block, and it holds one
 * page, what comes after that is lost. Returns 0, or -1 with errno.
 */
int photod_words_pipe(int ends[2]);

/*
 * Opens what is missing of descriptors 0, 1 and 2 on /dev/null. Else the next file or socket to be opened would become
 * one of them, and what is meant for people would be written into it. Writing to 1 then fails with EBADF, as it would have.
 * Call it before anything is opened.
 * Returns 0, or -1 with errno.
 */
int photod_claim_standard_descriptors(void);

/* A descriptor that becomes readable when the child `process` ends; close-on-exec. Returns -1 with errno. */
int photod_process_descriptor(pid_t process);

/* Asks the kernel to kill this process when the thread that started it ends. Returns 0, or -1 with errno. */
int photod_die_with_parent(void);

/* PR_SET_NO_NEW_PRIVS. Returns 0, or -1 with errno. */
int photod_renounce_privileges(void);

/*
 * Each sets the soft and the hard limit to `limit`, or to the hard limit where that is lower.
 * Returns 0, or -1 with errno.
 */
int photod_limit_data(uint64_t bytes);
int photod_limit_address_space(uint64_t bytes);
int photod_limit_stack(uint64_t bytes);
int photod_limit_file_size(uint64_t bytes);
int photod_limit_core(uint64_t bytes);
int photod_limit_descriptors(uint64_t count);

#endif

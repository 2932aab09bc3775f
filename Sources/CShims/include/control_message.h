#ifndef PHOTOD_CONTROL_MESSAGE_H
#define PHOTOD_CONTROL_MESSAGE_H

#include <stddef.h>
#include <sys/types.h>

/* The most descriptors one message carries. */
#define PHOTOD_MAXIMUM_DESCRIPTORS 32

/*
 * Sends one message with `count` descriptors (0 to 32; they stay open here). Never raises SIGPIPE.
 * Returns the bytes sent, or -1 with errno; EINVAL for more than 32 descriptors.
 */
ssize_t photod_send(int socket, const void *bytes, size_t length, const int *descriptors, size_t count, int flags);

/*
 * Receives one message and its descriptors, close-on-exec, into `descriptors`, which has room for 32.
 * Returns the bytes received, 0 at the end, or -1 with errno. Where the message or its descriptors did not fit,
 * whatever descriptors came are closed and errno is EMSGSIZE: half a message is no message.
 */
ssize_t photod_receive(int socket, void *buffer, size_t capacity, int *descriptors, size_t *count, int flags);

#endif

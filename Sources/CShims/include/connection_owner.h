#ifndef PHOTOD_CONNECTION_OWNER_H
#define PHOTOD_CONNECTION_OWNER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/* Whose the other end of a TCP connection on this machine is. */
struct photod_connection_owner {
    uint32_t user;
    /* Whether a program still has that end open. */
    bool is_established;
};

/*
 * Asks the kernel for one end of a connection by both ends' names (sock_diag(7)), which takes microseconds where reading
 * /proc/net/tcp walks a table of all connections that there could be.
 *
 * 0, or an error number: ENOENT where there is no such connection, or where the kernel does not answer such questions; others
 * where they may not be asked. The list tells then.
 */
int photod_find_connection_owner(
    const struct sockaddr *other, const struct sockaddr *own, struct photod_connection_owner *owner);

#endif

/*
 * N times: write a photo, close it, `sync`, and it must be there. Prints how often it was not, and the quantiles of
 * `sync` alone in microseconds. Each file is removed again in the round after its own, and must then be gone.
 */
#define _GNU_SOURCE
#include "measure.h"

#include <fcntl.h>
#include <getopt.h>
#include <sys/stat.h>

static bool known(struct connection *connection, const char *path)
{
    char request[4200];
    int length = snprintf(request, sizeof request, "photo \"%s\"\n", path);
    connection->consumed = connection->length = 0;
    write_all(connection->descriptor, request, (size_t)length);
    for (;;) {
        char *line = receive_line(connection, 60000);
        if (strcmp(line, "OK") == 0) return true;
        if (strncmp(line, "ACK [50@", 8) == 0) return false;
        if (strncmp(line, "ACK ", 4) == 0) die("refused: %s", line);
    }
}

int main(int argc, char **argv)
{
    const char *socket = NULL, *template = NULL, *folder = NULL;
    long count = 10000;
    static const struct option names[] = {
        {"socket", required_argument, 0, 's'}, {"template", required_argument, 0, 't'},
        {"folder", required_argument, 0, 'f'}, {"count", required_argument, 0, 'n'},
        {0}};
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        switch (option) {
        case 's': socket = optarg; break;
        case 't': template = optarg; break;
        case 'f': folder = optarg; break;
        case 'n': count = atol(optarg); break;
        default: socket = NULL; optind = argc; break;
        }
    }
    if (!socket || !template || !folder || count < 1)
        die("usage: read-your-writes --socket PATH --template JPEG --folder DIR [--count N]\n"
            "The folder's path must be absolute and free of quotes and backslashes.");
    int source = open(template, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (source < 0 || fstat(source, &status) != 0) die("%s: %s", template, strerror(errno));
    size_t size = (size_t)status.st_size, room = size + 1024;
    char *bytes = reserve(room);
    if (read(source, bytes, size) != (ssize_t)size) die("%s: short read", template);
    memset(bytes + size, 0, room - size);
    close(source);

    struct connection connection = open_connection(socket, true);
    double *samples = reserve((size_t)count * sizeof *samples);
    char path[4096], previous[4096] = "";
    long missing = 0, lingering = 0;
    for (long i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/written-%06ld.jpg", folder, i);
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (file < 0) die("%s: %s", path, strerror(errno));
        write_all(file, bytes, size + (size_t)(i % 1024));
        close(file);
        if (*previous && unlink(previous) != 0) die("%s: %s", previous, strerror(errno));
        double start = now_us();
        ask(&connection, "sync\n", 5);
        samples[i] = now_us() - start;
        missing += !known(&connection, path);
        lingering += *previous && known(&connection, previous);
        strcpy(previous, path);
    }
    if (unlink(path) != 0) die("%s: %s", path, strerror(errno));
    printf("{\"missing\":%ld,\"lingering\":%ld,\"sync\":", missing, lingering);
    print_quantiles(samples, (size_t)count);
    printf("}\n");
    return missing + lingering > 0;
}

/*
 * From close(2) of a new photo to the event on a subscribed socket. The photo is written as a program would, without
 * any rename; each is the template with some bytes more, so that no two have the same content.
 */
#define _GNU_SOURCE
#include "measure.h"

#include <fcntl.h>
#include <getopt.h>
#include <sys/stat.h>

int main(int argc, char **argv)
{
    const char *socket = NULL, *template = NULL, *folder = NULL;
    long count = 200, pauses = 0;
    double pause = 31;
    static const struct option names[] = {
        {"socket", required_argument, 0, 's'}, {"template", required_argument, 0, 't'},
        {"folder", required_argument, 0, 'f'}, {"count", required_argument, 0, 'n'},
        {"pause", required_argument, 0, 'p'},  {"pauses", required_argument, 0, 'k'},
        {0}};
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        switch (option) {
        case 's': socket = optarg; break;
        case 't': template = optarg; break;
        case 'f': folder = optarg; break;
        case 'n': count = atol(optarg); break;
        case 'p': pause = atof(optarg); break;
        case 'k': pauses = atol(optarg); break;
        default: socket = NULL; optind = argc; break;
        }
    }
    if (!socket || !template || !folder || count < 1 || pauses < 0 || pauses > count)
        die("usage: visible-latency --socket PATH --template JPEG --folder DIR [--count N]\n"
            "                       [--pause SECONDS --pauses K]\n"
            "K of the N photos come after a pause. Prints milliseconds.");

    int source = open(template, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (source < 0 || fstat(source, &status) != 0) die("%s: %s", template, strerror(errno));
    size_t size = (size_t)status.st_size;
    char *bytes = reserve(size + (size_t)count + 1);
    if (read(source, bytes, size) != (ssize_t)size) die("%s: short read", template);
    memset(bytes + size, 0, (size_t)count + 1);
    close(source);

    struct connection connection = open_connection(socket, true);
    write_all(connection.descriptor, "subscribe photos\n", 17);
    for (;;) {
        char *line = receive_line(&connection, 60000);
        if (strncmp(line, "ACK ", 4) == 0) die("refused: %s", line);
        if (strstr(line, "\"event\":\"ready\"")) break;
    }

    double *samples = reserve((size_t)count * sizeof *samples);
    long interval = pauses ? count / pauses : 0;
    for (long i = 0; i < count; i++) {
        if (interval && i % interval == 0 && i / interval < pauses) {
            struct timespec time = {.tv_sec = (time_t)pause, .tv_nsec = (long)((pause - (double)(time_t)pause) * 1e9)};
            while (nanosleep(&time, &time) != 0 && errno == EINTR) {}
        }
        char path[4096];
        snprintf(path, sizeof path, "%s/visible-%06ld.jpg", folder, i);
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (file < 0) die("%s: %s", path, strerror(errno));
        write_all(file, bytes, size + (size_t)i + 1);
        double start = now_us();
        close(file);
        for (;;) {
            char *line = receive_line(&connection, 30000);
            if (strstr(line, "\"event\":\"photos\"") && strstr(line, "\"inserted\"")) break;
        }
        samples[i] = (now_us() - start) / 1e3;
    }
    print_quantiles(samples, (size_t)count);
    return 0;
}

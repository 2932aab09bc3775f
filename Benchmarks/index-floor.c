/*
 * The floor of a first index: one thread walks a tree, reads the beginning of every JPEG, has libexif parse it and
 * inserts one row, all in one transaction. Nothing is watched, hashed, sandboxed, served or kept for the next start.
 * With --threads N so many open and read at a time, for disks that let each call wait.
 */
#define _GNU_SOURCE
#include "measure.h"

#include <dirent.h>
#include <fcntl.h>
#include <getopt.h>
#include <libexif/exif-data.h>
#include <pthread.h>
#include <sqlite3.h>
#include <sys/stat.h>

static const char schema[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
    "CREATE TABLE asset (id INTEGER PRIMARY KEY, directory INTEGER NOT NULL, name BLOB NOT NULL, month INTEGER NOT NULL,"
    " time INTEGER NOT NULL, size INTEGER NOT NULL, modification_time INTEGER NOT NULL, inode INTEGER NOT NULL,"
    " description TEXT, orientation INTEGER, width INTEGER, height INTEGER, latitude REAL, longitude REAL,"
    " make TEXT, model TEXT);"
    "CREATE INDEX asset_by_month ON asset (month, time);"
    "CREATE TABLE directory (id INTEGER PRIMARY KEY, path BLOB NOT NULL);"
    "BEGIN";
static const char insert_asset[] = "INSERT INTO asset VALUES (NULL,?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15)";
static const char insert_directory[] = "INSERT INTO directory VALUES (NULL, ?1)";

static sqlite3 *database;
static sqlite3_stmt *asset, *directory;
static _Thread_local uint8_t *buffer;
static size_t first_read = 65536;
static const size_t limit = 1 << 18;
static long photos;
static unsigned long threads = 1;

/* What threads are to read. */
struct photo {
    int folder;
    sqlite3_int64 folder_key;
    char *name;
};
static struct photo *found;
static size_t found_count, found_room, taken;
static pthread_mutex_t taking = PTHREAD_MUTEX_INITIALIZER, inserting = PTHREAD_MUTEX_INITIALIZER;

static void check(int code)
{
    if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) die("SQLite: %s", sqlite3_errmsg(database));
}

/* Where the EXIF segment lies; `*needed` becomes how much of the file must be read for the whole of it. */
static const uint8_t *find_exif(size_t length, size_t *size, size_t *needed)
{
    *needed = 0;
    if (length < 4 || buffer[0] != 0xFF || buffer[1] != 0xD8) return NULL;
    for (size_t at = 2; at + 10 <= length && buffer[at] == 0xFF && buffer[at + 1] != 0xDA;) {
        size_t segment = (size_t)buffer[at + 2] << 8 | buffer[at + 3];
        if (segment < 2) return NULL;
        if (buffer[at + 1] == 0xE1 && memcmp(buffer + at + 4, "Exif\0", 6) == 0) {
            *needed = at + 2 + segment;
            *size = (*needed < length ? *needed : length) - at - 4;
            return buffer + at + 4;
        }
        at += 2 + segment;
    }
    return NULL;
}

static ExifEntry *entry_of(ExifData *data, ExifIfd ifd, ExifTag tag)
{
    return exif_content_get_entry(data->ifd[ifd], tag);
}

static void bind_text(int column, ExifEntry *entry)
{
    size_t length = entry ? strnlen((char *)entry->data, entry->size) : 0;
    if (length)
        check(sqlite3_bind_text(asset, column, (char *)entry->data, (int)length, SQLITE_TRANSIENT));
    else
        check(sqlite3_bind_null(asset, column));
}

static void bind_number(int column, ExifEntry *entry, ExifByteOrder order)
{
    if (entry && entry->format == EXIF_FORMAT_SHORT)
        check(sqlite3_bind_int64(asset, column, exif_get_short(entry->data, order)));
    else if (entry && entry->format == EXIF_FORMAT_LONG)
        check(sqlite3_bind_int64(asset, column, exif_get_long(entry->data, order)));
    else
        check(sqlite3_bind_null(asset, column));
}

static void bind_degrees(int column, ExifData *data, ExifTag tag, ExifTag reference, char negative)
{
    ExifEntry *entry = entry_of(data, EXIF_IFD_GPS, tag), *side = entry_of(data, EXIF_IFD_GPS, reference);
    if (!entry || entry->size < 24 || !side) {
        check(sqlite3_bind_null(asset, column));
        return;
    }
    double degrees = 0, unit = 1;
    for (int i = 0; i < 3; i++, unit *= 60) {
        ExifRational part = exif_get_rational(entry->data + 8 * i, exif_data_get_byte_order(data));
        if (part.denominator) degrees += (double)part.numerator / part.denominator / unit;
    }
    check(sqlite3_bind_double(asset, column, side->data[0] == negative ? -degrees : degrees));
}

static void bind_facts(ExifData *data, const struct stat *status)
{
    int64_t time = status->st_mtim.tv_sec * INT64_C(1000000);
    struct tm parts = {0};
    gmtime_r(&status->st_mtim.tv_sec, &parts);
    ExifEntry *date = data ? entry_of(data, EXIF_IFD_EXIF, EXIF_TAG_DATE_TIME_ORIGINAL) : NULL;
    if (date && date->size >= 19 && strptime((char *)date->data, "%Y:%m:%d %H:%M:%S", &parts)) {
        time = timegm(&parts) * INT64_C(1000000);
        ExifEntry *fraction = entry_of(data, EXIF_IFD_EXIF, EXIF_TAG_SUB_SEC_TIME_ORIGINAL);
        if (fraction) time += strtol((char *)fraction->data, NULL, 10) * 1000;
    }
    check(sqlite3_bind_int64(asset, 3, (parts.tm_year + 1900) * 100 + parts.tm_mon + 1));
    check(sqlite3_bind_int64(asset, 4, time));
    check(sqlite3_bind_int64(asset, 5, status->st_size));
    check(sqlite3_bind_int64(asset, 6, status->st_mtim.tv_sec * INT64_C(1000000000) + status->st_mtim.tv_nsec));
    check(sqlite3_bind_int64(asset, 7, (int64_t)status->st_ino));
    if (!data) {
        for (int column = 8; column <= 15; column++) check(sqlite3_bind_null(asset, column));
        return;
    }
    ExifByteOrder order = exif_data_get_byte_order(data);
    bind_text(8, entry_of(data, EXIF_IFD_0, EXIF_TAG_IMAGE_DESCRIPTION));
    bind_number(9, entry_of(data, EXIF_IFD_0, EXIF_TAG_ORIENTATION), order);
    bind_number(10, entry_of(data, EXIF_IFD_EXIF, EXIF_TAG_PIXEL_X_DIMENSION), order);
    bind_number(11, entry_of(data, EXIF_IFD_EXIF, EXIF_TAG_PIXEL_Y_DIMENSION), order);
    bind_degrees(12, data, (ExifTag)EXIF_TAG_GPS_LATITUDE, (ExifTag)EXIF_TAG_GPS_LATITUDE_REF, 'S');
    bind_degrees(13, data, (ExifTag)EXIF_TAG_GPS_LONGITUDE, (ExifTag)EXIF_TAG_GPS_LONGITUDE_REF, 'W');
    bind_text(14, entry_of(data, EXIF_IFD_0, EXIF_TAG_MAKE));
    bind_text(15, entry_of(data, EXIF_IFD_0, EXIF_TAG_MODEL));
}

static void index_photo(int folder, sqlite3_int64 folder_key, const char *name)
{
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) die("%s: %s", name, strerror(errno));
    ssize_t length = pread(file, buffer, first_read, 0);
    if (length < 0) die("%s: %s", name, strerror(errno));
    size_t size = 0, needed;
    const uint8_t *exif = find_exif((size_t)length, &size, &needed);
    if (exif && needed > (size_t)length && needed <= limit) {
        ssize_t more = pread(file, buffer + length, needed - (size_t)length, length);
        if (more > 0) exif = find_exif((size_t)(length + more), &size, &needed);
    }
    close(file);
    pthread_mutex_lock(&inserting);
    ExifData *data = NULL;
    if (exif) {
        data = exif_data_new();
        /* Mending what a camera got wrong, and its maker note, are no part of the job. */
        exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
        exif_data_set_option(data, EXIF_DATA_OPTION_DONT_CHANGE_MAKER_NOTE);
        exif_data_load_data(data, exif, (unsigned)size);
    }
    check(sqlite3_bind_int64(asset, 1, folder_key));
    check(sqlite3_bind_blob(asset, 2, name, (int)strlen(name), SQLITE_STATIC));
    bind_facts(data, &status);
    check(sqlite3_step(asset));
    check(sqlite3_reset(asset));
    if (data) exif_data_unref(data);
    photos++;
    pthread_mutex_unlock(&inserting);
}

static void *read_found(void *nothing)
{
    (void)nothing;
    buffer = reserve(limit);
    while (1) {
        pthread_mutex_lock(&taking);
        const struct photo *photo = taken < found_count ? &found[taken++] : NULL;
        pthread_mutex_unlock(&taking);
        if (!photo) return NULL;
        index_photo(photo->folder, photo->folder_key, photo->name);
    }
}

static void note(int folder, sqlite3_int64 folder_key, const char *name)
{
    if (found_count == found_room) {
        found_room = found_room ? 2 * found_room : 1024;
        found = realloc(found, found_room * sizeof *found);
        if (!found) die("no memory");
    }
    found[found_count++] = (struct photo){folder, folder_key, strdup(name)};
}

static bool is_jpeg(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && (strcasecmp(dot, ".jpg") == 0 || strcasecmp(dot, ".jpeg") == 0);
}

static void walk(int parent, const char *name)
{
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *stream = folder < 0 ? NULL : fdopendir(folder);
    if (!stream) die("%s: %s", name, strerror(errno));
    check(sqlite3_bind_blob(directory, 1, name, (int)strlen(name), SQLITE_STATIC));
    check(sqlite3_step(directory));
    check(sqlite3_reset(directory));
    sqlite3_int64 key = sqlite3_last_insert_rowid(database);
    for (struct dirent *item; (item = readdir(stream));) {
        if (item->d_name[0] == '.') continue;
        if (item->d_type == DT_DIR)
            walk(folder, item->d_name);
        else if (item->d_type == DT_REG && is_jpeg(item->d_name))
            threads > 1 ? note(folder, key, item->d_name) : index_photo(folder, key, item->d_name);
    }
    if (threads == 1) closedir(stream);
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"read", required_argument, 0, 'r'}, {"threads", required_argument, 0, 't'}, {0}};
    static const char usage[] = "usage: index-floor [--read BYTES] [--threads N] LIBRARY DATABASE\n"
                                "BYTES is 512 to 65536; 65536 unless given. N is 1 to 256; 1 unless given.";
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        if (option == 'r') first_read = strtoul(optarg, NULL, 10);
        else if (option == 't') threads = strtoul(optarg, NULL, 10);
        else die(usage);
    }
    if (argc - optind != 2 || first_read < 512 || first_read > 65536 || threads < 1 || threads > 256) die(usage);
    double start = now_us();
    buffer = reserve(limit);
    check(sqlite3_open(argv[optind + 1], &database));
    check(sqlite3_exec(database, schema, NULL, NULL, NULL));
    check(sqlite3_prepare_v2(database, insert_asset, -1, &asset, NULL));
    check(sqlite3_prepare_v2(database, insert_directory, -1, &directory, NULL));
    walk(AT_FDCWD, argv[optind]);
    pthread_t readers[256];
    for (unsigned long i = 0; threads > 1 && i < threads; i++)
        if (pthread_create(&readers[i], NULL, read_found, NULL) != 0) die("no thread");
    for (unsigned long i = 0; threads > 1 && i < threads; i++) pthread_join(readers[i], NULL);
    check(sqlite3_exec(database, "COMMIT", NULL, NULL, NULL));
    double seconds = (now_us() - start) / 1e6;
    sqlite3_finalize(asset);
    sqlite3_finalize(directory);
    sqlite3_close(database);
    printf("{\"photos\":%ld,\"seconds\":%.4f,\"perSecond\":%.0f}\n", photos, seconds, (double)photos / seconds);
    return 0;
}

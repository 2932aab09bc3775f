/*
 * Makes a photo library to measure with: JPEGs with the EXIF a camera writes, spread over directories and months.
 * Same options, same bytes. The pictures decode: their scans are made of restart intervals drawn from a pool, so that
 * files differ without being encoded one by one.
 */
#define _GNU_SOURCE
#include "measure.h"

#include <fcntl.h>
#include <getopt.h>
#include <sys/stat.h>

enum { POOL = 256, MAKER_NOTE = 2048, THUMBNAIL_SIZE = 6144 };

struct bytes {
    uint8_t *data;
    size_t length, capacity;
};

static void put(struct bytes *bytes, const void *data, size_t length)
{
    if (bytes->length + length > bytes->capacity) {
        bytes->capacity = (bytes->length + length) * 2;
        bytes->data = realloc(bytes->data, bytes->capacity);
        if (!bytes->data) die("out of memory");
    }
    memcpy(bytes->data + bytes->length, data, length);
    bytes->length += length;
}

static void put8(struct bytes *bytes, unsigned value)
{
    uint8_t byte = (uint8_t)value;
    put(bytes, &byte, 1);
}

/* JPEG's own numbers are big-endian. */
static void put_be16(struct bytes *bytes, unsigned value)
{
    put8(bytes, value >> 8);
    put8(bytes, value & 0xFF);
}

/* ---- Scans ---- */

struct bit_writer {
    struct bytes *bytes;
    uint32_t pending;
    int count;
};

static void put_bits(struct bit_writer *writer, uint32_t value, int count)
{
    writer->pending = writer->pending << count | (value & ((1u << count) - 1));
    writer->count += count;
    while (writer->count >= 8) {
        unsigned byte = writer->pending >> (writer->count - 8) & 0xFF;
        put8(writer->bytes, byte);
        if (byte == 0xFF) put8(writer->bytes, 0);
        writer->count -= 8;
    }
}

/*
 * One row of blocks, a restart interval. The Huffman tables have two-bit codes: 00, 01, 10 for DC differences of 0,
 * 1 and 2 bits; 00 for the end of a block and 01 for an AC coefficient of four bits.
 */
static struct bytes encode_row(int blocks, int coefficients, uint64_t *random)
{
    struct bytes row = {0};
    struct bit_writer writer = {.bytes = &row};
    /* Kept near grey: differences add up over a row. */
    int level = 0;
    for (int block = 0; block < blocks; block++) {
        uint64_t bits = next_random(random);
        int difference = (int)(bits % 7) - 3;
        if (level + difference > 60 || level + difference < -60) difference = -difference;
        level += difference;
        int magnitude = abs(difference), size = magnitude == 0 ? 0 : magnitude == 1 ? 1 : 2;
        put_bits(&writer, (uint32_t)size, 2);
        if (size) put_bits(&writer, (uint32_t)(difference > 0 ? difference : difference + (1 << size) - 1), size);
        for (int i = 0; i < coefficients; i++) {
            if (i % 10 == 0) bits = next_random(random);
            bits >>= 6;
            put_bits(&writer, 1, 2);
            put_bits(&writer, bits & 0xF, 4);
        }
        put_bits(&writer, 0, 2);
    }
    if (writer.count) put_bits(&writer, 0xFF, 8 - writer.count);
    return row;
}

/* A whole picture around rows from `pool`: tables, frame, scan. */
static void put_picture(struct bytes *out, const struct bytes *pool, int blocks, int rows, uint64_t *random)
{
    static const uint8_t dc[] = {0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2};
    static const uint8_t ac[] = {0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x04};
    put(out, "\xFF\xDB\x00\x43\x00", 5);
    for (int i = 0; i < 64; i++) put8(out, 4);
    put(out, "\xFF\xC0\x00\x0B\x08", 5);
    put_be16(out, (unsigned)rows * 8);
    put_be16(out, (unsigned)blocks * 8);
    put(out, "\x01\x01\x11\x00", 4);
    put(out, "\xFF\xC4", 2);
    put_be16(out, 3 + sizeof dc);
    put8(out, 0x00);
    put(out, dc, sizeof dc);
    put(out, "\xFF\xC4", 2);
    put_be16(out, 3 + sizeof ac);
    put8(out, 0x10);
    put(out, ac, sizeof ac);
    put(out, "\xFF\xDD\x00\x04", 4);
    put_be16(out, (unsigned)blocks);
    put(out, "\xFF\xDA\x00\x08\x01\x01\x00\x00\x3F\x00", 10);
    uint64_t choice = 0;
    for (int row = 0; row < rows; row++) {
        if (row % 8 == 0) choice = next_random(random);
        const struct bytes *interval = &pool[choice & (POOL - 1)];
        choice >>= 8;
        put(out, interval->data, interval->length);
        if (row + 1 < rows) {
            put8(out, 0xFF);
            put8(out, 0xD0 + (unsigned)row % 8);
        }
    }
    put(out, "\xFF\xD9", 2);
}

/* ---- EXIF ---- */

struct entry {
    uint16_t tag, type;
    uint32_t count;
    uint8_t inline_value[4];
    const void *data; /* already in the file's byte order; NULL: inline */
    uint32_t length;
};

struct directory {
    struct entry entries[40];
    int count;
    uint8_t scratch[1024];
    size_t used;
    bool big;
};

static void order16(uint8_t *to, uint16_t value, bool big)
{
    to[big ? 0 : 1] = (uint8_t)(value >> 8);
    to[big ? 1 : 0] = (uint8_t)value;
}

static void order32(uint8_t *to, uint32_t value, bool big)
{
    for (int i = 0; i < 4; i++) to[big ? 3 - i : i] = (uint8_t)(value >> (8 * i));
}

static struct entry *add(struct directory *directory, uint16_t tag, uint16_t type, uint32_t count)
{
    if (directory->count == 40) die("a directory is full");
    struct entry *entry = &directory->entries[directory->count++];
    *entry = (struct entry){.tag = tag, .type = type, .count = count};
    return entry;
}

static void *scratch(struct directory *directory, size_t size)
{
    if (directory->used + size > sizeof directory->scratch) die("a directory's values are full");
    void *memory = directory->scratch + directory->used;
    directory->used += size;
    return memory;
}

static void add_bytes(struct directory *directory, uint16_t tag, uint16_t type, const void *data, size_t length)
{
    struct entry *entry = add(directory, tag, type, (uint32_t)length);
    if (length <= 4) {
        memcpy(entry->inline_value, data, length);
        return;
    }
    entry->data = data;
    entry->length = (uint32_t)length;
}

static void add_text(struct directory *directory, uint16_t tag, const char *text)
{
    size_t length = strlen(text) + 1;
    void *copy = scratch(directory, length);
    memcpy(copy, text, length);
    add_bytes(directory, tag, 2, copy, length);
}

static void add_short(struct directory *directory, uint16_t tag, unsigned value)
{
    order16(add(directory, tag, 3, 1)->inline_value, (uint16_t)value, directory->big);
}

static void add_long(struct directory *directory, uint16_t tag, uint32_t value)
{
    order32(add(directory, tag, 4, 1)->inline_value, value, directory->big);
}

static void add_rationals(struct directory *directory, uint16_t tag, int count, const uint32_t *values, bool is_signed)
{
    uint8_t *copy = scratch(directory, (size_t)count * 8);
    for (int i = 0; i < count * 2; i++) order32(copy + 4 * i, values[i], directory->big);
    struct entry *entry = add(directory, tag, is_signed ? 10 : 5, (uint32_t)count);
    entry->data = copy;
    entry->length = (uint32_t)count * 8;
}

static uint32_t directory_size(const struct directory *directory)
{
    uint32_t size = 2 + 12 * (uint32_t)directory->count + 4;
    for (int i = 0; i < directory->count; i++) size += (directory->entries[i].length + 1) & ~1u;
    return size;
}

static void set_long(struct directory *directory, uint16_t tag, uint32_t value)
{
    for (int i = 0; i < directory->count; i++)
        if (directory->entries[i].tag == tag) order32(directory->entries[i].inline_value, value, directory->big);
}

/* Writes the directory at `offset` of the TIFF block, its values behind it. */
static void put_directory(struct bytes *out, const struct directory *directory, uint32_t offset, uint32_t next)
{
    uint8_t number[4];
    order16(number, (uint16_t)directory->count, directory->big);
    put(out, number, 2);
    uint32_t values = offset + 2 + 12 * (uint32_t)directory->count + 4;
    for (int i = 0; i < directory->count; i++) {
        const struct entry *entry = &directory->entries[i];
        order16(number, entry->tag, directory->big);
        put(out, number, 2);
        order16(number, entry->type, directory->big);
        put(out, number, 2);
        order32(number, entry->count, directory->big);
        put(out, number, 4);
        if (entry->data) {
            order32(number, values, directory->big);
            put(out, number, 4);
            values += (entry->length + 1) & ~1u;
        } else {
            put(out, entry->inline_value, 4);
        }
    }
    order32(number, next, directory->big);
    put(out, number, 4);
    for (int i = 0; i < directory->count; i++) {
        const struct entry *entry = &directory->entries[i];
        if (!entry->data) continue;
        put(out, entry->data, entry->length);
        if (entry->length & 1) put8(out, 0);
    }
}

struct shot {
    uint64_t number;
    struct tm time;
    unsigned width, height;
    bool small;
};

static const struct {
    const char *make, *model, *lens;
} cameras[] = {
    {"Northlight", "Northlight D70", "NL 18-55mm f/3.5-5.6"},
    {"Lumen", "Lumen Pocket 4", "4.3mm f/2.0"},
    {"Heliotrope Imaging", "HX-100", "HX 24-70mm f/2.8"},
    {"Fernweh", "Fernweh One", "Fernweh One back camera 5.7mm f/1.8"},
};
static const char *const descriptions[] = {"Beach trip", "Grandma's 80th birthday", "Söhne am See", "Hiking the ridge",
                                           "First day of school", "Winter market"};
static const char *const offsets[] = {"+01:00", "+02:00", "-05:00", "+09:00"};

static void describe(struct directory *main, const struct shot *shot, uint64_t random, const char *date)
{
    if (random % 5 < 3) add_text(main, 0x010E, descriptions[random % 6]);
    add_text(main, 0x010F, cameras[shot->number % 4].make);
    add_text(main, 0x0110, cameras[shot->number % 4].model);
    static const unsigned orientations[] = {1, 1, 1, 6, 8, 1, 3, 1};
    add_short(main, 0x0112, orientations[random >> 8 & 7]);
    add_rationals(main, 0x011A, 1, (uint32_t[]){72, 1}, false);
    add_rationals(main, 0x011B, 1, (uint32_t[]){72, 1}, false);
    add_short(main, 0x0128, 2);
    add_text(main, 0x0131, "Ver.1.02");
    add_text(main, 0x0132, date);
    add_short(main, 0x0213, 2);
}

static void expose(struct directory *exif, const struct shot *shot, uint64_t random, const char *date,
                   const uint8_t *maker_note, size_t maker_note_size)
{
    const char *offset = offsets[random >> 4 & 3];
    bool zoned = random >> 12 & 1;
    char subseconds[4];
    snprintf(subseconds, sizeof subseconds, "%03u", (unsigned)(random >> 16) % 1000);
    add_rationals(exif, 0x829A, 1, (uint32_t[]){1, 30 + (uint32_t)(random >> 20 & 1023)}, false);
    add_rationals(exif, 0x829D, 1, (uint32_t[]){18 + (uint32_t)(random >> 30 & 63), 10}, false);
    add_short(exif, 0x8822, 2);
    add_short(exif, 0x8827, 100u << (random >> 36 & 3));
    add_bytes(exif, 0x9000, 7, "0231", 4);
    add_text(exif, 0x9003, date);
    add_text(exif, 0x9004, date);
    if (zoned) {
        add_text(exif, 0x9010, offset);
        add_text(exif, 0x9011, offset);
        add_text(exif, 0x9012, offset);
    }
    add_bytes(exif, 0x9101, 7, "\1\2\3\0", 4);
    add_rationals(exif, 0x9204, 1, (uint32_t[]){0, 10}, true);
    add_short(exif, 0x9207, 5);
    add_short(exif, 0x9208, 0);
    add_short(exif, 0x9209, 16);
    add_rationals(exif, 0x920A, 1, (uint32_t[]){43 + (uint32_t)(random >> 40 & 255), 10}, false);
    add_bytes(exif, 0x927C, 7, maker_note, maker_note_size);
    add_text(exif, 0x9290, subseconds);
    add_text(exif, 0x9291, subseconds);
    add_text(exif, 0x9292, subseconds);
    add_bytes(exif, 0xA000, 7, "0100", 4);
    add_short(exif, 0xA001, 1);
    add_long(exif, 0xA002, shot->width);
    add_long(exif, 0xA003, shot->height);
    add_short(exif, 0xA402, 0);
    add_short(exif, 0xA403, 0);
    add_short(exif, 0xA406, 0);
    add_text(exif, 0xA434, cameras[shot->number % 4].lens);
}

static void locate(struct directory *gps, const struct shot *shot, uint64_t random)
{
    char date[16];
    strftime(date, sizeof date, "%Y:%m:%d", &shot->time);
    add_bytes(gps, 0x0000, 1, "\2\3\0\0", 4);
    add_bytes(gps, 0x0001, 2, random & 1 ? "N" : "S", 2);
    add_rationals(gps, 0x0002, 3, (uint32_t[]){random >> 1 & 63, 1, random >> 7 % 60 & 31, 1, random >> 13 & 2047, 100},
                  false);
    add_bytes(gps, 0x0003, 2, random >> 24 & 1 ? "E" : "W", 2);
    add_rationals(gps, 0x0004, 3, (uint32_t[]){random >> 25 & 127, 1, random >> 32 & 31, 1, random >> 38 & 2047, 100},
                  false);
    add_bytes(gps, 0x0005, 1, "\0", 1);
    add_rationals(gps, 0x0006, 1, (uint32_t[]){(uint32_t)(random >> 50) % 3000, 1}, false);
    add_rationals(gps, 0x0007, 3,
                  (uint32_t[]){(uint32_t)shot->time.tm_hour, 1, (uint32_t)shot->time.tm_min, 1,
                               (uint32_t)shot->time.tm_sec, 1},
                  false);
    add_text(gps, 0x001D, date);
}

/* The APP1 segment. `thumbnail` is empty for small files. */
static void put_exif(struct bytes *out, const struct shot *shot, const struct bytes *thumbnail, const uint8_t *maker_note,
                     uint64_t *state)
{
    uint64_t random = next_random(state);
    bool big = random >> 60 & 1, located = random >> 58 & 1;
    char date[24];
    strftime(date, sizeof date, "%Y:%m:%d %H:%M:%S", &shot->time);

    struct directory main = {.big = big}, exif = {.big = big}, gps = {.big = big}, second = {.big = big};
    describe(&main, shot, random, date);
    expose(&exif, shot, random, date, maker_note, shot->small ? 128 : MAKER_NOTE);
    add_long(&main, 0x8769, 0);
    if (located) {
        locate(&gps, shot, next_random(state));
        add_long(&main, 0x8825, 0);
    }
    if (thumbnail->length) {
        add_short(&second, 0x0103, 6);
        add_rationals(&second, 0x011A, 1, (uint32_t[]){72, 1}, false);
        add_rationals(&second, 0x011B, 1, (uint32_t[]){72, 1}, false);
        add_short(&second, 0x0128, 2);
        add_long(&second, 0x0201, 0);
        add_long(&second, 0x0202, (uint32_t)thumbnail->length);
    }
    uint32_t exif_offset = 8 + directory_size(&main);
    uint32_t gps_offset = exif_offset + directory_size(&exif);
    uint32_t second_offset = gps_offset + (located ? directory_size(&gps) : 0);
    uint32_t thumbnail_offset = second_offset + directory_size(&second);
    set_long(&main, 0x8769, exif_offset);
    set_long(&main, 0x8825, gps_offset);
    set_long(&second, 0x0201, thumbnail_offset);
    uint32_t end = thumbnail->length ? thumbnail_offset + (uint32_t)thumbnail->length : second_offset;

    put(out, "\xFF\xE1", 2);
    put_be16(out, 2 + 6 + end);
    put(out, "Exif\0\0", 6);
    put(out, big ? "MM\0*\0\0\0\10" : "II*\0\10\0\0\0", 8);
    put_directory(out, &main, 8, thumbnail->length ? second_offset : 0);
    put_directory(out, &exif, exif_offset, 0);
    if (located) put_directory(out, &gps, gps_offset, 0);
    if (thumbnail->length) {
        put_directory(out, &second, second_offset, 0);
        put(out, thumbnail->data, thumbnail->length);
    }
}

/* ---- Videos ---- */

/* The least an MP4 needs to be one: a brand, a movie header with a date, no tracks, some data. */
static void put_video(struct bytes *out, time_t time, uint64_t *random)
{
    uint8_t header[108] = {0, 0, 0, 108, 'm', 'v', 'h', 'd'}, data[1024];
    /* Seconds since 1904-01-01. */
    order32(header + 12, (uint32_t)(time + 2082844800), true);
    order32(header + 16, (uint32_t)(time + 2082844800), true);
    order32(header + 20, 1000, true);
    order32(header + 24, 12000, true);
    header[29] = 1;
    header[32] = 1;
    static const int diagonal[] = {44, 60};
    for (int i = 0; i < 2; i++) header[diagonal[i] + 1] = 1;
    header[76] = 0x40;
    order32(header + 104, 2, true);
    for (size_t i = 0; i < sizeof data; i += 8) {
        uint64_t value = next_random(random);
        memcpy(data + i, &value, 8);
    }
    put(out, "\0\0\0\x18" "ftypmp42\0\0\0\0mp42isom", 24);
    put(out, "\0\0\0\x74moov", 8);
    put(out, header, sizeof header);
    put(out, "\0\0\4\10mdat", 8);
    put(out, data, sizeof data);
}

/* ---- Files ---- */

static void save(const char *path, const struct bytes *bytes, time_t time)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) die("%s: %s", path, strerror(errno));
    write_all(file, (const char *)bytes->data, bytes->length);
    struct timespec times[2] = {{.tv_sec = time}, {.tv_sec = time, .tv_nsec = 123456789}};
    if (futimens(file, times) != 0 || close(file) != 0) die("%s: %s", path, strerror(errno));
}

static void make_directory(const char *path)
{
    if (mkdir(path, 0755) != 0 && errno != EEXIST) die("%s: %s", path, strerror(errno));
}

struct options {
    long count, directories, months, size, videos;
    uint64_t seed;
    const char *out;
};

static struct options parse(int argc, char **argv)
{
    struct options options = {.count = 1000, .directories = 50, .months = 240, .size = 90000, .seed = 1};
    static const struct option names[] = {
        {"count", required_argument, 0, 'c'},   {"directories", required_argument, 0, 'd'},
        {"months", required_argument, 0, 'm'},  {"size", required_argument, 0, 's'},
        {"seed", required_argument, 0, 'r'},    {"videos", required_argument, 0, 'v'},
        {"empty", no_argument, 0, 'e'},         {0}};
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        switch (option) {
        case 'c': options.count = atol(optarg); break;
        case 'd': options.directories = atol(optarg); break;
        case 'm': options.months = atol(optarg); break;
        case 's': options.size = atol(optarg); break;
        case 'r': options.seed = strtoull(optarg, NULL, 10); break;
        case 'v': options.videos = atol(optarg); break;
        case 'e':
            options.count = 200000;
            options.directories = 5000;
            options.size = 2048;
            break;
        default: options.out = NULL; goto usage;
        }
    }
    if (optind == argc - 1) options.out = argv[optind];
    if (options.out && options.count > 0 && options.directories > 0 && options.months > 0 && options.size >= 1500)
        return options;
usage:
    die("usage: generate-library [--count N] [--directories D] [--months M] [--size BYTES] [--seed S] [--videos K]\n"
        "                        [--empty] OUT\n"
        "--empty: 200,000 files of 2 KB in 5,000 directories; options after it change that. A size is 1500 or more.");
}

int main(int argc, char **argv)
{
    struct options options = parse(argc, argv);
    bool small = options.size < 16384;
    uint64_t random = options.seed;
    /* Small files: rows of 30 bytes or so. Large ones: pictures 2048 pixels wide. */
    int blocks = small ? 16 : 256;
    struct bytes pool[POOL], narrow[POOL], thumbnail = {0};
    for (int i = 0; i < POOL; i++) pool[i] = encode_row(blocks, 1, &random);
    for (int i = 0; i < POOL; i++) narrow[i] = encode_row(20, 26, &random);
    size_t row_size = 0;
    for (int i = 0; i < POOL; i++) row_size += pool[i].length + 2;
    row_size /= POOL;

    time_t newest = 1733000000; /* the end of November 2024 */
    make_directory(options.out);
    struct bytes file = {0};
    long total = options.count + options.videos;
    for (long i = 0; i < total; i++) {
        /* Videos lie between the photos, photos of a month in directories of that month. */
        bool video = i >= options.count;
        long place = video ? (i - options.count) * options.count / options.videos : i;
        long directory = place * options.directories / options.count;
        long month = place * options.months / options.count;
        time_t time = newest - month * 2629746 - (time_t)(next_random(&random) % 2500000);
        struct shot shot = {.number = (uint64_t)i, .small = small};
        gmtime_r(&time, &shot.time);

        file.length = 0;
        if (video) {
            put_video(&file, time, &random);
        } else {
            uint8_t maker_note[MAKER_NOTE];
            for (int word = 0; word < MAKER_NOTE; word += 8) {
                /* Printable: exiftool takes it for a note in plain words and does not warn of an unknown maker. */
                uint64_t value = (next_random(&random) & UINT64_C(0x3F3F3F3F3F3F3F3F)) + UINT64_C(0x3030303030303030);
                memcpy(maker_note + word, &value, 8);
            }
            thumbnail.length = 0;
            if (!small) {
                put(&thumbnail, "\xFF\xD8", 2);
                put_picture(&thumbnail, narrow, 20, 15, &random);
                if (thumbnail.length > 60000) die("the thumbnail is too large");
            }
            /* A file has about 1,200 bytes (small) or 10,000 before its scan. */
            long header = small ? 1250 : 10000;
            long rows = (options.size - header) / (long)row_size;
            rows = rows < 1 ? 1 : rows > 8000 ? 8000 : rows;
            shot.width = (unsigned)blocks * 8;
            shot.height = (unsigned)rows * 8;
            put(&file, "\xFF\xD8", 2);
            put_exif(&file, &shot, &thumbnail, maker_note, &random);
            put_picture(&file, pool, blocks, (int)rows, &random);
        }
        char path[4096];
        int length = snprintf(path, sizeof path, "%s/%03ld", options.out, directory / 100);
        if (directory % 100 == 0) make_directory(path);
        length += snprintf(path + length, sizeof path - (size_t)length, "/%s %05ld",
                           descriptions[(uint64_t)directory % 6], directory);
        if (place * options.directories % options.count < options.directories) make_directory(path);
        snprintf(path + length, sizeof path - (size_t)length, video ? "/VID_%06ld.mp4" : "/IMG_%06ld.JPG", i);
        save(path, &file, time);
    }
    printf("{\"photos\":%ld,\"videos\":%ld,\"lastSize\":%zu}\n", options.count, options.videos, file.length);
    return 0;
}

/* bytes.h - reading and writing binary messages, little-endian, with bounds checks; FNV-1a keys.
 *
 * A write that does not fit is dropped, and a read past the end returns 0. Both set failed, so it
 * is enough to check it once, at the end. */
#ifndef MI_BASE_BYTES_H
#define MI_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Continues a 64-bit FNV-1a hash (Fowler, Noll, Vo) over more bytes. Start with MI_FNV_BASIS. */
#define MI_FNV_BASIS 0xcbf29ce484222325u

static inline uint64_t mi_fnv(uint64_t key, const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < length; i++)
        key = (key ^ byte[i]) * 0x100000001b3u;
    return key;
}

/* Hashes a string and an end mark, so that "ab", "c" and "a", "bc" have different keys. */
static inline uint64_t mi_fnv_text(uint64_t key, const char *text)
{
    static const char end = 1;
    return mi_fnv(mi_fnv(key, text, strlen(text)), &end, sizeof end);
}

/* A borrowed buffer from first to end. at is the next byte to read or write. */
struct mi_bytes {
    unsigned char *first, *at, *end;
    bool failed;
};

static inline struct mi_bytes mi_bytes_of(void *bytes, size_t size)
{
    return (struct mi_bytes){bytes, bytes, (unsigned char *)bytes + size, false};
}

static inline size_t mi_bytes_done(const struct mi_bytes *bytes)
{
    return (size_t)(bytes->at - bytes->first);
}

static inline size_t mi_bytes_left(const struct mi_bytes *bytes)
{
    return (size_t)(bytes->end - bytes->at);
}

/* Skips size bytes and returns a pointer to the first of them; NULL if fewer are left. */
static inline unsigned char *mi_bytes_skip(struct mi_bytes *bytes, size_t size)
{
    unsigned char *at = bytes->at;
    if (bytes->failed || mi_bytes_left(bytes) < size) {
        bytes->failed = true;
        return NULL;
    }
    bytes->at += size;
    return at;
}

/* Writes the low size bytes of the number, 1 to 8. */
static inline void mi_bytes_write(struct mi_bytes *bytes, int size, uint64_t number)
{
    unsigned char *at = mi_bytes_skip(bytes, (size_t)size);
    for (int i = 0; at && i < size; i++)
        at[i] = (unsigned char)(number >> 8 * i);
}

static inline uint64_t mi_bytes_read(struct mi_bytes *bytes, int size)
{
    const unsigned char *at = mi_bytes_skip(bytes, (size_t)size);
    uint64_t number = 0;
    for (int i = 0; at && i < size; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

static inline void mi_bytes_write_real(struct mi_bytes *bytes, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    mi_bytes_write(bytes, 8, bits);
}

static inline double mi_bytes_read_real(struct mi_bytes *bytes)
{
    uint64_t bits = mi_bytes_read(bytes, 8);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline void mi_bytes_write_all(struct mi_bytes *bytes, const void *from, size_t size)
{
    unsigned char *at = mi_bytes_skip(bytes, size);
    if (at && size > 0)
        memcpy(at, from, size);
}

/* Strings are stored with their terminating zero. Reading returns NULL if there is none. */
static inline void mi_bytes_write_text(struct mi_bytes *bytes, const char *text)
{
    mi_bytes_write_all(bytes, text, strlen(text) + 1);
}

static inline const char *mi_bytes_read_text(struct mi_bytes *bytes)
{
    const unsigned char *end = bytes->failed ? NULL : memchr(bytes->at, 0, mi_bytes_left(bytes));
    if (!end) {
        bytes->failed = true;
        return NULL;
    }
    return (const char *)mi_bytes_skip(bytes, (size_t)(end - bytes->at) + 1);
}

#endif

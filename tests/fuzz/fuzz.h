/* fuzz.h - the fuzz targets: each passes arbitrary bytes to a reader of the program. */
#ifndef MI_TESTS_FUZZ_FUZZ_H
#define MI_TESTS_FUZZ_FUZZ_H

#include "miai.h"

#include <stddef.h>
#include <stdint.h>

/* A target.  Whatever the bytes are, the process must survive.  Further conditions are checked by
 * fuzz_hold(), which ends the process. */
struct fuzz_target {
    const char *name; /* also the folder of its seeds, seeds/NAME */
    void (*run)(const uint8_t *bytes, size_t size);
};

/* The n-th target. */
const struct fuzz_target *fuzz_at(int n);              /* NULL after the last */
const struct fuzz_target *fuzz_find(const char *name); /* NULL if unknown */

extern const struct fuzz_target fuzz_dialogues[], fuzz_records[], fuzz_positions[], fuzz_networks[],
    fuzz_made_networks[], fuzz_chess[], fuzz_gomoku[], fuzz_othello[], fuzz_go[],
    fuzz_states[]; /* each ends with zeros */

/* Ends the process with a message if the condition does not hold. */
#define fuzz_hold(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))
void fuzz_fail(const char *condition, const char *file, int line) __attribute__((noreturn));

/* Returns an engine for the game whose limits keep every request small. */
miai_engine *fuzz_engine(const char *game);

/* Creates an unnamed temporary file with the bytes.  Returns its descriptor, and a name by which it
 * can be opened while the descriptor is open. */
enum { FUZZ_NAME = 64 };
int fuzz_file(const uint8_t *bytes, size_t size, char name[FUZZ_NAME]);

/* Reads a network of any format, and runs it if it is valid. */
void fuzz_read_network(const uint8_t *bytes, size_t size);

/* Return the next byte, or the next four as a word; 0 after the last. */
struct fuzz_bytes {
    const uint8_t *at, *end;
};
uint8_t fuzz_take(struct fuzz_bytes *bytes);
uint32_t fuzz_take_word(struct fuzz_bytes *bytes);

/* fuzz_put_word() writes a word, lowest byte first.  fuzz_fill() fills length bytes with the input,
 * repeated as often as needed. */
void fuzz_put_word(uint8_t *at, uint32_t word);
void fuzz_fill(uint8_t *at, size_t length, struct fuzz_bytes in);

#endif

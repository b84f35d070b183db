/* fuzz.h - the readers of the program, each as a function of any bytes. */
#ifndef MI_TESTS_FUZZ_FUZZ_H
#define MI_TESTS_FUZZ_FUZZ_H

#include "miai.h"

#include <stddef.h>
#include <stdint.h>

/* A reader; bytes that come in are read, and whatever they are, the process goes on.  What must
 * hold beyond that ends it by fuzz_hold(). */
struct fuzz_target {
    const char *name; /* also of its seeds, seeds/NAME */
    void (*run)(const uint8_t *bytes, size_t size);
};

/* The n-th of all. */
const struct fuzz_target *fuzz_at(int n);              /* NULL behind the last */
const struct fuzz_target *fuzz_find(const char *name); /* or NULL */

extern const struct fuzz_target fuzz_dialogues[], fuzz_records[], fuzz_positions[], fuzz_networks[],
    fuzz_made_networks[], fuzz_chess[], fuzz_gomoku[], fuzz_othello[], fuzz_go[],
    fuzz_states[]; /* each ended likewise */

/* Ends the process with those words unless something holds. */
#define fuzz_hold(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))
void fuzz_fail(const char *condition, const char *file, int line) __attribute__((noreturn));

/* An engine of a game that takes little of the machine, whatever it is asked. */
miai_engine *fuzz_engine(const char *game);

/* A file with those bytes, without a name in any folder: its descriptor, and the name by which it
 * can be opened meanwhile. */
enum { FUZZ_NAME = 64 };
int fuzz_file(const uint8_t *bytes, size_t size, char name[FUZZ_NAME]);

/* Reads a network of any form, and lets it run if it is one. */
void fuzz_read_network(const uint8_t *bytes, size_t size);

/* Takes the next of the bytes; 0 behind the last. */
struct fuzz_bytes {
    const uint8_t *at, *end;
};
uint8_t fuzz_take(struct fuzz_bytes *bytes);
uint32_t fuzz_take_word(struct fuzz_bytes *bytes);

/* Writes a word, its lowest byte first; and fills so many bytes with those that come in, over and
 * over. */
void fuzz_put_word(uint8_t *at, uint32_t word);
void fuzz_fill(uint8_t *at, size_t length, struct fuzz_bytes in);

#endif

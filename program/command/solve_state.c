/* The file from which solving resumes: a word that identifies the format, then the library's
 * 64-bit words, in native byte order. */
#include "solve.h"

#include "base/clock.h"
#include "protocol/io/file.h"
#include "protocol/io/protocol.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MAX = 1 << 21 };

static const uint64_t MAGIC = UINT64_C(0x31766c6f7369616d); /* "maisolv1" */

static bool state_fail(struct mi_solve *s, const char *what)
{
    mi_print_clean(stderr, "%s: %s: %s\n", s->program, s->state, what);
    s->faults++;
    return false;
}

/* Checks the file's contents and passes them to the library. */
static bool load_words(struct mi_solve *s, const char *bytes, size_t length)
{
    size_t words = length / sizeof(uint64_t);
    uint64_t *word = malloc(length + sizeof *word);
    if (!word)
        return state_fail(s, miai_error_text(MIAI_NO_MEMORY));
    memcpy(word, bytes, words * sizeof *word);
    bool good = words > 0 && word[0] == MAGIC && length % sizeof *word == 0 &&
                miai_solving_load(s->solving, word + 1, words - 1) == MIAI_OK;
    free(word);
    return good || state_fail(s, "not a state of this game, size and rules");
}

bool mi_solve_load_state(struct mi_solve *s)
{
    char error[MI_FILE_MESSAGE];
    size_t length;
    if (!s->state || (access(s->state, F_OK) != 0 && errno == ENOENT))
        return true;
    char *bytes = mi_load_large(s->state, &length, error);
    bool loaded = bytes ? load_words(s, bytes, length) : state_fail(s, error);
    free(bytes);
    return loaded;
}

static bool write_state_file(const char *name, const uint64_t *word, size_t words,
                             char error[MI_FILE_MESSAGE])
{
    struct mi_draft draft;
    if (!mi_begin_file(&draft, name, error))
        return false;
    fwrite(&MAGIC, sizeof MAGIC, 1, draft.out);
    fwrite(word, sizeof *word, words, draft.out);
    return mi_end_file(&draft, error);
}

bool mi_solve_save_state(struct mi_solve *s)
{
    char error[MI_FILE_MESSAGE];
    s->saved_at = mi_clock();
    if (!s->state)
        return true;
    uint64_t *word = malloc(sizeof *word * WORDS_MAX);
    if (!word)
        return state_fail(s, miai_error_text(MIAI_NO_MEMORY));
    bool good =
        write_state_file(s->state, word, miai_solving_save(s->solving, word, WORDS_MAX), error);
    free(word);
    return good || state_fail(s, error);
}

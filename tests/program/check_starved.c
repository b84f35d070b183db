/* The command line without memory: whichever allocation fails, a command gives the usual result or
 * fails with a message; a file that it was to write is then missing or complete. The linker
 * redirects allocations to tests/support/starve.c. */
#include "miai.h"
#include "tests/support/net_file.h"
#include "tests/support/starve.h"
#include "tests/support/suite.h"
#include "tests/support/text_file.h"

#include <check.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SAID = 1 << 16, WORDS = 12 };

#define NAME(suffix)     "program_starved.tmp." suffix
#define ANALYSIS(suffix) "program_starved.tmp-analysis." suffix
static const char out[] = NAME("out"), err[] = NAME("err"), made[] = NAME("made");

static const struct {
    const char *words[WORDS];
    bool timed; /* the output depends on the clock */
} commands[] = {
    {{"--config=" NAME("conf"), "--set", "komi=3.5", "-override-config", "playouts=4,threads=1",
      "--size=5", "perft", "go", "1"},
     false},
    {{"--level=1500", "--list-options"}, false},
    {{"--game=chess", "--book-file=" NAME("none"), "--list-games"}, false},
    {{"check", "tictactoe"}, false},
    {{"convert", NAME("sgf"), made}, false},
    {{"--to=text", "convert", NAME("sgf")}, false},
    {{"network", NAME("net")}, true},
    {{"--threads=1", "--nodes=10", "--game=chess", "suite", NAME("epd")}, true},
    {{"--threads=1", "solve", "tictactoe", "a1", "b2", "c3", "a2"}, true},
    {{"--threads=1", "--each", "--state=" NAME("state"), "solve", "tictactoe", "a1", "b2"}, true},
    {{"--threads=1", "--playouts=4", "--network=none", "analyze", NAME("sgf")}, true},
    {{"--no-such-option", "go"}, false},
    {{"hexx"}, false},
    {{"--game=tictactoe", "regret", "games=1", "playouts=8", "flat: search=flat"}, true},
};

/* ---- one command ---- */

struct result {
    int status;
    bool made, failed; /* name of an allocation */
    char out[SAID], err[SAID], file[SAID];
};

/* Redirects a stream to another file; returns a copy of its old descriptor. */
static int redirect_stream(FILE *stream, const char *name)
{
    fflush(stream);
    int kept = dup(fileno(stream)), file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    ck_assert(kept >= 0 && file >= 0 && dup2(file, fileno(stream)) >= 0);
    close(file);
    return kept;
}

static void restore_stream(FILE *stream, int kept)
{
    fflush(stream);
    ck_assert_int_ge(dup2(kept, fileno(stream)), 0);
    close(kept);
}

/* Reads a file; false if it does not exist. */
static bool read_whole_file(const char *name, char text[SAID])
{
    FILE *file = fopen(name, "r");
    size_t length = file ? fread(text, 1, SAID - 1, file) : 0;
    text[length] = '\0';
    return file && fclose(file) == 0;
}

/* Runs a command whose n-th allocation fails; with n = 0, none fails. */
static void run_command(int which, int n, struct result *result)
{
    char *argv[WORDS + 2] = {(char *)(uintptr_t) "miai"};
    int argc = 1;
    for (const char *const *word = commands[which].words; *word; word++)
        argv[argc++] = (char *)(uintptr_t)*word;
    remove(made);
    int kept_out = redirect_stream(stdout, out), kept_err = redirect_stream(stderr, err);
    starve_at(n);
    result->status = miai_main(argc, argv, NULL);
    result->failed = stop_starving() && n > 0;
    restore_stream(stdout, kept_out);
    restore_stream(stderr, kept_err);
    ck_assert(read_whole_file(out, result->out) && read_whole_file(err, result->err));
    result->made = read_whole_file(made, result->file);
}

/* ---- all commands ---- */

static void set_up_folder(void)
{
    put_text(NAME("conf"), "# of this test\nkomi = 2\n\nhandicap = 0\n");
    put_text(NAME("sgf"), "(;GM[1]SZ[5]PB[a]PW[b]C[text];B[cc]N[name];W[bb](;B[dd])(;B[bd]))");
    put_text(NAME("epd"), "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#; id \"back rank\";\n");
    net_file_write_least(NAME("net"));
}

static void tear_down_folder(void)
{
    static const char *const names[] = {NAME("conf"),
                                        NAME("sgf"),
                                        NAME("epd"),
                                        NAME("net"),
                                        NAME("state"),
                                        ANALYSIS("sgf"),
                                        ANALYSIS("html"),
                                        ANALYSIS("part"),
                                        out,
                                        err,
                                        made};
    for (int i = 0; i < COUNT(names); i++)
        remove(names[i]);
}

static void starve_command(int which, int n, const struct result *whole,
                           const struct result *result)
{
    const char *command = commands[which].words[0];
    bool told = strstr(result->err, "memory") || strstr(result->out, "out of memory");
    if (result->status == whole->status && !told) {
        ck_assert_msg(strcmp(result->err, whole->err) == 0, "%s, %d: %s", command, n, result->err);
        ck_assert_msg(commands[which].timed || strcmp(result->out, whole->out) == 0, "%s, %d: %s",
                      command, n, result->out);
        ck_assert_int_eq(result->made, whole->made);
    } else {
        ck_assert_msg(told, "%s, %d: %d: %s%s", command, n, result->status, result->err,
                      result->out);
        ck_assert_int_ne(result->status, 0);
    }
    ck_assert_msg(!result->made || strcmp(result->file, whole->file) == 0, "%s, %d: %s", command, n,
                  result->file);
}

START_TEST(command_without_memory)
{
    static struct result whole, result;
    run_command(_i, 0, &whole);
    result.failed = true;
    /* Fails each allocation up to ALL, then every 25th: at the end of a game of Go, analyze counts
     * by a search with thousands of allocations. */
    enum { ALL = 150 };
    for (int n = 1; result.failed; n += n < ALL ? 1 : n / 25) {
        run_command(_i, n, &result);
        starve_command(_i, n, &whole, &result);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("starved commands");
    keep_freed_memory();
    TCase *tests = add_case(suite, "starved", 240);
    tcase_add_checked_fixture(tests, set_up_folder, tear_down_folder);
    tcase_add_loop_test(tests, command_without_memory, 0, COUNT(commands));
    return run_suite(suite);
}

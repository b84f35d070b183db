/* The arguments of UCI's go. */
#include "uci.h"

#include "base/text.h"
#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Arguments with a number.  For a clock, a number that is not given is 0. */
enum go_number {
    WTIME,
    BTIME,
    WINC,
    BINC,
    MOVESTOGO,
    MOVETIME,
    DEPTH,
    NODES,
    MATE,
    PERFT,
    NUMBERS
};

/* The accepted ranges.  The time left may be negative. */
static const struct {
    const char *name;
    double min, max;
} go_numbers[NUMBERS] = {
    [WTIME] = {"wtime", -1e12, 1e12},    [BTIME] = {"btime", -1e12, 1e12},
    [WINC] = {"winc", -1e12, 1e12},      [BINC] = {"binc", -1e12, 1e12},
    [MOVESTOGO] = {"movestogo", 0, 1e6}, /* some clients send 0 for none */
    [MOVETIME] = {"movetime", 1, 1e12},  [DEPTH] = {"depth", 1, 1000},
    [NODES] = {"nodes", 1, 9e15},        [MATE] = {"mate", 1, 500},
    [PERFT] = {"perft", 1, 100},
};

static const char *const go_flags[] = {"infinite", "ponder", "searchmoves"};

enum { GO_FLAGS = sizeof go_flags / sizeof *go_flags };

struct go_args {
    double value[NUMBERS];
    bool given[NUMBERS];
    bool infinite, ponder;
};

static int find_go_number(const char *word)
{
    int i = 0;
    while (i < NUMBERS && strcmp(go_numbers[i].name, word) != 0)
        i++;
    return i;
}

static bool is_go_keyword(const char *word)
{
    bool is_flag = false;
    for (int i = 0; i < GO_FLAGS; i++)
        is_flag |= strcmp(go_flags[i], word) == 0;
    return is_flag || find_go_number(word) < NUMBERS;
}

/* Does the next word pass the test?  Does not read it. */
static bool next_word_is(const char *rest, bool (*test)(const char *word))
{
    char word[32];
    return mi_read_word(&rest, word, sizeof word) && test(word);
}

/* Used so that a missing number does not consume the next word. */
static bool is_number(const char *word)
{
    double value;
    return mi_read_word_real(word, &value);
}

/* Reads the moves of searchmoves, up to the next keyword. */
static void read_searchmoves(struct mi_uci *uci, char **rest)
{
    struct mi_reply list = {0};
    char move[MIAI_MOVE_TEXT], text[MIAI_MOVE_TEXT];
    while (**rest && !next_word_is(*rest, is_go_keyword)) {
        const char *word = mi_next_word(rest);
        mi_uci_move_to_engine(uci->engine, word, move);
        if (miai_write_move(uci->engine, MIAI_TURN, move, text, sizeof text) < 0)
            mi_uci_refuse_move(uci, word, MIAI_ILLEGAL);
        mi_reply_format(&list, "%s%s", list.length ? " " : "", move);
    }
    if (list.failed)
        mi_uci_complain(uci, miai_error_text(MIAI_NO_MEMORY), "searchmoves");
    free(uci->go.moves);
    uci->go.moves = list.text;
}

static void refuse_go_word(struct mi_uci *uci, const char *word)
{
    struct mi_nearest nearest = {.name = word};
    struct mi_reply about = {0};
    for (int i = 0; i < NUMBERS; i++)
        mi_nearest_offer(&nearest, go_numbers[i].name);
    for (int i = 0; i < GO_FLAGS; i++)
        mi_nearest_offer(&nearest, go_flags[i]);
    mi_reply_format(&about, "%.100s", word);
    mi_nearest_write(&nearest, &about);
    mi_uci_complain(uci, "unknown argument of go", mi_uci_complaint_text(&about));
    mi_reply_free(&about);
}

/* Complains, with the expected value: "depth (1 to 1000)", "wtime (milliseconds)". */
static void refuse_go_number(struct mi_uci *uci, enum go_number which, bool missing)
{
    struct mi_reply about = {0};
    if (which <= BINC)
        mi_reply_format(&about, "%s (milliseconds)", go_numbers[which].name);
    else
        mi_reply_format(&about, "%s (%.0f to %.0f)", go_numbers[which].name, go_numbers[which].min,
                        go_numbers[which].max);
    mi_uci_complain(uci, missing ? "missing number" : "unacceptable value",
                    mi_uci_complaint_text(&about));
    mi_reply_free(&about);
}

/* Reads the number of an argument.  A missing or invalid number is ignored; one out of range is
 * clamped. */
static void read_go_number(struct mi_uci *uci, char **rest, enum go_number which,
                           struct go_args *parsed)
{
    double min = go_numbers[which].min, max = go_numbers[which].max, value;
    bool missing = !**rest || next_word_is(*rest, is_go_keyword);
    bool is_given = !missing && mi_read_word_real(mi_next_word(rest), &value);
    if (!is_given || value < min || value > max)
        refuse_go_number(uci, which, missing);
    parsed->given[which] |= is_given;
    if (is_given)
        parsed->value[which] = value < min ? min : value > max ? max : value;
}

static void read_go_words(struct mi_uci *uci, char *rest, struct go_args *parsed)
{
    const char *word;
    while ((word = mi_next_word(&rest)) != NULL) {
        int go_number = find_go_number(word);
        if (go_number < NUMBERS)
            read_go_number(uci, &rest, (enum go_number)go_number, parsed);
        else if (strcmp(word, "infinite") == 0)
            parsed->infinite = true;
        else if (strcmp(word, "ponder") == 0)
            parsed->ponder = true;
        else if (strcmp(word, "searchmoves") == 0)
            read_searchmoves(uci, &rest);
        else {
            refuse_go_word(uci, word);
            if (next_word_is(rest, is_number))
                mi_next_word(&rest); /* its value */
        }
    }
}

/* The client expects the move within movetime, and later moves cannot make up for a late one.  So
 * the move overhead is subtracted twice, but at most half of the time. */
static double move_seconds(const struct mi_uci *uci, const struct go_args *parsed)
{
    char text[32];
    double overhead = 0, seconds = parsed->value[MOVETIME] / 1000;
    if (miai_get_option(uci->engine, "move-overhead", text, sizeof text) > 0)
        overhead = strtod(text, NULL);
    return 2 * overhead < seconds / 2 ? seconds - 2 * overhead : seconds / 2;
}

/* Sets the clock of the side to move, or that of the other side if only that one is given. */
static void set_clock(struct mi_uci *uci, const struct go_args *parsed)
{
    bool black = miai_turn(uci->engine) == 1;
    if (!parsed->given[WTIME] && !parsed->given[BTIME])
        return;
    if (!parsed->given[black ? BTIME : WTIME])
        black = !black;
    uci->go.clock = (miai_clock){
        .left = parsed->value[black ? BTIME : WTIME] / 1000,
        .increment = parsed->value[black ? BINC : WINC] / 1000,
        .moves_to_go = (int)parsed->value[MOVESTOGO],
    };
    if (uci->go.clock.increment < 0)
        uci->go.clock.increment = 0;
    uci->go.limits.clock = &uci->go.clock;
}

/* If go has no limit, the options' limits apply. */
static void set_option_limits(struct mi_uci *uci)
{
    miai_limits *limits = &uci->go.limits;
    char text[64];
    if (miai_get_option(uci->engine, "time", text, sizeof text) > 0)
        limits->seconds = strtod(text, NULL);
    if (miai_get_option(uci->engine, "playouts", text, sizeof text) > 0)
        limits->playouts = strtoull(text, NULL, 10);
    if (miai_get_option(uci->engine, "depth", text, sizeof text) > 0)
        limits->depth = (int)strtol(text, NULL, 10);
}

static bool has_limit(const miai_limits *limits)
{
    return limits->seconds > 0 || limits->playouts > 0 || limits->depth > 0 || limits->mate > 0 ||
           limits->clock;
}

/* Is this a move in a game rather than an analysis of the position? */
static bool plays_a_move(const miai_limits *limits)
{
    return !limits->ponder && !limits->moves && limits->lines == 1 && limits->mate == 0;
}

/* A UCI engine uses a book only if it was told to, since the client often has its own. */
static bool has_chosen_book(const struct mi_uci *uci)
{
    char book[8];
    return miai_get_option(uci->engine, "book-file", book, sizeof book) > 0 &&
           strcmp(book, "auto") != 0;
}

void mi_uci_read_go(struct mi_uci *uci, char *args)
{
    struct go_args parsed = {.infinite = false};
    free(uci->go.moves);
    uci->go = (struct mi_uci_go){.arrived = uci->arrived};
    read_go_words(uci, args, &parsed);
    miai_limits *limits = &uci->go.limits;
    *limits = (miai_limits){
        .seconds = move_seconds(uci, &parsed),
        .playouts = (uint64_t)parsed.value[NODES],
        .depth = (int)parsed.value[DEPTH],
        .mate = 2 * (int)parsed.value[MATE],
        .moves = uci->go.moves,
        .ponder = parsed.ponder,
        .lines = uci->lines,
    };
    limits->mate -= limits->mate > 0; /* go counts the winner's moves, the engine all plies */
    uci->go.infinite = parsed.infinite;
    uci->go.perft = (int)parsed.value[PERFT];
    if (!parsed.infinite)
        set_clock(uci, &parsed);
    if (!has_limit(limits) && !parsed.infinite && !parsed.ponder)
        set_option_limits(uci);
    if (!has_limit(limits))
        uci->go.infinite = true;
    limits->level = !uci->analysing && !uci->go.infinite;
    limits->book = limits->level && plays_a_move(limits) && has_chosen_book(uci);
}

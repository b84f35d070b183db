/* The words of UCI's go. */
#include "uci.h"

#include "base/text.h"
#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A number that a word names; what a game's clock does not name is 0. */
enum number { WTIME, BTIME, WINC, BINC, MOVESTOGO, MOVETIME, DEPTH, NODES, MATE, PERFT, NUMBERS };

/* Bounds are those of what is taken as it is: what a clock tells may be below 0. */
static const struct {
    const char *name;
    double least, most;
} numbers[NUMBERS] = {
    [WTIME] = {"wtime", -1e12, 1e12},    [BTIME] = {"btime", -1e12, 1e12},
    [WINC] = {"winc", -1e12, 1e12},      [BINC] = {"binc", -1e12, 1e12},
    [MOVESTOGO] = {"movestogo", 0, 1e6}, /* 0: none, as some clients write it */
    [MOVETIME] = {"movetime", 1, 1e12},  [DEPTH] = {"depth", 1, 1000},
    [NODES] = {"nodes", 1, 9e15},        [MATE] = {"mate", 1, 500},
    [PERFT] = {"perft", 1, 100},
};

static const char *const others[] = {"infinite", "ponder", "searchmoves"};

enum { OTHERS = sizeof others / sizeof *others };

struct words {
    double value[NUMBERS];
    bool given[NUMBERS];
    bool infinite, ponder;
};

static int number_of(const char *word)
{
    int i = 0;
    while (i < NUMBERS && strcmp(numbers[i].name, word) != 0)
        i++;
    return i;
}

static bool is_keyword(const char *word)
{
    bool other = false;
    for (int i = 0; i < OTHERS; i++)
        other |= strcmp(others[i], word) == 0;
    return other || number_of(word) < NUMBERS;
}

/* The word that comes next, without its being taken. */
static bool next_is(const char *rest, bool (*test)(const char *word))
{
    char word[32];
    return mi_read_word(&rest, word, sizeof word) && test(word);
}

/* A number that is missing leaves the next word alone. */
static bool is_number(const char *word)
{
    double value;
    return mi_read_word_real(word, &value);
}

/* The moves of searchmoves reach to the next keyword; *rest moves behind them. */
static void read_moves(struct mi_uci *uci, char **rest)
{
    struct mi_reply list = {0};
    char move[MIAI_MOVE_TEXT], text[MIAI_MOVE_TEXT];
    while (**rest && !next_is(*rest, is_keyword)) {
        const char *word = mi_next_word(rest);
        mi_uci_move_in(uci->engine, word, move);
        if (miai_write_move(uci->engine, MIAI_TURN, move, text, sizeof text) < 0)
            mi_uci_refuse_move(uci, word, MIAI_ILLEGAL);
        mi_reply_format(&list, "%s%s", list.length ? " " : "", move);
    }
    if (list.failed)
        mi_uci_complain(uci, miai_error_text(MIAI_NO_MEMORY), "searchmoves");
    free(uci->go.moves);
    uci->go.moves = list.text;
}

static void refuse_word(struct mi_uci *uci, const char *word)
{
    struct mi_nearest nearest = {.name = word};
    struct mi_reply about = {0};
    for (int i = 0; i < NUMBERS; i++)
        mi_nearest_offer(&nearest, numbers[i].name);
    for (int i = 0; i < OTHERS; i++)
        mi_nearest_offer(&nearest, others[i]);
    mi_reply_format(&about, "%.100s", word);
    mi_nearest_write(&nearest, &about);
    mi_uci_complain(uci, "no word of go", mi_uci_about(&about));
    mi_reply_free(&about);
}

/* "depth (1 to 1000)", "wtime (milliseconds)" */
static void refuse_number(struct mi_uci *uci, enum number which, bool missing)
{
    struct mi_reply about = {0};
    if (which <= BINC)
        mi_reply_format(&about, "%s (milliseconds)", numbers[which].name);
    else
        mi_reply_format(&about, "%s (%.0f to %.0f)", numbers[which].name, numbers[which].least,
                        numbers[which].most);
    mi_uci_complain(uci, missing ? "no number" : "unacceptable value", mi_uci_about(&about));
    mi_reply_free(&about);
}

/* Reads the number that belongs to a word.  What is none, or missing, means nothing; one out of its
 * bounds is the nearest within. */
static void read_number(struct mi_uci *uci, char **rest, enum number which, struct words *words)
{
    double least = numbers[which].least, most = numbers[which].most, value;
    bool missing = !**rest || next_is(*rest, is_keyword);
    bool given = !missing && mi_read_word_real(mi_next_word(rest), &value);
    if (!given || value < least || value > most)
        refuse_number(uci, which, missing);
    words->given[which] |= given;
    if (given)
        words->value[which] = value < least ? least : value > most ? most : value;
}

static void read_words(struct mi_uci *uci, char *rest, struct words *words)
{
    const char *word;
    while ((word = mi_next_word(&rest)) != NULL) {
        int number = number_of(word);
        if (number < NUMBERS)
            read_number(uci, &rest, (enum number)number, words);
        else if (strcmp(word, "infinite") == 0)
            words->infinite = true;
        else if (strcmp(word, "ponder") == 0)
            words->ponder = true;
        else if (strcmp(word, "searchmoves") == 0)
            read_moves(uci, &rest);
        else {
            refuse_word(uci, word);
            if (next_is(rest, is_number))
                mi_next_word(&rest); /* belongs to it */
        }
    }
}

/* The client expects the move within movetime, and no other move makes up for one that is late:
 * what the way may take is kept back twice, but not more than half of the time. */
static double move_seconds(const struct mi_uci *uci, const struct words *words)
{
    char text[32];
    double lag = 0, seconds = words->value[MOVETIME] / 1000;
    if (miai_get_option(uci->engine, "move-overhead", text, sizeof text) > 0)
        lag = strtod(text, NULL);
    return 2 * lag < seconds / 2 ? seconds - 2 * lag : seconds / 2;
}

/* The clock of the player to move; that of the other where only that one is told. */
static void set_clock(struct mi_uci *uci, const struct words *words)
{
    bool black = miai_turn(uci->engine) == 1;
    if (!words->given[WTIME] && !words->given[BTIME])
        return;
    if (!words->given[black ? BTIME : WTIME])
        black = !black;
    uci->go.clock = (miai_clock){
        .left = words->value[black ? BTIME : WTIME] / 1000,
        .increment = words->value[black ? BINC : WINC] / 1000,
        .moves_to_go = (int)words->value[MOVESTOGO],
    };
    if (uci->go.clock.increment < 0)
        uci->go.clock.increment = 0;
    uci->go.limits.clock = &uci->go.clock;
}

/* Where go names no bound, those that the options set hold. */
static void set_option_bounds(struct mi_uci *uci)
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

static bool is_bounded(const miai_limits *limits)
{
    return limits->seconds > 0 || limits->playouts > 0 || limits->depth > 0 || limits->mate > 0 ||
           limits->clock;
}

/* In a game, and not to find out about the position? */
static bool plays_a_move(const miai_limits *limits)
{
    return !limits->ponder && !limits->moves && limits->lines == 1 && limits->mate == 0;
}

void mi_uci_read_go(struct mi_uci *uci, char *args)
{
    struct words words = {.infinite = false};
    free(uci->go.moves);
    uci->go = (struct mi_uci_go){.arrived = uci->arrived};
    read_words(uci, args, &words);
    miai_limits *limits = &uci->go.limits;
    *limits = (miai_limits){
        .seconds = move_seconds(uci, &words),
        .playouts = (uint64_t)words.value[NODES],
        .depth = (int)words.value[DEPTH],
        .mate = 2 * (int)words.value[MATE],
        .moves = uci->go.moves,
        .ponder = words.ponder,
        .lines = uci->lines,
    };
    limits->mate -= limits->mate > 0; /* the winner's moves, and between them the loser's */
    uci->go.infinite = words.infinite;
    uci->go.perft = (int)words.value[PERFT];
    if (!words.infinite)
        set_clock(uci, &words);
    if (!is_bounded(limits) && !words.infinite && !words.ponder)
        set_option_bounds(uci);
    if (!is_bounded(limits))
        uci->go.infinite = true;
    limits->level = !uci->analysing && !uci->go.infinite;
    limits->book = limits->level && plays_a_move(limits);
}

/* The words of UCI's go. */
#include "uci.h"

#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEPTH_MAX = 1000, PERFT_MAX = 100, MATE_MAX = 500 };

/* A number that a word names; what a game's clock does not name is 0. */
enum number { WTIME, BTIME, WINC, BINC, MOVESTOGO, MOVETIME, DEPTH, NODES, MATE, PERFT, NUMBERS };

static const char *const names[NUMBERS] = {"wtime",    "btime", "winc",  "binc", "movestogo",
                                           "movetime", "depth", "nodes", "mate", "perft"};

struct words {
    double value[NUMBERS];
    bool given[NUMBERS];
    bool infinite, ponder;
};

static int number_of(const char *word)
{
    int i = 0;
    while (i < NUMBERS && strcmp(names[i], word) != 0)
        i++;
    return i;
}

static bool is_keyword(const char *word)
{
    return number_of(word) < NUMBERS || strcmp(word, "infinite") == 0 ||
           strcmp(word, "ponder") == 0 || strcmp(word, "searchmoves") == 0;
}

/* The word that comes next, without its being taken. */
static bool next_is(const char *rest, bool (*test)(const char *word))
{
    char word[32];
    size_t length = strcspn(rest, " ");
    if (length >= sizeof word)
        return false;
    memcpy(word, rest, length);
    word[length] = '\0';
    return test(word);
}

/* A number that is missing leaves the next word alone, and means nothing. */
static bool is_number(const char *word)
{
    double value;
    return mi_read_word_real(word, &value);
}

/* The moves of searchmoves reach to the next keyword; *rest moves behind them. */
static void read_moves(struct mi_uci *uci, char **rest)
{
    struct mi_reply list = {0};
    char move[MIAI_MOVE_TEXT];
    while (**rest && !next_is(*rest, is_keyword)) {
        mi_uci_move_in(uci->engine, mi_next_word(rest), move);
        mi_reply_format(&list, "%s%s", list.length ? " " : "", move);
    }
    free(uci->go.moves);
    uci->go.moves = list.text;
}

static void read_words(struct mi_uci *uci, char *rest, struct words *words)
{
    const char *word;
    while ((word = mi_next_word(&rest)) != NULL) {
        int number = number_of(word);
        if (number < NUMBERS && next_is(rest, is_number))
            words->given[number] = mi_read_word_real(mi_next_word(&rest), &words->value[number]);
        else if (strcmp(word, "infinite") == 0)
            words->infinite = true;
        else if (strcmp(word, "ponder") == 0)
            words->ponder = true;
        else if (strcmp(word, "searchmoves") == 0)
            read_moves(uci, &rest);
    }
}

/* A whole number from 1 to max, or 0 where none was given. */
static double count(const struct words *words, enum number which, double max)
{
    double value = words->value[which];
    if (!words->given[which])
        return 0;
    return value < 1 ? 1 : value > max ? max : value;
}

/* The client expects the move within movetime, and no other move makes up for one that is late:
 * what the way may take is kept back twice, but not more than half of the time. */
static double move_seconds(const struct mi_uci *uci, const struct words *words)
{
    char text[32];
    double lag = 0, seconds = count(words, MOVETIME, 1e12) / 1000;
    if (miai_get_option(uci->engine, "lag", text, sizeof text) > 0)
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
        .moves_to_go = (int)count(words, MOVESTOGO, 1e6),
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
        .playouts = (uint64_t)count(&words, NODES, 9e15),
        .depth = (int)count(&words, DEPTH, DEPTH_MAX),
        .mate = 2 * (int)count(&words, MATE, MATE_MAX),
        .moves = uci->go.moves,
        .ponder = words.ponder,
        .lines = uci->lines,
    };
    limits->mate -= limits->mate > 0; /* the winner's moves, and between them the loser's */
    uci->go.infinite = words.infinite;
    uci->go.perft = (int)count(&words, PERFT, PERFT_MAX);
    if (!words.infinite)
        set_clock(uci, &words);
    if (!is_bounded(limits) && !words.infinite && !words.ponder)
        set_option_bounds(uci);
    if (!is_bounded(limits))
        uci->go.infinite = true;
    limits->level = !uci->analysing && !uci->go.infinite;
    limits->book = limits->level && plays_a_move(limits);
}

/* The head of a game that is put together from another: names, size, rules, the first position. */
#include "game_record.h"

#include "base/text.h"
#include "contract/presentation.h"
#include "contract/sgf_move.h"
#include "record/charset.h"
#include "record/sgf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 4096 };

/* Is Black the player who moves first? */
static bool begins_black(const miai_game *game)
{
    miai_presentation p = {.bytes = sizeof p};
    miai_presentation_of(game, &p);
    return p.black_begins;
}

/* The variant whose name tells a PGN the rules that are on, or NULL. */
static const miai_variant *variant_of_pgn(const struct mi_reading *r)
{
    const miai_variant *variant = mi_presentation(r->game)->variants;
    while (variant && variant->name &&
           !(variant->in_pgn && mi_variant_rules(r->game, variant) == r->setup.rules))
        variant++;
    return variant && variant->name ? variant : NULL;
}

bool mi_game_record_put(struct miai_game_record *to, struct mi_record_node *node, const char *name,
                        const char *text)
{
    return to->format == MI_SGF ? mi_sgf_add(to, node, name, text)
                                : mi_game_record_add(to, node, name, text);
}

static bool put_root(struct miai_game_record *to, const char *name, const char *text)
{
    return mi_game_record_put(to, to->root, name, text);
}

/* The first value of a property of the root in UTF-8, or NULL, if there is none; the caller frees
 * it.  False without memory. */
static bool take_text(const struct miai_game_record *record, const char *name, char **text)
{
    const struct mi_record_property *property = mi_record_node_find(record->root, name);
    *text = NULL;
    if (!property || !property->value)
        return true;
    struct mi_text raw = property->value->raw;
    *text =
        record->format == MI_SGF ? mi_sgf_text(record, raw) : mi_to_utf8("", 0, raw.at, raw.length);
    return *text != NULL;
}

/* ---- names ---- */

/* What is called what in SGF, PGN and plain text; "": it has no name there. */
static const char *const names[][3] = {
    {"EV", "Event", "event"},
    {"PC", "Site", "place"},
    {"DT", "Date", "date"},
    {"RO", "Round", "round"},
    {"1", "1", "1"},
    {"2", "2", "2"},
    {"RE", "Result", "result"},
    {"TM", "TimeControl", "time"},
    {"AN", "Annotator", "annotator"},
    {"ON", "Opening", "opening"},
    {"GN", "GameName", "name"},
    {"SO", "Source", "source"},
    {"", "Termination", "termination"},
};

enum {
    DATE = 2,
    FIRST = 4,
    SECOND = 5,
    RESULT = 6,
    ROSTER = 7,
    NAMES = sizeof names / sizeof *names
};

/* Where a format's names stand in tables of them. */
static int column_of(enum mi_format format)
{
    return format == MI_SGF ? 0 : format == MI_PGN ? 1 : 2;
}

/* The name of the i-th in a format; of the players, by who begins.  In PGN that is White, whatever
 * the colour of his stones: so its moves are counted, and its results. */
static const char *name_of(int i, enum mi_format format, bool black_begins)
{
    static const char *const players[][2] = {{"PB", "PW"}, {"White", "Black"}, {"white", "black"}};
    int column = column_of(format);
    if (!isdigit((unsigned char)names[i][0][0]))
        return names[i][column];
    bool second = names[i][0][0] == '2';
    return players[column][format == MI_PLAIN ? second != black_begins : second];
}

/* "2020-01-31" for PGN's "2020.01.31", and back. */
static void convert_date(char *text, enum mi_format to)
{
    for (; *text; text++)
        if (*text == '-' || *text == '.')
            *text = to == MI_PGN ? '.' : '-';
}

/* Who won, 0 or 1; 2 for a draw, -1 where that is open.  Numbers are the first player's. */
static int winner_of(const char *result, bool black_begins)
{
    if (strchr("Bb", result[0]) && result[0] && result[1] == '+')
        return !black_begins;
    if (strchr("Ww", result[0]) && result[0] && result[1] == '+')
        return black_begins;
    if (strcmp(result, "1-0") == 0)
        return 0;
    if (strcmp(result, "0-1") == 0)
        return 1;
    bool draw = strcmp(result, "0") == 0 || mi_same_text(result, "draw") ||
                mi_same_text(result, "jigo") || strncmp(result, "1/2", 3) == 0;
    return draw ? 2 : -1;
}

static const char *result_for(enum mi_format format, int winner, bool black_begins)
{
    if (winner < 0)
        return format == MI_PGN ? "*" : "?";
    if (winner == 2)
        return format == MI_PGN ? "1/2-1/2" : "0";
    if (format == MI_PGN)
        return winner == 0 ? "1-0" : "0-1";
    return (winner == 0) == black_begins ? "B+" : "W+";
}

/* How PGN calls an end that is none of the board, by what stands behind SGF's plus sign. */
static const char *termination_of(const char *result)
{
    switch (result[0] && result[1] == '+' ? toupper((unsigned char)result[2]) : '\0') {
    case 'R':
        return "normal";
    case 'T':
        return "time forfeit";
    case 'F':
        return "rules infraction";
    default:
        return NULL;
    }
}

static bool write_termination(const struct mi_reading *r, struct miai_game_record *to,
                              const char *result)
{
    const char *termination = termination_of(result);
    bool told = mi_record_node_find(r->record->root, "termination") ||
                mi_record_node_find(r->record->root, "Termination");
    return !termination || told || put_root(to, "Termination", termination);
}

/* The result of a PGN stands behind the moves, and in a tag. */
static bool write_result(const struct mi_reading *r, struct miai_game_record *to, const char *text)
{
    bool black_begins = begins_black(r->game);
    int winner = winner_of(text, black_begins);
    bool sgf = text[0] && strchr("BbWw", text[0]) && text[1] == '+';
    bool kept =
        to->format == MI_PLAIN ? sgf || !black_begins || winner < 0 : sgf && to->format == MI_SGF;
    const char *result = kept ? text : result_for(to->format, winner, black_begins);
    if (!put_root(to, name_of(RESULT, to->format, black_begins), result))
        return false;
    if (to->format != MI_PGN)
        return true;
    return put_root(to, "result", result) &&
           (!*text || strcmp(text, result) == 0 || strcmp(text, "*") == 0 ||
            put_root(to, "ResultText", text)) &&
           write_termination(r, to, text);
}

/* A result that says more than PGN's own, which stands beside it; NULL: none.  Otherwise as
 * take_text(). */
static bool take_result_text(const struct miai_game_record *record, bool black_begins, char **text)
{
    *text = NULL;
    if (record->format != MI_PGN)
        return true;
    if (!take_text(record, "ResultText", text))
        return false;
    if (*text && winner_of(*text, black_begins) < 0) {
        free(*text);
        *text = NULL;
    }
    return true;
}

/* The result that stands behind the moves of a PGN; NULL: it is open.  Otherwise as take_text(). */
static bool take_last_word(const struct miai_game_record *record, char **text)
{
    if (!take_text(record, "result", text))
        return false;
    if (*text && strcmp(*text, "*") == 0) {
        free(*text);
        *text = NULL;
    }
    return true;
}

/* What the record has by the i-th name, as take_text(); more: of results rather what says more. */
static bool take_name(const struct miai_game_record *record, int i, bool black_begins, bool more,
                      char **text)
{
    const char *name = name_of(i, record->format, black_begins);
    char *better = NULL;
    *text = NULL;
    bool good =
        (!*name || take_text(record, name, text)) &&
        (i != RESULT || *text || record->format != MI_PGN || take_last_word(record, text)) &&
        (!more || i != RESULT || take_result_text(record, black_begins, &better));
    if (better || !good) {
        free(*text);
        *text = better;
    }
    return good;
}

static bool write_name(const struct mi_reading *r, struct miai_game_record *to, int i)
{
    bool black_begins = begins_black(r->game), good = true;
    const char *name = name_of(i, to->format, black_begins);
    char *text;
    if (!take_name(r->record, i, black_begins, to->format != MI_PGN, &text))
        return false;
    bool missing = !text || (r->record->format == MI_PGN && strcmp(text, "?") == 0);
    if (text && i == DATE)
        convert_date(text, to->format);
    if (i == RESULT && (!missing || to->format == MI_PGN))
        good = write_result(r, to, text ? text : "*");
    else if (!missing && *name)
        good = put_root(to, name, text);
    else if (missing && i < ROSTER && to->format == MI_PGN)
        good = put_root(to, name, i == DATE ? "????.??.??" : "?");
    free(text);
    return good;
}

int miai_game_record_tell(const miai_engine *engine, const miai_game_record *record,
                          const char *what, char *text, size_t size)
{
    bool black_begins = begins_black(mi_history_game(engine->history));
    bool first = strcmp(what, "first") == 0, second = strcmp(what, "second") == 0;
    int i = first ? FIRST : second ? SECOND : 0;
    while (!first && !second && i < NAMES && strcmp(names[i][2], what) != 0)
        i++;
    char *value;
    if (i == NAMES || record->format == MI_EPD || !take_name(record, i, black_begins, true, &value))
        return -1;
    bool said = value && value[strspn(value, "?.* ")];
    int length = said ? snprintf(text, size, "%s", value) : -1;
    free(value);
    return length;
}

/* ---- the first position ---- */

static bool begins_as_usual(struct mi_reading *r)
{
    r->game->init(r->pos, &r->setup);
    return r->game->hash(r->pos) == r->game->hash(mi_history_start(r->history));
}

static bool write_size(const struct mi_reading *r, struct miai_game_record *to)
{
    static const char *const name[] = {"SZ", "Size", "size"};
    const miai_setup *s = &r->setup, *usual = &r->game->setup;
    bool resized = s->width != usual->width || s->height != usual->height;
    char size[32];
    if (to->format == MI_PGN && !resized)
        return true;
    snprintf(size, sizeof size,
             s->width == s->height  ? "%d"
             : to->format == MI_SGF ? "%d:%d"
                                    : "%dx%d",
             s->width, s->height);
    return put_root(to, name[column_of(to->format)], size);
}

static bool write_komi(const struct mi_reading *r, struct miai_game_record *to)
{
    static const char *const name[] = {"KM", "Komi", "komi"};
    char komi[32];
    if (!mi_scoring(r->game)->settle && r->setup.komi == r->game->setup.komi)
        return true;
    mi_write_real(r->setup.komi, komi, sizeof komi);
    return put_root(to, name[column_of(to->format)], komi);
}

static bool write_rules(const struct mi_reading *r, struct miai_game_record *to)
{
    static const char *const name[] = {"RU", "Rules", "rules"};
    char rules[64];
    bool usual = r->setup.rules == r->game->setup.rules && !mi_scoring(r->game)->settle;
    if (!r->game->rules || usual || (to->format == MI_PGN && variant_of_pgn(r)))
        return true;
    mi_write_rules(r->game, r->setup.rules, rules, sizeof rules);
    return put_root(to, name[column_of(to->format)], rules);
}

static bool write_setup(const struct mi_reading *r, struct miai_game_record *to)
{
    return write_size(r, to) && write_komi(r, to) && write_rules(r, to);
}

/* A point where a stone is set up becomes another value of the property. */
static bool add_stone(struct mi_reading *r, struct miai_game_record *to,
                      struct mi_record_property *property, miai_move point)
{
    char word[MI_WORD];
    int length = mi_sgf_write_point(r->game, &r->setup, mi_history_start(r->history), point, word,
                                    sizeof word);
    const char *copy = mi_game_record_copy(to, word, (size_t)length);
    return property && copy &&
           mi_game_record_add_value(to, property, (struct mi_text){copy, (size_t)length});
}

/* Lists the points where a player's stones were set up, or (-1) where the rules have some and none
 * are; returns how many. */
static int list_stones(struct mi_reading *r, int player, miai_move list[MIAI_MAX_POINTS])
{
    int8_t piece[MIAI_MAX_POINTS], usual[MIAI_MAX_POINTS];
    int n = 0;
    r->game->init(r->pos, &r->setup);
    mi_editing(r->game)->board(r->pos, usual);
    mi_editing(r->game)->board(mi_history_start(r->history), piece);
    for (miai_move p = 0; p < r->setup.width * r->setup.height; p++)
        if (piece[p] == player && (player >= 0 || usual[p] >= 0))
            list[n++] = p;
    return n;
}

/* "AB[..][..]" */
static bool write_stones_sgf(struct mi_reading *r, struct miai_game_record *to, int player,
                             const miai_move *list, int n)
{
    static const char *const name[] = {"AE", "AB", "AW"};
    struct mi_record_property *property =
        mi_game_record_add_property(to, to->root, mi_text_of(name[player + 1]));
    bool good = true;
    for (int i = 0; good && i < n; i++)
        good = add_stone(r, to, property, list[i]);
    return good;
}

/* "stones black D4 ..." */
static bool write_stones_plain(const struct mi_reading *r, struct miai_game_record *to, int player,
                               const miai_move *list, int n)
{
    static const char *const name[] = {"empty", "black", "white"};
    char word[MI_WORD], *text = malloc(MIAI_MAX_POINTS * MIAI_MOVE_TEXT);
    struct mi_out out;
    if (!text)
        return false;
    mi_out_init(&out, text, MIAI_MAX_POINTS * MIAI_MOVE_TEXT);
    mi_out_add(&out, name[player + 1]);
    for (int i = 0; i < n; i++) {
        int x = list[i] % r->setup.width, y = list[i] / r->setup.width;
        miai_point_text_in(mi_notation(r->game)->letters, x, y, word, sizeof word);
        mi_out_format(&out, " %s", word);
    }
    bool good = put_root(to, "stones", text);
    free(text);
    return good;
}

static bool write_stones(struct mi_reading *r, struct miai_game_record *to, int player)
{
    bool sgf = to->format == MI_SGF;
    miai_move list[MIAI_MAX_POINTS];
    char count[16];
    int n = list_stones(r, player, list);
    if (n == 0)
        return true;
    if (sgf ? !write_stones_sgf(r, to, player, list, n)
            : !write_stones_plain(r, to, player, list, n))
        return false;
    snprintf(count, sizeof count, "%d", n);
    return player != 0 || !r->handicap || put_root(to, sgf ? "HA" : "handicap", count);
}

static bool write_start(struct mi_reading *r, struct miai_game_record *to)
{
    char text[TEXT];
    int turn = r->game->turn(mi_history_start(r->history));
    if (begins_as_usual(r))
        return true;
    if (to->format != MI_SGF && mi_notation(r->game)->write_position) {
        mi_notation(r->game)->write_position(mi_history_start(r->history), text, sizeof text);
        if (to->format == MI_PGN)
            return put_root(to, "SetUp", "1") && put_root(to, "FEN", text);
        return put_root(to, "position", text);
    }
    if (!mi_editing(r->game)->board || !mi_editing(r->game)->put || to->format == MI_PGN)
        return mi_reading_fault(
            r, r->record->root->line, "%s has no words for where this game of %s begins%s",
            to->format == MI_PGN ? "PGN" : "SGF", r->game->title,
            to->format == MI_PGN && mi_editing(r->game)->board && mi_editing(r->game)->put
                ? "; SGF and plain text (.txt) have"
                : "");
    return write_stones(r, to, -1) && write_stones(r, to, 0) && write_stones(r, to, 1) &&
           put_root(to, to->format == MI_SGF ? "PL" : "turn",
                    to->format == MI_SGF ? turn ? "W" : "B"
                    : turn               ? "white"
                                         : "black");
}

/* ---- the head ---- */

static bool write_game(const struct mi_reading *r, struct miai_game_record *to)
{
    char text[64];
    if (to->format == MI_PLAIN)
        return put_root(to, "game", r->game->name);
    snprintf(text, sizeof text, "%d", mi_records(r->game)->sgf);
    return put_root(to, "GM", text) && put_root(to, "FF", "4") && put_root(to, "CA", "UTF-8") &&
           put_root(to, "AP", "miai");
}

/* Behind the roster, as all tags that are not of it. */
static bool write_variant(const struct mi_reading *r, struct miai_game_record *to)
{
    const miai_variant *variant = variant_of_pgn(r);
    if (to->format != MI_PGN || (!variant && mi_presentation(r->game)->assumed))
        return true;
    return put_root(to, "Variant", variant ? variant->name : r->game->name);
}

bool mi_game_record_write_head(struct mi_reading *r, struct miai_game_record *to)
{
    bool good = to->format == MI_PGN || (write_game(r, to) && write_setup(r, to));
    for (int i = 0; good && i < NAMES; i++)
        good = write_name(r, to, i);
    if (good && to->format == MI_PGN)
        good = write_variant(r, to) && write_setup(r, to);
    if (good && !write_start(r, to))
        return r->fault[0] ? false : mi_reading_fault(r, r->record->root->line, "out of memory");
    return good || mi_reading_fault(r, r->record->root->line, "out of memory");
}

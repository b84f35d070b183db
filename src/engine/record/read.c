/* Applies the nodes of a record one after the other. */
#include "engine/add_game.h"
#include "game_record.h"

#include "base/text.h"
#include "contract/sgf_move.h"
#include "record/pgn.h"
#include "record/sgf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- SGF: set-up ---- */

/* Changing the position: the history restarts with the position in r->pos, which the caller edits
 * in between. */
static void begin_edit(struct mi_reading *r)
{
    memcpy(r->pos, mi_history_position(r->history), mi_history_size(r->history));
}

static void end_edit(struct mi_reading *r)
{
    r->fresh |= mi_history_plies(r->history) > 0;
    mi_history_restart(r->history, r->pos);
}

static miai_move read_point(const struct mi_reading *r, const char *text)
{
    return mi_sgf_read_point(r->game, &r->setup, mi_history_position(r->history), text);
}

/* Puts a stone on each point of "aa" or of the rectangle "aa:cc", or removes the stones. */
static bool put_points(struct mi_reading *r, const char *text, int player)
{
    char first[MI_WORD];
    int width = r->setup.width;
    size_t length = strcspn(text, ":");
    snprintf(first, sizeof first, "%.*s", (int)length, text);
    miai_move from = read_point(r, first);
    miai_move to = text[length] ? read_point(r, text + length + 1) : from;
    if (from == MIAI_NO_MOVE || to == MIAI_NO_MOVE || !mi_editing(r->game)->put)
        return false;
    int left = from % width < to % width ? from % width : to % width;
    int right = from % width + to % width - left;
    int low = from / width < to / width ? from / width : to / width;
    int high = from / width + to / width - low;
    begin_edit(r);
    for (int y = low; y <= high; y++)
        for (int x = left; x <= right; x++)
            if (!mi_editing(r->game)->put(r->pos, y * width + x, player))
                return false;
    end_edit(r);
    return true;
}

static void set_turn(struct mi_reading *r, int player)
{
    begin_edit(r);
    if (r->game->turn(r->pos) == player || !mi_editing(r->game)->set_turn)
        return;
    mi_editing(r->game)->set_turn(r->pos, player);
    end_edit(r);
}

/* ---- SGF: moves ---- */

/* Some servers write only the number of handicap stones: puts them on the points that the rules
 * define. */
static void put_handicap(struct mi_reading *r)
{
    miai_move list[MIAI_MAX_POINTS];
    const miai_editing *editing = mi_editing(r->game);
    if (!r->handicap || r->stones[0] || r->stones[1] || !editing->handicap || !editing->put)
        return;
    int n = editing->handicap(&r->setup, r->handicap_stones, list);
    begin_edit(r);
    for (int i = 0; i < n; i++)
        if (!editing->put(r->pos, list[i], 0))
            return;
    end_edit(r);
    r->stones[0] = n > 0;
}

static bool stops_here(struct mi_reading *r)
{
    r->done = r->moves + 1 == r->before;
    return r->done;
}

/* The number by which people find the move with that number of r->moves: in PGN that of the pair,
 * where null moves count. */
static long move_number(const struct mi_reading *r, int move)
{
    return r->record->format == MI_PGN
               ? (mi_pgn_first_ply(r->record->root) + r->null_moves + move + 1) / 2
               : move;
}

static bool play_move(struct mi_reading *r, long line, const char *text, int player, miai_move move)
{
    r->moves++;
    enum mi_play_result played = mi_history_replay(r->history, player, move);
    if (played == MI_PLAYED)
        return true;
    if (played == MI_PLAY_NO_MEMORY)
        return mi_reading_fault(r, line, "out of memory");
    return mi_reading_fault(r, line, "move %ld, %.30s, is not a legal move of %s",
                            move_number(r, r->moves), *text ? text : "a pass", r->game->title);
}

static bool play_sgf(struct mi_reading *r, long line, const char *text, int player)
{
    if (r->moves == 0 && player == 1 && !r->turn_set)
        put_handicap(r);
    if (stops_here(r))
        return true;
    if (r->moves == 0 && !r->turn_set)
        set_turn(r, player);
    if (!mi_history_position_for(r->history, player, r->pos))
        return mi_reading_fault(r, line, "move %ld, %.30s, comes after the end of the game",
                                move_number(r, r->moves + 1), text);
    return play_move(r, line, text, player, mi_sgf_read_move(r->game, &r->setup, r->pos, text));
}

static bool set_stones(struct mi_reading *r, long line, const char *name, const char *text)
{
    int player = name[1] == 'E' ? -1 : name[1] == 'W';
    if (player >= 0)
        r->stones[player] = true;
    return put_points(r, text, player) ||
           mi_reading_fault(r, line, "%s[%.20s]: %s", name, text,
                            mi_editing(r->game)->put ? "illegal stone"
                                                     : "stones cannot be set up in this game");
}

static bool apply_sgf_value(struct mi_reading *r, long line,
                            const struct mi_record_property *property, const char *text)
{
    static const char *const stones[] = {"AB", "AW", "AE"};
    if (mi_record_property_is(property, "B") || mi_record_property_is(property, "W"))
        return play_sgf(r, line, text, mi_record_property_is(property, "W"));
    for (int i = 0; i < 3; i++)
        if (mi_record_property_is(property, stones[i]))
            return set_stones(r, line, stones[i], text);
    if (mi_record_property_is(property, "PL") && *text && strchr("BbWw12", *text)) {
        r->turn_set = true;
        set_turn(r, strchr("Ww2", *text) != NULL);
    }
    return true;
}

static bool apply_sgf_node(struct mi_reading *r, const struct mi_record_node *node)
{
    char text[MI_WORD];
    for (const struct mi_record_property *p = node->property; p; p = p->next)
        for (const struct mi_record_value *value = p->value; value && !r->done;
             value = value->next) {
            if (p->name.length > 10)
                break;
            mi_sgf_short_text(value->raw, text, sizeof text);
            if (!apply_sgf_value(r, node->line, p, text))
                return false;
        }
    return true;
}

/* ---- the other formats ---- */

static bool play_null(struct mi_reading *r, long line, const char *text)
{
    if (!mi_history_null(r->history))
        return mi_reading_fault(r, line, "%.30s after move %ld: no null move is possible here",
                                text, move_number(r, r->moves));
    r->null_moves++;
    r->turn = r->game->turn(mi_history_position(r->history));
    return true;
}

static bool is_pass(const struct mi_reading *r, const char *text)
{
    miai_move move;
    const miai_editing *editing = mi_editing(r->game);
    return editing->pass && mi_history_read(r->history, r->turn, text, &move) == MI_READ_MOVE &&
           move == editing->pass(mi_history_position(r->history));
}

/* Many records (Othello) leave out a pass if the player has no other move: play it. */
static void play_forced_pass(struct mi_reading *r)
{
    const miai_editing *editing = mi_editing(r->game);
    miai_move list[MIAI_MAX_LEGAL];
    if (!editing->pass || !mi_history_position_for(r->history, r->turn, r->pos) ||
        r->game->moves(r->pos, list) != 1 || list[0] != editing->pass(r->pos))
        return;
    if (mi_history_play(r->history, r->turn, list[0]) == MI_PLAYED)
        r->turn = r->game->turn(mi_history_position(r->history));
}

/* Skips the "P@" of a drop, which cutechess writes in games with drops. */
static const char *skip_drop_prefix(const struct mi_reading *r, const char *text)
{
    bool drop = r->record->format == MI_PGN && mi_presentation(r->game)->drops &&
                (text[0] == 'P' || text[0] == 'p') && text[1] == '@';
    return drop ? text + 2 : text;
}

static bool play_text_move(struct mi_reading *r, long line, const char *word)
{
    miai_move move = MIAI_NO_MOVE;
    const char *text = skip_drop_prefix(r, word);
    if (stops_here(r))
        return true;
    if (!is_pass(r, text))
        play_forced_pass(r);
    if (!mi_history_position_for(r->history, r->turn, r->pos))
        return mi_reading_fault(r, line, "move %ld, %.30s, comes after the end of the game",
                                move_number(r, r->moves + 1), text);
    if (mi_notation(r->game)->read_move)
        move = mi_notation(r->game)->read_move(r->pos, text);
    if (move == MIAI_NO_MOVE)
        mi_history_read(r->history, r->turn, text, &move);
    int player = r->turn;
    if (!play_move(r, line, text, player, move))
        return false;
    r->turn = r->game->turn(mi_history_position(r->history));
    return true;
}

/* Puts stones given as "black D4 Q16". */
static bool put_listed_stones(struct mi_reading *r, const char *text)
{
    char word[MI_WORD];
    if (!mi_read_word(&text, word, sizeof word))
        return true;
    int player = strchr("eE", *word) ? -1 : *word == 'w' || *word == 'W';
    while (mi_read_word(&text, word, sizeof word)) {
        miai_move point = miai_point_read_in(mi_notation(r->game)->letters, word, r->setup.width,
                                             r->setup.height);
        begin_edit(r);
        if (point == MIAI_NO_MOVE || !mi_editing(r->game)->put ||
            !mi_editing(r->game)->put(r->pos, point, player))
            return mi_reading_fault(r, r->record->root->line, "stones: illegal stone on %.20s",
                                    word);
        end_edit(r);
        if (player >= 0)
            r->stones[player] = true;
    }
    return true;
}

enum { REASON_SIZE = 160 };

static bool read_position(struct mi_reading *r, const char *text)
{
    if (!mi_notation(r->game)->read_position ||
        !mi_notation(r->game)->read_position(r->pos, &r->setup, text)) {
        char why[REASON_SIZE];
        mi_explain_position_refusal(r->game, r->pos, &r->setup, text, why, sizeof why);
        return mi_reading_fault(r, r->record->root->line, "not a position of %s%s%s: %.100s",
                                r->game->title, *why ? ", " : "", why, text);
    }
    mi_history_restart(r->history, r->pos);
    mi_explain_position_refusal(r->game, r->pos, &r->setup, text, r->note, sizeof r->note);
    return true;
}

enum { POSITION_SIZE = 2 * MI_WORD };

/* Writes the text of the first position. False if the file has none. */
static bool position_text(const struct mi_reading *r, char text[POSITION_SIZE])
{
    char fields[MI_WORD], half[16], full[16];
    bool pgn = r->record->format == MI_PGN;
    if (r->record->format != MI_EPD)
        return mi_game_record_root_value(r->record, pgn ? "FEN" : "position", text, MI_WORD);
    mi_game_record_root_value(r->record, "position", fields, sizeof fields);
    if (!mi_game_record_root_value(r->record, "hmvc", half, sizeof half))
        strcpy(half, "0");
    if (!mi_game_record_root_value(r->record, "fmvn", full, sizeof full))
        strcpy(full, "1");
    snprintf(text, POSITION_SIZE, "%s %s %s", fields, half, full);
    return true;
}

/* Can the game read the text under these rules? all: without ignoring any part of it. Also true if
 * out of memory, which stops the reader anyway. */
static bool can_read_under(const miai_game *game, const miai_setup *setup, const char *text,
                           bool all)
{
    char why[REASON_SIZE] = "";
    void *pos = malloc(game->size(setup));
    if (!pos)
        return true;
    bool good = mi_notation(game)->read_position(pos, setup, text);
    if (good && all)
        mi_explain_position_refusal(game, pos, setup, text, why, sizeof why);
    free(pos);
    return good && !*why;
}

/* EPD and many PGN files do not name rules. Chooses other rules if only these can read the first
 * position, for example Chess960. In EPD, which cannot name rules, it is enough that only these
 * read all of it. In PGN a castling right that does not fit is more likely an error. */
static void choose_rules(struct mi_reading *r)
{
    char text[POSITION_SIZE];
    miai_setup setup = r->setup;
    bool epd = r->record->format == MI_EPD;
    if (r->rules_named || r->record->format == MI_SGF || !r->game->rules ||
        !mi_notation(r->game)->read_position || !position_text(r, text) ||
        can_read_under(r->game, &setup, text, epd))
        return;
    for (setup.rules = 0; r->game->rules[setup.rules]; setup.rules++)
        if (can_read_under(r->game, &setup, text, epd)) {
            r->setup.rules = setup.rules;
            return;
        }
}

/* Applies the first position of a root that is not SGF. */
static bool apply_start(struct mi_reading *r)
{
    bool pgn = r->record->format == MI_PGN;
    char text[POSITION_SIZE], stones[8192];
    if (position_text(r, text) && !read_position(r, text))
        return false;
    if (r->record->format == MI_EPD)
        return true;
    for (const struct mi_record_property *p = r->record->root->property; p && !pgn; p = p->next) {
        if (!mi_record_property_is(p, "stones") || !p->value)
            continue;
        mi_sgf_short_text(p->value->raw, stones, sizeof stones);
        if (!put_listed_stones(r, stones))
            return false;
    }
    if (!pgn && mi_game_record_root_value(r->record, "handicap", text, sizeof text))
        r->handicap = r->stones[0];
    if (!pgn && mi_game_record_root_value(r->record, "turn", text, sizeof text))
        set_turn(r, *text == 'w' || *text == 'W');
    return true;
}

static bool apply_text_node(struct mi_reading *r, const struct mi_record_node *node)
{
    char text[MI_WORD];
    const struct mi_record_property *move = mi_record_node_find(node, MI_MOVE);
    if (!node->parent) {
        bool good = apply_start(r);
        r->turn = r->game->turn(mi_history_position(r->history));
        return good;
    }
    if (!move || !move->value)
        return true;
    mi_sgf_short_text(move->value->raw, text, sizeof text);
    if (mi_text_is_null_move(mi_text_of(text)))
        return play_null(r, node->line, text);
    return play_text_move(r, node->line, text);
}

/* ---- reading ---- */

bool mi_reading_begin(struct mi_reading *r, const miai_engine *engine,
                      const struct miai_game_record *record, const miai_game *only)
{
    *r = (struct mi_reading){.record = record};
    if (!mi_reading_head(r, engine, only))
        return false;
    if (!mi_engine_setup_is_allowed(r->game, &r->setup))
        return mi_reading_fault(r, record->root->line, "%s is not played on %dx%d", r->game->title,
                                r->setup.width, r->setup.height);
    choose_rules(r);
    r->history = mi_history_new(r->game, &r->setup);
    r->pos = r->history ? malloc(mi_history_size(r->history)) : NULL;
    return r->pos || mi_reading_fault(r, record->root->line, "out of memory");
}

bool mi_reading_node(struct mi_reading *r, const struct mi_record_node *node)
{
    return r->record->format == MI_SGF ? apply_sgf_node(r, node) : apply_text_node(r, node);
}

void mi_reading_set_first_turn(struct mi_reading *r)
{
    const struct mi_record_node *node = r->record->root;
    if (r->record->format != MI_SGF || r->moves > 0 || r->turn_set)
        return;
    while (node && !mi_record_node_find(node, "B") && !mi_record_node_find(node, "W"))
        node = node->child;
    if (!node) {
        mi_reading_end(r);
        return;
    }
    int player = mi_record_node_find(node, "B") == NULL;
    if (player)
        put_handicap(r);
    set_turn(r, player);
}

/* If only the first player has stones, they are a handicap and the second player moves first. */
void mi_reading_end(struct mi_reading *r)
{
    if (r->moves == 0 && !r->turn_set && r->record->format == MI_SGF)
        put_handicap(r);
    if (!r->turn_set && r->stones[0] && !r->stones[1] && r->moves == 0)
        set_turn(r, 1);
}

void mi_reading_free(struct mi_reading *r)
{
    free(r->pos);
    mi_history_free(r->history);
    r->pos = r->history = NULL;
}

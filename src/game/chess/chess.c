/* Implements the contract of miai_game.h for chess. */
#include "config.h"

#include "base/text.h"
#include "evaluation.h"
#include "game/chess/board/notation.h"
#include "game/chess/board/see.h"
#include "game/chess/book/book.h"
#include "game/chess/eval/eval.h"
#include "game/chess/eval/kpk.h"
#include "game/chess/network/planes.h"
#include "game/chess/tablebase/tablebase.h"
#include "game/common/turn.h"
#include "game/games.h"
#include "presentation.h"

#include <ctype.h>

enum { STANDARD, CHESS960 };

static const char *const rules[] = {"standard", "chess960", NULL};

static size_t chess_size(const miai_setup *setup)
{
    (void)setup;
    return sizeof(struct mi_chess);
}

static int chess_move_count(const miai_setup *setup)
{
    (void)setup;
    return CHESS_MOVES;
}

static void chess_init(void *pos, const miai_setup *setup)
{
    mi_chess_read_fen(pos, setup->rules == CHESS960,
                      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

static int chess_turn(const void *pos)
{
    const struct mi_chess *p = pos;
    return p->turn;
}

static int chess_moves(const void *pos, miai_move *list)
{
    return mi_chess_moves(pos, list);
}

static int chess_noisy(const void *pos, miai_move *list)
{
    return mi_chess_noisy(pos, list);
}

/* Dead position (FIDE 5.2.2): bare kings, one minor piece, or only bishops on one colour. */
static bool is_dead(const struct mi_chess *p)
{
    if (p->type[PAWN] | p->type[ROOK] | p->type[QUEEN])
        return false;
    bitboard bishops = p->type[BISHOP];
    if (p->type[KNIGHT])
        return !more_than_one(p->type[KNIGHT] | bishops);
    return !(bishops & DARK_SQUARES) || !(bishops & ~DARK_SQUARES);
}

static bool is_drawn(const struct mi_chess *p)
{
    return fifty_count(p) >= FIFTY_MOVES || (is_dead(p) && !p->plays_on_when_dead);
}

/* Mate comes before the fifty moves (FIDE 9.6.2). */
static bool chess_outcome(const void *pos, int *score)
{
    const struct mi_chess *p = pos;
    bool stuck = !mi_chess_has_move(p);
    if (!stuck && !is_drawn(p))
        return false;
    *score = 0;
    if (stuck && p->checkers)
        *score = p->turn == WHITE ? -MIAI_POINT_SCORE : MIAI_POINT_SCORE;
    return true;
}

/* Stalemates are rare while a piece other than the king and the pawns is left. */
static bool chess_quick_outcome(const void *pos, int *score)
{
    const struct mi_chess *p = pos;
    bool pieces = p->of[p->turn] & ~(p->type[PAWN] | p->type[KING]);
    return (p->checkers || !pieces || is_drawn(p)) && chess_outcome(p, score);
}

/* Certain draws: dead positions that the players continue, and drawn king and pawn against king.
 * Won pawn endings are left to the search, which finds the mate. */
static bool chess_known(const void *pos, int *min, int *max, int *plies)
{
    const struct mi_chess *p = pos;
    (void)plies;
    if (!p->plays_on_when_dead && (!mi_chess_is_kpk(p) || mi_chess_kpk_wins(p)))
        return false;
    *min = *max = 0;
    return true;
}

static bool chess_legal(const void *pos, miai_move move)
{
    return !is_drawn(pos) && mi_chess_can_move(pos, move);
}

static void chess_play(void *pos, miai_move move)
{
    mi_chess_play(pos, move);
}

static uint64_t chess_repeat_key(const void *pos)
{
    const struct mi_chess *p = pos;
    return p->key;
}

/* The clock is part of the hash only when the fifty-move rule is near enough to affect the value.
 */
static uint64_t chess_hash(const void *pos)
{
    const struct mi_chess *p = pos;
    int count = fifty_count(p);
    return count < CLOCK_MATTERS ? p->key : p->key ^ miai_mix((uint64_t)count);
}

static int chess_repeat_rule(const void *pos)
{
    (void)pos;
    return MIAI_REPEAT_DRAW;
}

static int chess_repeat_window(const void *pos)
{
    const struct mi_chess *p = pos;
    return p->plies_from_null;
}

/* A player in check cannot pass: the turn then stays.  Setting the turn after fifty moves, or in a
 * dead position, means that the players go on: the game is a draw again after fifty more moves. */
static void chess_set_turn(void *pos, int player)
{
    struct mi_chess *p = pos;
    if (fifty_count(p) >= FIFTY_MOVES)
        p->plays_on_since = p->clock;
    p->plays_on_when_dead = is_dead(p);
    if (p->turn == player || p->checkers)
        return;
    p->plies_from_null = 0;
    p->number = (uint16_t)(p->number + p->turn); /* Black has made a null move */
    mi_chess_set_turn(p, player);
    mi_chess_find_checkers(p);
}

static int chess_write_position(const void *pos, char *text, size_t size)
{
    return mi_chess_write_fen(pos, text, size);
}

static bool chess_read_position(void *pos, const miai_setup *setup, const char *text)
{
    return mi_chess_read_fen(pos, setup->rules == CHESS960, text);
}

static int chess_move_text(const void *pos, miai_move move, char *text, size_t size)
{
    return mi_chess_move_text(pos, move, text, size);
}

static miai_move chess_read_move(const void *pos, const char *text)
{
    return mi_chess_read_move(pos, text);
}

static char square_letter(const void *context, int x, int y)
{
    const struct mi_chess *p = context;
    int piece = p->piece[y * 8 + x];
    if (piece == NO_PIECE)
        return '.';
    char letter = mi_chess_letters[piece_type(piece)];
    return (char)(piece_player(piece) == WHITE ? letter : tolower(letter));
}

static const char *chess_ending(const void *pos)
{
    const struct mi_chess *p = pos;
    int score;
    if (!chess_outcome(p, &score))
        return NULL;
    if (!mi_chess_has_move(p))
        return score ? "checkmate" : "stalemate";
    return fifty_count(p) >= FIFTY_MOVES ? "fifty moves without a capture or pawn move"
                                         : "nobody can mate";
}

static int chess_text(const void *pos, char *text, size_t size)
{
    static const char *const names[] = {"White", "Black"};
    const char *how = chess_ending(pos);
    char piece[512], turn[MI_TURN_TEXT];
    int score = 0;
    struct mi_out out;
    mi_out_init(&out, text, size);
    miai_board_diagram(8, 8, square_letter, pos, piece, sizeof piece);
    mi_out_add(&out, piece);
    mi_chess_write_fen(pos, piece, sizeof piece);
    mi_out_add(&out, "\n");
    mi_out_add(&out, piece);
    if (chess_outcome(pos, &score))
        mi_out_format(&out, "\n%s", mi_write_turn(names, WHITE, how, score, turn));
    return mi_out_length(&out);
}

static void chess_board(const void *pos, int8_t *piece)
{
    const struct mi_chess *p = pos;
    for (int square = 0; square < 64; square++)
        piece[square] =
            (int8_t)(p->piece[square] == NO_PIECE ? -1 : piece_player(p->piece[square]));
}

/* ---- functions for selective search ---- */

static bool chess_threatened(const void *pos)
{
    const struct mi_chess *p = pos;
    return p->checkers != 0;
}

static bool chess_threatens(const void *pos, miai_move move)
{
    return mi_chess_gives_check(pos, move);
}

static int chess_threats(const void *pos, miai_move *list)
{
    return mi_chess_checks(pos, list);
}

/* Zugzwang is common with only pawns, or pawns and one minor piece. */
static bool chess_may_null_move(const void *pos)
{
    const struct mi_chess *p = pos;
    bitboard minor = p->of[p->turn] & (p->type[KNIGHT] | p->type[BISHOP]);
    return !p->checkers && (rooks_and_queens(p, p->turn) || more_than_one(minor));
}

static int chess_takes(const void *pos, miai_move move)
{
    return mi_chess_capture_value(pos, move);
}

static bool chess_see_ge(const void *pos, miai_move move, int min)
{
    return mi_chess_see_ge(pos, move, min);
}

static int chess_move_kind(const void *pos, miai_move move)
{
    return mi_chess_move_kind(pos, move);
}

static int chess_quiet_score(const void *pos, miai_move move)
{
    return mi_chess_quiet_score(pos, move);
}

static uint64_t chess_danger(const void *pos)
{
    return mi_chess_threats(pos);
}

static int chess_risk(uint64_t danger, miai_move move)
{
    return mi_chess_threat_class(danger, move);
}

static int chess_quiets(const void *pos, uint64_t threats, miai_quiet *list)
{
    return mi_chess_scored_quiets(pos, threats, list);
}

static int chess_parts(const void *pos, uint64_t *key)
{
    return mi_chess_parts(pos, key);
}

/* Approximate, for prefetching: ignores castling, en passant and the clock. */
static uint64_t chess_next_hash(const void *pos, miai_move move)
{
    const struct mi_chess *p = pos;
    const struct mi_chess_table_set *t = &mi_chess_tables;
    int from = move_from(move), to = move_to(move), piece = p->piece[from];
    uint64_t key = p->key ^ t->black_key ^ t->piece_key[piece][from] ^ t->piece_key[piece][to];
    return p->piece[to] == NO_PIECE ? key : key ^ t->piece_key[p->piece[to]][to];
}

static int chess_book_moves(const void *pos, const uint8_t *book, size_t size, miai_move *list,
                            uint32_t *weight)
{
    return mi_chess_book_moves(pos, book, size, list, weight);
}

static int chess_write_book_entry(const void *pos, miai_move move, uint32_t weight, uint8_t *entry)
{
    return mi_chess_write_book_entry(pos, move, weight, entry);
}

/* Estimate: 15 for the endgame plus half a move per piece. */
static int chess_moves_left(const void *pos)
{
    return 15 + count_squares(occupied(pos)) / 2;
}

static double chess_habit(const void *pos, miai_move move)
{
    return mi_chess_habit(pos, move);
}

static const miai_tuning tuning = {
    .bytes = sizeof(miai_tuning),
    .search = "alphabeta",
    .uct_constant = 0.35,
    .leaf_odds = 2 * MIAI_POINT_SCORE,
};

static const miai_level levels[] = {
    {800, 400, 0.66, 1},    {950, 400, 0.32, 1},    {1200, 400, 0.135, 1},   {1285, 400, 0.06, 1},
    {1475, 400, 0.04, 0.7}, {1705, 400, 0.04, 0.3}, {1850, 400, 0.04, 0.08}, {1890, 400, 0.04, 0},
    {2040, 1000, 0.03, 0},  {2195, 3000, 0.02, 0},  {2335, 10000, 0.02, 0},  {2455, 40000, 0.01, 0},
    {2500, 80000, 0, 0},    {0, 0, 0, 0},
};

static int chess_write_move(const void *pos, miai_move move, char *text, size_t size)
{
    return mi_chess_san(pos, move, text, size);
}

static int chess_refusal(const void *pos, miai_move move, const char *text, char *why, size_t size)
{
    (void)move;
    return mi_chess_refusal(pos, text, why, size);
}

static int chess_position_refusal(void *pos, const miai_setup *setup, const char *text, char *why,
                                  size_t size)
{
    return mi_chess_fen_refusal(pos, setup->rules == CHESS960, text, why, size);
}

static const miai_notation chess_notation = {
    .bytes = sizeof(miai_notation),
    .refusal = chess_refusal,
    .position_refusal = chess_position_refusal,
    .ending = chess_ending,
    .read_move = chess_read_move,
    .write_position = chess_write_position,
    .read_position = chess_read_position,
    .write_move = chess_write_move,
};

static const miai_editing chess_editing = {
    .bytes = sizeof(miai_editing),
    .board = chess_board,
    .set_turn = chess_set_turn,
};

static const miai_repetition chess_repetition = {
    .bytes = sizeof(miai_repetition),
    .rule = chess_repeat_rule,
    .key = chess_repeat_key,
    .window = chess_repeat_window,
    .step = 2,
};

static const miai_hints chess_hints = {
    .bytes = sizeof(miai_hints),
    .tuning = &tuning,
    .moves_left = chess_moves_left,
    .levels = levels,
    .scale = MIAI_SCALE_ELO,
    .habit = chess_habit,
    .draw_offers = true,
};

static bool chess_probe(const void *tables, const void *pos, int *min, int *max, int *plies)
{
    (void)plies;
    if (!mi_chess_probe_tables(tables, pos, min))
        return false;
    *max = *min;
    return true;
}

static const miai_tablebase chess_tablebase = {
    .bytes = sizeof(miai_tablebase),
    .open = mi_chess_open_tables,
    .close = mi_chess_close_tables,
    .limit = mi_chess_limit_tables,
    .probe = chess_probe,
    .rank = mi_chess_rank_by_tables,
    .fault = mi_chess_table_fault,
};

static const miai_tactics chess_tactics = {
    .bytes = sizeof(miai_tactics),
    .noisy = chess_noisy,
    .in_check = chess_threatened,
    .gives_check = chess_threatens,
    .may_null_move = chess_may_null_move,
    .capture_value = chess_takes,
    .see_ge = chess_see_ge,
    .kinds = CHESS_KINDS,
    .move_kind = chess_move_kind,
    .quiet_score = chess_quiet_score,
    .threat_map = chess_danger,
    .threat_class = chess_risk,
    .parts = chess_parts,
    .quick_outcome = chess_quick_outcome,
    .next_hash = chess_next_hash,
    .threats = chess_threats,
    .quiets = chess_quiets,
};

static const miai_books chess_books = {
    .bytes = sizeof(miai_books),
    .is_book = mi_chess_is_book,
    .moves = chess_book_moves,
    .write_entry = chess_write_book_entry,
};

static const miai_solver chess_solver = {
    .bytes = sizeof(miai_solver),
    .known = chess_known,
};

const miai_game mi_chess_game = {
    .bytes = sizeof(miai_game),
    .name = "chess",
    .title = "Chess",
    .rules = rules,
    .min_width = 8,
    .max_width = 8,
    .min_height = 8,
    .max_height = 8,
    .setup = {.width = 8, .height = 8},
    .draws_go_on = true,
    .size = chess_size,
    .move_count = chess_move_count,
    .init = chess_init,
    .turn = chess_turn,
    .moves = chess_moves,
    .legal = chess_legal,
    .play = chess_play,
    .outcome = chess_outcome,
    .hash = chess_hash,
    .move_text = chess_move_text,
    .text = chess_text,
    .notation = &chess_notation,
    .editing = &chess_editing,
    .repetition = &chess_repetition,
    .hints = &chess_hints,
    .tablebase = &chess_tablebase,
    .tactics = &chess_tactics,
    .solver = &chess_solver,
    .books = &chess_books,
    .evaluation = &mi_chess_evaluation,
    .planes = &mi_chess_planes,
    .presentation = &mi_chess_presentation,
};

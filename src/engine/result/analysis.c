/* Applies analysis requests to a search; reports its lines and leads. */
#include "analysis.h"

#include "engine/error.h"

#include "base/text.h"
#include "search/mcts/ownership.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the request ---- */

/* Writes a legal move as an example. False if the player has none. */
static bool write_example_move(miai_engine *engine, int player, char move[MIAI_MOVE_TEXT])
{
    char moves[MIAI_MOVE_TEXT];
    const char *text = moves;
    return miai_legal_moves(engine, player, moves, sizeof moves) > 0 &&
           mi_read_word(&text, move, MIAI_MOVE_TEXT);
}

static int fail_bad_move(miai_engine *engine, int player, const char *word)
{
    char example[MIAI_MOVE_TEXT], why[128];
    if (!write_example_move(engine, player, example))
        return mi_engine_fail(engine, MIAI_SYNTAX, "");
    snprintf(why, sizeof why, "\"%s\" is not a move; moves are written like %s", word, example);
    return mi_engine_fail(engine, MIAI_SYNTAX, why);
}

/* Fails at the first word that is not a move on this board, legal or not. */
static int check_avoided_moves(miai_engine *engine, const miai_avoid *avoid)
{
    char word[MIAI_MOVE_TEXT];
    const char *text = avoid->moves;
    miai_move move;
    while (mi_read_word(&text, word, sizeof word))
        if (mi_history_read(engine->history, avoid->player, word, &move) == MI_READ_NONE)
            return fail_bad_move(engine, avoid->player, word);
    return MIAI_OK;
}

/* Reads moves, legal or not, into list. Returns their number. */
static int read_any_moves(const miai_engine *engine, int player, const char *text, miai_move *list)
{
    char word[MIAI_MOVE_TEXT];
    int n = 0;
    while (n < MIAI_MAX_LEGAL && mi_read_word(&text, word, sizeof word))
        if (mi_history_read(engine->history, player, word, &list[n]) != MI_READ_NONE)
            n++;
    return n;
}

static void read_avoided(miai_engine *engine)
{
    struct mi_avoiding *avoiding = engine->avoiding;
    for (int i = 0; i < engine->analysis.avoid_count; i++) {
        const miai_avoid *avoid = &engine->analysis.avoid[i];
        avoiding->list[i] = (struct mi_avoid){
            .player = avoid->player,
            .plies = avoid->depth,
            .allow = avoid->allow,
            .count = read_any_moves(engine, avoid->player, avoid->moves, avoiding->move[i]),
            .move = avoiding->move[i],
        };
    }
}

/* Fails if the request leaves a player no legal move at the root. Only the allow list of the player
 * to move is checked, since a client may keep one for the whole game. */
static int check_moves_left(miai_engine *engine, int player)
{
    miai_move list[MIAI_MAX_LEGAL];
    bool allow = false;
    const struct mi_limits limits = {.avoid = engine->avoiding->list,
                                     .avoid_count = engine->analysis.avoid_count};
    for (int i = 0; i < limits.avoid_count; i++)
        allow |= limits.avoid[i].player == player && limits.avoid[i].allow;
    int n = mi_history_moves(engine->history, player, list);
    if (!mi_avoids_all(&limits, player, 0, list, n) || (allow && player != miai_turn(engine)))
        return MIAI_OK;
    return mi_engine_fail(engine, MIAI_ILLEGAL,
                          allow ? "none of the allowed moves is legal"
                                : "all legal moves are avoided; leave at least one");
}

/* Checks the request that is already in engine->analysis. */
static int check_request(miai_engine *engine)
{
    int error = MIAI_OK;
    for (int i = 0; i < engine->analysis.avoid_count && error == MIAI_OK; i++)
        error = check_avoided_moves(engine, &engine->analysis.avoid[i]);
    if (error != MIAI_OK || engine->analysis.avoid_count == 0)
        return error;
    if (!engine->avoiding && !(engine->avoiding = malloc(sizeof *engine->avoiding)))
        return MIAI_NO_MEMORY;
    read_avoided(engine);
    for (int player = 0; player < 2 && error == MIAI_OK; player++)
        error = check_moves_left(engine, player);
    return error;
}

int miai_request_analysis(miai_engine *engine, const miai_analysis_request *request)
{
    const miai_analysis_request before = engine->analysis;
    if (request && (request->avoid_count < 0 || request->avoid_count > MIAI_MAX_AVOID))
        return mi_engine_fail(engine, MIAI_BAD_VALUE, "");
    engine->analysis = request ? *request : (miai_analysis_request){0};
    int error = check_request(engine);
    if (error != MIAI_OK)
        engine->analysis = before;
    return error;
}

/* Key of the moves avoided below the root; 0: none. */
static uint64_t avoided_key(const struct mi_avoiding *avoiding, int n)
{
    uint64_t key = 0;
    bool deep = false;
    for (int i = 0; i < n; i++) {
        const struct mi_avoid *avoid = &avoiding->list[i];
        key = miai_mix(key ^ (uint64_t)avoid->plies << 2 ^ (uint64_t)(2 * avoid->player) ^
                       (uint64_t)avoid->allow);
        for (int k = 0; k < avoid->count; k++)
            key = miai_mix(key ^ (uint64_t)avoid->move[k]);
        deep = deep || avoid->plies > 1;
    }
    return deep ? key | 1 : 0;
}

/* Restricts the root to the moves that the request leaves. If it leaves none of the moves chosen so
 * far, all moves that it leaves are searched. */
static void restrict_root_to_left(struct mi_root *root, const miai_move *left, int count,
                                  miai_move *only)
{
    int kept = 0;
    for (int i = 0; i < root->only_count; i++)
        if (mi_is_listed(left, count, root->only[i]))
            only[kept++] = root->only[i];
    if (kept == 0) {
        memcpy(only, left, (size_t)count * sizeof *only);
        kept = count;
    }
    root->only = only;
    root->only_count = kept;
}

/* Moves that are avoided only at the root do not need a separate tree. */
static void apply_avoided_moves(miai_engine *engine, struct mi_root *root, struct mi_limits *limits,
                                miai_move *only)
{
    miai_move list[MIAI_MAX_LEGAL];
    struct mi_root all = *root;
    read_avoided(engine);
    limits->avoid = engine->avoiding->list;
    limits->avoid_count = engine->analysis.avoid_count;
    all.only_count = 0;
    int n = mi_root_moves(&all, false, engine->scratch, list);
    int left = mi_drop_avoided_moves(limits, root->game->turn(root->pos), 0, list, n);
    if (left < n)
        restrict_root_to_left(root, list, left, only);
    limits->avoid_key = avoided_key(engine->avoiding, limits->avoid_count);
    if (limits->avoid_key == 0)
        limits->avoid_count = 0;
}

void mi_engine_apply_analysis(miai_engine *engine, struct mi_root *root, struct mi_limits *limits,
                              miai_move *only)
{
    const miai_analysis_request *request = &engine->analysis;
    limits->report = request->interval;
    limits->ownership = request->points;
    limits->ownership_by_move = request->points_by_move;
    if (limits->lines == 0)
        limits->lines = request->lines;
    if (request->avoid_count > 0)
        apply_avoided_moves(engine, root, limits, only);
}

/* ---- the result ---- */

static int copy_line(const struct mi_result *result, int i, miai_move *pv, uint64_t *visits)
{
    int length = i == 0 ? result->pv_length : 1;
    for (int k = 0; k < length; k++) {
        pv[k] = i == 0 ? result->pv[k] : result->choice[i].move;
        visits[k] = 0;
    }
    visits[0] = result->choice[i].visits;
    return length;
}

int mi_engine_choice_line(const miai_engine *engine, int i, miai_move *pv, uint64_t *visits)
{
    const struct mi_searcher *searcher = engine->searcher;
    if (!engine->root_is_current || !searcher || !searcher->follow)
        return copy_line(engine->result, i, pv, visits);
    int length =
        searcher->follow(engine->searcher_state, engine->result->choice[i].move, pv, visits);
    if (length == 1 && i == 0)
        length = copy_line(engine->result, i, pv, visits);
    if (visits[0] == 0)
        visits[0] = engine->result->choice[i].visits;
    return length;
}

/* Writes the moves while they are legal: since equal positions share a node, a line may go on after
 * a draw by repetition. */
static int write_line(const miai_engine *engine, const miai_move *pv, int n, struct mi_out *out)
{
    const miai_game *game = mi_history_game(engine->history);
    char name[MIAI_MOVE_TEXT];
    memcpy(engine->scratch, engine->pos, mi_history_size(engine->history));
    int i = 0;
    for (; i < n && game->legal(engine->scratch, pv[i]); i++) {
        game->move_text(engine->scratch, pv[i], name, sizeof name);
        mi_out_format(out, "%s%s", i ? " " : "", name);
        game->play(engine->scratch, pv[i]);
    }
    return i;
}

int miai_choice_line(const miai_engine *engine, int i, char *text, size_t size, uint64_t *visits)
{
    miai_move pv[MI_PV_MAX];
    uint64_t numbers[MI_PV_MAX];
    struct mi_out out;
    mi_out_init(&out, text, size);
    if (!engine->result_search || i < 0 || i >= engine->result->choice_count)
        return -1;
    int n = engine->root_is_current ? mi_engine_choice_line(engine, i, pv, numbers) : 0;
    if (n > 0)
        n = write_line(engine, pv, n, &out);
    if (n == 0)
        mi_out_add(&out, engine->choice_text[i]);
    if (visits && n == 0)
        visits[0] = engine->result->choice[i].visits;
    for (int k = 0; visits && k < n; k++)
        visits[k] = numbers[k];
    return mi_out_length(&out);
}

const struct mi_ownership *mi_engine_leaf_ownership(const miai_engine *engine)
{
    const struct mi_searcher *searcher = engine->searcher;
    return engine->root_is_current && searcher && searcher->ownership
               ? searcher->ownership(engine->searcher_state)
               : NULL;
}

bool mi_engine_lead(const miai_engine *engine, miai_move move, double *lead, double *deviation)
{
    const struct mi_ownership *ownership = mi_engine_leaf_ownership(engine);
    if (!ownership || !mi_ownership_lead(ownership, move, lead, deviation))
        return false;
    if (engine->result_player == 1)
        *lead = -*lead;
    return true;
}

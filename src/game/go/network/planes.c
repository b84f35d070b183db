/* Fills the planes and numbers of the encoding "katago-7". */
#include "planes.h"

#include "history.h"
#include "superko.h"

#include "game/go/board/encore.h"
#include "game/go/board/go.h"
#include "game/go/score/area.h"
#include "game/go/tactics/ladder_katago.h"
#include "game/go/tactics/tactics.h"

#include <math.h>
#include <string.h>

/* The inputs being written. */
struct input_writer {
    const struct mi_go *b;
    struct go_network_history history;
    float *plane, *number;
    uint16_t plane_index[MI_GO_MAX_SPAN]; /* index of each point in a plane */
};

/* Policy outputs are in rows from the top. */
static int go_policy_index(const void *pos, miai_move move)
{
    const struct mi_go *b = pos;
    if (move == mi_go_pass(b))
        return move;
    return (b->height - 1 - move / b->width) * b->width + move % b->width;
}

static void writer_mark(struct input_writer *c, int plane, int p)
{
    c->plane[plane * mi_go_pass(c->b) + c->plane_index[p]] = 1.0f;
}

static void writer_mark_chain(struct input_writer *c, const struct mi_go *b, int plane, int head)
{
    int stone = head;
    do {
        writer_mark(c, plane, stone);
        stone = b->point[stone].link;
    } while (stone != head);
}

/* ---- planes ---- */

static void fill_stones(struct input_writer *c)
{
    const struct mi_go *b = c->b;
    for (miai_move move = 0; move < mi_go_pass(b); move++) {
        int p = mi_go_point_of(b, move), colour = b->point[p].colour;
        c->plane_index[p] = (uint16_t)go_policy_index(b, move);
        writer_mark(c, GO_PLANE_BOARD, p);
        if (colour != MI_GO_EMPTY)
            writer_mark(c, colour == b->turn ? GO_PLANE_OWN : GO_PLANE_OTHER, p);
    }
    for (int p = b->stride; p < b->span - b->stride; p++) {
        int liberty[3], n;
        if (mi_go_is_head(b, p) && (n = go_liberties(b, p, 3, liberty)) <= 3)
            writer_mark_chain(c, b, GO_PLANE_LIBERTIES + n - 1, p);
    }
}

static void fill_forbidden_points(struct input_writer *c)
{
    bool forbidden[MI_GO_MAX_SPAN];
    if (c->b->ko != MI_GO_NONE)
        writer_mark(c, GO_PLANE_KO, c->b->ko);
    if (mi_go_superko(c->b, &c->history, forbidden))
        for (int p = c->b->stride; p < c->b->span - c->b->stride; p++)
            if (forbidden[p])
                writer_mark(c, GO_PLANE_KO, p);
}

static void fill_encore(struct input_writer *c)
{
    const struct mi_go *b = c->b;
    for (int p = b->stride; p < b->span - b->stride && b->phase > 0; p++) {
        int before = mi_go_encore_points(b)[p] & MI_GO_ENCORE_COLOUR;
        if (b->point[p].colour == MI_GO_EMPTY && mi_go_encore_forbids(b, p))
            writer_mark(c, GO_PLANE_KO, p);
        if (mi_go_has_ko_mark(b, p))
            writer_mark(c, GO_PLANE_KO_MARK, p);
        if (before)
            writer_mark(c, before == b->turn + 1 ? GO_PLANE_OWN_BEFORE : GO_PLANE_OTHER_BEFORE, p);
    }
}

static void fill_last_moves(struct input_writer *c)
{
    const miai_past *past = c->history.past;
    for (int i = 0; i < c->history.moves_shown; i++) {
        miai_move move = past->ply[past->plies - 1 - i].move;
        if (move == mi_go_pass(c->b))
            c->number[GO_NUMBER_PASS + i] = 1.0f;
        else
            writer_mark(c, GO_PLANE_LAST + i, mi_go_point_of(c->b, move));
    }
}

/* With a tax, only stones and regions that live without help are shown. */
static void find_taxed_area(const struct mi_go *b, uint8_t *area)
{
    uint8_t life[MI_GO_MAX_SPAN];
    mi_go_independent_life(b, area, life);
    for (int p = b->stride; p < b->span - b->stride; p++)
        if (life[p] == MI_GO_EMPTY && b->point[p].colour != area[p])
            area[p] = MI_GO_EMPTY;
}

/* Under territory rules the area means nothing before phase 2 of the encore. */
static void fill_area(struct input_writer *c)
{
    const struct mi_go *b = c->b;
    uint8_t area[MI_GO_MAX_SPAN];
    if (b->rules.territory && b->phase < 2)
        return;
    if (b->phase == 2)
        mi_go_encore_area(b, area);
    else
        mi_go_area(b, b->rules.suicide, area);
    if (b->phase == 0 && b->rules.tax != MI_GO_TAX_NONE)
        find_taxed_area(b, area);
    for (int p = b->stride; p < b->span - b->stride; p++)
        if (area[p] <= MI_GO_WHITE)
            writer_mark(c, area[p] == b->turn ? GO_PLANE_OWN_AREA : GO_PLANE_OTHER_AREA, p);
}

/* ---- ladders ---- */

static void mark_ladder(void *context, const struct mi_go *b, int head,
                        const struct go_katago_ladder *ladder)
{
    struct input_writer *c = context;
    writer_mark_chain(c, b, GO_PLANE_LADDER, head);
    for (int i = 0; i < ladder->moves && b->point[head].colour != b->turn; i++)
        writer_mark(c, GO_PLANE_LADDER_MOVE, ladder->move[i]);
}

static void mark_ladder_1_ply_ago(void *context, const struct mi_go *b, int head,
                                  const struct go_katago_ladder *ladder)
{
    (void)ladder;
    writer_mark_chain(context, b, GO_PLANE_LADDER_BEFORE, head);
}

static void mark_ladder_2_plies_ago(void *context, const struct mi_go *b, int head,
                                    const struct go_katago_ladder *ladder)
{
    (void)ladder;
    writer_mark_chain(context, b, GO_PLANE_LADDER_BEFORE + 1, head);
}

/* Are the moves of the last `plies` plies shown, and is the position before them available? */
static bool has_earlier_position(const struct go_network_history *history, int plies)
{
    return history->moves_shown >= plies && history->past->earlier_count >= plies;
}

/* A ko from before the start of the shown history is ignored. */
static int earlier_ko_point(const struct go_network_history *history, int plies)
{
    const struct mi_go *b = history->past->earlier[plies - 1];
    return history->past->plies - plies > history->first_ply ? b->ko : MI_GO_NONE;
}

static void copy_plane(struct input_writer *c, int to, int from)
{
    size_t points = (size_t)mi_go_pass(c->b);
    memcpy(c->plane + (size_t)to * points, c->plane + (size_t)from * points,
           points * sizeof *c->plane);
}

static void fill_ladders(struct input_writer *c)
{
    const miai_past *past = c->history.past;
    mi_go_katago_ladders(c->b, c->b->ko, mark_ladder, c);
    if (has_earlier_position(&c->history, 1))
        mi_go_katago_ladders(past->earlier[0], earlier_ko_point(&c->history, 1),
                             mark_ladder_1_ply_ago, c);
    else
        copy_plane(c, GO_PLANE_LADDER_BEFORE, GO_PLANE_LADDER);
    if (has_earlier_position(&c->history, 2))
        mi_go_katago_ladders(past->earlier[1], earlier_ko_point(&c->history, 2),
                             mark_ladder_2_plies_ago, c);
    else
        copy_plane(c, GO_PLANE_LADDER_BEFORE + 1, GO_PLANE_LADDER_BEFORE);
}

/* ---- numbers ---- */

/* The komi for the side to move, with compensation and button.  For territory scoring it also has
 * the moves that cost a point, since the network counts area. */
static float own_komi(const struct input_writer *c)
{
    const struct mi_go *b = c->b;
    const float max_komi = (float)mi_go_pass(b) + 20.0f;
    float komi = (float)b->komi / MIAI_POINT_SCORE + (float)mi_go_handicap_compensation(b) -
                 (float)b->button_score / MIAI_POINT_SCORE;
    if (b->rules.territory)
        komi += (float)mi_go_paid_moves(b);
    komi = b->turn == MI_GO_WHITE ? komi : -komi;
    return komi > max_komi ? max_komi : komi < -max_komi ? -max_komi : komi;
}

/* A triangle wave over the komi, with a period of two points. It rises around each komi with which
 * a draw is possible, since half a point decides the game there, and falls halfway between these.
 */
static float parity_wave(const struct mi_go *b, float komi)
{
    float parity = (float)(mi_go_pass(b) % 2);
    float beyond = komi - (floorf((komi - parity) / 2.0f) * 2.0f +
                           parity); /* komi above the nearest drawing komi below it, 0 to 2 */
    return beyond < 0.5f ? beyond : beyond < 1.5f ? 1.0f - beyond : beyond - 2.0f;
}

/* KataGo's networks do not know Spight's ko: it plays them as if it were situational superko. */
static void fill_ko_rule(struct input_writer *c)
{
    int ko = c->b->rules.ko;
    c->number[GO_NUMBER_SUPERKO] = ko != MI_GO_KO_SIMPLE;
    c->number[GO_NUMBER_SUPERKO_OF] = ko == MI_GO_KO_SIMPLE       ? 0.0f
                                      : ko == MI_GO_KO_POSITIONAL ? 0.5f
                                                                  : -0.5f;
}

static void fill_numbers(struct input_writer *c)
{
    const struct mi_go_rules *rules = &c->b->rules;
    float komi = own_komi(c), *number = c->number;
    fill_ko_rule(c);
    number[GO_NUMBER_KOMI] = komi / 20.0f;
    number[GO_NUMBER_SUICIDE] = rules->suicide;
    number[GO_NUMBER_TERRITORY] = rules->territory;
    number[GO_NUMBER_TAX_SEKI] = rules->tax != MI_GO_TAX_NONE;
    number[GO_NUMBER_TAX_ALL] = rules->tax == MI_GO_TAX_ALL;
    number[GO_NUMBER_BUTTON] = c->b->button && !rules->territory;
    number[GO_NUMBER_ENCORE] = c->b->phase > 0;
    number[GO_NUMBER_ENCORE_2] = c->b->phase > 1;
    number[GO_NUMBER_PASS_ENDS] = c->history.pass_ends;
    bool counts_area = !rules->territory || c->b->phase == 2;
    number[GO_NUMBER_PARITY] = counts_area ? parity_wave(c->b, komi) : 0.0f;
}

static void go_fill_inputs(const void *pos, const miai_past *past, float *plane, float *number)
{
    const struct mi_go *b = pos;
    struct input_writer c = {.b = b, .plane = plane, .number = number};
    c.history = mi_go_network_history(b, past);
    memset(plane, 0, (size_t)(GO_PLANES * mi_go_pass(b)) * sizeof *plane);
    memset(number, 0, GO_NUMBERS * sizeof *number);
    fill_stones(&c);
    fill_forbidden_points(&c);
    fill_encore(&c);
    fill_last_moves(&c);
    fill_ladders(&c);
    fill_area(&c);
    fill_numbers(&c);
}

const miai_encoding mi_go_katago_7 = {
    .bytes = sizeof(miai_encoding),
    .name = "katago-7",
    .planes = GO_PLANES,
    .numbers = GO_NUMBERS,
    .earlier = 2,
    .symmetries = MIAI_MIRROR | MIAI_FLIP | MIAI_TRANSPOSE,
    .fill = go_fill_inputs,
    .policy = go_policy_index,
    .metadata = GO_METADATA,
    .players = mi_go_network_players,
    .advantage = GO_NUMBER_ADVANTAGE,
};

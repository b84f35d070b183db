/* The planes and the numbers of "katago-7". */
#include "planes.h"

#include "history.h"
#include "superko.h"

#include "game/go/board/go.h"
#include "game/go/score/area.h"
#include "game/go/tactics/ladder_katago.h"
#include "game/go/tactics/tactics.h"

#include <math.h>
#include <string.h>

/* What is being filled. */
struct canvas {
    const struct mi_go *b;
    const struct go_katago_rules *manner;
    struct go_network_past line;
    float *plane, *number;
    uint16_t place[MI_GO_MAX_SPAN]; /* of each point in a plane */
};

/* Rows from the top. */
static int policy(const void *pos, miai_move move)
{
    const struct mi_go *b = pos;
    if (move == mi_go_pass(b))
        return move;
    return (b->height - 1 - move / b->width) * b->width + move % b->width;
}

static void mark(struct canvas *c, int plane, int p)
{
    c->plane[plane * mi_go_pass(c->b) + c->place[p]] = 1.0f;
}

static void mark_chain(struct canvas *c, const struct mi_go *b, int plane, int head)
{
    int stone = head;
    do {
        mark(c, plane, stone);
        stone = b->point[stone].link;
    } while (stone != head);
}

/* ---- planes ---- */

static void fill_stones(struct canvas *c)
{
    const struct mi_go *b = c->b;
    for (miai_move move = 0; move < mi_go_pass(b); move++) {
        int p = mi_go_point_of(b, move), colour = b->point[p].colour;
        c->place[p] = (uint16_t)policy(b, move);
        mark(c, GO_PLANE_BOARD, p);
        if (colour != MI_GO_EMPTY)
            mark(c, colour == b->turn ? GO_PLANE_OWN : GO_PLANE_OTHER, p);
    }
    for (int p = b->stride; p < b->span - b->stride; p++) {
        int liberty[3], n;
        if (mi_go_is_head(b, p) && (n = go_liberties(b, p, 3, liberty)) <= 3)
            mark_chain(c, b, GO_PLANE_LIBERTIES + n - 1, p);
    }
}

static void fill_banned(struct canvas *c)
{
    bool banned[MI_GO_MAX_SPAN];
    if (c->b->ko != MI_GO_NONE)
        mark(c, GO_PLANE_KO, c->b->ko);
    if (mi_go_superko(c->b, &c->line, banned))
        for (int p = c->b->stride; p < c->b->span - c->b->stride; p++)
            if (banned[p])
                mark(c, GO_PLANE_KO, p);
}

static void fill_last(struct canvas *c)
{
    const miai_past *past = c->line.past;
    for (int i = 0; i < c->line.shown; i++) {
        miai_move move = past->ply[past->plies - 1 - i].move;
        if (move == mi_go_pass(c->b))
            c->number[GO_NUMBER_PASS + i] = 1.0f;
        else
            mark(c, GO_PLANE_LAST + i, mi_go_point_of(c->b, move));
    }
}

static void fill_area(struct canvas *c)
{
    const struct mi_go *b = c->b;
    uint8_t owner[MI_GO_MAX_SPAN];
    if (c->manner->territory)
        return;
    mi_go_area(b, c->manner->suicide, owner);
    for (int p = b->stride; p < b->span - b->stride; p++)
        if (owner[p] <= MI_GO_WHITE)
            mark(c, owner[p] == b->turn ? GO_PLANE_OWN_AREA : GO_PLANE_OTHER_AREA, p);
}

/* ---- ladders ---- */

static void in_ladder_now(void *context, const struct mi_go *b, int head,
                          const struct go_katago_ladder *ladder)
{
    struct canvas *c = context;
    mark_chain(c, b, GO_PLANE_LADDER, head);
    for (int i = 0; i < ladder->moves && b->point[head].colour != b->turn; i++)
        mark(c, GO_PLANE_LADDER_MOVE, ladder->move[i]);
}

static void in_ladder_before(void *context, const struct mi_go *b, int head,
                             const struct go_katago_ladder *ladder)
{
    (void)ladder;
    mark_chain(context, b, GO_PLANE_LADDER_BEFORE, head);
}

static void in_ladder_earlier(void *context, const struct mi_go *b, int head,
                              const struct go_katago_ladder *ladder)
{
    (void)ladder;
    mark_chain(context, b, GO_PLANE_LADDER_BEFORE + 1, head);
}

/* Does the line reach so many plies back, and is the position there given? */
static bool reaches(const struct go_network_past *line, int plies)
{
    return line->shown >= plies && line->past->earlier_count >= plies;
}

/* Where the line begins, no ko is left from before. */
static int earlier_ko(const struct go_network_past *line, int plies)
{
    const struct mi_go *b = line->past->earlier[plies - 1];
    return line->past->plies - plies > line->since ? b->ko : MI_GO_NONE;
}

static void copy_plane(struct canvas *c, int to, int from)
{
    size_t points = (size_t)mi_go_pass(c->b);
    memcpy(c->plane + (size_t)to * points, c->plane + (size_t)from * points,
           points * sizeof *c->plane);
}

static void fill_ladders(struct canvas *c)
{
    const miai_past *past = c->line.past;
    mi_go_katago_ladders(c->b, c->b->ko, in_ladder_now, c);
    if (reaches(&c->line, 1))
        mi_go_katago_ladders(past->earlier[0], earlier_ko(&c->line, 1), in_ladder_before, c);
    else
        copy_plane(c, GO_PLANE_LADDER_BEFORE, GO_PLANE_LADDER);
    if (reaches(&c->line, 2))
        mi_go_katago_ladders(past->earlier[1], earlier_ko(&c->line, 2), in_ladder_earlier, c);
    else
        copy_plane(c, GO_PLANE_LADDER_BEFORE + 1, GO_PLANE_LADDER_BEFORE);
}

/* ---- numbers ---- */

/* Points for who is to move, beyond those on the board.  By territory a stone played costs a point,
 * so that areas count. */
static float own_komi(const struct canvas *c)
{
    const struct mi_go *b = c->b;
    const float most = (float)mi_go_pass(b) + 20.0f;
    float komi = (float)b->komi / MIAI_POINT_SCORE + (float)mi_go_compensation(b);
    if (c->manner->territory) {
        int stones = b->prisoners[MI_GO_WHITE] - b->prisoners[MI_GO_BLACK];
        for (int p = b->stride; p < b->span - b->stride; p++)
            stones += (b->point[p].colour == MI_GO_BLACK) - (b->point[p].colour == MI_GO_WHITE);
        komi += (float)stones;
    }
    komi = b->turn == MI_GO_WHITE ? komi : -komi;
    return komi > most ? most : komi < -most ? -most : komi;
}

/* A wave with a period of two points, which rises where the komi makes a draw possible: there half
 * a point decides the game, and one point further none does. */
static float parity_wave(const struct mi_go *b, float komi)
{
    float odd = (float)(mi_go_pass(b) % 2);
    float beyond = komi - (floorf((komi - odd) / 2.0f) * 2.0f + odd); /* a drawing komi, 0 to 2 */
    return beyond < 0.5f ? beyond : beyond < 1.5f ? 1.0f - beyond : beyond - 2.0f;
}

static void fill_numbers(struct canvas *c)
{
    const struct go_katago_rules *manner = c->manner;
    float komi = own_komi(c), *number = c->number;
    number[GO_NUMBER_KOMI] = komi / 20.0f;
    number[GO_NUMBER_SUPERKO] = manner->superko;
    number[GO_NUMBER_SUPERKO_OF] = manner->superko ? (manner->situational ? -0.5f : 0.5f) : 0.0f;
    number[GO_NUMBER_SUICIDE] = manner->suicide;
    number[GO_NUMBER_TERRITORY] = manner->territory;
    number[GO_NUMBER_SEKI] = manner->territory;
    number[GO_NUMBER_PASS_ENDS] = c->line.pass_ends;
    number[GO_NUMBER_PARITY] = manner->territory ? 0.0f : parity_wave(c->b, komi);
}

static void fill(const void *pos, const miai_past *past, float *plane, float *number)
{
    const struct mi_go *b = pos;
    struct canvas c = {.b = b, .manner = mi_go_katago_rules(b), .plane = plane, .number = number};
    c.line = mi_go_network_past(b, c.manner, past);
    memset(plane, 0, (size_t)(GO_PLANES * mi_go_pass(b)) * sizeof *plane);
    memset(number, 0, GO_NUMBERS * sizeof *number);
    fill_stones(&c);
    fill_banned(&c);
    fill_last(&c);
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
    .fill = fill,
    .policy = policy,
    .metadata = GO_METADATA,
    .players = mi_go_network_players,
};

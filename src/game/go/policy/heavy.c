/* Playing out by a player who knows something of Go.
 *
 * The order of the questions follows MoGo (Gelly, Wang, Munos and Teytaud 2006): what does the last
 * move threaten, what shape does it leave, what can be taken, and if nothing answers, chance. */
#include "base/unroll.h"
#include "game/go/board/go.h"
#include "game/go/tactics/nakade.h"
#include "game/go/tactics/semeai.h"
#include "game/go/tactics/tactics.h"
#include "weights.h"

enum { CHOICES = 16, RECENT = 16 };

/* How often, of 100 times, a question is asked. */
enum { ANSWER = 90, CAPTURE = 50, VITAL = 90, STRETCH = 20, RACE = 60 };

struct player {
    struct mi_go *b;
    const struct go_weights *weights;
    miai_rng rng;
    int taken;                /* stones that the last move took */
    int n;                    /* points to choose among */
    uint16_t choice[CHOICES]; /* with repetitions */
    unsigned noted;           /* places in recent that were written, all in all */
    uint16_t recent[RECENT];  /* stones whose chains came into atari, the latest ones */
};

static bool chance(struct player *h, uint32_t percent)
{
    return miai_rng_below(&h->rng, 100) < percent;
}

static void add(struct player *h, int p)
{
    if (h->n < CHOICES && p != h->b->ko)
        h->choice[h->n++] = (uint16_t)p;
}

static bool is_colour(const struct mi_go *b, int p, int colour)
{
    return b->point[p].colour == colour;
}

/* ---- atari ---- */

/* The ways to take a chain beside the one of the stone on p. */
static void add_counter_captures(struct player *h, int p)
{
    const struct mi_go *b = h->b;
    int stone = p, colour = b->point[p].colour;
    do {
        UNROLLED_BY(4)
        for (int i = 0; i < 4; i++) {
            int q = stone + go_step(b->stride, i);
            if (is_colour(b, q, !colour) && mi_go_atari(b, q))
                add(h, mi_go_atari(b, q));
        }
        stone = b->point[stone].link;
    } while (stone != p);
}

/* Moves that save the chain of the stone on p, which has the one liberty. */
static void add_escapes(struct player *h, int p, int liberty)
{
    struct go_effect e = go_effect_of(h->b, liberty, h->b->turn);
    if (!go_self_atari(&e))
        add(h, liberty);
    add_counter_captures(h, p);
}

static void note(struct player *h, int p)
{
    h->recent[h->noted++ % RECENT] = (uint16_t)p;
}

/* Notes the chains that the last move left in atari, and adds answers: to take it, or to save what
 * it threatens. */
static void add_answers_to_atari(struct player *h, int last)
{
    const struct mi_go *b = h->b;
    int liberty;
    for (int i = 0; i < 4; i++) {
        int q = last + go_step(b->stride, i);
        if (b->point[q].colour >= MI_GO_EMPTY || !(liberty = mi_go_atari(b, q)))
            continue;
        note(h, q);
        if (is_colour(b, q, b->turn))
            add_escapes(h, q, liberty);
    }
    if ((liberty = mi_go_atari(b, last))) {
        note(h, last);
        add(h, liberty);
    }
}

/* ---- what can be taken ---- */

static void add_captures(struct player *h)
{
    const struct mi_go *b = h->b;
    unsigned n = h->noted < RECENT ? h->noted : RECENT;
    for (unsigned i = 0; i < n; i++) {
        int q = h->recent[i];
        if (is_colour(b, q, !b->turn) && mi_go_atari(b, q))
            add(h, mi_go_atari(b, q));
    }
}

/* ---- two liberties ---- */

/* Moves on the two liberties of an own chain that give it more of them. */
static void add_stretches(struct player *h, const int liberty[2])
{
    const struct mi_go *b = h->b;
    for (int i = 0; i < 2; i++) {
        struct go_effect e = go_effect_of(b, liberty[i], b->turn);
        bool gains = mi_go_empty_around(b, liberty[i]) >= 2 || e.chains > 1;
        if (e.captured > 0 || (gains && !go_self_atari(&e)))
            add(h, liberty[i]);
    }
}

/* Moves on the two liberties of a chain of the other side that leave it one. */
static void add_ataris(struct player *h, const int liberty[2])
{
    for (int i = 0; i < 2; i++) {
        struct go_effect e = go_effect_of(h->b, liberty[i], h->b->turn);
        if (!go_self_atari(&e))
            add(h, liberty[i]);
    }
}

static void add_low_liberties(struct player *h, int last)
{
    const struct mi_go *b = h->b;
    int liberty[2];
    if (go_two_liberties(b, last, liberty))
        add_ataris(h, liberty);
    for (int i = 0; i < 4; i++) {
        int q = last + go_step(b->stride, i);
        if (is_colour(b, q, b->turn) && go_two_liberties(b, q, liberty))
            add_stretches(h, liberty);
    }
}

/* ---- races ---- */

static void add_race(struct player *h, int last)
{
    h->n += mi_go_semeai(h->b, last, h->choice + h->n, CHOICES - h->n);
}

/* ---- eyes ---- */

static void add_vital_points(struct player *h, int last)
{
    const struct mi_go *b = h->b;
    for (int i = 0; i < 4; i++) {
        int q = last + go_step(b->stride, i);
        int vital = is_colour(b, q, MI_GO_EMPTY) ? mi_go_vital_point(b, q) : MI_GO_NONE;
        if (vital && mi_go_legal_point(b, vital))
            add(h, vital);
    }
}

/* ---- shapes ---- */

/* A stone of the player to move on the empty point p: neither illegal, nor in an eye, nor lost at
 * once together with others. */
static bool sensible(const struct mi_go *b, int p)
{
    if (mi_go_empty_around(b, p) >= 2)
        return true;
    if (!go_fills_no_eye(b, p))
        return false;
    struct go_effect e = go_effect_of(b, p, b->turn);
    return !go_self_atari(&e) || go_effect_stones(&e) == 1;
}

/* A point beside the last move, chosen by the strength of its 3x3 pattern, or none: all moves
 * elsewhere together have a strength, too. */
static int shape_point(struct player *h, int last)
{
    const struct mi_go *b = h->b;
    double elsewhere = go_number(h->weights->elsewhere), sum = elsewhere, upto[8];
    UNROLLED_BY(8)
    for (int i = 0; i < 8; i++) {
        int p = last + go_step_around(b->stride, i);
        float strength = go_number(h->weights->shape[go_shape(b, p, b->turn)]);
        sum += is_colour(b, p, MI_GO_EMPTY) ? strength : 0;
        upto[i] = sum;
    }
    /* Below sum, whatever is rounded. */
    double drawn = sum * miai_rng_below(&h->rng, 1 << 20) * (1.0 / (1 << 20));
    if (drawn < elsewhere)
        return MI_GO_NONE;
    int i = 0;
    while (drawn >= upto[i])
        i++;
    int p = last + go_step_around(b->stride, i);
    return sensible(b, p) ? p : MI_GO_NONE;
}

/* ---- chance ---- */

/* A stone that is lost at once, but fills an eye of the other side: where nothing else is left to
 * play, it shows that what lives on that eye does not live. */
static bool sacrifice(const struct mi_go *b, int p)
{
    return go_fills_no_eye(b, p) && mi_go_fills_eye(b, p, b->turn);
}

static int random_point(struct player *h)
{
    struct mi_go *b = h->b;
    const uint16_t *list = mi_go_empty_list(b);
    bool only_takes = go_only_takes(b);
    for (int n = b->empties; n > 0; n--) {
        int i = (int)miai_rng_below(&h->rng, (uint32_t)n), p = list[i];
        if (only_takes ? go_takes(b, p) : sensible(b, p))
            return p;
        mi_go_swap_empties(b, i, n - 1);
    }
    for (int i = 0; i < b->empties && !only_takes; i++)
        if (sacrifice(b, list[i]))
            return list[i];
    return MI_GO_NONE;
}

/* ---- the player ---- */

/* One of the moves collected, so often of 100 times; they are forgotten. */
static int take_choice(struct player *h, uint32_t percent)
{
    int n = h->n;
    h->n = 0;
    if (n == 0 || !chance(h, percent))
        return MI_GO_NONE;
    return h->choice[miai_rng_below(&h->rng, (uint32_t)n)];
}

/* An answer to the last move, or MI_GO_NONE. */
static int answer(struct player *h, int last)
{
    int p;
    add_answers_to_atari(h, last);
    if ((p = take_choice(h, ANSWER)))
        return p;
    if (h->taken >= 3)
        add_vital_points(h, last);
    if ((p = take_choice(h, VITAL)))
        return p;
    if (chance(h, STRETCH))
        add_low_liberties(h, last);
    if ((p = take_choice(h, 100)))
        return p;
    if (chance(h, RACE))
        add_race(h, last);
    if ((p = take_choice(h, 100)))
        return p;
    return shape_point(h, last);
}

static int next_point(struct player *h)
{
    int last = h->b->last[0]; /* a suicide leaves no stone there */
    int p = h->b->point[last].colour < MI_GO_EMPTY ? answer(h, last) : MI_GO_NONE;
    if (p)
        return p;
    if (chance(h, CAPTURE))
        add_captures(h);
    p = take_choice(h, 100);
    return p ? p : random_point(h);
}

int mi_go_heavy_playout(const void *weights, void *pos, miai_rng *rng, miai_trace *trace)
{
    struct player h = {.b = pos, .weights = mi_go_weights(weights), .rng = *rng};
    struct mi_go *b = pos;
    go_begin_playout(b);
    for (int plies = mi_go_playout_max(b); b->passes < 2 && plies > 0; plies--) {
        int p = next_point(&h);
        if (trace)
            miai_trace_add(trace, mi_go_move_of(b, p), b->turn);
        if (p == MI_GO_NONE) {
            go_pass(b);
        } else {
            h.taken = -b->prisoners[b->turn];
            go_play(b, p, false);
            h.taken += b->prisoners[!b->turn];
        }
    }
    *rng = h.rng;
    return mi_go_settle(b, NULL);
}

/* Playouts with Go knowledge.
 *
 * The order of the rules follows MoGo (Gelly, Wang, Munos and Teytaud 2006): answers to threats of
 * the last move, shapes next to it, captures, and otherwise a random move. */
#include "base/compiler.h"
#include "game/go/board/go.h"
#include "game/go/tactics/nakade.h"
#include "game/go/tactics/semeai.h"
#include "game/go/tactics/tactics.h"
#include "weights.h"

enum { CANDIDATES_MAX = 16, RECENT = 16 };

/* How often each rule is applied, in percent. */
enum {
    ANSWER_PERCENT = 90,
    CAPTURE_PERCENT = 50,
    VITAL_PERCENT = 90,
    STRETCH_PERCENT = 20,
    RACE_PERCENT = 60
};

struct heavy_player {
    struct mi_go *b;
    const struct go_weights *weights;
    miai_rng rng;
    int captured;                       /* stones captured by the last move */
    int n;                              /* number of candidate points */
    uint16_t candidate[CANDIDATES_MAX]; /* candidate points, possibly with duplicates */
    unsigned recorded;                  /* total number of entries written to recent */
    uint16_t recent[RECENT]; /* ring buffer: stones of the chains that came into atari last */
};

static bool happens_with_percent(struct heavy_player *h, uint32_t percent)
{
    return miai_rng_below(&h->rng, 100) < percent;
}

static void add_candidate(struct heavy_player *h, int p)
{
    if (h->n < CANDIDATES_MAX && p != h->b->ko)
        h->candidate[h->n++] = (uint16_t)p;
}

static bool is_colour(const struct mi_go *b, int p, int colour)
{
    return b->point[p].colour == colour;
}

/* ---- atari ---- */

/* Adds the moves that capture a chain adjacent to that of the stone on p. */
static void add_counter_captures(struct heavy_player *h, int p)
{
    const struct mi_go *b = h->b;
    int stone = p, colour = b->point[p].colour;
    do {
        UNROLLED_BY(4)
        for (int i = 0; i < 4; i++) {
            int q = stone + go_neighbour_offset(b->stride, i);
            if (is_colour(b, q, !colour) && mi_go_atari(b, q))
                add_candidate(h, mi_go_atari(b, q));
        }
        stone = b->point[stone].link;
    } while (stone != p);
}

/* Adds the moves that save the chain of the stone on p, whose only liberty is given. */
static void add_escapes(struct heavy_player *h, int p, int liberty)
{
    struct go_effect e = go_effect_of(h->b, liberty, h->b->turn);
    if (!go_is_self_atari(&e))
        add_candidate(h, liberty);
    add_counter_captures(h, p);
}

static void record_atari(struct heavy_player *h, int p)
{
    h->recent[h->recorded++ % RECENT] = (uint16_t)p;
}

/* Records the chains that the last move left in atari, and adds answers: capture that move's chain,
 * or save what it threatens. */
static void add_answers_to_atari(struct heavy_player *h, int last)
{
    const struct mi_go *b = h->b;
    int liberty;
    for (int i = 0; i < 4; i++) {
        int q = last + go_neighbour_offset(b->stride, i);
        if (b->point[q].colour >= MI_GO_EMPTY || !(liberty = mi_go_atari(b, q)))
            continue;
        record_atari(h, q);
        if (is_colour(b, q, b->turn))
            add_escapes(h, q, liberty);
    }
    if ((liberty = mi_go_atari(b, last))) {
        record_atari(h, last);
        add_candidate(h, liberty);
    }
}

/* ---- captures ---- */

static void add_captures(struct heavy_player *h)
{
    const struct mi_go *b = h->b;
    unsigned n = h->recorded < RECENT ? h->recorded : RECENT;
    for (unsigned i = 0; i < n; i++) {
        int q = h->recent[i];
        if (is_colour(b, q, !b->turn) && mi_go_atari(b, q))
            add_candidate(h, mi_go_atari(b, q));
    }
}

/* ---- two liberties ---- */

/* Adds moves on the two liberties of an own chain that give it more liberties. */
static void add_stretches(struct heavy_player *h, const int liberty[2])
{
    const struct mi_go *b = h->b;
    for (int i = 0; i < 2; i++) {
        struct go_effect e = go_effect_of(b, liberty[i], b->turn);
        bool gains = mi_go_empty_around(b, liberty[i]) >= 2 || e.chains > 1;
        if (e.captured > 0 || (gains && !go_is_self_atari(&e)))
            add_candidate(h, liberty[i]);
    }
}

/* Adds ataris on an enemy chain with two liberties. */
static void add_ataris(struct heavy_player *h, const int liberty[2])
{
    for (int i = 0; i < 2; i++) {
        struct go_effect e = go_effect_of(h->b, liberty[i], h->b->turn);
        if (!go_is_self_atari(&e))
            add_candidate(h, liberty[i]);
    }
}

static void add_low_liberties(struct heavy_player *h, int last)
{
    const struct mi_go *b = h->b;
    int liberty[2];
    if (go_has_two_liberties(b, last, liberty))
        add_ataris(h, liberty);
    for (int i = 0; i < 4; i++) {
        int q = last + go_neighbour_offset(b->stride, i);
        if (is_colour(b, q, b->turn) && go_has_two_liberties(b, q, liberty))
            add_stretches(h, liberty);
    }
}

/* ---- capturing races ---- */

static void add_race_moves(struct heavy_player *h, int last)
{
    h->n += mi_go_semeai_moves(h->b, last, h->candidate + h->n, CANDIDATES_MAX - h->n);
}

/* ---- eyes ---- */

static void add_vital_points(struct heavy_player *h, int last)
{
    const struct mi_go *b = h->b;
    for (int i = 0; i < 4; i++) {
        int q = last + go_neighbour_offset(b->stride, i);
        int vital = is_colour(b, q, MI_GO_EMPTY) ? mi_go_vital_point(b, q) : MI_GO_NONE;
        if (vital && mi_go_legal_point(b, vital))
            add_candidate(h, vital);
    }
}

/* ---- shapes ---- */

/* Is a stone of the side to move on the empty point p legal, not in an own eye, and no self-atari
 * of more than one stone? */
static bool is_sensible(const struct mi_go *b, int p)
{
    if (mi_go_empty_around(b, p) >= 2)
        return true;
    if (!go_fills_no_eye(b, p))
        return false;
    struct go_effect e = go_effect_of(b, p, b->turn);
    return !go_is_self_atari(&e) || go_effect_stones(&e) == 1;
}

/* Draws a point next to the last move by the strength of its 3x3 pattern. Returns none with a
 * probability given by the strength of all moves elsewhere. */
static int draw_shape_point(struct heavy_player *h, int last)
{
    const struct mi_go *b = h->b;
    double elsewhere = go_number(h->weights->elsewhere), sum = elsewhere, upto[8];
    UNROLLED_BY(8)
    for (int i = 0; i < 8; i++) {
        int p = last + go_offset_around(b->stride, i);
        float strength = go_number(h->weights->shape[go_shape(b, p, b->turn)]);
        sum += is_colour(b, p, MI_GO_EMPTY) ? strength : 0;
        upto[i] = sum;
    }
    /* The product is below sum even after rounding. */
    double drawn = sum * miai_rng_below(&h->rng, 1 << 20) * (1.0 / (1 << 20));
    if (drawn < elsewhere)
        return MI_GO_NONE;
    int i = 0;
    while (drawn >= upto[i])
        i++;
    int p = last + go_offset_around(b->stride, i);
    return is_sensible(b, p) ? p : MI_GO_NONE;
}

/* ---- random moves ---- */

/* Is p a self-atari that fills an eye of the opponent?  When no other move is left, it shows that
 * chains relying on this eye do not live. */
static bool is_eye_filling_sacrifice(const struct mi_go *b, int p)
{
    return go_fills_no_eye(b, p) && mi_go_fills_eye(b, p, b->turn);
}

static int draw_random_point(struct heavy_player *h)
{
    struct mi_go *b = h->b;
    const uint16_t *list = mi_go_empty_list(b);
    bool only_captures = go_only_captures(b);
    for (int n = b->empties; n > 0; n--) {
        int i = (int)miai_rng_below(&h->rng, (uint32_t)n), p = list[i];
        if (only_captures ? go_captures(b, p) : is_sensible(b, p))
            return p;
        mi_go_swap_empties(b, i, n - 1);
    }
    for (int i = 0; i < b->empties && !only_captures; i++)
        if (is_eye_filling_sacrifice(b, list[i]))
            return list[i];
    return MI_GO_NONE;
}

/* ---- the player ---- */

/* Draws one of the collected moves with a probability in percent, otherwise none.  Clears the
 * list. */
static int draw_candidate(struct heavy_player *h, uint32_t percent)
{
    int n = h->n;
    h->n = 0;
    if (n == 0 || !happens_with_percent(h, percent))
        return MI_GO_NONE;
    return h->candidate[miai_rng_below(&h->rng, (uint32_t)n)];
}

static int draw_answer(struct heavy_player *h, int last)
{
    int p;
    add_answers_to_atari(h, last);
    if ((p = draw_candidate(h, ANSWER_PERCENT)))
        return p;
    if (h->captured >= 3)
        add_vital_points(h, last);
    if ((p = draw_candidate(h, VITAL_PERCENT)))
        return p;
    if (happens_with_percent(h, STRETCH_PERCENT))
        add_low_liberties(h, last);
    if ((p = draw_candidate(h, 100)))
        return p;
    if (happens_with_percent(h, RACE_PERCENT))
        add_race_moves(h, last);
    if ((p = draw_candidate(h, 100)))
        return p;
    return draw_shape_point(h, last);
}

static int next_playout_point(struct heavy_player *h)
{
    int last = h->b->last[0]; /* after a suicide the point is empty */
    int p = h->b->point[last].colour < MI_GO_EMPTY ? draw_answer(h, last) : MI_GO_NONE;
    if (p)
        return p;
    if (happens_with_percent(h, CAPTURE_PERCENT))
        add_captures(h);
    p = draw_candidate(h, 100);
    return p ? p : draw_random_point(h);
}

int mi_go_heavy_playout(const void *weights, void *pos, miai_rng *rng, miai_trace *trace)
{
    struct heavy_player h = {.b = pos, .weights = mi_go_weights(weights), .rng = *rng};
    struct mi_go *b = pos;
    go_begin_playout(b);
    for (int plies = mi_go_playout_max(b); b->passes < 2 && plies > 0; plies--) {
        int p = next_playout_point(&h);
        if (trace)
            miai_trace_add(trace, mi_go_move_of(b, p), b->turn);
        if (p == MI_GO_NONE) {
            go_pass(b);
        } else {
            h.captured = -b->prisoners[b->turn];
            go_play(b, p, false);
            h.captured += b->prisoners[!b->turn];
        }
    }
    *rng = h.rng;
    return mi_go_playout_score(b);
}

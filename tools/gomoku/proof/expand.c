#include "advice.h"
#include "game/gomoku/threat/find.h"
#include "game/gomoku/threat/rows.h"
#include "prover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLACK_MOVES = 4,       /* that are looked at, the likeliest by the network; */
    BLACK_MOVES_WIDE = 10, /* where that was to no end for long */
    ATTACK_NODES = 1000,   /* of a search for threats of Black, who is to move; */
    PASS_NODES = 4000,     /* where White has passed; */
    GLANCE_NODES = 200,    /* the same before the position is searched; */
    ANSWER_NODES = 150,    /* behind an answer of White's, */
    ANSWERS_FAILED = 4     /* until so many of these have found none */
};

/* ---- how hard a position looks, from the network ---- */

static double chance(struct prover *prover, const struct mi_gomoku *g)
{
    double logit = mi_gomoku_net_value(prover->net, prover->memory, g) / (double)NET_ONE_OUTPUT;
    return 1 / (1 + exp(-logit));
}

static double policy(struct prover *prover, const struct mi_gomoku *g, int point)
{
    return mi_gomoku_net_policy(prover->net, prover->memory, g, point) / (double)NET_ONE_OUTPUT;
}

/* White, who is to move, may answer on about so many points. */
static double answers_of(struct prover *prover, struct mi_gomoku *g, int black_stones)
{
    enum { QUIET = 300, QUIET_EARLY = 8000, EARLY = 2 };
    int fives = g->kinds[BLACK][KIND_FIVE];
    struct gomoku_threats_result result;
    if (fives > 0)
        return fives > 1 ? 0 : 1;
    g->colour = BLACK;
    mi_gomoku_threats_search(&prover->threats, g, GLANCE_NODES, &result);
    g->colour = WHITE;
    if (result.proof == 0)
        return zone_count(&result.zone) / 4.0 + 1;
    return black_stones <= EARLY ? QUIET_EARLY : QUIET;
}

/* ---- Black is to move ---- */

struct candidate {
    int move;
    double score, log_prior;
    double value; /* Black's chance to win, by a search; below 0: not told */
    bool is_habit, is_advised;
};

/* Brings the best of them to the front; returns how many are to be looked at. */
static int sort_candidates(struct candidate *list, int n, int most)
{
    int kept = n < most ? n : most;
    for (int i = 0; i < kept; i++)
        for (int j = i + 1; j < n; j++)
            if (list[j].score > list[i].score) {
                struct candidate better = list[j];
                list[j] = list[i];
                list[i] = better;
            }
    return kept;
}

/* Asks for advice where it is worth its time: Black's second and third stones decide how hard all
 * the rest is, and where that takes long (wide) those behind as well. */
static bool is_advised(struct prover *prover, const struct stones *stones, bool wide,
                       struct advice *advice)
{
    enum { STONES = 5 };
    static const int playouts[STONES][2] = {
        {0, 0}, {20000, 20000}, {1000, 20000}, {0, 4000}, {0, 1000}}; /* [stones][wide] */
    int n = stones->n[BLACK];
    return n < STONES && playouts[n][wide] > 0 &&
           advice_ask(prover->engine, stones, playouts[n][wide], advice);
}

/* How much less than the likeliest move one is believed in that is so many nats behind it. */
static int doubt_of(double behind)
{
    const double per_nat = 0.7;
    return (int)fmin(behind * per_nat * DOUBT_ONE, UINT8_MAX);
}

/* Where White's first stone touches Black's, Black's second likewise, diagonally, and in White's
 * row or column: kagetsu and hogetsu, openings that are held for won even by renju's rules.  miai's
 * search likes others as much, which take far longer to be proven. */
static bool is_known_opening(const struct stones *stones, int move)
{
    if (stones->n[BLACK] != 1)
        return false;
    int black = stones->at[BLACK][0], white = stones->at[WHITE][0];
    int white_x = white % WIDTH - black % WIDTH, white_y = white / WIDTH - black / WIDTH;
    int x = move % WIDTH - black % WIDTH, y = move / WIDTH - black / WIDTH;
    return abs(white_x) <= 1 && abs(white_y) <= 1 && abs(x) == 1 && abs(y) == 1 &&
           (x == white_x) != (y == white_y);
}

static struct candidate candidate_of(struct prover *prover, const struct stones *stones,
                                     const struct mi_gomoku *g, int move,
                                     const struct advice *advice)
{
    const double share_least = 1e-4, share_told = 0.005, favoured_bonus = 5, known_bonus = 10;
    struct candidate candidate = {.move = move, .value = -1, .is_advised = advice != NULL};
    if (!advice)
        candidate.log_prior = policy(prover, g, move);
    else {
        candidate.log_prior = log(advice->share[move] + share_least);
        if (advice->share[move] > share_told)
            candidate.value = advice->value[move];
    }
    candidate.log_prior += prover->favoured[move] ? favoured_bonus : 0;
    candidate.log_prior += is_known_opening(stones, move) ? known_bonus : 0;
    candidate.score = candidate.log_prior;
    return candidate;
}

static int list_candidates(struct prover *prover, const struct stones *stones,
                           const struct mi_gomoku *g, int most, struct candidate *list)
{
    enum { HABIT_STONES = 2 }; /* before, what won says little of what wins */
    const double habit_bonus = 50;
    struct advice advice;
    miai_move move[POINTS];
    bool advised = is_advised(prover, stones, most == BLACK_MOVES_WIDE, &advice);
    int n = mi_gomoku_candidates(g, move), habit = prover_habit(prover, stones), listed = 0;
    for (int i = 0; i < n; i++) {
        struct candidate *candidate = &list[listed];
        *candidate = candidate_of(prover, stones, g, move[i], advised ? &advice : NULL);
        candidate->is_habit = move[i] == habit && stones->n[BLACK] >= HABIT_STONES;
        candidate->score += candidate->is_habit ? habit_bonus : 0;
        listed += !advised || candidate->is_habit || prover->favoured[move[i]] ||
                  advice.share[move[i]] > 0;
    }
    return sort_candidates(list, listed, most);
}

/* The numbers that a new position behind Black's move begins with; behind is how much less likely
 * it is than the likeliest, in nats. */
static void begin_white(struct prover *prover, struct node *node, struct mi_gomoku *g,
                        const struct candidate *candidate, double behind, int black_stones)
{
    const double slope = 12, per_nat = 0.1;
    double white = candidate->value >= 0 ? 1 - candidate->value : chance(prover, g);
    if (g->kinds[WHITE][KIND_FIVE] > 0) {
        tree_settle(node, false);
        return;
    }
    double answers = answers_of(prover, g, black_stones);
    double odds = sqrt(white / (1 - white + 1e-9));
    node->proof = (uint32_t)(1 + answers * odds * exp(per_nat * behind));
    node->disproof = (uint32_t)(1 + slope * (1 - white));
    if (prover->favoured[candidate->move])
        node->proof = (node->proof + 1) / 2;
    if (candidate->is_habit)
        node->proof = (node->proof + 3) / 4;
}

/* The node behind a move, new if is_new says so. */
static uint32_t child_of(struct prover *prover, const struct stones *stones, int move, int colour,
                         bool *is_new)
{
    struct stones after = *stones;
    stones_add(&after, move, colour);
    uint32_t child = tree_node(&prover->tree, stones_normalise(&after, NULL), is_new);
    prover->failed |= child == 0;
    return child;
}

static void add_black_move(struct prover *prover, uint32_t at, const struct stones *stones,
                           struct mi_gomoku *g, const struct candidate *candidate, double behind)
{
    bool is_new;
    uint32_t child = child_of(prover, stones, candidate->move, BLACK, &is_new);
    if (child == 0)
        return;
    if (is_new) {
        mi_gomoku_put(g, candidate->move, BLACK);
        g->colour = WHITE;
        begin_white(prover, &prover->tree.node[child], g, candidate, behind, stones->n[BLACK] + 1);
        mi_gomoku_remove(g, candidate->move, BLACK);
        g->colour = BLACK;
    }
    struct edge edge = {child, (uint8_t)candidate->move,
                        (uint8_t)(candidate->is_advised ? doubt_of(behind) : 0)};
    prover->failed |= !tree_add_edge(&prover->tree, at, &edge);
}

/* Where White may do less because Black wins by threats behind one of his moves: takes the edges
 * away whose moves are not in the zone of that victory. */
static void leave_zone(struct prover *prover, const struct gomoku_zone *zone)
{
    const struct line *line = &prover->line;
    struct node *parent = &prover->tree.node[line->node[line->depth - 1]];
    struct gomoku_zone fours = {{0}};
    struct mi_gomoku *g = &prover->room->position;
    stones_place(&line->stones[line->depth - 1], g);
    mi_gomoku_add_rows(g, WHITE, 3, &fours);
    for (int i = 0; i < parent->edges; i++) {
        struct edge *edge = tree_edge(&prover->tree, parent, i);
        if (tree_child(&prover->tree, parent, i)->proof == 0 || zone_has(&fours, edge->move) ||
            zone_has(zone, stones_turned(edge->move, line->symmetry)))
            continue;
        *edge = *tree_edge(&prover->tree, parent, --parent->edges);
        i--;
    }
}

static void add_black_moves(struct prover *prover, uint32_t at, const struct stones *stones,
                            int most)
{
    struct candidate list[POINTS];
    struct mi_gomoku *g = &prover->room->position;
    int n = list_candidates(prover, stones, g, most, list);
    double likeliest = list[0].is_habit && n > 1 ? list[1].log_prior : list[0].log_prior;
    for (int i = 0; i < n && !prover->failed; i++) {
        double behind = likeliest - list[i].log_prior;
        add_black_move(prover, at, stones, g, &list[i], behind > 0 ? behind : 0);
    }
}

static void expand_black(struct prover *prover, uint32_t at, const struct stones *stones)
{
    struct mi_gomoku *g = &prover->room->position;
    struct gomoku_threats_result result;
    mi_gomoku_threats_search(&prover->threats, g, ATTACK_NODES, &result);
    struct node *node = &prover->tree.node[at];
    if (result.proof == 0 || g->kinds[WHITE][KIND_FIVE] > 1) {
        tree_settle(node, result.proof == 0);
        node->move = (uint8_t)result.move;
        const struct line *line = &prover->line;
        if (result.proof == 0 && line->depth > 0 &&
            prover->tree.node[line->node[line->depth - 1]].threat)
            leave_zone(prover, &result.zone);
        return;
    }
    add_black_moves(prover, at, stones, BLACK_MOVES);
}

void prover_widen(struct prover *prover, uint32_t at, const struct stones *stones)
{
    stones_place(stones, &prover->room->position);
    if (tree_reopen(&prover->tree, at))
        add_black_moves(prover, at, stones, BLACK_MOVES_WIDE);
    else
        prover->failed = true;
}

/* ---- White is to move ---- */

struct answer {
    int move;
    double likely;
};

static int list_answers(struct prover *prover, const struct mi_gomoku *g,
                        const struct gomoku_zone *zone, struct answer *list)
{
    int n = 0;
    for (int point = 0; point < POINTS; point++)
        if (zone_has(zone, point) && stone_on(g, point) < 0)
            list[n++] =
                (struct answer){point, gomoku_near(g)[point] > 0 ? policy(prover, g, point) : -1e9};
    return n;
}

static struct answer take_least_likely(struct answer *list, int first, int n)
{
    int least = first;
    for (int i = first + 1; i < n; i++)
        if (list[i].likely < list[least].likely)
            least = i;
    struct answer answer = list[least];
    list[least] = list[first];
    list[first] = answer;
    return answer;
}

/* Black wins by threats if White passes, and the zone has White's moves that could be an answer:
 * leaves those that are so against the victories behind others of them as well. */
static void narrow(struct prover *prover, struct mi_gomoku *g, struct gomoku_zone *zone)
{
    struct answer list[POINTS];
    struct gomoku_zone fours = {{0}};
    struct gomoku_undo undo;
    struct gomoku_threats_result result;
    mi_gomoku_add_rows(g, WHITE, 3, &fours);
    int n = list_answers(prover, g, zone, list);
    for (int i = 0, failed = 0; i < n && failed < ANSWERS_FAILED; i++) {
        int move = take_least_likely(list, i, n).move;
        if (!zone_has(zone, move))
            continue;
        mi_gomoku_try(g, move, WHITE, &undo);
        g->colour = BLACK;
        mi_gomoku_threats_search(&prover->threats, g, ANSWER_NODES, &result);
        g->colour = WHITE;
        mi_gomoku_undo(g, &undo);
        if (result.proof > 0) {
            failed++;
            continue;
        }
        zone_unite(&result.zone, &fours);
        zone_meet(zone, &result.zone);
        zone_remove(zone, move);
        zone_remove(&fours, move);
    }
}

/* White's moves that could be an answer to Black's last; threat becomes whether he threatens. */
static struct gomoku_zone answers_to(struct prover *prover, struct mi_gomoku *g, bool *threat)
{
    struct gomoku_zone zone = {{0}};
    struct gomoku_threats_result result;
    miai_move five[POINTS];
    *threat = true;
    if (mi_gomoku_find(g, BLACK, KIND_FIVE, five) > 0) {
        zone_add(&zone, five[0]);
        return zone;
    }
    g->colour = BLACK;
    mi_gomoku_threats_search(&prover->threats, g, PASS_NODES, &result);
    g->colour = WHITE;
    *threat = result.proof == 0;
    if (!*threat) {
        memset(&zone, 0xff, sizeof zone);
        return zone;
    }
    zone = result.zone;
    mi_gomoku_add_rows(g, WHITE, 3, &zone);
    narrow(prover, g, &zone);
    return zone;
}

static void add_answer(struct prover *prover, uint32_t at, const struct stones *stones,
                       struct mi_gomoku *g, int move)
{
    const double slope = 12, slope_quiet = 24;
    bool is_new;
    uint32_t child = child_of(prover, stones, move, WHITE, &is_new);
    if (child == 0)
        return;
    if (is_new) {
        struct node *node = &prover->tree.node[child];
        mi_gomoku_put(g, move, WHITE);
        g->colour = BLACK;
        double black = chance(prover, g);
        mi_gomoku_remove(g, move, WHITE);
        g->colour = WHITE;
        double per_loss = prover->tree.node[at].threat ? slope : slope_quiet;
        node->proof = (uint32_t)(1 + per_loss * (1 - black));
        node->disproof = (uint32_t)(1 + slope * black);
    }
    struct edge edge = {child, (uint8_t)move, 0};
    prover->failed |= !tree_add_edge(&prover->tree, at, &edge);
}

static void expand_white(struct prover *prover, uint32_t at, const struct stones *stones)
{
    struct mi_gomoku *g = &prover->room->position;
    struct node *node = &prover->tree.node[at];
    if (g->kinds[WHITE][KIND_FIVE] > 0 || g->kinds[BLACK][KIND_FIVE] > 1) {
        tree_settle(node, g->kinds[WHITE][KIND_FIVE] == 0);
        return;
    }
    bool threat;
    struct gomoku_zone zone = answers_to(prover, g, &threat);
    node->threat = threat;
    for (int point = 0; point < POINTS && !prover->failed; point++)
        if (zone_has(&zone, point) && stone_on(g, point) < 0)
            add_answer(prover, at, stones, g, point);
    node = &prover->tree.node[at];
    if (node->edges == 0)
        tree_settle(node, true);
}

void prover_expand(struct prover *prover)
{
    const struct line *line = &prover->line;
    const struct stones *stones = &line->stones[line->depth];
    uint32_t at = line->node[line->depth];
    stones_place(stones, &prover->room->position);
    if (stones_black_moves(stones))
        expand_black(prover, at, stones);
    else
        expand_white(prover, at, stones);
    prover->tree.node[at].expanded = true;
}

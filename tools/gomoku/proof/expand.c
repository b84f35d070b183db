#include "advice.h"
#include "game/gomoku/threat/find.h"
#include "game/gomoku/threat/rows.h"
#include "prover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLACK_MOVES = 4,       /* number of considered moves, the likeliest by the network */
    BLACK_MOVES_WIDE = 10, /* the same if a position has taken long */
    ATTACK_NODES = 1000,   /* node limits: threats of Black, to move */
    PASS_NODES = 4000,     /* threats of Black after a pass of White */
    GLANCE_NODES = 200,    /* the same in a quick test before the position is searched */
    ANSWER_NODES = 150,    /* threats of Black after an answer of White */
    ANSWERS_FAILED = 4     /* give up after this many of these searches have failed */
};

/* ---- how hard a position looks, from the network ---- */

static double win_probability(struct prover *prover, const struct mi_gomoku *g)
{
    double logit = mi_gomoku_net_value(prover->net, prover->memory, g) / (double)NET_ONE_OUTPUT;
    return 1 / (1 + exp(-logit));
}

static double point_policy(struct prover *prover, const struct mi_gomoku *g, int point)
{
    return mi_gomoku_net_policy(prover->net, prover->memory, g, point) / (double)NET_ONE_OUTPUT;
}

/* Estimates the number of White's possible answers. */
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
    double value; /* Black's probability of winning by a search; below 0: unknown */
    bool is_habit, is_advised;
};

/* Sorts the best candidates to the front; returns how many to consider. */
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

/* Asks the search for advice if it is worth the time: for Black's second and third stones, which
 * decide how hard the rest is, and for later ones if the position has taken long (wide). */
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

/* Converts how far a move is behind the likeliest one, in nats, into a doubt. */
static int doubt_of(double behind_nats)
{
    const double per_nat = 0.7;
    return (int)fmin(behind_nats * per_nat * DOUBT_ONE, UINT8_MAX);
}

/* If White's first stone touches Black's: is this Black's second stone of kagetsu or hogetsu?  Both
 * openings are considered won even under renju rules.  miai's search likes other moves as much that
 * take far longer to prove. */
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
        candidate.log_prior = point_policy(prover, g, move);
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
    enum { HABIT_STONES = 2 }; /* with fewer stones, an earlier win says little */
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

/* Sets the initial numbers of a new position after Black's move.  behind: how much less likely than
 * the likeliest move it is, in nats. */
static void begin_white(struct prover *prover, struct node *node, struct mi_gomoku *g,
                        const struct candidate *candidate, double behind_nats, int black_stones)
{
    const double slope = 12, per_nat = 0.1;
    double white = candidate->value >= 0 ? 1 - candidate->value : win_probability(prover, g);
    if (g->kinds[WHITE][KIND_FIVE] > 0) {
        tree_settle(node, false);
        return;
    }
    double answers = answers_of(prover, g, black_stones);
    double odds = sqrt(white / (1 - white + 1e-9));
    node->proof = (uint32_t)(1 + answers * odds * exp(per_nat * behind_nats));
    node->disproof = (uint32_t)(1 + slope * (1 - white));
    if (prover->favoured[candidate->move])
        node->proof = (node->proof + 1) / 2;
    if (candidate->is_habit)
        node->proof = (node->proof + 3) / 4;
}

/* The node after a move; *is_new if it was created. */
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
                           struct mi_gomoku *g, const struct candidate *candidate,
                           double behind_nats)
{
    bool is_new;
    uint32_t child = child_of(prover, stones, candidate->move, BLACK, &is_new);
    if (child == 0)
        return;
    if (is_new) {
        mi_gomoku_put(g, candidate->move, BLACK);
        g->colour = WHITE;
        begin_white(prover, &prover->tree.node[child], g, candidate, behind_nats,
                    stones->n[BLACK] + 1);
        mi_gomoku_remove(g, candidate->move, BLACK);
        g->colour = BLACK;
    }
    struct edge edge = {child, (uint8_t)candidate->move,
                        (uint8_t)(candidate->is_advised ? doubt_of(behind_nats) : 0)};
    prover->failed |= !tree_add_edge(&prover->tree, at, &edge);
}

/* Black wins by threats after one of White's moves: removes edges whose moves are outside the zone
 * of that win. */
static void drop_outside_zone(struct prover *prover, const struct gomoku_zone *zone)
{
    const struct line *line = &prover->line;
    struct node *parent = &prover->tree.node[line->node[line->depth - 1]];
    struct gomoku_zone fours = {{0}};
    struct mi_gomoku *g = &prover->position->position;
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
    struct mi_gomoku *g = &prover->position->position;
    int n = list_candidates(prover, stones, g, most, list);
    double likeliest = list[0].is_habit && n > 1 ? list[1].log_prior : list[0].log_prior;
    for (int i = 0; i < n && !prover->failed; i++) {
        double behind_nats = likeliest - list[i].log_prior;
        add_black_move(prover, at, stones, g, &list[i], behind_nats > 0 ? behind_nats : 0);
    }
}

static void expand_black(struct prover *prover, uint32_t at, const struct stones *stones)
{
    struct mi_gomoku *g = &prover->position->position;
    struct gomoku_threats_result result;
    mi_gomoku_threats_search(&prover->threats, g, ATTACK_NODES, &result);
    struct node *node = &prover->tree.node[at];
    if (result.proof == 0 || g->kinds[WHITE][KIND_FIVE] > 1) {
        tree_settle(node, result.proof == 0);
        node->move = (uint8_t)result.move;
        const struct line *line = &prover->line;
        if (result.proof == 0 && line->depth > 0 &&
            prover->tree.node[line->node[line->depth - 1]].threat)
            drop_outside_zone(prover, &result.zone);
        return;
    }
    add_black_moves(prover, at, stones, BLACK_MOVES);
}

void prover_widen(struct prover *prover, uint32_t at, const struct stones *stones)
{
    stones_place(stones, &prover->position->position);
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
            list[n++] = (struct answer){
                point, gomoku_near(g)[point] > 0 ? point_policy(prover, g, point) : -1e9};
    return n;
}

static struct answer remove_least_likely(struct answer *list, int first, int n)
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

/* Black wins by threats after a pass, and the zone has White's possible answers.  Removes those
 * outside the zones of wins against other answers. */
static void narrow_answers(struct prover *prover, struct mi_gomoku *g, struct gomoku_zone *zone)
{
    struct answer list[POINTS];
    struct gomoku_zone fours = {{0}};
    struct gomoku_undo undo;
    struct gomoku_threats_result result;
    mi_gomoku_add_rows(g, WHITE, 3, &fours);
    int n = list_answers(prover, g, zone, list);
    for (int i = 0, failed = 0; i < n && failed < ANSWERS_FAILED; i++) {
        int move = remove_least_likely(list, i, n).move;
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
        zone_union(&result.zone, &fours);
        zone_intersect(zone, &result.zone);
        zone_remove(zone, move);
        zone_remove(&fours, move);
    }
}

/* White's possible answers to Black's last move; *threat: does Black threaten to win? */
static struct gomoku_zone answers_to(struct prover *prover, struct mi_gomoku *g, bool *threat)
{
    struct gomoku_zone zone = {{0}};
    struct gomoku_threats_result result;
    miai_move five[POINTS];
    *threat = true;
    if (mi_gomoku_find_points(g, BLACK, KIND_FIVE, five) > 0) {
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
    narrow_answers(prover, g, &zone);
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
        double black = win_probability(prover, g);
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
    struct mi_gomoku *g = &prover->position->position;
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
    stones_place(stones, &prover->position->position);
    if (stones_black_moves(stones))
        expand_black(prover, at, stones);
    else
        expand_white(prover, at, stones);
    prover->tree.node[at].expanded = true;
}

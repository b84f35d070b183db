/* Planted faults in texts and in the optional capabilities. */
#include "miai.h"
#include "planted.h"

#define miai_games texts_games
#include "examples/nim.c"
#undef miai_games

#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

static int one_text(const void *pos, miai_move move, char *text, size_t size)
{
    const struct nim *p = pos;
    return miai_point_text(move % p->heaps, 0, text, size);
}
PLANT(move_text, one_text)

static int differs_by_case(const void *pos, miai_move move, char *text, size_t size)
{
    (void)pos;
    return snprintf(text, size, "%c%d", move % 2 ? 'a' : 'A', move / 2);
}
PLANT(move_text, differs_by_case)

static int long_text(const void *pos, miai_move move, char *text, size_t size)
{
    (void)pos;
    return snprintf(text, size, "heap-and-objects-%d", move);
}
PLANT(move_text, long_text)

static int two_word_text(const void *pos, miai_move move, char *text, size_t size)
{
    (void)pos;
    return snprintf(text, size, "take %d", move);
}
PLANT(move_text, two_word_text)

static int cut_length(const void *pos, char *text, size_t size)
{
    int length = text_of(pos, text, size);
    return size > 0 && length >= (int)size ? (int)size - 1 : length;
}
PLANT(text, cut_length)

static int writes_too_much(const void *pos, char *text, size_t size)
{
    (void)size;
    return text ? text_of(pos, text, 1000) : text_of(pos, NULL, 0);
}
PLANT(text, writes_too_much)

static int empty_line(const void *pos, char *text, size_t size)
{
    const struct nim *p = pos;
    return snprintf(text, size, "%d\n\n%d", p->left[0], p->left[1]);
}
PLANT(text, empty_line)

static int newline_at_end(const void *pos, char *text, size_t size)
{
    const struct nim *p = pos;
    return snprintf(text, size, "%d\n", p->left[0]);
}
PLANT(text, newline_at_end)

static int no_text_at_all(const void *pos, char *text, size_t size)
{
    (void)pos;
    if (size > 0)
        text[0] = '\0';
    return 0;
}
PLANT(text, no_text_at_all)

/* ---- optional parts ---- */

static int no_candidates(const void *pos, miai_move *list)
{
    (void)pos;
    (void)list;
    return 0;
}
PLANT_PART(hints, candidates, no_candidates)

static int illegal_candidate(const void *pos, miai_move *list)
{
    const struct nim *p = pos;
    list[0] = make_move(p, 0, p->objects - 1);
    return 1;
}
PLANT_PART(hints, candidates, illegal_candidate)

static double no_habit(const void *pos, miai_move move)
{
    (void)pos;
    (void)move;
    return 0;
}
PLANT_PART(hints, habit, no_habit)

static void large_priors(const void *weights, void *memory, const void *pos, const miai_move *list,
                         int n, float *prior)
{
    (void)weights, (void)memory, (void)pos;
    (void)list;
    for (int i = 0; i < n; i++)
        prior[i] = 1.0f;
}
PLANT_PART(evaluation, priors, large_priors)

static void zero_priors(const void *weights, void *memory, const void *pos, const miai_move *list,
                        int n, float *prior)
{
    (void)weights, (void)memory, (void)pos;
    (void)list;
    for (int i = 0; i < n; i++)
        prior[i] = i == 0;
}
PLANT_PART(evaluation, priors, zero_priors)

static int huge_evaluation(const void *weights, void *memory, const void *pos)
{
    (void)weights, (void)memory, (void)pos;
    return MIAI_SCORE_MAX;
}
PLANT_PART(evaluation, evaluate, huge_evaluation)

/* ---- a learned evaluation ---- */

static int no_weights;

static void *open_nothing(const miai_setup *setup, const char *file, char *error, size_t size)
{
    (void)setup, (void)file, (void)error, (void)size;
    return &no_weights;
}

static void close_nothing(void *weights)
{
    (void)weights;
}

static size_t some_bytes(const void *weights)
{
    (void)weights;
    return sizeof(int);
}

static int count_calls(const void *weights, void *memory, const void *pos)
{
    (void)pos;
    return weights ? ++*(int *)memory : 0;
}

static int evaluate_as_even(const void *weights, void *memory, const void *pos)
{
    (void)weights, (void)memory, (void)pos;
    return 0;
}

/* Priors too large only with learned weights. */
static void large_learned_priors(const void *weights, void *memory, const void *pos,
                                 const miai_move *list, int n, float *prior)
{
    large_priors(weights, memory, pos, list, n, prior);
    for (int i = 0; i < n && !weights; i++)
        prior[i] = 1.0F / (float)n;
}

static void into_remembering(miai_game *game)
{
    static const miai_evaluation evaluation = {.bytes = sizeof evaluation,
                                               .open = open_nothing,
                                               .close = close_nothing,
                                               .held = some_bytes,
                                               .memory = some_bytes,
                                               .evaluate = count_calls};
    game->evaluation = &evaluation;
}

static void into_large_learned_priors(miai_game *game)
{
    static const miai_evaluation evaluation = {.bytes = sizeof evaluation,
                                               .open = open_nothing,
                                               .close = close_nothing,
                                               .held = some_bytes,
                                               .memory = some_bytes,
                                               .evaluate = evaluate_as_even,
                                               .priors = large_learned_priors};
    game->evaluation = &evaluation;
}

static bool judge_strangely(const void *pos, const miai_mean_ownership *mean, int positions,
                            int8_t *life)
{
    (void)pos, (void)mean, (void)positions;
    memset(life, MIAI_SEKI + 1, 15);
    return true;
}
PLANT_PART(scoring, judge, judge_strangely)

static bool judge_by_chance(const void *pos, const miai_mean_ownership *mean, int positions,
                            int8_t *life)
{
    static int calls;
    (void)pos, (void)mean, (void)positions;
    memset(life, MIAI_ALIVE, 15);
    return ++calls % 2;
}
PLANT_PART(scoring, judge, judge_by_chance)

static int unknown_kind(const void *pos, miai_move move)
{
    (void)pos;
    return move;
}

static void into_unknown_kind(miai_game *game)
{
    static const miai_tactics tactics = {
        .bytes = sizeof tactics, .kinds = 1, .move_kind = unknown_kind};
    game->tactics = &tactics;
}

static bool none_threatens(const void *pos, miai_move move)
{
    (void)pos;
    (void)move;
    return false;
}

static int one_threatens(const void *pos, miai_move *list)
{
    (void)pos;
    list[0] = 0;
    return 1;
}

static bool over_at_once(const void *pos, int *score)
{
    (void)pos;
    *score = 0;
    return true;
}

static void into_quick_outcome(miai_game *game)
{
    static const miai_tactics tactics = {.bytes = sizeof tactics, .quick_outcome = over_at_once};
    game->tactics = &tactics;
}

static void into_threats(miai_game *game)
{
    static const miai_tactics tactics = {
        .bytes = sizeof tactics, .threatens = none_threatens, .threats = one_threatens};
    game->tactics = &tactics;
}

static int none_noisy(const void *pos, miai_move *list)
{
    (void)pos;
    (void)list;
    return 0;
}

static int no_score(const void *pos, miai_move move)
{
    (void)pos;
    (void)move;
    return 0;
}

static uint64_t no_threats(const void *pos)
{
    (void)pos;
    return 0;
}

static int no_class(uint64_t threat_map, miai_move move)
{
    (void)threat_map;
    (void)move;
    return 0;
}

/* All moves, the first with another score than no_score(). */
static int scores_first(const void *pos, uint64_t threat_map, miai_quiet *list)
{
    miai_move move[MIAI_MAX_LEGAL];
    int n = moves(pos, move);
    (void)threat_map;
    for (int i = 0; i < n; i++)
        list[i] = (miai_quiet){.move = (uint16_t)move[i], .score = i == 0};
    return n;
}

static void into_quiets(miai_game *game)
{
    static const miai_tactics tactics = {.bytes = sizeof tactics,
                                         .noisy = none_noisy,
                                         .kinds = 1,
                                         .move_kind = no_score,
                                         .quiet_score = no_score,
                                         .threat_map = no_threats,
                                         .threat_class = no_class,
                                         .quiets = scores_first};
    game->tactics = &tactics;
}

/* A playout that always plays the first move of the list. */
static int play_out(void *pos, miai_trace *trace, bool right)
{
    miai_move list[MIAI_MAX_LEGAL];
    int score;
    while (!outcome(pos, &score)) {
        moves(pos, list);
        if (trace)
            miai_trace_add(trace, list[0], right ? turn(pos) : !turn(pos));
        play(pos, list[0]);
    }
    return score;
}

static int not_at_random(void *pos, miai_rng *rng, miai_trace *trace)
{
    (void)rng;
    return play_out(pos, trace, true);
}
PLANT_PART(playouts, uniform, not_at_random)

static int traces_others(const void *weights, void *pos, miai_rng *rng, miai_trace *trace)
{
    (void)weights;
    (void)rng;
    return play_out(pos, trace, false);
}
PLANT_PART(playouts, heavy, traces_others)

static int false_score(const void *weights, void *pos, miai_rng *rng, miai_trace *trace)
{
    (void)weights;
    (void)rng;
    return -play_out(pos, trace, true);
}
PLANT_PART(playouts, heavy, false_score)

static int write_heaps(const void *pos, char *text, size_t size)
{
    const struct nim *p = pos;
    int length = snprintf(text, size, "%d", p->left[0]);
    for (int x = 1; x < p->heaps; x++)
        length += snprintf(text + length, size - (size_t)length, ",%d", p->left[x]);
    return length;
}

static bool forget_turn(void *pos, const miai_setup *setup, const char *text)
{
    struct nim *p = pos;
    char *end;
    init(pos, setup);
    for (int x = 0; x < p->heaps; x++, text = end + (*end != 0))
        p->left[x] = (int)strtol(text, &end, 10);
    return true;
}

static int refuses_all(void *pos, const miai_setup *setup, const char *text, char *why, size_t size)
{
    (void)pos;
    (void)setup;
    return snprintf(why, size, "%s is nothing", text);
}

static void into_refuses_its_own(miai_game *game)
{
    static const miai_notation notation = {.bytes = sizeof notation,
                                           .write_position = write_heaps,
                                           .read_position = forget_turn,
                                           .position_refusal = refuses_all};
    game->notation = &notation;
}
PLANT_PART(notation, position_refusal, refuses_all)

static const char *always_over(const void *pos)
{
    (void)pos;
    return "all is eaten";
}
PLANT_PART(notation, ending, always_over)

static void into_forget_turn(miai_game *game)
{
    static const miai_notation notation = {
        .bytes = sizeof notation, .write_position = write_heaps, .read_position = forget_turn};
    game->notation = &notation;
}

/* ---- planes ---- */

static int own_place(const void *pos, miai_move move)
{
    (void)pos;
    return move;
}

static int one_place(const void *pos, miai_move move)
{
    (void)pos;
    (void)move;
    return 0;
}

/* Fills a plane with ones, except for some points at its end, and one number. */
static void fill_but(const void *pos, int points, float *plane, float *number)
{
    const struct nim *p = pos;
    for (int i = 0; i < p->heaps * p->objects - points; i++)
        plane[i] = 1.0f;
    number[0] = 0.0f;
}

static void fill_all(const void *pos, const miai_past *past, float *plane, float *number)
{
    fill_but(pos, 0, plane, number);
    number[0] = past->plies > 0 ? past->ply[past->plies - 1].move : -1;
}

static void fill_less(const void *pos, const miai_past *past, float *plane, float *number)
{
    (void)past;
    fill_but(pos, 1, plane, number);
}

static void fill_more(const void *pos, const miai_past *past, float *plane, float *number)
{
    (void)past;
    fill_but(pos, -1, plane, number);
}

#define ENCODING(own, ...)                                                                         \
    static const miai_encoding own##_encoding = {                                                  \
        .bytes = sizeof(miai_encoding), .name = #own, .numbers = 1, __VA_ARGS__};                  \
    static const miai_encoding *const own##_list[] = {&own##_encoding, NULL};                      \
    static void into_##own(miai_game *game)                                                        \
    {                                                                                              \
        static const miai_planes planes = {.bytes = sizeof planes, .encodings = own##_list};       \
        game->planes = &planes;                                                                    \
    }

ENCODING(no_planes, .fill = fill_all, .policy = own_place)
ENCODING(one_for_all, .planes = 1, .fill = fill_all, .policy = one_place)
ENCODING(one_point_less, .planes = 1, .fill = fill_less, .policy = own_place)
ENCODING(one_point_more, .planes = 1, .fill = fill_more, .policy = own_place)

static void into_two_for_levels(miai_game *game)
{
    static const unsigned char file[] = {1};
    static const miai_planes planes = {.bytes = sizeof planes,
                                       .level_network = file,
                                       .level_network_bytes = sizeof file,
                                       .levels_without = true};
    game->planes = &planes;
}

/* ---- presentation ---- */

static void into_quoted_colour(miai_game *game)
{
    static const miai_presentation own = {.bytes = sizeof own, .board = "red'/>"};
    game->presentation = &own;
}

static void into_unknown_variant(miai_game *game)
{
    static const miai_variant variants[] = {{.name = "marienbad", .rules = "misere"}, {0}};
    static const miai_presentation own = {.bytes = sizeof own, .variants = variants};
    game->presentation = &own;
}

static void into_unknown_rules(miai_game *game)
{
    static const miai_rules_name names[] = {{"normal", "last-wins", NULL}, {0}};
    static const miai_presentation own = {.bytes = sizeof own, .rules_names = names};
    game->presentation = &own;
}

static const miai_piece two_of_one[] = {{'O', 1, 0}, {'O', 0, 0}, {0}};
static const miai_piece of_both[] = {{'X', 0, 0}, {'O', 1, 0}, {0}};

static void into_two_pieces_of_one(miai_game *game)
{
    static const miai_presentation own = {.bytes = sizeof own, .pieces = two_of_one};
    game->presentation = &own;
}

static const miai_presentation with_pieces = {.bytes = sizeof with_pieces, .pieces = of_both};

static int heaps_alone(const void *pos, char *text, size_t size)
{
    return snprintf(text, size, "%d objects in the first heap", ((const struct nim *)pos)->left[0]);
}

static void into_no_diagram(miai_game *game)
{
    game->text = heaps_alone;
    game->presentation = &with_pieces;
}

static void none_there(const void *pos, int8_t *piece)
{
    const struct nim *p = pos;
    for (int i = 0; i < p->heaps * p->objects; i++)
        piece[i] = -1;
}

static void into_other_board(miai_game *game)
{
    static const miai_editing own = {.bytes = sizeof own, .board = none_there};
    game->editing = &own;
    game->presentation = &with_pieces;
}

/* ---- records ---- */

static miai_move no_write_move(const void *pos, const char *text)
{
    const struct nim *p = pos;
    return strlen(text) == 2 ? (text[0] + text[1]) % p->heaps : MIAI_NO_MOVE;
}

static void into_records(miai_game *game)
{
    static const miai_records records = {
        .bytes = sizeof records, .sgf = 1001, .read_move = no_write_move};
    game->records = &records;
}

static int two_lines(const void *pos, miai_move move, char *text, size_t size)
{
    (void)pos;
    return snprintf(text, size, "%d\n", move);
}

static void into_lines(miai_game *game)
{
    static const miai_records records = {
        .bytes = sizeof records, .sgf = 1001, .write_move = two_lines};
    game->records = &records;
}

static void into_small_letters(miai_game *game)
{
    static const miai_presentation presentation = {.bytes = sizeof presentation,
                                                   .small_letters = true};
    game->presentation = &presentation;
}

static bool decides_nothing(const void *pos, int *least, int *most)
{
    (void)pos;
    (void)least;
    (void)most;
    return true;
}

static void into_decides_nothing(miai_game *game)
{
    static const miai_solver solver = {.bytes = sizeof solver, .decide = decides_nothing};
    game->solver = &solver;
}

const struct plant planted_texts[] = {
    {into_one_text, "move_text() has the same text for two legal moves, ignoring case: \"a1\""},
    {into_differs_by_case, "move_text() has the same text for two legal moves"},
    {into_long_text, "move_text() writes \"heap-and-objects-0\" for move 0, more than 15 bytes"},
    {into_two_word_text, "move_text() writes \"take 0\" for move 0, which is not a word"},
    {into_cut_length, "text() returns 0 with a size of 1, not the length"},
    {into_writes_too_much, "text() writes more than the 1 bytes"},
    {into_empty_line, "text() has an empty line"},
    {into_newline_at_end, "text() has a newline at its end"},
    {into_no_text_at_all, "text() writes no text and returns 0"},
    {into_no_candidates, "hints.candidates() lists no move"},
    {into_illegal_candidate, "hints.candidates() lists A5 (move 12), which is not legal"},
    {into_no_habit, "hints.habit() is 0 for A1 (move 0), and must be above 0"},
    {into_large_priors, "evaluation.priors() returns priors whose sum is 12, not 1"},
    {into_zero_priors, "evaluation.priors() gives A2 (move 3) the prior 0"},
    {into_huge_evaluation, "evaluation.evaluate() is 1000000"},
    {into_remembering, "evaluation.evaluate() differs with zeroed memory"},
    {into_judge_strangely, "scoring.judge() is 3 for point 0: stones are MIAI_ALIVE"},
    {into_judge_by_chance, "scoring.judge() returns something else the second time"},
    {into_large_learned_priors, "evaluation.priors() returns priors whose sum is 12, not 1"},
    {into_decides_nothing, "solver.decide() is true with bounds of"},
    {into_unknown_kind, "tactics.move_kind() is 3 for"},
    {into_quick_outcome, "tactics.quick_outcome() ends a game that outcome() does not"},
    {into_threats, "tactics.threats() lists A1 (move 0), for which threatens() is false"},
    {into_quiets, "tactics.quiets() has other numbers for A1 (move 0) than"},
    {into_not_at_random, "playouts.uniform() has the mean result"},
    {into_traces_others, "playouts.heavy() traces move 0 as player 1's"},
    {into_false_score, "playouts.heavy() returns"},
    {into_refuses_its_own, "notation.position_refusal() refuses \""},
    {into_always_over, "notation.ending() of an unfinished game is \"all is eaten\""},
    {into_refuses_all, "notation: position_refusal requires read_position"},
    {into_forget_turn, "notation.read_position() reads"},
    {into_no_planes, "encodings: 0 planes, 1 numbers"},
    {into_one_for_all, "encodings.policy() is 0 for"},
    {into_two_for_levels, "planes: levels_without and level_network exclude each other"},
    {into_one_point_less, "encodings.fill() leaves the planes' points 14 without a finite value"},
    {into_one_point_more, "encodings.fill() writes past the 15 of the planes' points"},
    {into_quoted_colour, "presentation.board is not an SVG colour"},
    {into_unknown_variant, "presentation.variants: \"marienbad\" has rules \"misere\""},
    {into_unknown_rules, "presentation.rules_names: \"normal\" has rules \"last-wins\""},
    {into_two_pieces_of_one, "presentation.pieces: 'O' is not a letter, or occurs twice"},
    {into_no_diagram, "text() shows no board, though presentation.pieces has its letters"},
    {into_other_board, "text() shows 'O' on point 0, but editing.board() has -1 there"},
    {into_records, "records.read_move(): the SGF value \""},
    {into_lines, "records.write_move() does not write one line shorter than 256 bytes for"},
    {into_small_letters, "presentation.small_letters is set, but move_text() writes"},
    {NULL, NULL},
};

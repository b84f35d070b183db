#include "situation.h"

#include "base/clock.h"
#include "contract/repetition.h"
#include "suite.h"

#include <check.h>

static void note_key(struct situation *s)
{
    if (mi_repetition(s->game)->key)
        s->keys[s->key_count++] = mi_repetition(s->game)->key(s->pos);
}

void begin_game(struct situation *s, const miai_game *game, int width, int height)
{
    s->game = game;
    s->setup = game->setup;
    s->setup.width = width;
    s->setup.height = height;
    s->key_count = 0;
    s->selective = false;
    s->disabled_features = 0;
    s->tuning = NULL;
    s->memory = 4 << 20;
    game->init(s->pos, &s->setup);
    note_key(s);
}

void begin_at(struct situation *s, const miai_game *game, const char *text)
{
    begin_game(s, game, game->setup.width, game->setup.height);
    ck_assert(mi_notation(game)->read_position(s->pos, &s->setup, text));
    s->key_count = 0;
    note_key(s);
}

bool game_over(const struct situation *s)
{
    int score;
    return s->game->outcome(s->pos, &score);
}

struct mi_root root_of(const struct situation *s)
{
    return (struct mi_root){
        .game = s->game,
        .setup = &s->setup,
        .size = s->game->size(&s->setup),
        .pos = s->pos,
        .start = 1,
        .keys = s->key_count ? s->keys : NULL,
        .key_count = s->key_count,
    };
}

static bool is_forbidden(const struct situation *s, const void *pos)
{
    return mi_repetition(s->game)->rule &&
           mi_repetition(s->game)->rule(pos) == MIAI_REPEAT_ILLEGAL &&
           mi_count_repetitions(s->game, pos, s->keys, s->key_count, 1) > 0;
}

bool try_move(struct situation *s, miai_move move)
{
    struct situation next = *s;
    if (!s->game->legal(s->pos, move))
        return false;
    next.game->play(next.pos, move);
    if (is_forbidden(s, next.pos))
        return false;
    note_key(&next);
    *s = next;
    return true;
}

bool play_random_moves(struct situation *s, miai_rng *rng, int plies)
{
    miai_move list[MIAI_MAX_LEGAL];
    for (int i = 0; i < plies && !game_over(s); i++) {
        int n = s->game->moves(s->pos, list), tries = 0;
        while (!try_move(s, list[miai_rng_below(rng, (uint32_t)n)]))
            if (++tries == 100)
                return false;
    }
    struct mi_root root = root_of(s);
    unsigned char scratch[POSITION_MAX];
    return !game_over(s) && mi_root_moves(&root, false, scratch, list) > 0;
}

void check_line(const struct situation *s, const struct mi_result *result)
{
    struct situation at = *s;
    ck_assert_int_gt(result->pv_length, 0);
    ck_assert_int_eq(result->pv[0], result->move);
    for (int i = 0; i < result->pv_length; i++)
        ck_assert(try_move(&at, result->pv[i]));
}

void check_choices(const struct mi_result *result)
{
    double share = 0;
    ck_assert_int_gt(result->choice_count, 0);
    ck_assert_int_eq(result->choice[0].move, result->move);
    ck_assert(result->choice[0].value == result->value);
    for (int i = 0; i < result->choice_count; i++) {
        share += result->choice[i].share;
        ck_assert(result->choice[i].value >= 0 && result->choice[i].value <= 1);
        for (int j = 0; j < i; j++)
            ck_assert_int_ne(result->choice[i].move, result->choice[j].move);
    }
    ck_assert(share < 1.0001);
}

void search_within(const struct mi_searcher *searcher, void *self, const struct situation *s,
                   const struct mi_limits *limits, int threads, struct mi_result *result)
{
    void *own = self ? NULL : searcher->make();
    struct mi_root root = root_of(s);
    struct mi_settings settings = {.memory = s->memory,
                                   .threads = threads,
                                   .reuse = true,
                                   .selective = s->selective,
                                   .disabled_features = s->disabled_features,
                                   .tuning = s->tuning};
    ck_assert(searcher->run(self ? self : own, &root, &settings, limits, NULL, result));
    if (own)
        searcher->free(own);
    check_line(s, result);
    check_choices(result);
}

void search_to(const struct mi_searcher *searcher, const struct situation *s, int depth,
               struct mi_result *result)
{
    struct mi_limits limits = {.depth = depth, .start = mi_clock()};
    search_within(searcher, NULL, s, &limits, 1, result);
}

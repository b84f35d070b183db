/* The network that evaluates chess: its arithmetic, its file, and playing with it. */
#include "base/memory.h"
#include "base/text.h"
#include "game/chess/board/notation.h"
#include "game/chess/nnue/nnue.h"
#include "game/games.h"
#include "miai.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEAD = 24, WIDTH = 64, BUCKETS = 8, PIECE_KINDS = 12 };

/* ---- files, written here as the manual describes them ---- */

struct image {
    unsigned char *bytes;
    size_t length;
};

static void put_word(unsigned char *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(word >> 8 * i);
}

static unsigned char *put_numbers(unsigned char *at, miai_rng *rng, size_t count, int most)
{
    for (size_t i = 0; i < count; i++, at += 2) {
        int number = (int)miai_rng_below(rng, (uint32_t)(2 * most + 1)) - most;
        at[0] = (unsigned char)number;
        at[1] = (unsigned char)((unsigned)number >> 8);
    }
    return at;
}

static void sign_image(const struct image *image)
{
    put_word(image->bytes + 20,
             (uint32_t)crc32(0, image->bytes + HEAD, (unsigned)(image->length - HEAD)));
}

/* A network with random weights; the larger the first layer's, the more numbers are clamped. */
static struct image make_image(int width, int buckets, int input, int output, uint64_t seed)
{
    miai_rng rng;
    size_t w = (size_t)width, b = (size_t)buckets;
    struct image image = {.length = HEAD + 2 * (768 * w + w + 2 * b * w) + 4 * b};
    unsigned char *at = image.bytes = malloc(image.length);
    ck_assert_ptr_nonnull(at);
    memcpy(at, "MIAINNUE", 8);
    put_word(at + 8, 1);
    put_word(at + 12, (uint32_t)width);
    put_word(at + 16, (uint32_t)buckets);
    miai_rng_seed(&rng, seed);
    at = put_numbers(at + HEAD, &rng, 769 * w, input);
    at = put_numbers(at, &rng, 2 * b * w, output);
    for (size_t i = 0; i < b; i++, at += 4)
        put_word(at, miai_rng_below(&rng, 20000) - 10000);
    sign_image(&image);
    return image;
}

static struct mi_nnue *read_image(const struct image *image)
{
    char error[160] = "";
    struct mi_nnue *nnue = mi_nnue_read(image->bytes, image->length, error, sizeof error);
    ck_assert_msg(nnue != NULL, "%s", error);
    return nnue;
}

static void write_image(const char *file, const struct image *image, size_t length)
{
    FILE *stream = fopen(file, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(image->bytes, 1, length, stream), length);
    ck_assert_int_eq(fclose(stream), 0);
}

/* ---- the slow way: from the file's bytes, by the definition ---- */

static int number_at(const struct image *image, size_t index)
{
    const unsigned char *at = image->bytes + HEAD + 2 * index;
    return (int16_t)(uint16_t)(at[0] | at[1] << 8);
}

static int input_of(const struct mi_chess *p, int side, int square)
{
    int king = king_square(p, side), piece = p->piece[square];
    int rank = side == WHITE ? square / 8 : 7 - square / 8;
    int file = king % 8 < 4 ? 7 - square % 8 : square % 8;
    return (piece_player(piece) == side ? 0 : 384) + 64 * piece_type(piece) + 8 * rank + file;
}

/* One number of a side's accumulator. */
static int sum_of(const struct image *image, int width, const struct mi_chess *p, int side, int i)
{
    int sum = number_at(image, (size_t)(768 * width + i));
    for (int square = 0; square < 64; square++)
        if (p->piece[square] != NO_PIECE)
            sum += number_at(image, (size_t)(input_of(p, side, square) * width + i));
    return sum;
}

static int slow_value(const struct image *image, int width, int buckets, const struct mi_chess *p)
{
    int pieces = 0;
    for (int square = 0; square < 64; square++)
        pieces += p->piece[square] != NO_PIECE;
    int bucket = (pieces - 2) / 4 < buckets ? (pieces - 2) / 4 : buckets - 1;
    int64_t whole = 0;
    for (int half = 0; half < 2; half++)
        for (int i = 0; i < width; i++) {
            int64_t a = sum_of(image, width, p, half ? !p->turn : p->turn, i);
            a = a < 0 ? 0 : a > 255 ? 255 : a;
            whole +=
                a * a * number_at(image, (size_t)(769 * width + (2 * bucket + half) * width + i));
        }
    const unsigned char *at = image->bytes + image->length - 4 * (size_t)(buckets - bucket);
    int32_t bias =
        (int32_t)(at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
    int64_t value = (whole / 255 + bias) * 400 / (255 * 64);
    return (int)(value < -20000 ? -20000 : value > 20000 ? 20000 : value);
}

/* ---- games at random ---- */

static const char *const starts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", /* castling */
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",                                    /* promotions */
    "4k3/8/8/2pPp3/8/8/4K3/8 w - c6 0 1",                                   /* en passant */
    "3k4/8/8/8/8/8/8/R2K3R w - - 0 1",                                      /* kings on d and e */
};

/* Plays a random legal move; false: the game is over. */
static bool step(struct mi_chess *p, miai_rng *rng)
{
    miai_move list[CHESS_MAX_LEGAL];
    int score;
    if (mi_chess_game.outcome(p, &score))
        return false;
    int n = mi_chess_moves(p, list);
    mi_chess_play(p, list[miai_rng_below(rng, (uint32_t)n)]);
    return true;
}

static void *zero_bytes(size_t bytes)
{
    void *memory = mi_aligned_take(64, (bytes + 63) / 64 * 64);
    ck_assert_ptr_nonnull(memory);
    return memset(memory, 0, bytes);
}

static void *zeros(const struct mi_nnue *nnue)
{
    return zero_bytes(mi_nnue_memory(nnue));
}

enum { KERNELS_MAX = 4 };

/* A network as each kernel of this processor has it, going on from the position before. */
struct trial {
    struct image image;
    int width, buckets, kernels;
    struct mi_nnue *nnue[KERNELS_MAX];
    void *memory[KERNELS_MAX];
};

static void begin_trial(struct trial *trial, int width, int buckets, int input, int output)
{
    *trial = (struct trial){
        .image = make_image(width, buckets, input, output, 7), .width = width, .buckets = buckets};
    for (int i = 0; mi_nnue_kernels[i]; i++) {
        if (!mi_nnue_kernels[i]->usable())
            continue;
        ck_assert_int_lt(trial->kernels, KERNELS_MAX);
        struct mi_nnue *nnue = read_image(&trial->image);
        nnue->kernel = mi_nnue_kernels[i];
        trial->memory[trial->kernels] = zeros(nnue);
        trial->nnue[trial->kernels++] = nnue;
    }
}

static void end_trial(struct trial *trial)
{
    for (int i = 0; i < trial->kernels; i++) {
        mi_aligned_give(trial->nnue[i]);
        mi_aligned_give(trial->memory[i]);
    }
    free(trial->image.bytes);
}

/* Each comes to what the slow way does. */
static void check_position(const struct trial *trial, const struct mi_chess *p)
{
    int value = slow_value(&trial->image, trial->width, trial->buckets, p);
    for (int i = 0; i < trial->kernels; i++)
        ck_assert_int_eq(mi_nnue_evaluate(trial->nnue[i], trial->memory[i], p), value);
}

/* A search looks at other moves of a position, too. */
static void check_games(int width, int buckets, int input, int output, int games, int plies)
{
    struct trial trial;
    miai_rng rng;
    begin_trial(&trial, width, buckets, input, output);
    miai_rng_seed(&rng, 3);
    for (int game = 0; game < games; game++) {
        struct mi_chess p, sibling;
        ck_assert(mi_chess_read_fen(&p, false, starts[game % COUNT(starts)]));
        for (int ply = 0; ply < plies; ply++) {
            sibling = p;
            check_position(&trial, &p);
            if (!step(&p, &rng))
                break;
            if (ply % 3 == 0 && step(&sibling, &rng))
                check_position(&trial, &sibling);
        }
    }
    end_trial(&trial);
}

START_TEST(what_goes_on_is_what_begins_anew)
{
    check_games(WIDTH, BUCKETS, 90, 127, 15, 80);
    check_games(32, 1, 400, 20, 5, 30);
    check_games(WIDTH + 32, 3, 10, 100, 5, 10);
}
END_TEST

/* The widest, with the largest weights: no sum leaves its bits. */
START_TEST(largest_numbers)
{
    check_games(1024, 8, 900, 127, 1, 8);
    struct image image = make_image(1024, 8, 0, 0, 1);
    for (size_t i = 0; i < 1024; i++) /* a bias of 255 and weights of 127 */
        image.bytes[HEAD + 2 * (768 * 1024 + i)] = 255;
    for (size_t i = 0; i < 2 * 8 * 1024; i++)
        image.bytes[HEAD + 2 * (769 * 1024 + i)] = 127;
    sign_image(&image);
    struct mi_nnue *nnue = read_image(&image);
    void *memory = zeros(nnue);
    struct mi_chess p;
    ck_assert(mi_chess_read_fen(&p, false, starts[0]));
    for (int i = 0; mi_nnue_kernels[i]; i++)
        if (mi_nnue_kernels[i]->usable()) {
            int64_t whole = mi_nnue_kernels[i]->output(nnue->bias, nnue->output, 1024);
            ck_assert(whole == (int64_t)1024 * 255 * 255 * 127);
        }
    ck_assert_int_eq(mi_nnue_evaluate(nnue, memory, &p), 20000);
    mi_aligned_give(memory);
    mi_aligned_give(nnue);
    free(image.bytes);
}
END_TEST

/* What one side sees of a position, the other sees of the position turned over. */
START_TEST(sides_are_alike)
{
    static const char *const pairs[][2] = {
        {"4k3/8/8/2pPp3/8/8/4K3/8 w - c6 0 1", "8/4k3/8/8/2PpP3/8/8/4K3 b - c3 0 1"},
        {"r5k1/5ppp/8/8/8/2N5/PP6/1K6 w - - 0 1", "1k6/pp6/2n5/8/8/8/5PPP/R5K1 b - - 0 1"},
        {"r5k1/5ppp/8/8/8/2N5/PP6/1K6 w - - 0 1", "1k5r/ppp5/8/8/8/5N2/6PP/6K1 w - - 0 1"},
    };
    struct image image = make_image(WIDTH, BUCKETS, 90, 127, 11);
    struct mi_nnue *nnue = read_image(&image);
    void *memory = zeros(nnue);
    for (int i = 0; i < COUNT(pairs); i++) {
        struct mi_chess a, b;
        ck_assert(mi_chess_read_fen(&a, false, pairs[i][0]));
        ck_assert(mi_chess_read_fen(&b, false, pairs[i][1]));
        ck_assert_int_eq(mi_nnue_evaluate(nnue, memory, &a), mi_nnue_evaluate(nnue, memory, &b));
    }
    mi_aligned_give(memory);
    mi_aligned_give(nnue);
    free(image.bytes);
}
END_TEST

/* ---- broken files ---- */

/* Reads the bytes, and evaluates if they are a network; returns whether they are. */
static bool try_image(const unsigned char *bytes, size_t length)
{
    char error[160] = "";
    struct mi_chess p;
    struct mi_nnue *nnue = mi_nnue_read(bytes, length, error, sizeof error);
    if (!nnue) {
        ck_assert_str_ne(error, "");
        return false;
    }
    void *memory = zeros(nnue);
    ck_assert(mi_chess_read_fen(&p, false, starts[1]));
    int value = mi_nnue_evaluate(nnue, memory, &p);
    ck_assert(value >= -20000 && value <= 20000);
    mi_aligned_give(memory);
    mi_aligned_give(nnue);
    return true;
}

/* The bytes lie at the end of a block of their own, where nothing may be read behind them. */
static bool try_cut(const struct image *image, size_t length)
{
    unsigned char *bytes = malloc(length ? length : 1);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, image->bytes, length);
    bool read = try_image(bytes, length);
    free(bytes);
    return read;
}

START_TEST(no_byte_may_be_another)
{
    struct image image = make_image(32, 2, 90, 127, 5);
    ck_assert(try_image(image.bytes, image.length));
    for (size_t i = 0; i < image.length; i += i < HEAD ? 1 : (size_t)REPEATED(600)) {
        for (int bit = 0; bit < 8; bit++) {
            image.bytes[i] ^= (unsigned char)(1u << bit);
            ck_assert_msg(!try_image(image.bytes, image.length), "byte %zu", i);
            image.bytes[i] ^= (unsigned char)(1u << bit);
        }
    }
    for (size_t length = 0; length < image.length; length += length < HEAD + 8 ? 1 : 997)
        ck_assert(!try_cut(&image, length));
    free(image.bytes);
}
END_TEST

/* With a checksum that is right, a byte is as good as another, or told to be too large. */
START_TEST(any_weights_do_or_are_refused)
{
    struct image image = make_image(32, 2, 90, 127, 5);
    miai_rng rng;
    int taken = 0, refused = 0;
    miai_rng_seed(&rng, 2);
    for (int i = 0; i < REPEATED(200); i++) {
        size_t at = HEAD + miai_rng_below(&rng, (uint32_t)(image.length - HEAD));
        image.bytes[at] ^= (unsigned char)(1u << miai_rng_below(&rng, 8));
        sign_image(&image);
        bool read = try_image(image.bytes, image.length);
        taken += read;
        refused += !read;
        if (!read) { /* begin anew */
            free(image.bytes);
            image = make_image(32, 2, 90, 127, 5);
        }
    }
    ck_assert_int_gt(taken, 0);
    ck_assert_int_gt(refused, 0);
    free(image.bytes);
}
END_TEST

static void check_words(const char *words, const struct image *image, size_t length)
{
    char error[160] = "";
    ck_assert_ptr_null(mi_nnue_read(image->bytes, length, error, sizeof error));
    ck_assert_msg(strstr(error, words) != NULL, "\"%s\" does not say \"%s\"", error, words);
}

static void check_wrong_word(size_t at, uint32_t word, const char *words)
{
    struct image image = make_image(32, 2, 90, 127, 5);
    put_word(image.bytes + at, word);
    check_words(words, &image, image.length);
    free(image.bytes);
}

START_TEST(errors_say_what_is_wrong)
{
    struct image image = make_image(32, 2, 90, 127, 5);
    check_words("too short", &image, image.length - 1);
    check_words("too short", &image, HEAD - 1);
    check_words("too short", &image, 8);
    image.bytes[0] = 'm';
    check_words("MIAINNUE", &image, image.length);
    image.bytes[0] = 'M';
    image.bytes[HEAD + 99] ^= 1;
    check_words("checksum", &image, image.length);
    free(image.bytes);
    check_wrong_word(8, 2, "version");
    check_wrong_word(12, 0, "32");
    check_wrong_word(12, 33, "32");
    check_wrong_word(12, 1056, "1024");
    check_wrong_word(12, 0xffffffe0u, "1024");
    check_wrong_word(12, 64, "too short");
    check_wrong_word(16, 0, "buckets");
    check_wrong_word(16, 9, "buckets");
    check_wrong_word(16, 1, "too long");
}
END_TEST

/* ---- engines ---- */

static const char *const one_file = "check_nnue_one.nnue", *const other_file =
                                                               "check_nnue_two.nnue";

static miai_engine *new_engine(const char *file)
{
    static const char *const options[][2] = {
        {"game", "chess"}, {"memory", "4"}, {"playouts", "400"}};
    miai_engine *engine = miai_new();
    ck_assert_ptr_nonnull(engine);
    for (int i = 0; i < COUNT(options); i++)
        ck_assert_int_eq(miai_set_option(engine, options[i][0], options[i][1]), MIAI_OK);
    ck_assert_int_eq(miai_set_option(engine, "eval-file", file), MIAI_OK);
    return engine;
}

static void begin_files(void)
{
    struct image one = make_image(WIDTH, BUCKETS, 60, 50, 21);
    struct image other = make_image(32, BUCKETS, 60, 50, 22);
    write_image(one_file, &one, one.length);
    write_image(other_file, &other, other.length);
    free(one.bytes);
    free(other.bytes);
}

static void end_files(void)
{
    remove(one_file);
    remove(other_file);
}

static void set(miai_engine *engine, const char *name, const char *value)
{
    ck_assert_int_eq(miai_set_option(engine, name, value), MIAI_OK);
}

static const char *eval_file(const miai_engine *engine)
{
    static char name[64];
    ck_assert_int_ge(miai_get_option(engine, "eval-file", name, sizeof name), 0);
    return name;
}

/* What a search finds: its score, its nodes, its line, as one text. */
static const char *search(miai_engine *engine)
{
    static char text[2][600];
    static int turn;
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    turn = !turn;
    ck_assert_int_eq(miai_read_position(engine, starts[1]), MIAI_OK);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    snprintf(text[turn], sizeof text[turn], "%d %g %llu %s", info.score, info.value,
             (unsigned long long)info.nodes, info.pv);
    return text[turn];
}

static const char *const searches[] = {"alphabeta", "mcts", "minimax"};

START_TEST(engines_have_their_own)
{
    miai_engine *first = new_engine(one_file), *second = new_engine(other_file);
    for (int i = 0; i < COUNT(searches); i++) {
        set(first, "search", searches[i]);
        set(second, "search", searches[i]);
        set(first, "depth", i == 2 ? "2" : "0");
        set(second, "depth", i == 2 ? "2" : "0");
        ck_assert_str_ne(search(first), search(second));
        set(first, "eval-file", one_file); /* and nothing is kept */
        set(second, "eval-file", one_file);
        ck_assert_str_eq(search(first), search(second));
        set(first, "eval-file", one_file);
        set(second, "eval-file", other_file);
    }
    miai_free(first);
    miai_free(second);
}
END_TEST

/* After the file has changed, all is as in an engine that never knew another. */
START_TEST(nothing_is_left_of_another_file)
{
    for (int i = 0; i < 2; i++) {
        miai_engine *changing = new_engine(one_file), *fresh = new_engine("none");
        set(changing, "search", searches[i]);
        set(fresh, "search", searches[i]);
        search(changing);
        set(changing, "eval-file", "none");
        ck_assert_str_eq(search(changing), search(fresh));
        set(changing, "eval-file", other_file);
        set(fresh, "eval-file", other_file);
        ck_assert_str_eq(search(changing), search(fresh));
        miai_free(changing);
        miai_free(fresh);
    }
}
END_TEST

START_TEST(threads_have_memory_of_their_own)
{
    miai_engine *engine = new_engine(one_file);
    set(engine, "threads", "3");
    set(engine, "playouts", "1500");
    for (int i = 0; i < 2; i++) {
        set(engine, "search", searches[i]);
        search(engine);
    }
    miai_free(engine);
}
END_TEST

START_TEST(bad_files_change_nothing)
{
    struct image image = make_image(32, 2, 90, 127, 5);
    write_image("check_nnue_bad.nnue", &image, image.length - 1);
    free(image.bytes);
    miai_engine *engine = new_engine(one_file);
    const char *before = search(engine);
    ck_assert_int_eq(miai_set_option(engine, "eval-file", "check_nnue_bad.nnue"), MIAI_NO_LOAD);
    ck_assert_ptr_nonnull(strstr(miai_error_reason(engine, MIAI_NO_LOAD), "too short"));
    ck_assert_int_eq(miai_set_option(engine, "eval-file", "/nowhere/at.all"), MIAI_NO_LOAD);
    ck_assert_int_eq(miai_set_option(engine, "eval-file", "/"), MIAI_NO_LOAD);
    ck_assert_int_eq(miai_set_option(engine, "eval-file", "/dev/zero"), MIAI_NO_LOAD);
    ck_assert_str_eq(eval_file(engine), one_file);
    miai_forget(engine);
    ck_assert_str_eq(before, search(engine));
    remove("check_nnue_bad.nnue");
    miai_free(engine);
}
END_TEST

START_TEST(other_games_have_none)
{
    miai_engine *engine = new_engine(one_file);
    set(engine, "rules", "chess960");
    ck_assert_str_eq(eval_file(engine), one_file);
    set(engine, "game", "hex");
    ck_assert_str_eq(eval_file(engine), "auto");
    ck_assert_int_eq(miai_set_option(engine, "eval-file", one_file), MIAI_UNSUPPORTED);
    set(engine, "eval-file", "none");
    set(engine, "game", "chess");
    ck_assert_str_eq(eval_file(engine), "none");
    miai_free(engine);
}
END_TEST

/* What is told of the evaluation says what the network does. */
START_TEST(it_is_explained)
{
    char text[4096], wanted[64];
    miai_engine *engine = new_engine(one_file);
    struct mi_chess p;
    struct image image = make_image(WIDTH, BUCKETS, 60, 50, 21);
    ck_assert(mi_chess_read_fen(&p, false, starts[1]));
    ck_assert_int_eq(miai_read_position(engine, starts[1]), MIAI_OK);
    int value = slow_value(&image, WIDTH, BUCKETS, &p);
    snprintf(wanted, sizeof wanted, "%c%d.%02d (white side), bucket 7", value < 0 ? '-' : '+',
             abs(value) / 100, abs(value) % 100);
    int length = miai_explain(engine, text, sizeof text);
    ck_assert_int_eq(length, (int)strlen(text));
    ck_assert_msg(strstr(text, wanted) != NULL, "%s is not in\n%s", wanted, text);
    ck_assert_int_eq(miai_explain(engine, text, 10), length);
    ck_assert_int_eq((int)strlen(text), 9);
    set(engine, "eval-file", "none");
    miai_explain(engine, text, sizeof text);
    ck_assert_ptr_null(strstr(text, "NNUE"));
    free(image.bytes);
    miai_free(engine);
}
END_TEST

/* The fifty moves damp what the network says, and a bare king is lost. */
START_TEST(what_the_network_does_not_know)
{
    struct mi_chess p;
    char error[160];
    const miai_evaluation *evaluation = mi_chess_game.evaluation;
    void *weights = evaluation->open(&mi_chess_game.setup, one_file, error, sizeof error);
    ck_assert_ptr_nonnull(weights);
    void *memory = zero_bytes(evaluation->memory(weights));
    ck_assert(mi_chess_read_fen(&p, false, starts[1]));
    int fresh = evaluation->evaluate(weights, memory, &p);
    ck_assert_int_ne(fresh, 0);
    for (int clock = 0; clock < 100; clock++) {
        p.clock = (uint16_t)clock;
        int value = evaluation->evaluate(weights, memory, &p);
        ck_assert_int_eq(value, clock <= 64 ? fresh : fresh * (136 - clock) / 72);
    }
    static const char *const draws[] = {"8/8/3k4/8/8/8/8/KNN5 w - - 0 1",
                                        "7k/8/8/7P/8/8/8/K4B2 w - - 0 1",
                                        "k7/8/8/P7/8/8/1B6/K7 b - - 0 1"};
    for (int i = 0; i < COUNT(draws); i++) {
        ck_assert(mi_chess_read_fen(&p, false, draws[i]));
        /* Not in favour of who cannot win. */
        ck_assert_int_le(evaluation->evaluate(weights, memory, &p), 0);
    }
    ck_assert(mi_chess_read_fen(&p, false, "8/8/8/8/8/2k5/8/q1K5 w - - 0 1"));
    ck_assert_int_lt(evaluation->evaluate(weights, memory, &p), -2500);
    mi_aligned_give(memory);
    evaluation->close(weights);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("nnue");
    TCase *numbers = add_case(suite, "numbers", 20), *engines = add_case(suite, "engines", 20);
    tcase_add_test(numbers, what_goes_on_is_what_begins_anew);
    tcase_add_test(numbers, largest_numbers);
    tcase_add_test(numbers, sides_are_alike);
    tcase_add_test(numbers, no_byte_may_be_another);
    tcase_add_test(numbers, any_weights_do_or_are_refused);
    tcase_add_test(numbers, errors_say_what_is_wrong);
    tcase_add_checked_fixture(engines, begin_files, end_files);
    tcase_add_test(engines, engines_have_their_own);
    tcase_add_test(engines, nothing_is_left_of_another_file);
    tcase_add_test(engines, threads_have_memory_of_their_own);
    tcase_add_test(engines, bad_files_change_nothing);
    tcase_add_test(engines, other_games_have_none);
    tcase_add_test(engines, it_is_explained);
    tcase_add_test(engines, what_the_network_does_not_know);
    return run_suite(suite);
}

/* The reader of Syzygy tables: its values against the moves, indices of tables that are not
 * installed, and damaged files. */
#include "game/chess/tablebase/syzygy.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const table_names[] = {"KBvK", "KNvK", "KPvK", "KQvK", "KRvK"};

static uint64_t draw_number(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    return *seed ^= *seed << 17;
}

static const char *start_position(void)
{
    static char name[1024];
    const char *folder = getenv("srcdir");
    snprintf(name, sizeof name, "%s/tests/game/chess/syzygy", folder ? folder : ".");
    return name;
}

static void open_syzygy(struct mi_syzygy *syzygy, const char *path)
{
    mi_chess_fill_tables();
    memset(syzygy, 0, sizeof *syzygy);
    ck_assert_int_eq(pthread_mutex_init(&syzygy->lock, NULL), 0);
    mi_syzygy_fill_codes(&syzygy->codes);
    ck_assert(mi_syzygy_list(syzygy, path));
}

static void close_syzygy(struct mi_syzygy *syzygy)
{
    mi_syzygy_free(syzygy);
    pthread_mutex_destroy(&syzygy->lock);
}

/* Sets up two kings and a white piece; false if that is illegal. */
static bool set_up_pieces(struct mi_chess *p, int type, const int square[3], int turn)
{
    if (square[0] == square[1] || square[0] == square[2] || square[1] == square[2] ||
        (type == PAWN && bit(square[2]) & LAST_RANKS))
        return false;
    mi_chess_clear(p, false);
    mi_chess_put(p, make_piece(WHITE, KING), square[0]);
    mi_chess_put(p, make_piece(BLACK, KING), square[1]);
    mi_chess_put(p, make_piece(WHITE, type), square[2]);
    mi_chess_set_turn(p, turn);
    mi_chess_find_checkers(p);
    return !attackers(p, turn, king_square(p, !turn), occupied(p));
}

/* ---- values ---- */

static int sign_of(int x)
{
    return (x > 0) - (x < 0);
}

/* Outcome and distance must equal those of the best move. */
static void check_moves(struct mi_syzygy *syzygy, const struct mi_chess *p)
{
    miai_move list[CHESS_MAX_LEGAL];
    int n = mi_chess_moves(p, list), best = p->checkers ? WDL_LOSS : WDL_DRAW, least = 1000;
    int wdl, dtz, value;
    ck_assert(mi_syzygy_probe_wdl(syzygy, p, &wdl) && mi_syzygy_probe_dtz(syzygy, p, &dtz));
    for (int i = 0; i < n; i++) {
        struct mi_chess after = *p;
        mi_chess_play(&after, list[i]);
        ck_assert(mi_syzygy_probe_wdl(syzygy, &after, &value));
        best = i == 0 || -value > best ? -value : best;
        ck_assert(mi_syzygy_probe_move_dtz(syzygy, p, list[i], &value));
        least = sign_of(value) == sign_of(wdl) && value < least ? value : least;
    }
    ck_assert_int_eq(wdl, best);
    ck_assert_int_eq(sign_of(dtz), sign_of(wdl));
    /* Distances stored in moves may be one ply too small. */
    if (wdl != WDL_DRAW && n > 0)
        ck_assert_int_le(abs(dtz - least), 1);
}

START_TEST(three_piece_values)
{
    static const int types[] = {BISHOP, KNIGHT, PAWN, QUEEN, ROOK};
    struct mi_syzygy syzygy;
    struct mi_chess p;
    int checked = 0;
    open_syzygy(&syzygy, start_position());
    for (int i = _i; i < 2 * 64 * 64 * 64; i += SANITIZED ? 971 : 97) {
        int square[3] = {i >> 1 & 63, i >> 7 & 63, i >> 13};
        if (!set_up_pieces(&p, types[_i], square, i & 1))
            continue;
        check_moves(&syzygy, &p);
        checked++;
    }
    ck_assert_int_gt(checked, 100);
    close_syzygy(&syzygy);
}
END_TEST

/* ---- indices ---- */

/* The pieces of a table in its order, one letter each (small: Black), and the sort order. */
static const struct layout {
    const char *pieces;
    uint8_t order[2];
} layouts[] = {
    {"KRk", {0, 0}},     {"kKQ", {0, 0}},     {"KkRRR", {1, 0}},   {"RKkrb", {0, 0}},
    {"KkNNqq", {2, 0}},  {"QkKRRnn", {1, 0}}, {"PKk", {0, 0}},     {"PPkK", {1, 0}},
    {"PpKk", {1, 0}},    {"PppkK", {0, 2}},   {"PPPKk", {0, 0}},   {"PPppKk", {2, 1}},
    {"PPPKkqq", {3, 0}}, {"PPPPPkK", {0, 0}}, {"pPPKkRr", {0, 1}}, {"PPpppKk", {0, 1}},
};

/* Puts each piece on an empty square; the kings are not adjacent. */
static void draw_squares(const char *pieces, int count, uint64_t *seed, uint8_t *square)
{
    bitboard used = 0, kings = 0;
    for (int i = 0; i < count; i++) {
        bool pawn = pieces[i] == 'P' || pieces[i] == 'p', king = strchr("Kk", pieces[i]);
        do
            square[i] = (uint8_t)(draw_number(seed) >> 32 & 63);
        while (used & bit(square[i]) || (pawn && bit(square[i]) & LAST_RANKS) ||
               (king && kings & (mi_chess_tables.king[square[i]] | bit(square[i]))));
        used |= bit(square[i]);
        kings |= king ? bit(square[i]) : 0;
    }
}

static uint64_t index_of(const struct mi_syzygy_codes *codes, const struct mi_syzygy_groups *parts,
                         const uint8_t *from, int count)
{
    uint8_t square[TABLE_PIECES];
    int file = 0;
    memcpy(square, from, (size_t)count);
    if (parts->pawn_groups > 0)
        file = mi_syzygy_leading_pawn(codes, square, parts->first[1]);
    uint64_t index = mi_syzygy_index(codes, &parts[file], square);
    ck_assert_uint_lt(index, parts[file].size);
    return index * 4 + (uint64_t)file;
}

/* Does a mirror leave the leading pieces on their squares? Then the format has two indices. */
static bool is_symmetric(const struct mi_syzygy_groups *groups, const uint8_t *square)
{
    int leading = groups->first[1], rising = 0, falling = 0;
    for (int i = 0; i < leading; i++) {
        rising += file_of(square[i]) == rank_of(square[i]);
        falling += file_of(square[i]) == 7 - rank_of(square[i]);
        for (int k = 0; k < i && groups->pawn_groups > 0; k++)
            if (square[i] == (square[k] ^ 7))
                return true;
    }
    return groups->pawn_groups == 0 && (rising == leading || falling == leading);
}

static void divide_index(const struct mi_syzygy_codes *codes, const struct layout *layout,
                         struct mi_syzygy_groups parts[4])
{
    static const char letters[] = "PNBRQK  pnbrqk";
    int count = (int)strlen(layout->pieces);
    memset(parts, 0, 4 * sizeof *parts);
    for (int file = 0; file < 4; file++) {
        for (int i = 0; i < count; i++)
            parts[file].piece[i] = (uint8_t)(strchr(letters, layout->pieces[i]) - letters + 1);
        ck_assert(mi_syzygy_set_groups(codes, &parts[file], count, file, layout->order));
    }
}

/* Mirrors the board in a way that the format knows, and exchanges equal pieces. */
static void transform_position(const struct mi_syzygy_groups *groups, int count, uint64_t *seed,
                               uint8_t *square)
{
    uint64_t choice = draw_number(seed) >> 40;
    unsigned by = groups->pawn_groups > 0 ? choice & 7 ? 7 : 0
                                          : (choice & 1 ? 7u : 0) | (choice & 2 ? 56u : 0);
    for (int i = 0; i < count && i < TABLE_PIECES; i++) { /* hides the value from the compiler */
        square[i] = (uint8_t)(square[i] ^ by);
        if (groups->pawn_groups == 0 && choice & 4)
            square[i] = (uint8_t)(square[i] >> 3 | (square[i] & 7) << 3);
    }
    for (int i = 1; i < count; i++)
        if (groups->piece[i] == groups->piece[i - 1]) {
            uint8_t other = square[i];
            square[i] = square[i - 1];
            square[i - 1] = other;
        }
}

/* Mirrored positions, and those whose equal pieces have changed places, have the same index. */
START_TEST(equal_positions_share_an_index)
{
    const struct layout *layout = &layouts[_i];
    int count = (int)strlen(layout->pieces);
    struct mi_syzygy_groups parts[4];
    struct mi_syzygy_codes codes;
    uint8_t square[TABLE_PIECES];
    uint64_t seed = 88172645463325252u + (uint64_t)_i;
    mi_chess_fill_tables();
    mi_syzygy_fill_codes(&codes);
    divide_index(&codes, layout, parts);
    for (int i = 0; i < REPEATED(5000); i++) {
        draw_squares(layout->pieces, count, &seed, square);
        if (is_symmetric(parts, square))
            continue;
        uint64_t index = index_of(&codes, parts, square, count);
        transform_position(parts, count, &seed, square);
        ck_assert_uint_eq(index_of(&codes, parts, square, count), index);
    }
}
END_TEST

/* All positions of three pieces together have as many indices as there are without symmetry. */
START_TEST(indices_differ)
{
    static const struct layout whole[] = {{"KkR", {0, 0}}, {"PKk", {0, 0}}};
    static const int positions[] = {31332, 24 * 63 * 62};
    bool pawn = _i == 1, *seen = calloc(1u << 20, 1);
    struct mi_syzygy_groups parts[4];
    struct mi_syzygy_codes codes;
    int found = 0;
    mi_syzygy_fill_codes(&codes);
    divide_index(&codes, &whole[_i], parts);
    for (int i = 0; i < 64 * 64 * 64; i++) {
        uint8_t square[3] = {(uint8_t)(i & 63), (uint8_t)(i >> 6 & 63), (uint8_t)(i >> 12)};
        if (square[0] == square[1] || square[0] == square[2] || square[1] == square[2] ||
            (pawn && bit(square[0]) & LAST_RANKS))
            continue;
        uint64_t index = index_of(&codes, parts, square, 3);
        found += !seen[index];
        seen[index] = true;
    }
    ck_assert_int_eq(found, positions[_i]);
    free(seen);
}
END_TEST

/* ---- damaged files ---- */

struct file {
    char name[16];
    unsigned char bytes[8192];
    size_t length;
};

static void read_source(struct file *file, const char *table, const char *suffix)
{
    char path[1100];
    snprintf(file->name, sizeof file->name, "%s%s", table, suffix);
    snprintf(path, sizeof path, "%s/%s", start_position(), file->name);
    FILE *in = fopen(path, "rb");
    ck_assert_ptr_nonnull(in);
    file->length = fread(file->bytes, 1, sizeof file->bytes - 64, in);
    fclose(in);
}

static void write_file(const char *folder, const struct file *file)
{
    char path[1100];
    snprintf(path, sizeof path, "%s/%s", folder, file->name);
    FILE *out = fopen(path, "wb");
    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(fwrite(file->bytes, 1, file->length, out), file->length);
    fclose(out);
}

/* Changes bytes, most of them in the header, or the length: to any, or to one that is possible. */
static void damage_file(struct file *file, uint64_t *seed)
{
    uint64_t kind = draw_number(seed) >> 32;
    for (int i = (int)(kind >> 8 & 3); i >= 0; i--) {
        size_t most = kind & 1 ? 40 : kind & 2 ? 200 : file->length;
        size_t at = (size_t)(draw_number(seed) >> 20) % (most < file->length ? most : file->length);
        uint64_t value = draw_number(seed) >> 32;
        file->bytes[at < 4 ? 5 : at] = (unsigned char)(value & 256 ? 255 : value);
    }
    if (kind % 8 == 7)
        file->length = file->length / 64 * (draw_number(seed) >> 32 & 63) / 64 * 64 + 16;
    else if (kind % 32 == 0)
        file->length = (size_t)(draw_number(seed) >> 32) % (file->length + 64);
    else if (kind % 32 == 1)
        file->length = 0;
}

/* Probes everything, whatever the result. */
static void probe_all(struct mi_syzygy *syzygy, uint64_t *seed)
{
    struct mi_chess p;
    int value;
    for (int i = 0; i < 40; i++) {
        uint64_t r = draw_number(seed);
        int square[3] = {r >> 8 & 63, r >> 16 & 63, r >> 24 & 63};
        if (!set_up_pieces(&p, (int)(r >> 32 & 0xffff) % KING, square, (int)(r >> 63)))
            continue;
        mi_syzygy_probe_wdl(syzygy, &p, &value);
        mi_syzygy_probe_dtz(syzygy, &p, &value);
    }
}

static void clear_folder(const char *folder)
{
    char path[1100];
    for (int i = 0; i < 2 * COUNT(table_names); i++) {
        snprintf(path, sizeof path, "%s/%s%s", folder, table_names[i / 2],
                 i % 2 ? ".rtbz" : ".rtbw");
        unlink(path);
    }
}

/* Probing damaged tables never reads outside the file; each is reported once, and the others are
 * used. */
START_TEST(damaged_tables)
{
    char folder[] = "/tmp/miai-syzygy-XXXXXX", text[1200];
    uint64_t seed = 2463534242u + (uint64_t)_i;
    struct file good[2 * COUNT(table_names)];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (int i = 0; i < COUNT(good); i++)
        read_source(&good[i], table_names[i / 2], i % 2 ? ".rtbz" : ".rtbw");
    for (int round = 0; round < 60; round++) {
        struct mi_syzygy syzygy;
        int reported = 0;
        for (int i = 0; i < COUNT(good); i++) {
            struct file file = good[i];
            if (i / 2 != 4) /* KRvK stays intact */
                damage_file(&file, &seed);
            write_file(folder, &file);
        }
        open_syzygy(&syzygy, folder);
        probe_all(&syzygy, &seed);
        while (mi_syzygy_next_fault(&syzygy, text, sizeof text)) {
            ck_assert_ptr_null(strstr(text, "KRvK"));
            ck_assert_int_le(++reported, COUNT(good));
        }
        struct mi_chess p;
        int wdl;
        ck_assert(set_up_pieces(&p, ROOK, (int[]){4, 35, 0}, WHITE));
        ck_assert(mi_syzygy_probe_wdl(&syzygy, &p, &wdl));
        ck_assert_int_eq(wdl, WDL_WIN);
        probe_all(&syzygy, &seed);
        close_syzygy(&syzygy);
    }
    clear_folder(folder);
    rmdir(folder);
}
END_TEST

/* Damage of each kind is reported with its text. */
START_TEST(damage_is_reported_with_a_reason)
{
    static const struct {
        int at, value;
        const char *why;
    } all[] = {
        {4, 0x01, "pieces"}, {6, 0x7f, "pieces"},    {5, 0xff, "pieces"},
        {6, 0x66, "pieces"}, {60, 200, "KPvK.rtbw"}, {62, 0, "KPvK.rtbw"},
    };
    char folder[] = "/tmp/miai-syzygy-XXXXXX", text[1200];
    struct mi_chess p;
    int wdl;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (int i = 0; i < COUNT(all); i++) {
        struct mi_syzygy syzygy;
        struct file file;
        read_source(&file, "KPvK", ".rtbw");
        file.bytes[all[i].at] = (unsigned char)all[i].value;
        write_file(folder, &file);
        open_syzygy(&syzygy, folder);
        ck_assert(set_up_pieces(&p, PAWN, (int[]){0, 35, 9}, WHITE));
        bool known = mi_syzygy_probe_wdl(&syzygy, &p, &wdl);
        bool fault = mi_syzygy_next_fault(&syzygy, text, sizeof text);
        ck_assert_int_eq(known, !fault);
        if (i < 4)
            ck_assert_msg(fault && strstr(text, all[i].why), "%d", i);
        ck_assert(!mi_syzygy_next_fault(&syzygy, text, sizeof text));
        close_syzygy(&syzygy);
    }
    clear_folder(folder);
    rmdir(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("syzygy");
    TCase *tcase = add_single(suite, "syzygy", 20);
    tcase_add_loop_test(tcase, three_piece_values, 0, 5);
    tcase_add_loop_test(tcase, equal_positions_share_an_index, 0, COUNT(layouts));
    tcase_add_loop_test(tcase, indices_differ, 0, 2);
    tcase_add_loop_test(tcase, damaged_tables, 0, REPEATED(10));
    tcase_add_test(tcase, damage_is_reported_with_a_reason);
    return run_suite(suite);
}

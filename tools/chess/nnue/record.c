#include "train.h"

#include "base/system.h"
#include "game/chess/board/see.h"

#include <string.h>
#include <time.h>

/* The square from a player's view: for Black, ranks are mirrored. */
static int seen_from(int player, int square)
{
    return player == WHITE ? square : square ^ 56;
}

void nnue_pack(const struct mi_chess *p, struct nnue_record *record)
{
    int count = 0;
    memset(record, 0, sizeof *record);
    for (int square = 0; square < 64; square++) {
        int piece = p->piece[seen_from(p->turn, square)];
        if (piece == NO_PIECE)
            continue;
        int code = make_piece(piece_player(piece) != p->turn, piece_type(piece));
        record->occupied |= bit(square);
        record->piece[count / 2] |= (uint8_t)(code << 4 * (count % 2));
        count++;
    }
}

void nnue_note(const struct mi_chess *p, int score, uint32_t block, struct nnue_record *record)
{
    nnue_pack(p, record);
    record->block = (uint16_t)block;
    record->score = (int16_t)(score > INT16_MAX   ? INT16_MAX
                              : score < INT16_MIN ? INT16_MIN
                                                  : score);
}

bool nnue_is_loud(const struct mi_chess *p)
{
    miai_move list[CHESS_MAX_LEGAL];
    for (int i = mi_chess_noisy(p, list); i-- > 0;)
        if (mi_chess_see_ge(p, list[i], 1))
            return true;
    return false;
}

static int code_of(const struct nnue_record *record, int i)
{
    return record->piece[i / 2] >> 4 * (i % 2) & 15;
}

bool nnue_is_sound(const struct nnue_record *record)
{
    int kings[2] = {0}, count = __builtin_popcountll(record->occupied);
    for (int i = 0; i < count && i < MEN; i++) {
        int code = code_of(record, i);
        if (piece_type(code) > KING)
            return false;
        kings[piece_player(code)] += piece_type(code) == KING;
    }
    return count <= MEN && kings[WHITE] == 1 && kings[BLACK] == 1;
}

bool nnue_unpack(const struct nnue_record *record, struct mi_chess *p)
{
    mi_chess_clear(p, false);
    if (!nnue_is_sound(record))
        return false;
    bitboard rest = record->occupied;
    for (int i = 0; rest; i++)
        mi_chess_put(p, code_of(record, i), pop_lsb(&rest));
    mi_chess_find_checkers(p);
    return true;
}

int nnue_set_of(int square)
{
    static const uint8_t ranks[2][4] = {{3, 2, 0, 1}, {5, 5, 4, 4}};
    int rank = rank_of(square);
    return rank > 3 ? 7 : rank > 1 ? 6 : ranks[rank][file_of(square) - 4];
}

/* Each side sees the board from its own side, mirrored so that its king is on the files e to h. */
void nnue_features(const struct nnue_record *record, struct nnue_input *input)
{
    int square[MEN], mirror[2] = {0}, first[2] = {0};
    bitboard rest = record->occupied;
    input->count = 0;
    while (rest) {
        int i = input->count++, code = code_of(record, i);
        square[i] = pop_lsb(&rest);
        if (piece_type(code) == KING) {
            int side = piece_player(code), seen = seen_from(side, square[i]);
            mirror[side] = file_of(seen) < 4 ? 7 : 0;
            first[side] = INPUTS * nnue_set_of(seen ^ mirror[side]);
        }
    }
    for (int i = 0; i < input->count; i++)
        for (int side = 0; side < 2; side++) {
            int code = code_of(record, i), theirs = piece_player(code) != side;
            int seen = seen_from(side, square[i]) ^ mirror[side];
            input->feature[side][i] =
                (uint16_t)(first[side] + 384 * theirs + 64 * piece_type(code) + seen);
        }
    int bucket = (input->count - 2) / 4;
    input->bucket = bucket < BUCKETS ? bucket : BUCKETS - 1;
}

/* ---- files of records ---- */

bool nnue_write_game(struct nnue_record *kept, const struct nnue_place *of, int count,
                     int last_random, int winner, FILE *file)
{
    for (int i = 0; i < count; i++)
        kept[i].result = of[i].ply < last_random ? UNKNOWN_RESULT
                         : winner < 0            ? DRAWN
                         : winner == of[i].turn  ? WON
                                                 : LOST;
    return fwrite(kept, sizeof *kept, (size_t)count, file) == (size_t)count;
}

/* Opens a file for appending, under an exclusive lock; NULL if that fails. */
static FILE *open_records(const char *path)
{
    FILE *file = fopen(path, "r+b");
    if (!file)
        file = fopen(path, "w+b");
    if (!file || mi_system_lock_byte(fileno(file), 0) > 0)
        return file;
    fprintf(stderr, "%s: another process writes it\n", path);
    fclose(file);
    return NULL;
}

/* Seeks to the end of the last but one complete block. Returns the number of the next block, the
 * first in an empty file, and the count of records before it. */
static uint32_t resume_block(FILE *file, uint32_t first, size_t *count)
{
    struct nnue_record record;
    uint32_t last = first;
    fseek(file, 0, SEEK_END);
    size_t whole = (size_t)ftell(file) / sizeof record;
    for (*count = whole; *count > 0; --*count) {
        fseek(file, (long)((*count - 1) * sizeof record), SEEK_SET);
        if (fread(&record, sizeof record, 1, file) != 1)
            break;
        if (*count == whole)
            last = record.block;
        if (record.block != last)
            break;
    }
    fseek(file, (long)(*count * sizeof record), SEEK_SET);
    return last;
}

bool nnue_make_blocks(const char *path, uint32_t first, uint32_t blocks, nnue_block_maker *make,
                      void *context)
{
    FILE *file = open_records(path);
    size_t count = 0;
    bool fine = file != NULL;
    uint32_t block = fine ? resume_block(file, first, &count) : 0;
    for (time_t begun = time(NULL); fine && (!blocks || block < blocks); block++) {
        fine = make(context, block, file, &count) && fflush(file) == 0;
        printf("block %u: %zu positions, %.0f s\n", block, count, difftime(time(NULL), begun));
        fflush(stdout);
    }
    if (file)
        fine = fclose(file) == 0 && fine;
    return fine;
}

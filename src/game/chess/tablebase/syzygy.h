/* syzygy.h - structure of a Syzygy table file; internal interface of this module.
 *
 * A table has an array of values for each part: for each file, a to d, of the leading pawn, and in
 * a WDL table also for each side to move.  The index of a position is a number in mixed radix with
 * one digit for each group of equal pieces; symmetric positions have the same index.  The values
 * are compressed by pairing frequent neighbours to symbols and by a canonical Huffman code.
 *
 * Nothing in a file is trusted: header.c checks all that it keeps, and pairs.c checks what it reads
 * later. */
#ifndef MI_GAME_CHESS_TABLEBASE_SYZYGY_H
#define MI_GAME_CHESS_TABLEBASE_SYZYGY_H

#include "tablebase.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

/* Win, draw or loss for the side to move.  A cursed win and a blessed loss are draws by the
 * fifty-move rule. */
enum { WDL_LOSS = -2, WDL_BLESSED_LOSS, WDL_DRAW, WDL_CURSED_WIN, WDL_WIN };

enum { WDL_TABLE, DTZ_TABLE, TABLE_KINDS };

/* Bits of the flags of a part. */
enum {
    PART_BLACK = 1,       /* DTZ table: Black is to move in it */
    PART_MAPPED = 2,      /* values are indices into a list */
    PART_WIN_PLIES = 4,   /* wins are counted in plies, not in moves */
    PART_LOSS_PLIES = 8,  /* losses are counted in plies, not in moves */
    PART_WIDE = 16,       /* the list has two-byte numbers */
    PART_CONSTANT = 0x80, /* all positions have the same value */
};

/* ---- codes.c: numbers of squares, constant after mi_syzygy_fill_codes() ---- */

enum { LEADING_PAWNS = 5 };

struct mi_syzygy_codes {
    uint8_t triangle[64];   /* number of the ten squares a1-d1-d4 */
    uint8_t below[64];      /* number of the 28 squares below the diagonal a1-h8 */
    uint8_t twist[64];      /* order of pawn squares: larger means nearer to a2 or h2 */
    uint16_t kings[10][64]; /* number of a pair of kings, the first one in the triangle */
    /* Leading pawns: by their count minus one, and the file and rank of the first one. */
    uint32_t pawns[LEADING_PAWNS][4][6];
    uint32_t pawns_size[LEADING_PAWNS][4];
    uint32_t choose[TABLE_PIECES][64]; /* [k][n]: the subsets of k out of n */
};

void mi_syzygy_fill_codes(struct mi_syzygy_codes *codes);

/* ---- index.c ---- */

/* The order of the pieces in a part, and its groups.  A piece is its type + 1, for Black + 8. */
struct mi_syzygy_groups {
    uint8_t piece[TABLE_PIECES];
    uint8_t first[TABLE_PIECES + 1]; /* first piece of each group; finally the piece count */
    uint8_t count, pawn_groups;
    uint64_t factor[TABLE_PIECES]; /* factor of each group's digit */
    uint64_t size;                 /* size of the array */
};

/* The material of one side: three bits for the count of each type, without the king. */
enum { MATERIAL_BITS = 3, MATERIAL_TYPES = KING };

uint32_t mi_syzygy_material(const uint8_t *piece, int count, int player);

/* Divides the count pieces of groups->piece into groups.  order: the digit of the first group, and
 * of the second one if both consist of pawns.  False if no table can have these pieces. */
bool mi_syzygy_set_groups(const struct mi_syzygy_codes *codes, struct mi_syzygy_groups *groups,
                          int count, int file, const uint8_t order[2]);

/* The index of a position.  square: the squares in the order of the pieces, the leading pawn first;
 * overwritten. */
uint64_t mi_syzygy_index(const struct mi_syzygy_codes *codes, const struct mi_syzygy_groups *groups,
                         uint8_t *square);

/* Finds the leading one of count pawns and moves it to the front.  Returns its file from the edge,
 * 0 to 3. */
int mi_syzygy_leading_pawn(const struct mi_syzygy_codes *codes, uint8_t *square, int count);

/* ---- pairs.c: a compressed array ---- */

enum { CODE_BITS = 32, SYMBOLS = 4096, MAPS = 4 };

struct mi_syzygy_pairs {
    unsigned flags;
    int constant;
    int span_bits, block_bits;   /* log2 of the values per entry of start; of a block's bytes */
    uint32_t blocks, lengths;    /* number of blocks, and of entries in length[] (not fewer) */
    int shortest, code_lengths;  /* Huffman code: shortest length in bits, number of lengths */
    uint32_t symbols;            /* number of symbols */
    uint64_t base[CODE_BITS];    /* the first code of each length, from bit 63 down */
    uint16_t first[CODE_BITS];   /* the symbol of that code */
    const unsigned char *pair;   /* two 12-bit numbers for each symbol */
    uint8_t *expanded;           /* number of values of each symbol, minus one; owned */
    const unsigned char *start;  /* entries of six bytes: block, and offset in it */
    const unsigned char *length; /* number of values of each block, minus one, in two bytes */
    const unsigned char *data, *end; /* the blocks; the end of the file */
    const unsigned char *map[MAPS];  /* DTZ table: list of values for each outcome */
    uint16_t map_count[MAPS];
};

/* Why an array or a table cannot be used; NULL: no fault. */
typedef const char *mi_fault;

/* Computes the number of values of each symbol. */
mi_fault mi_syzygy_expand(struct mi_syzygy_pairs *pairs);

/* Reads the value at an index, which must be below the array's size.  False if the file is
 * damaged. */
bool mi_syzygy_value(const struct mi_syzygy_pairs *pairs, uint64_t index, int *value);

/* ---- header.c ---- */

struct mi_syzygy_part {
    struct mi_syzygy_groups groups;
    struct mi_syzygy_pairs pairs;
};

/* The content of a file. */
struct mi_syzygy_content {
    const void *bytes; /* owned: a view of the file */
    size_t length;
    int kind, count; /* of pieces */
    bool pawns, symmetric;
    uint32_t white; /* the material of White in this table */
    struct mi_syzygy_part part[4][2];
};

/* Parses the file; kind, count and bytes must be set.  material: of each side, from the file name.
 */
mi_fault mi_syzygy_read_header(const struct mi_syzygy_codes *codes,
                               struct mi_syzygy_content *content, const uint32_t material[2]);

/* ---- files.c: the available tables ---- */

/* A file and its state. */
struct mi_syzygy_file {
    char *path;                                  /* owned; NULL: no such file */
    _Atomic(struct mi_syzygy_content *) content; /* owned; NULL: not opened yet */
    _Atomic(mi_fault) fault;                     /* NULL: no known fault */
    bool reported;                               /* the fault has been reported */
};

struct mi_syzygy_table {
    uint32_t material[2]; /* of each side, the larger number first */
    int count;            /* of pieces */
    struct mi_syzygy_file file[TABLE_KINDS];
};

/* All tables in a path. */
struct mi_syzygy {
    struct mi_syzygy_codes codes;
    struct mi_syzygy_table *table; /* sorted by material; owned */
    int count, capacity;
    int pieces;           /* piece count of the largest WDL table */
    char *notices;        /* unreported faults of folders and files, one per line; owned */
    pthread_mutex_t lock; /* for opening files and for faults */
};

/* Lists the tables in the folders of a path.  Faults become notices.  False if out of memory. */
bool mi_syzygy_list(struct mi_syzygy *syzygy, const char *path);
void mi_syzygy_free(struct mi_syzygy *syzygy);

/* The material of one side of a position, encoded as by mi_syzygy_material(). */
uint32_t mi_syzygy_material_of(const struct mi_chess *p, int player);

/* The table for the position's material, or NULL. */
struct mi_syzygy_table *mi_syzygy_find(const struct mi_syzygy *syzygy, const struct mi_chess *p);

/* Writes the next unreported fault as a line and marks it as reported.  False if there is none. */
bool mi_syzygy_next_fault(struct mi_syzygy *syzygy, char *text, size_t size);

/* ---- content.c: one position in one table ---- */

/* Closes the file, and frees what it owns. */
void mi_syzygy_close_file(struct mi_syzygy_file *file);

/* Looks up a position in its WDL table.  False if the table is missing or damaged. */
bool mi_syzygy_lookup_wdl(struct mi_syzygy *syzygy, const struct mi_chess *p, int *wdl);

enum mi_dtz_lookup { DTZ_FAILED, DTZ_KNOWN, DTZ_OTHER_SIDE };

/* Looks up the plies to a capture, pawn move or mate in the DTZ table, given the outcome.  DTZ
 * tables have only one side to move. */
enum mi_dtz_lookup mi_syzygy_lookup_dtz(struct mi_syzygy *syzygy, const struct mi_chess *p, int wdl,
                                        int *dtz);

/* ---- probe.c: outcome and distance, including captures and en passant ---- */

bool mi_syzygy_probe_wdl(struct mi_syzygy *syzygy, const struct mi_chess *p, int *wdl);
bool mi_syzygy_probe_dtz(struct mi_syzygy *syzygy, const struct mi_chess *p, int *dtz);

/* The distance after a move, from the view of the side that makes it. */
bool mi_syzygy_probe_move_dtz(struct mi_syzygy *syzygy, const struct mi_chess *p, miai_move move,
                              int *dtz);

/* The distance of a move that resets the clock, given the outcome. */
int mi_syzygy_zeroing_dtz(int wdl);

#endif

/* syzygy.h - the parts of a Syzygy table file, as the files of this folder share them.
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

/* Win, draw or loss for the side to move.  A cursed win and a blessed loss are draws by the rule of
 * fifty moves. */
enum { WDL_LOSS = -2, WDL_BLESSED_LOSS, WDL_DRAW, WDL_CURSED_WIN, WDL_WIN };

enum { WDL_TABLE, DTZ_TABLE, TABLE_KINDS };

/* Bits of the flags of a part. */
enum {
    PART_BLACK = 1,       /* of a DTZ table: the side to move in it */
    PART_MAPPED = 2,      /* values are indices into a list */
    PART_WIN_PLIES = 4,   /* wins are counted in plies, not in moves */
    PART_LOSS_PLIES = 8,  /* losses, too */
    PART_WIDE = 16,       /* the list has numbers of two bytes */
    PART_CONSTANT = 0x80, /* all positions have the same value */
};

/* ---- codes.c: numbers of squares, constant after mi_syzygy_fill_codes() ---- */

enum { LEADING_PAWNS = 5 };

struct mi_syzygy_codes {
    uint8_t triangle[64];   /* of the ten squares a1-d1-d4 */
    uint8_t below[64];      /* of the 28 squares below the diagonal a1-h8 */
    uint8_t twist[64];      /* of a pawn: the larger, the nearer to a2 or h2 */
    uint16_t kings[10][64]; /* of two kings, the first one in the triangle */
    /* Of the leading pawns, by their count less one, and the first one's file and rank. */
    uint32_t pawns[LEADING_PAWNS][4][6];
    uint32_t pawns_size[LEADING_PAWNS][4];
    uint32_t choose[TABLE_PIECES][64]; /* [k][n]: the subsets of k out of n */
};

void mi_syzygy_fill_codes(struct mi_syzygy_codes *codes);

/* ---- index.c ---- */

/* The order of the pieces in a part, and its groups.  A piece is its type + 1, for Black + 8. */
struct mi_syzygy_groups {
    uint8_t piece[TABLE_PIECES];
    uint8_t first[TABLE_PIECES + 1]; /* of each group; behind the last one, the pieces' count */
    uint8_t count, pawn_groups;
    uint64_t factor[TABLE_PIECES]; /* of each group's digit */
    uint64_t size;                 /* of the array */
};

/* The material of one side: three bits for the count of each type, without the king. */
enum { MATERIAL_BITS = 3, MATERIAL_TYPES = KING };

uint32_t mi_syzygy_material(const uint8_t *piece, int count, int player);

/* Divides groups->piece, count pieces, into groups.  order: which place the first group has among
 * the digits, and the second one, if it is of pawns, too.  False: they cannot be of a table. */
bool mi_syzygy_divide(const struct mi_syzygy_codes *codes, struct mi_syzygy_groups *groups,
                      int count, int file, const uint8_t order[2]);

/* The index of a position by its squares, in the order of the pieces; changes them.  The leading
 * pawn of a table with pawns is the first one. */
uint64_t mi_syzygy_index(const struct mi_syzygy_codes *codes, const struct mi_syzygy_groups *groups,
                         uint8_t *square);

/* Moves the pawn that leads to the front of count pawns; its file, a to d as 0 to 3. */
int mi_syzygy_lead(const struct mi_syzygy_codes *codes, uint8_t *square, int count);

/* ---- pairs.c: a compressed array ---- */

enum { CODE_BITS = 32, SYMBOLS = 4096, MAPS = 4 };

struct mi_syzygy_pairs {
    unsigned flags;
    int constant;
    int span_bits, block_bits;   /* logarithms: values for each entry of starts, bytes of a block */
    uint32_t blocks, lengths;    /* how many; lengths has some more */
    int shortest, code_lengths;  /* of the Huffman code, in bits; how many lengths it has */
    uint32_t symbols;            /* their count */
    uint64_t base[CODE_BITS];    /* the first code of each length, from bit 63 down */
    uint16_t first[CODE_BITS];   /* the symbol that it stands for */
    const unsigned char *pair;   /* of each symbol, two numbers of 12 bits */
    uint8_t *expanded;           /* values of each symbol, less one; owned */
    const unsigned char *start;  /* entries of six bytes: block, and offset in it */
    const unsigned char *length; /* values of each block, less one, in two bytes */
    const unsigned char *data, *end; /* the blocks; the end of the file */
    const unsigned char *map[MAPS];  /* of a DTZ table, by the outcome: lists of values */
    uint16_t map_count[MAPS];
};

/* Why an array or a table cannot be used; NULL: it can. */
typedef const char *mi_fault;

/* Finds how many values each symbol stands for. */
mi_fault mi_syzygy_expand(struct mi_syzygy_pairs *pairs);

/* Reads the value of an index below the array's size.  False: the file is damaged. */
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

/* Parses the file; kind, count and bytes are set.  material: what its name says of each side. */
mi_fault mi_syzygy_read_header(const struct mi_syzygy_codes *codes,
                               struct mi_syzygy_content *content, const uint32_t material[2]);

/* ---- files.c: which tables there are ---- */

/* A file, and what has been found in it. */
struct mi_syzygy_file {
    char *path;                                  /* owned; NULL: there is none */
    _Atomic(struct mi_syzygy_content *) content; /* owned; NULL: not opened yet */
    _Atomic(mi_fault) fault;                     /* NULL: none is known */
    bool reported;                               /* the fault */
};

struct mi_syzygy_table {
    uint32_t material[2]; /* of each side, the larger number first */
    int count;            /* of pieces */
    struct mi_syzygy_file file[TABLE_KINDS];
};

/* All tables of a path. */
struct mi_syzygy {
    struct mi_syzygy_codes codes;
    struct mi_syzygy_table *table; /* sorted by material; owned */
    int count, capacity;
    int pieces;           /* of the largest WDL table */
    char *notices;        /* faults of folders and files, a line each, not reported yet; owned */
    pthread_mutex_t lock; /* for opening files and for faults */
};

/* Lists the tables in the folders of a path.  Faults become notices.  False: no memory. */
bool mi_syzygy_list(struct mi_syzygy *syzygy, const char *path);
void mi_syzygy_free(struct mi_syzygy *syzygy);

/* The material of one side of a position, as mi_syzygy_material() has it. */
uint32_t mi_syzygy_material_of(const struct mi_chess *p, int player);

/* The table for the position's material; NULL: there is none. */
struct mi_syzygy_table *mi_syzygy_find(const struct mi_syzygy *syzygy, const struct mi_chess *p);

/* Takes the next fault that was not reported yet, as a line; false: there is none. */
bool mi_syzygy_next_fault(struct mi_syzygy *syzygy, char *text, size_t size);

/* ---- content.c: one position in one table ---- */

/* Closes the file, and frees what it owns. */
void mi_syzygy_close_file(struct mi_syzygy_file *file);

/* The value that a WDL table has.  False: there is no such table, or it is damaged. */
bool mi_syzygy_ask_wdl(struct mi_syzygy *syzygy, const struct mi_chess *p, int *wdl);

enum mi_syzygy_answer { ASK_FAILED, ASK_KNOWN, ASK_OTHER_SIDE };

/* The plies to a capture, a pawn's move or mate, for an outcome, as a DTZ table has them.  Those
 * tables have one side to move only. */
enum mi_syzygy_answer mi_syzygy_ask_dtz(struct mi_syzygy *syzygy, const struct mi_chess *p, int wdl,
                                        int *dtz);

/* ---- probe.c: what tables say of a position, with captures and en passant ---- */

bool mi_syzygy_probe_wdl(struct mi_syzygy *syzygy, const struct mi_chess *p, int *wdl);
bool mi_syzygy_probe_dtz(struct mi_syzygy *syzygy, const struct mi_chess *p, int *dtz);

/* The distance of a move, for the side that makes it. */
bool mi_syzygy_probe_move_dtz(struct mi_syzygy *syzygy, const struct mi_chess *p, miai_move move,
                              int *dtz);

/* The distance of a move that resets the clock, with that outcome. */
int mi_syzygy_zeroing_dtz(int wdl);

#endif

#include "book.h"

#include "keys.h"

/* Offsets of the parts of a key among the random numbers. */
enum { KEY_CASTLING = 768, KEY_EN_PASSANT = 772, KEY_WHITE = 780 };

/* Size of an entry and offsets of its fields, in bytes. */
enum { ENTRY_BYTES = 16, KEY_AT = 0, MOVE_AT = 8, WEIGHT_AT = 10, LEARN_AT = 12 };

uint64_t mi_chess_book_key(const struct mi_chess *p)
{
    uint64_t key = p->turn == WHITE ? book_keys[KEY_WHITE] : 0;
    for (bitboard all = occupied(p); all;) {
        int square = pop_lsb(&all), piece = p->piece[square];
        int kind = 2 * piece_type(piece) + (piece_player(piece) == WHITE);
        key ^= book_keys[64 * kind + square];
    }
    for (bitboard rooks = p->castling; rooks;) {
        int rook = pop_lsb(&rooks), player = piece_player(p->piece[rook]);
        key ^= book_keys[KEY_CASTLING + 2 * player + (rook < king_square(p, player))];
    }
    if (p->en_passant != NO_SQUARE)
        key ^= book_keys[KEY_EN_PASSANT + file_of(p->en_passant)];
    return key;
}

/* Reads a big-endian number of `count` bytes. */
static uint64_t number_at(const uint8_t *bytes, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count; i++)
        number = number << 8 | bytes[i];
    return number;
}

static uint64_t key_at(const uint8_t *book, size_t entry)
{
    return number_at(book + entry * ENTRY_BYTES + KEY_AT, 8);
}

bool mi_chess_is_book(const uint8_t *book, size_t size)
{
    if (size == 0 || size % ENTRY_BYTES != 0)
        return false;
    for (size_t i = 1; i < size / ENTRY_BYTES; i++)
        if (key_at(book, i - 1) > key_at(book, i))
            return false;
    return true;
}

/* The first entry whose key is not below `key`; `entries` if there is none. */
static size_t find_key(const uint8_t *book, size_t entries, uint64_t key)
{
    size_t low = 0, high = entries;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (key_at(book, middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The format encodes a move like this program does: promotion, origin and destination in octal
 * digits, castling to the square of the rook. */
int mi_chess_book_moves(const struct mi_chess *p, const uint8_t *book, size_t size, miai_move *list,
                        uint32_t *weight)
{
    size_t entries = size / ENTRY_BYTES;
    uint64_t key = mi_chess_book_key(p);
    int n = 0;
    for (size_t i = find_key(book, entries, key);
         i < entries && key_at(book, i) == key && n < MIAI_MAX_LEGAL; i++) {
        list[n] = (miai_move)number_at(book + i * ENTRY_BYTES + MOVE_AT, 2);
        weight[n] = (uint32_t)number_at(book + i * ENTRY_BYTES + WEIGHT_AT, 2);
        n += weight[n] > 0 && mi_chess_can_move(p, list[n]);
    }
    return n;
}

/* Writes a big-endian number of `count` bytes. */
static void put_number(uint8_t *bytes, int count, uint64_t number)
{
    for (int i = count - 1; i >= 0; i--, number >>= 8)
        bytes[i] = (uint8_t)number;
}

int mi_chess_write_book_entry(const struct mi_chess *p, miai_move move, uint32_t weight,
                              uint8_t *entry)
{
    put_number(entry + KEY_AT, 8, mi_chess_book_key(p));
    put_number(entry + MOVE_AT, 2, (uint64_t)move);
    put_number(entry + WEIGHT_AT, 2, weight < 65535 ? weight : 65535);
    put_number(entry + LEARN_AT, 4, 0);
    return ENTRY_BYTES;
}

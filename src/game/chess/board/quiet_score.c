/* Static scores of quiet moves, attacked squares, and keys of parts of the position. */
#include "see.h"

/* Bonus for escaping the attack of a less valuable piece, and penalty for moving into one; tuned by
 * matches with a few thousand nodes per move. */
static const int attack_value[PIECE_TYPES] = {
    [KNIGHT] = 4700, [BISHOP] = 4700, [ROOK] = 8200, [QUEEN] = 14000};

/* Does any of the player's pieces that are worth less than `type` attack the square? */
static bool is_attacked_by_less(const struct mi_chess *p, int player, int square, int type)
{
    const struct mi_chess_table_set *t = &mi_chess_tables;
    if (t->pawn[!player][square] & pieces(p, player, PAWN))
        return true;
    if (type < ROOK)
        return false;
    if ((t->knight[square] & pieces(p, player, KNIGHT)) ||
        (bishop_attacks(square, occupied(p)) & pieces(p, player, BISHOP)))
        return true;
    return type == QUEEN && (rook_attacks(square, occupied(p)) & pieces(p, player, ROOK));
}

int mi_chess_quiet_score(const struct mi_chess *p, miai_move move)
{
    int from = move_from(move), to = move_to(move), type = piece_type(p->piece[from]);
    if (type == PAWN || type == KING)
        return 0;
    return attack_value[type] * (is_attacked_by_less(p, !p->turn, from, type) -
                                 is_attacked_by_less(p, !p->turn, to, type));
}

/* The squares that the player's pieces of less value than each type attack. */
static void find_lesser_attacks(const struct mi_chess *p, int player, bitboard lesser[PIECE_TYPES])
{
    const struct mi_chess_table_set *t = &mi_chess_tables;
    bitboard pawns = pieces(p, player, PAWN), all = occupied(p);
    bitboard attacks = forward_west(pawns, player) | forward_east(pawns, player);
    lesser[PAWN] = lesser[KING] = 0;
    lesser[KNIGHT] = lesser[BISHOP] = attacks;
    for (bitboard set = pieces(p, player, KNIGHT); set;)
        attacks |= t->knight[pop_lsb(&set)];
    for (bitboard set = pieces(p, player, BISHOP); set;)
        attacks |= bishop_attacks(pop_lsb(&set), all);
    lesser[ROOK] = attacks;
    for (bitboard set = pieces(p, player, ROOK); set;)
        attacks |= rook_attacks(pop_lsb(&set), all);
    lesser[QUEEN] = attacks;
}

int mi_chess_scored_quiets(const struct mi_chess *p, uint64_t threats, miai_quiet *list)
{
    miai_move move[CHESS_MAX_LEGAL];
    bitboard lesser[PIECE_TYPES];
    int n = mi_chess_quiets(p, move);
    find_lesser_attacks(p, !p->turn, lesser);
    for (int i = 0; i < n; i++) {
        int from = move_from(move[i]), to = move_to(move[i]), type = piece_type(p->piece[from]);
        int escapes = (int)(lesser[type] >> from & 1), enters = (int)(lesser[type] >> to & 1);
        list[i] = (miai_quiet){
            .move = (uint16_t)move[i],
            .kind = (uint16_t)mi_chess_move_kind(p, move[i]),
            .score = (int16_t)(attack_value[type] * (escapes - enters)),
            .threat_class = (uint8_t)mi_chess_threat_class(threats, move[i]),
        };
    }
    return n;
}

static bitboard piece_attacks(const struct mi_chess *p, int square)
{
    switch (piece_type(p->piece[square])) {
    case KNIGHT:
        return mi_chess_tables.knight[square];
    case BISHOP:
        return bishop_attacks(square, occupied(p));
    case ROOK:
        return rook_attacks(square, occupied(p));
    case QUEEN:
        return bishop_attacks(square, occupied(p)) | rook_attacks(square, occupied(p));
    default:
        return mi_chess_tables.king[square];
    }
}

uint64_t mi_chess_threats(const struct mi_chess *p)
{
    bitboard pawns = pieces(p, !p->turn, PAWN), others = p->of[!p->turn] ^ pawns, all = 0;
    while (pawns)
        all |= mi_chess_tables.pawn[!p->turn][pop_lsb(&pawns)];
    while (others)
        all |= piece_attacks(p, pop_lsb(&others));
    return all;
}

/* Mixes another set into a key by multiplicative hashing. */
static uint64_t hash_set(uint64_t key, bitboard set)
{
    key = (key ^ set) * 0x9e3779b97f4a7c15u;
    return key ^ key >> 32;
}

int mi_chess_parts(const struct mi_chess *p, uint64_t *key)
{
    key[0] = hash_set(hash_set(0, pieces(p, WHITE, PAWN)), pieces(p, BLACK, PAWN));
    for (int player = WHITE; player <= BLACK; player++) {
        uint64_t others = 0;
        for (int type = KNIGHT; type <= KING; type++)
            others = hash_set(others, pieces(p, player, type));
        key[1 + player] = others;
    }
    return 3;
}

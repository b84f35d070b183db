/* positions.h - start positions of the NNUE tests. */
#ifndef MI_TESTS_GAME_CHESS_NNUE_POSITIONS_H
#define MI_TESTS_GAME_CHESS_NNUE_POSITIONS_H

static const char *const starts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", /* castling */
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",                                    /* promotions */
    "4k3/8/8/2pPp3/8/8/4K3/8 w - c6 0 1",                                   /* en passant */
    "3k4/8/8/8/8/8/8/R2K3R w - - 0 1",                                      /* kings on d and e */
};

#endif

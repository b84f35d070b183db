#include "weights.h"

const int16_t mi_gomoku_look_of_shape[SHAPES + 2][2] = {
    [SHAPE_ONE] = {2, 2},           [SHAPE_OPEN_ONE] = {6, 5},     [SHAPE_TWO] = {12, 8},
    [SHAPE_LOOSE_TWO] = {24, 18},   [SHAPE_OPEN_TWO] = {32, 24},   [SHAPE_THREE] = {28, 16},
    [SHAPE_LOOSE_THREE] = {48, 34}, [SHAPE_OPEN_THREE] = {60, 42}, [SHAPE_FOUR] = {50, 40},
};

const int16_t mi_gomoku_look_of_kind[KINDS][2] = {
    [KIND_TWOS] = {16, 12},       [KIND_HALF_TWO] = {16, 12},     [KIND_THREE] = {20, 12},
    [KIND_THREE_MORE] = {50, 36}, [KIND_THREES] = {150, 110},     [KIND_FOUR] = {20, 10},
    [KIND_FOUR_MORE] = {60, 40},  [KIND_FOUR_THREE] = {400, 300}, [KIND_WIN] = {600, 500},
    [KIND_FIVE] = {2000, 1000},
};

const int16_t mi_gomoku_worth_of_kind[KINDS][2] = {
    [KIND_TWO] = {2, 1},           [KIND_TWOS] = {8, 6},    [KIND_HALF] = {2, 1},
    [KIND_HALF_TWO] = {10, 6},     [KIND_THREE] = {16, 10}, [KIND_THREE_MORE] = {30, 16},
    [KIND_THREES] = {150, 60},     [KIND_FOUR] = {16, 8},   [KIND_FOUR_MORE] = {30, 14},
    [KIND_FOUR_THREE] = {400, 80}, [KIND_WIN] = {800, 100}, [KIND_FIVE] = {2000, 300},
};

const int16_t mi_gomoku_worth_of_shape[SHAPES][2] = {
    [SHAPE_OPEN_ONE] = {1, 1},   [SHAPE_TWO] = {1, 1},   [SHAPE_LOOSE_TWO] = {2, 2},
    [SHAPE_OPEN_TWO] = {4, 3},   [SHAPE_THREE] = {3, 2}, [SHAPE_LOOSE_THREE] = {5, 4},
    [SHAPE_OPEN_THREE] = {8, 6}, [SHAPE_FOUR] = {8, 5},
};

const int16_t mi_gomoku_worth_of_turn = 30;

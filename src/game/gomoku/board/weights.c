/* The tables for move ordering are set by hand, those of the evaluation are learned: see
 * tools/gomoku/README. */
#include "weights.h"

const int16_t mi_gomoku_order_of_shape[SHAPES + 2][2] = {
    [SHAPE_ONE] = {2, 2},           [SHAPE_OPEN_ONE] = {6, 5},     [SHAPE_TWO] = {12, 8},
    [SHAPE_LOOSE_TWO] = {24, 18},   [SHAPE_OPEN_TWO] = {32, 24},   [SHAPE_THREE] = {28, 16},
    [SHAPE_LOOSE_THREE] = {48, 34}, [SHAPE_OPEN_THREE] = {60, 42}, [SHAPE_FOUR] = {50, 40},
};

const int16_t mi_gomoku_order_of_kind[KINDS][2] = {
    [KIND_TWOS] = {16, 12},           [KIND_CLOSED_THREE_TWO] = {16, 12},
    [KIND_THREE] = {20, 12},          [KIND_THREE_AND_MINOR] = {50, 36},
    [KIND_THREES] = {150, 110},       [KIND_FOUR] = {20, 10},
    [KIND_FOUR_AND_MINOR] = {60, 40}, [KIND_FOUR_THREE] = {400, 300},
    [KIND_WIN] = {600, 500},          [KIND_FIVE] = {2000, 1000},
};

const int16_t mi_gomoku_value_of_kind[KINDS][2] = {
    {0, 0},    {-4, -4}, {8, 3},   {-3, -6},   {14, 7},    {11, -2},    {33, 27},
    {100, 75}, {22, 9},  {59, 51}, {242, 209}, {507, 117}, {2000, 331}, {0, 0},
};

const int16_t mi_gomoku_value_of_shape[SHAPES][2] = {
    {0, 0},  {-1, -1}, {0, 0},  {-1, -2},   {-2, -3},   {4, 4},  {1, 3},
    {-5, 7}, {11, 12}, {2, 25}, {-58, -17}, {-226, 25}, {0, 31}, {0, 0},
};

const int16_t mi_gomoku_value_of_turn = 31;

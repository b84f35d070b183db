/* Positions as the line network sees them. */
#include "student.h"

#include "base/memory.h"
#include "game/gomoku/threat/find.h"

#include <stdlib.h>
#include <string.h>

/* The sides are the same in all networks. */
static bool list_sides(struct mi_gomoku_sides *sides)
{
    struct mi_gomoku_net *net = mi_aligned_alloc(64, sizeof *net);
    if (net) {
        memset(net, 0, sizeof *net);
        mi_gomoku_net_merge(net);
        *sides = net->sides;
    }
    mi_aligned_free(net);
    return net != NULL;
}

bool lesson_reader_open(struct lesson_reader *reader)
{
    reader->position = calloc(1, sizeof *reader->position);
    reader->empty = calloc(RULES_SWAP, sizeof *reader->empty);
    for (int rules = 0; reader->empty && rules < RULES_SWAP; rules++)
        mi_gomoku_clear(&reader->empty[rules].position, SELFPLAY_SIDE, SELFPLAY_SIDE, rules);
    return reader->position && reader->empty && list_sides(&reader->sides);
}

void lesson_reader_close(struct lesson_reader *reader)
{
    free(reader->position);
    free(reader->empty);
}

bool leaf_is_valid(const struct leaf *leaf)
{
    bool twice = false, shares = false;
    for (int i = 0; i < LEAF_BITS; i++)
        twice |= (leaf->stone[BLACK][i] & leaf->stone[WHITE][i]) != 0;
    for (int point = 0; point < SELFPLAY_POINTS; point++)
        shares |= leaf->policy[point] > 0;
    return leaf->rules < RULES_SWAP && leaf->colour < COLOURS && !twice && shares;
}

static void place_stones(struct lesson_reader *reader, const struct leaf *leaf)
{
    struct mi_gomoku *g = &reader->position->position;
    gomoku_copy(g, &reader->empty[leaf->rules].position);
    for (int point = 0; point < SELFPLAY_POINTS; point++)
        for (int colour = 0; colour < COLOURS; colour++)
            if (leaf->stone[colour][point / 8] >> point % 8 & 1)
                mi_gomoku_put(g, point, colour);
    g->colour = leaf->colour;
}

static int list_point(const struct mi_gomoku *g, const struct mi_gomoku_sides *sides, int point,
                      uint16_t *input)
{
    int stone = stone_on(g, point), y = row_of(g, point);
    if (stone >= 0) {
        input[0] = stone == g->colour ? INPUT_OWN : INPUT_OTHER;
        return 1;
    }
    input[0] = input_of_kinds(g, point);
    list_pairs(g, point, input + 1);
    list_lines(g, sides, point - y * SELFPLAY_SIDE, y, input + 1 + DIRECTIONS);
    for (int d = 0; d < DIRECTIONS; d++)
        input[1 + DIRECTIONS + d] = (uint16_t)(input[1 + DIRECTIONS + d] + INPUT_LINES);
    return INPUT_PARTS;
}

/* Lists no moves if none of them has a share: there is nothing to learn about them. */
static void list_moves(struct lesson *lesson, const struct leaf *leaf, const struct mi_gomoku *g,
                       const int16_t *place)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_gomoku_candidates(g, list);
    float sum = 0;
    lesson->moves = 0;
    for (int i = 0; i < n; i++)
        if (place[list[i]] >= 0) {
            lesson->target[lesson->moves] = leaf->policy[list[i]];
            sum += leaf->policy[list[i]];
            lesson->move[lesson->moves++] = (uint16_t)place[list[i]];
        }
    if (sum <= 0)
        lesson->moves = 0;
    for (int i = 0; i < lesson->moves; i++)
        lesson->target[i] /= sum;
}

void lesson_read(struct lesson_reader *reader, const struct leaf *leaf, struct lesson *lesson)
{
    const struct mi_gomoku *g = &reader->position->position;
    int16_t place[SELFPLAY_POINTS];
    place_stones(reader, leaf);
    lesson->seen = 0;
    for (int point = 0; point < SELFPLAY_POINTS; point++) {
        int y = point / SELFPLAY_SIDE, x = point % SELFPLAY_SIDE, k = lesson->seen;
        place[point] = -1;
        if (gomoku_near(g)[point] == 0)
            continue;
        lesson->cell[k] = (uint16_t)((y + 1) * LESSON_STRIDE + x + 1);
        lesson->parts[k] = (uint8_t)list_point(g, &reader->sides, point, lesson->input[k]);
        place[point] = (int16_t)k;
        lesson->seen++;
    }
    list_moves(lesson, leaf, g, place);
    lesson->value = (float)leaf->value / LEAF_VALUE_ONE;
}

void lesson_answer_by_network(const struct lesson_reader *reader, const struct lesson *lesson,
                              const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                              struct student_answer *answer)
{
    const float one = NET_ONE_OUTPUT;
    const struct mi_gomoku *g = &reader->position->position;
    answer->value = (float)mi_gomoku_net_value(net, memory, g) / one;
    for (int i = 0; i < lesson->moves; i++) {
        int cell = lesson->cell[lesson->move[i]];
        int point = (cell / LESSON_STRIDE - 1) * SELFPLAY_SIDE + cell % LESSON_STRIDE - 1;
        answer->logit[i] = (float)mi_gomoku_net_policy(net, memory, g, point) / one;
    }
}

/* The line network of Gomoku in floats (tools/gomoku/student.h): it predicts what the engine's
 * integers do, its gradient is that of its loss, and its file holds the same weights. Damaged files
 * and invalid positions are refused. */
#include "base/memory.h"
#include "tests/support/suite.h"
#include "tools/gomoku/student.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char own_file[] = "check_gomoku_student.tmp";
static struct student *student, *gradient;
static struct lesson_reader reader;
static struct lesson lesson;

static struct mi_gomoku_net *open_network(const char *file)
{
    char error[200];
    struct mi_gomoku_net *net = mi_gomoku_net_open(file, error, sizeof error);
    ck_assert(net != NULL);
    return net;
}

/* The weights of the built-in network. */
static void read_builtin(void)
{
    struct mi_gomoku_net *net = open_network(NULL);
    for (int i = 0; i < INPUTS; i++)
        for (int c = 0; c < NET_CHANNELS; c++)
            student->input[i][c] = (float)net->input[i][c] / NET_ONE_INPUT;
    for (int c = 0; c < NET_CHANNELS; c++) {
        student->middle[c] = (float)net->middle[c] / NET_ONE_NEAR;
        student->orthogonal[c] = (float)net->orthogonal[c] / NET_ONE_NEAR;
        student->diagonal[c] = (float)net->diagonal[c] / NET_ONE_NEAR;
        student->bias[c] = (float)net->bias[c] / NET_ONE_FEATURE;
        for (int j = 0; j < NET_POLICY; j++) {
            student->policy_in[c][j] = (float)net->policy_in[c][j] / NET_ONE_HEAD;
            student->policy_pool[c][j] = (float)net->policy_pool[c][j] / NET_ONE_HEAD;
        }
        for (int j = 0; j < NET_VALUE; j++)
            student->value_in[c][j] = (float)net->value_in[c][j] / NET_ONE_HEAD;
    }
    for (int j = 0; j < NET_POLICY; j++) {
        student->policy_out[j] = (float)net->policy_out[j] / NET_ONE_HEAD;
        student->policy_bias[j] = (float)net->policy_bias[j] / NET_ONE_OUTPUT;
    }
    for (int j = 0; j < NET_VALUE; j++) {
        student->value_out[j] = (float)net->value_out[j] / NET_ONE_HEAD;
        student->value_bias[j] = (float)net->value_bias[j] / NET_ONE_OUTPUT;
    }
    student->output_bias = (float)net->output_bias / NET_ONE_OUTPUT;
    mi_aligned_free(net);
}

/* A position of some stones around the centre; the teacher's shares fall from point to point. */
static struct leaf make_leaf(int rules, int stones)
{
    struct leaf leaf = {.rules = (uint8_t)rules, .colour = (uint8_t)(stones & 1), .value = 20000};
    for (int i = 0; i < stones; i++) {
        int x = 4 + 7 * i % 8, y = 4 + 5 * i % 7, point = y * SELFPLAY_SIDE + x;
        leaf.stone[i & 1][point / 8] |= (uint8_t)(1 << point % 8);
    }
    for (int point = 0; point < SELFPLAY_POINTS; point++)
        leaf.policy[point] = (uint8_t)(1 + (41 * point) % 250);
    return leaf;
}

static void set_up(void)
{
    student = calloc(1, sizeof *student);
    gradient = calloc(1, sizeof *gradient);
    ck_assert(student && gradient && lesson_reader_open(&reader));
    read_builtin();
}

static void tear_down(void)
{
    lesson_reader_close(&reader);
    free(student);
    free(gradient);
    remove(own_file);
}

/* Loss of policy and of value, the latter three times. */
static double whole_loss(void)
{
    struct student_loss loss = {0};
    student_learn(student, &lesson, 3, NULL, &loss);
    return loss.policy + 3 * loss.value;
}

static void check_outputs(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                          const struct leaf *leaf)
{
    struct student_answer floats, integers;
    lesson_read(&reader, leaf, &lesson);
    student_predict(student, &lesson, &floats);
    lesson_answer_by_network(&reader, &lesson, net, memory, &integers);
    ck_assert_float_eq_tol(floats.value, integers.value, 0.3F);
    ck_assert_int_gt(lesson.moves, 1);
    for (int i = 0; i < lesson.moves; i++)
        ck_assert_float_eq_tol(floats.logit[i], integers.logit[i], 0.3F);
}

/* The value and the policy of the floats are nearly those of the engine's integers. */
START_TEST(floats_are_the_integers)
{
    struct mi_gomoku_net *net = open_network(NULL);
    struct mi_gomoku_net_memory *memory = mi_aligned_alloc(64, sizeof *memory);
    ck_assert(memory != NULL);
    memset(memory, 0, sizeof *memory);
    for (int rules = 0; rules < RULES_SWAP; rules++)
        for (int stones = 2; stones < 20; stones += 3) {
            struct leaf leaf = make_leaf(rules, stones);
            check_outputs(net, memory, &leaf);
        }
    mi_aligned_free(memory);
    mi_aligned_free(net);
}
END_TEST

/* The change of the loss over a small step along one weight. */
static void check_weight(int i)
{
    float *weight = (float *)student + i, before = *weight;
    const float step = 1e-3F;
    double expected = (double)((float *)gradient)[i];
    *weight = before + step;
    double above = whole_loss();
    *weight = before - step;
    double below = whole_loss();
    *weight = before;
    double slope = (above - below) / (2 * (double)step);
    ck_assert_double_eq_tol(slope, expected, 0.003 + 0.05 * fabs(expected));
}

START_TEST(gradient_of_the_loss)
{
    struct leaf leaf = make_leaf(RULES_RENJU, 12);
    struct student_loss loss = {0};
    int checked = 0;
    lesson_read(&reader, &leaf, &lesson);
    student_learn(student, &lesson, 3, gradient, &loss);
    for (int i = 0; i < STUDENT_WEIGHTS; i++) {
        bool table = i < INPUTS * NET_CHANNELS;
        if (((float *)gradient)[i] != 0 && i % (table ? 97 : 13) == 0) {
            check_weight(i);
            checked++;
        }
    }
    ck_assert_int_gt(checked, 100);
}
END_TEST

START_TEST(file_holds_the_weights)
{
    struct student *copy = calloc(1, sizeof *copy);
    ck_assert(copy && student_write(student, own_file) && student_read(copy, own_file, 1));
    ck_assert_mem_eq(copy, student, sizeof *copy);
    mi_aligned_free(open_network(own_file));
    free(copy);
}
END_TEST

/* Changes a byte of the file that student_write() wrote. */
static void flip_byte(long at)
{
    FILE *file = fopen(own_file, "r+b");
    ck_assert(file && fseek(file, at, SEEK_SET) == 0);
    int byte = getc(file);
    ck_assert(byte != EOF && fseek(file, at, SEEK_SET) == 0 && putc(byte ^ 1, file) != EOF);
    ck_assert_int_eq(fclose(file), 0);
}

/* Magic, version, checksum, and the first and a later weight. */
START_TEST(damaged_file_is_refused)
{
    static const long place[] = {0, 8, 12, 16, 1000};
    struct student *copy = calloc(1, sizeof *copy);
    ck_assert(copy != NULL);
    for (int i = 0; i < COUNT(place); i++) {
        ck_assert(student_write(student, own_file));
        flip_byte(place[i]);
        ck_assert_msg(!student_read(copy, own_file, 1), "byte %ld", place[i]);
        flip_byte(place[i]);
        ck_assert(student_read(copy, own_file, 1));
    }
    free(copy);
}
END_TEST

START_TEST(invalid_leaf_is_refused)
{
    const struct leaf good = make_leaf(RULES_RENJU, 8);
    struct leaf leaf = good;
    ck_assert(leaf_is_valid(&leaf));
    leaf.rules = RULES_SWAP;
    ck_assert(!leaf_is_valid(&leaf));
    leaf = good;
    leaf.colour = COLOURS;
    ck_assert(!leaf_is_valid(&leaf));
    leaf = good;
    leaf.stone[BLACK][0] = leaf.stone[WHITE][0] = 1;
    ck_assert(!leaf_is_valid(&leaf));
    leaf = good;
    memset(leaf.policy, 0, sizeof leaf.policy);
    ck_assert(!leaf_is_valid(&leaf));
    memset(&leaf, 0xff, sizeof leaf);
    ck_assert(!leaf_is_valid(&leaf));
}
END_TEST

/* Only the stones have a share, so no move has one. */
START_TEST(no_moves_without_shares)
{
    struct leaf leaf = make_leaf(RULES_FREESTYLE, 8);
    struct student_loss loss = {0};
    for (int point = 0; point < SELFPLAY_POINTS; point++)
        leaf.policy[point] =
            ((leaf.stone[BLACK][point / 8] | leaf.stone[WHITE][point / 8]) >> point % 8 & 1) != 0;
    lesson_read(&reader, &leaf, &lesson);
    ck_assert_int_eq(lesson.moves, 0);
    student_learn(student, &lesson, 1, gradient, &loss);
    ck_assert(isfinite(loss.policy) && isfinite(loss.value));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku student");
    TCase *tests = add_case(suite, "student", 30);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, floats_are_the_integers);
    tcase_add_test(tests, gradient_of_the_loss);
    tcase_add_test(tests, file_holds_the_weights);
    tcase_add_test(tests, damaged_file_is_refused);
    tcase_add_test(tests, invalid_leaf_is_refused);
    tcase_add_test(tests, no_moves_without_shares);
    return run_suite(suite);
}

/* student.h - the line network (game/gomoku/network/network.h) in floats: outputs, loss, gradient.
 *
 *     lesson.c       positions as the network sees them
 *     student.c      outputs, loss, gradient
 *     student_file.c the network's file */
#ifndef MI_TOOLS_GOMOKU_STUDENT_H
#define MI_TOOLS_GOMOKU_STUDENT_H

#include "game/gomoku/network/network.h"
#include "leaf.h"

/* The arrays of the file, in its order; also their gradient. */
struct student {
    float input[INPUTS][NET_CHANNELS];
    float middle[NET_CHANNELS], orthogonal[NET_CHANNELS], diagonal[NET_CHANNELS];
    float bias[NET_CHANNELS];
    float policy_in[NET_CHANNELS][NET_POLICY], policy_pool[NET_CHANNELS][NET_POLICY];
    float policy_out[NET_POLICY];
    float value_in[NET_CHANNELS][NET_VALUE], value_out[NET_VALUE];
    float policy_bias[NET_POLICY], value_bias[NET_VALUE], output_bias;
};

enum { STUDENT_WEIGHTS = sizeof(struct student) / sizeof(float) };

enum { LESSON_STRIDE = SELFPLAY_SIDE + 2 }; /* a row of the board and a border of one point */

/* A position as the network sees it, and what it should predict. */
struct lesson {
    int seen;
    uint16_t cell[SELFPLAY_POINTS]; /* (y + 1) * LESSON_STRIDE + x + 1 */
    uint8_t parts[SELFPLAY_POINTS]; /* how many inputs the point has */
    uint16_t input[SELFPLAY_POINTS][INPUT_PARTS];
    int moves;
    uint16_t move[SELFPLAY_POINTS]; /* candidates, as indices of seen points */
    float target[SELFPLAY_POINTS];  /* their shares */
    float value;                    /* expected score */
};

/* Losses, in nats above those of a perfect prediction; moves: positions with several candidates. */
struct student_loss {
    double policy, value, error; /* error: squared error of the expected score */
    double same_move;            /* how often the best moves are the same */
    long positions, moves;
};

/* What a network predicts of a lesson. */
struct student_answer {
    float logit[SELFPLAY_POINTS]; /* of lesson->move[] */
    float value;                  /* logit of the expected score */
};

/* Rebuilds positions.  Empty boards are kept, since making one takes longer than its stones. */
struct lesson_reader {
    struct mi_gomoku_sides sides;
    union gomoku_position_copy *position; /* of the last lesson */
    union gomoku_position_copy *empty;    /* by rules */
};
/* Returns false if out of memory; close it anyway. */
bool lesson_reader_open(struct lesson_reader *reader);
void lesson_reader_close(struct lesson_reader *reader);
/* Can lesson_read() read it?  The rules and the colour exist, no point has two stones, and a move
 * has a share. */
bool leaf_is_valid(const struct leaf *leaf);
void lesson_read(struct lesson_reader *reader, const struct leaf *leaf, struct lesson *lesson);
/* The outputs of the engine's network for the lesson that was read last; memory as in network.h. */
void lesson_answer_by_network(const struct lesson_reader *reader, const struct lesson *lesson,
                              const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                              struct student_answer *answer);

/* Adds an answer's loss. */
void student_loss_add(struct student_loss *loss, const struct lesson *lesson,
                      const struct student_answer *answer);

/* Computes the outputs. */
void student_predict(const struct student *student, const struct lesson *lesson,
                     struct student_answer *answer);

/* Adds the losses, and the gradient of policy loss + value_weight * value loss unless gradient is
 * NULL. */
void student_learn(const struct student *student, const struct lesson *lesson, float value_weight,
                   struct student *gradient, struct student_loss *loss);

/* Clamps the weights to what the file's integers can represent. */
void student_clamp(struct student *student);

/* Reads a file, which may have fewer channels: the others start with random weights, and small ones
 * to the outputs.  Prints an error and returns false on failure. */
bool student_read(struct student *student, const char *file, uint64_t seed);
bool student_write(const struct student *student, const char *file);

#endif

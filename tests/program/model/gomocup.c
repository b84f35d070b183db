/* Dialogues of Gomocup: the opponent's moves are random, and the program's must be legal. */
#include "model.h"

#include <stdio.h>
#include <string.h>

/* The rules by their number in INFO. */
static const struct {
    int number;
    const char *rules;
} rules[] = {{0, "freestyle"}, {1, "standard"}, {4, "renju"}, {8, "caro"}, {9, "caro-exact"}};

/* Reads the next line that is not a MESSAGE or DEBUG line. */
static const char *read_reply(struct model *model)
{
    const char *line;
    do
        line = model_read_line(model);
    while (line && (strncmp(line, "MESSAGE ", 8) == 0 || strncmp(line, "DEBUG ", 6) == 0));
    return line ? line : "";
}

static void expect_reply(struct model *model, const char *beginning)
{
    const char *line = read_reply(model);
    if (strncmp(line, beginning, strlen(beginning)) != 0)
        model_fault(model, "%.100s: %.100s", model->said, line);
}

static void begin_board(struct model *model)
{
    int rule = model_drawn(model, sizeof rules / sizeof *rules), named = 0;
    int width = 5 + model_drawn(model, 6), height = width;
    if (model_one_in(model, 3))
        height = 5 + model_drawn(model, 18);
    while (strcmp(plain_gomoku.rules[named], rules[rule].rules) != 0)
        named++;
    plain_begin(&model->line, &plain_gomoku, width, height, named);
    model_send_line(model, "INFO rule %d", rules[rule].number);
    model_send_line(model, "INFO max_node %d", 1 + model_drawn(model, 40));
    model_send_line(model, "INFO timeout_turn %d", 2000);
    if (width == height)
        model_send_line(model, "START %d", width);
    else
        model_send_line(model, "RECTSTART %d,%d", width, height);
    expect_reply(model, "OK");
}

/* Plays the point at the start of a reply; returns the text after it and a space. */
static const char *take_point(struct model *model, const char *line)
{
    const struct plain *pos = plain_now(&model->line);
    int x, y, end = 0;
    if (sscanf(line, "%d,%d%n", &x, &y, &end) != 2 || x < 0 || y < 0 || x >= pos->width ||
        y >= pos->height || !plain_line_play(&model->line, pos->turn, y * pos->width + x)) {
        model_fault(model, "a move by %.300s: %.60s", model->said, line);
        return "";
    }
    return line + end + (line[end] == ' ' && line[end + 1]);
}

/* Reads that many points of the program from one line. */
static void take_points(struct model *model, const char *line, int count)
{
    for (int i = 0; i < count && model_holds(model); i++)
        line = take_point(model, line);
    if (*line)
        model_fault(model, "behind a move by %.300s: %.60s", model->said, line);
}

static void take_move(struct model *model)
{
    take_points(model, read_reply(model), 1);
}

/* Plays the opponent's move and the program's. */
static void play_turn(struct model *model)
{
    const struct plain *pos = plain_now(&model->line);
    if (model->line.plies == 0 && model_one_in(model, 2)) {
        model_send_line(model, "BEGIN");
        take_move(model);
        return;
    }
    int move = model_draw_move(model, pos->turn);
    model_send_line(model, "TURN %d,%d", move % pos->width, move / pos->width);
    plain_line_play(&model->line, pos->turn, move);
    if (plain_now(&model->line)->over)
        expect_reply(model, "ERROR ");
    else
        take_move(model);
}

/* BOARD with stones from a game. */
static void send_board(struct model *model)
{
    const struct plain pos = model->line.at[0];
    plain_begin(&model->line, &plain_gomoku, pos.width, pos.height, pos.rules);
    for (int i = model_drawn(model, 20); i > 0 && !plain_now(&model->line)->over; i--) {
        const struct plain *now = plain_now(&model->line);
        plain_line_play(&model->line, now->turn, model_draw_move(model, now->turn));
    }
    if (plain_now(&model->line)->over)
        model->line.plies--;
    model_send_line(model, "BOARD");
    for (int i = 0; i < model->line.plies; i++) {
        int p = 0;
        while (model->line.at[i].stone[p] == model->line.at[i + 1].stone[p])
            p++;
        bool own = (model->line.plies - i) % 2 == 0;
        model_send_line(model, "%d,%d,%d", p % pos.width, p / pos.width, own ? 1 : 2);
    }
    model_send_line(model, "DONE");
    take_move(model);
}

static void take_back(struct model *model)
{
    const struct plain *now = plain_now(&model->line), *before = now - 1;
    int p = 0;
    if (model->line.plies == 0)
        return;
    while (before->stone[p] == now->stone[p])
        p++;
    model_send_line(model, "TAKEBACK %d,%d", p % now->width, p / now->width);
    expect_reply(model, "OK");
    model->line.plies--;
}

/* The swap2 opening with that many stones on the board. */
static void begin_swap2(struct model *model, const struct plain *pos, int count)
{
    int named = 0;
    while (strcmp(plain_gomoku.rules[named], "swap2") != 0)
        named++;
    plain_begin(&model->line, &plain_gomoku, pos->width, pos->height, named);
    model_send_line(model, "SWAP2BOARD");
    for (int i = 0; i < count; i++) {
        int point;
        if (i == 3)
            plain_line_play(&model->line, 1, PLAIN_TWO);
        do
            point = model_draw_move(model, plain_now(&model->line)->turn);
        while (point >= PLAIN_PASS);
        plain_line_play(&model->line, plain_now(&model->line)->turn, point);
        model_send_line(model, "%d,%d", point % pos->width, point / pos->width);
    }
    model_send_line(model, "DONE");
}

/* The program makes the next choice: three stones, swapping colours, a move, or two stones. */
static void continue_swap2(struct model *model)
{
    const struct plain pos = model->line.at[0];
    int count = (int[]){0, 3, 5}[model_drawn(model, 3)];
    begin_swap2(model, &pos, count);
    const char *line = read_reply(model);
    if (count == 0) {
        take_points(model, line, 3);
    } else if (strcmp(line, "SWAP") != 0) {
        bool two = count == 3 && strchr(line, ' ');
        if (two)
            plain_line_play(&model->line, 1, PLAIN_TWO);
        take_points(model, line, two ? 2 : 1);
    }
    plain_restart(&model->line, pos); /* the rules apply from the next board on */
    if (model_holds(model))
        send_board(model);
}

/* A number of stones for which swap2 has no choice. */
static void refuse_swap2(struct model *model)
{
    const int width = plain_now(&model->line)->width;
    model_send_line(model, "SWAP2BOARD");
    for (int i = (int[]){1, 2, 4, 6}[model_drawn(model, 4)]; i > 0; i--)
        model_send_line(model, "%d,%d", i % width, i / width * 2);
    model_send_line(model, "DONE");
    expect_reply(model, "ERROR ");
}

/* A repeated point, or a row of the engine's stones that would have ended the game. */
static void refuse_board(struct model *model, int point)
{
    const struct plain *pos = plain_now(&model->line);
    const int width = pos->width;
    bool blocked = width == 5 && strncmp(pos->game->rules[pos->rules], "caro", 4) == 0;
    model_send_line(model, "%s", model_one_in(model, 2) ? "BOARD" : "YXBOARD");
    if (blocked || model_one_in(model, 2)) { /* in caro, five from edge to edge do not win */
        model_send_line(model, "%d,%d,2", point % width, point / width);
        model_send_line(model, "%d,%d,1", point % width, point / width);
    } else {
        for (int i = 0; i < 10; i++)
            model_send_line(model, "%d,%d,%d", i / 2, i % 2 * 4, 1 + i % 2);
    }
    model_send_line(model, "DONE");
    expect_reply(model, "ERROR ");
}

/* Rejected commands do not change the board, as the next reply shows. */
static void check_refusals(struct model *model)
{
    const struct plain *pos = plain_now(&model->line);
    int list[PLAIN_LIST], n = plain_line_moves(&model->line, pos->turn, list);
    int point = model_drawn(model, plain_points(pos));
    static const char *const lines[] = {"TURN 99,1",     "TURN x",    "TURN -1,0",   "TURN",
                                        "TAKEBACK 99,9", "PLAY 99,9", "RECTSTART x", "START x"};
    if (plain_find(list, n, point) < 0)
        model_send_line(model, "TURN %d,%d", point % pos->width, point / pos->width);
    else
        model_send_line(model, "%s", lines[model_drawn(model, sizeof lines / sizeof *lines)]);
    expect_reply(model, "ERROR ");
    if (model_one_in(model, 3))
        refuse_board(model, point);
    if (model_one_in(model, 3))
        refuse_swap2(model);
    model_send_line(model, "NONSENSE 1");
    expect_reply(model, "UNKNOWN ");
}

void model_gomocup(struct model *model)
{
    begin_board(model);
    for (int i = 10 + model_drawn(model, 40); i > 0 && model_holds(model); i--) {
        if (plain_now(&model->line)->over || model_one_in(model, 20))
            begin_board(model);
        else if (model_one_in(model, 6))
            check_refusals(model);
        else if (model_one_in(model, 8))
            (model_one_in(model, 2) ? continue_swap2 : send_board)(model);
        else if (model_one_in(model, 8))
            take_back(model);
        else
            play_turn(model);
    }
    model_send_line(model, "ABOUT");
    expect_reply(model, "name=\"miai\"");
    model_send_line(model, "END");
}

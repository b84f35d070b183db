/* Dialogues of KataGo's analysis engine: queries about positions of a game, in any order. */
#include "model.h"
#include "tests/support/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 4 };

struct query {
    int number, turns[TURNS], count;
    bool policy;
};

/* The text after a key in a reply, or NULL. */
static const char *value_after_key(const char *json, const char *key)
{
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(json, quoted);
    return at ? at + strlen(quoted) : NULL;
}

/* The strings of a JSON list, separated by spaces. */
static void list_as_words(const char *list, char *words, size_t size)
{
    size_t n = 0;
    for (const char *c = list + 1; *c && *c != ']' && n + 1 < size; c++)
        if (*c != '"')
            words[n++] = (char)(*c == ',' ? ' ' : *c);
    words[n] = '\0';
}

static void check_number(struct model *model, const char *info, const char *key, double least,
                         double most)
{
    const char *at = value_after_key(info, key);
    double value = at ? strtod(at, NULL) : least;
    if (value < least || value > most)
        model_fault(model, "%s is %g", key, value);
}

/* Checks each of moveInfos. */
static void check_infos(struct model *model, const char *answer)
{
    const int player = plain_now(&model->line)->turn;
    char words[4096], move[PLAIN_TEXT];
    int order = 0;
    for (const char *info = answer; (info = strstr(info, "{\"move\":\"")) != NULL;
         info++, order++) {
        const char *pv = value_after_key(info, "pv");
        snprintf(move, sizeof move, "%.*s", (int)strcspn(info + 9, "\""), info + 9);
        check_number(model, info, "order", order, order);
        check_number(model, info, "winrate", 0, 1);
        check_number(model, info, "visits", 0, 1e6);
        check_number(model, info, "prior", -1, 1);
        list_as_words(pv ? pv : "[]", words, sizeof words);
        model_check_line(model, player, words, move);
    }
    if (order == 0 && !plain_now(&model->line)->over)
        model_fault(model, "no moves: %.200s", answer);
}

/* Checks the policy: -1 for illegal moves, points row by row from the top, the pass last. */
static void check_policy(struct model *model, const char *answer)
{
    const struct plain *pos = plain_now(&model->line);
    int list[PLAIN_LIST], n = plain_line_moves(&model->line, pos->turn, list), i = 0;
    const char *at = value_after_key(answer, "policy");
    if (!at || pos->game != &plain_go)
        return;
    for (char *end; *at && *at != ']'; at = end, i++) {
        double value = strtod(at + 1, &end);
        int row = pos->height - 1 - i / pos->width;
        int move = row < 0 ? PLAIN_PASS : row * pos->width + i % pos->width;
        if (end == at + 1 || value > 1 || (value < 0) != (plain_find(list, n, move) < 0)) {
            model_fault(model, "the policy's value %d is %.20s", i, at + 1);
            return;
        }
    }
    if (i != plain_points(pos) + 1)
        model_fault(model, "a policy of %d values", i);
}

/* Checks the reply for one of the turns and removes it from the list. */
static void check_reply(struct model *model, struct query *query, const char *answer)
{
    char id[40];
    const char *turn = value_after_key(answer, "turnNumber"),
               *player = value_after_key(answer, "currentPlayer");
    static struct plain_line kept; /* variations begin after the turn */
    snprintf(id, sizeof id, "{\"id\":\"q%d\",", query->number);
    int number = turn ? atoi(turn) : -1, place = plain_find(query->turns, query->count, number);
    if (!is_json(answer, strlen(answer)) || strncmp(answer, id, strlen(id)) != 0 || place < 0) {
        model_fault(model, "an answer: %.300s", answer);
        return;
    }
    query->turns[place] = query->turns[--query->count];
    kept = model->line;
    model->line.plies = number;
    if (!player || player[1] != "BW"[plain_now(&model->line)->turn])
        model_fault(model, "currentPlayer: %.300s", answer);
    check_infos(model, answer);
    check_policy(model, answer);
    model->line = kept;
}

static void send_query(struct model *model, const struct query *query, const char *moves)
{
    const struct plain *pos = plain_now(&model->line);
    char turns[60] = "";
    int length = 0;
    for (int i = 0; i < query->count; i++)
        length += snprintf(turns + length, sizeof turns - (size_t)length, "%s%d", i ? "," : "",
                           query->turns[i]);
    model_send_line(
        model,
        "{\"id\":\"q%d\",\"boardXSize\":%d,\"boardYSize\":%d,%s%s%s\"moves\":[%s],"
        "\"analyzeTurns\":[%s],\"maxVisits\":%d%s%s}",
        query->number, pos->width, pos->height, pos->game->rules ? "\"rules\":\"" : "",
        pos->game->rules ? pos->game->rules[pos->rules] : "", pos->game->rules ? "\"," : "", moves,
        turns, 1 + model_drawn(model, 30), query->policy ? ",\"includePolicy\":true" : "",
        model_one_in(model, 3) && pos->game == &plain_go ? ",\"includeOwnership\":true" : "");
}

static int write_move(char *text, size_t size, int i, int player, const char *move)
{
    return snprintf(text, size, "%s[\"%c\",\"%s\"]", i ? "," : "", "BW"[player], move);
}

/* A random game, written as moves; the turns to ask about. */
static void draw_query(struct model *model, struct query *query, char *moves, size_t size)
{
    char word[PLAIN_TEXT];
    int length = 0;
    for (int i = model_drawn(model, 30); i > 0; i--) {
        int player = plain_now(&model->line)->turn, move = model_draw_move(model, player);
        if (move < 0 || plain_now(&model->line)->over)
            break;
        plain_move_text(plain_now(&model->line), move, word);
        length +=
            write_move(moves + length, size - (size_t)length, model->line.plies, player, word);
        plain_line_play(&model->line, player, move);
    }
    if (plain_now(&model->line)->over)
        model->line.plies--; /* finished games are not searched */
    for (int i = 0; i < 1 + model_drawn(model, TURNS); i++) {
        int turn = model_drawn(model, model->line.plies + 1);
        if (plain_find(query->turns, query->count, turn) < 0)
            query->turns[query->count++] = turn;
    }
    query->policy = model_one_in(model, 2);
}

static void check_query(struct model *model, const struct plain_game *game)
{
    char moves[MODEL_LINE / 2] = "";
    struct query query = {.number = model_drawn(model, 1000000)};
    const char *line;
    model_draw_game(model, game);
    draw_query(model, &query, moves, sizeof moves);
    send_query(model, &query, moves);
    while (query.count > 0 && model_holds(model) && (line = model_read_line(model)) != NULL)
        check_reply(model, &query, line);
}

/* Queries with an illegal move or an invalid value must return an error with the field's name. */
static void check_refusals(struct model *model)
{
    static const char *const questions[][2] = {
        {"\"moves\":[[\"B\",\"Z99\"]]", "moves"},
        {"\"moves\":[[\"X\",\"A1\"]]", "moves"},
        {"\"moves\":3", "moves"},
        {"\"moves\":[],\"maxVisits\":-1", "maxVisits"},
        {"\"moves\":[],\"maxVisits\":\"x\"", "maxVisits"},
        {"\"moves\":[],\"analyzeTurns\":[7]", "analyzeTurns"},
        {"\"moves\":[],\"komi\":\"x\"", "komi"},
        {"\"moves\":[],\"rules\":\"nothing\"", "rules"},
    };
    int i = model_drawn(model, sizeof questions / sizeof *questions);
    char field[40];
    snprintf(field, sizeof field, "\"field\":\"%s", questions[i][1]);
    model_send_line(model, "{\"id\":\"r\",\"boardXSize\":%d,\"boardYSize\":%d,%s}",
                    plain_now(&model->line)->width, plain_now(&model->line)->height,
                    questions[i][0]);
    const char *line = model_read_line(model);
    if (line && (!is_json(line, strlen(line)) ||
                 strncmp(line, "{\"id\":\"r\",\"error\":", 18) != 0 || !strstr(line, field)))
        model_fault(model, "%s: %.200s", model->said, line);
}

static void take_turn(struct model *model)
{
    static const char *const actions[] = {"query_version", "clear_cache", "terminate_all"};
    const char *action = actions[model_drawn(model, 3)];
    model_send_line(model, "{\"id\":\"a\",\"action\":\"%s\"}", action);
    const char *line = model_read_line(model);
    if (line && (!is_json(line, strlen(line)) || strncmp(line, "{\"id\":\"a\",", 10) != 0 ||
                 !strstr(line, action)))
        model_fault(model, "%s: %.200s", model->said, line);
}

void model_analysis(struct model *model)
{
    model_draw_game(model, model->game);
    for (int i = 4 + model_drawn(model, 12); i > 0 && model_holds(model); i--)
        if (model_one_in(model, 6))
            check_refusals(model);
        else if (model_one_in(model, 8))
            take_turn(model);
        else
            check_query(model, model->game);
}

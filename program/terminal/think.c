/* Searches at the terminal: the progress line, the reply, and the best moves. */
#include "terminal.h"

#include "base/clock.h"
#include "protocol/io/reply.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PROGRESS_INTERVAL = 0.1;    /* seconds between two progress lines */
static const double VISIBLE_DIFFERENCE = 0.005; /* a visible difference of values */

enum { PROGRESS_COLUMNS = 78, MAX_CHOICES = 5, LINE_SHOWN = 45 };

/* "1 234 567" */
static void write_count(uint64_t count, char *text, size_t size)
{
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, count), to = 0;
    for (int i = 0; i < n && (size_t)to + 2 < size; i++) {
        if (i > 0 && (n - i) % 3 == 0)
            text[to++] = ' ';
        text[to++] = digits[i];
    }
    text[to] = '\0';
}

static void erase_search_progress(struct mi_terminal *terminal)
{
    if (terminal->progress_width > 0)
        printf("\r%*s\r", terminal->progress_width, "");
    terminal->progress_width = 0;
    fflush(stdout);
}

/* Writes for example "1 playout" or "2 500 nodes". */
static void write_effort(const miai_info *info, char *text, size_t size)
{
    uint64_t effort = info->playouts ? info->playouts : info->nodes;
    write_count(effort, text, size);
    size_t n = strlen(text);
    snprintf(text + n, size - n, " %s%s", info->playouts ? "playout" : "node",
             effort == 1 ? "" : "s");
}

/* Called from time to time by the search, in the calling thread. */
static void show_search_progress(void *context, const miai_info *info)
{
    struct mi_terminal *terminal = context;
    char line[PROGRESS_COLUMNS + 1], count[32];
    double now = mi_clock();
    if (!terminal->can_overwrite || now - terminal->progress_shown_at < PROGRESS_INTERVAL ||
        info->line > 1 || info->number)
        return;
    terminal->progress_shown_at = now;
    write_effort(info, count, sizeof count);
    int length =
        snprintf(line, sizeof line, "  %.1f s  %s  %.0f%%  %s", now - terminal->search_began, count,
                 100 * info->value, info->pv ? info->pv : "");
    length = length > PROGRESS_COLUMNS ? PROGRESS_COLUMNS : length;
    printf("\r%s%*s", line,
           terminal->progress_width > length ? terminal->progress_width - length : 0, "");
    terminal->progress_width =
        length > terminal->progress_width ? length : terminal->progress_width;
    fflush(stdout);
}

static void begin_thinking(struct mi_terminal *terminal)
{
    terminal->search_began = mi_clock();
    terminal->progress_shown_at = 0;
    miai_on_info(terminal->engine, show_search_progress, terminal);
}

static void end_thinking(struct mi_terminal *terminal)
{
    miai_on_info(terminal->engine, NULL, NULL);
    erase_search_progress(terminal);
}

/* Prints whose win probability it is, too. */
void mi_terminal_print_effort(const struct mi_terminal *terminal)
{
    miai_info info;
    char count[32], name[MI_TERMINAL_NAME];
    miai_last_search(terminal->engine, &info);
    if (info.search && strcmp(info.search, "book") == 0)
        printf("  (opening book)");
    if (!info.search || (info.playouts == 0 && info.nodes == 0))
        return;
    write_effort(&info, count, sizeof count);
    printf("  (%.0f%% for %s, %s, %.1f s)", 100 * info.value,
           mi_terminal_name(terminal, info.player, name), count, info.seconds);
}

/* Lists each legal move in the engine's notation and the game's, separated by a blank. */
static void list_notations(miai_engine *engine, struct mi_reply *list)
{
    char *moves = malloc(MI_TERMINAL_MOVES), *rest = moves, *move, text[2 * MIAI_MOVE_TEXT];
    if (moves && miai_legal_moves(engine, MIAI_TURN, moves, MI_TERMINAL_MOVES) > 0)
        while ((move = mi_next_word(&rest)) != NULL)
            if (miai_write_move(engine, MIAI_TURN, move, text, sizeof text) > 0)
                mi_reply_format(list, "%s %s\n", move, text);
    free(moves);
}

/* Looks up the game's notation of a move in that list; default: the move itself. */
static void look_up_notation(const struct mi_reply *list, const char *move, char *text, size_t size)
{
    size_t length = strlen(move);
    snprintf(text, size, "%s", move);
    for (const char *line = list->text; line && *line; line += strcspn(line, "\n") + 1)
        if (strncmp(line, move, length) == 0 && line[length] == ' ')
            snprintf(text, size, "%.*s", (int)strcspn(line + length + 1, "\n"), line + length + 1);
}

void mi_terminal_play_reply(struct mi_terminal *terminal)
{
    char move[MIAI_MOVE_TEXT], text[2 * MIAI_MOVE_TEXT];
    struct mi_reply notations = {0};
    list_notations(terminal->engine, &notations);
    begin_thinking(terminal);
    int error = miai_genmove(terminal->engine, MIAI_TURN, move, sizeof move);
    end_thinking(terminal);
    if (error == MIAI_OK)
        look_up_notation(&notations, move, text, sizeof text);
    mi_reply_free(&notations);
    if (error != MIAI_OK) {
        printf("%s\n", miai_error_text(error));
        return;
    }
    mi_game_result_move(&terminal->game_result, terminal->engine, MIAI_TURN, move);
    if (strcmp(move, "resign") == 0) {
        puts("I resign: you win.");
        return;
    }
    mi_terminal_note_author(terminal, miai_plies(terminal->engine) - 1, MI_AUTHOR_ENGINE);
    mi_terminal_draw_board(terminal);
    mi_terminal_print_status(terminal, false);
    bool swaps = strncmp(move, "swap", 4) == 0;
    printf("I play %s", swaps ? "swap (\"help swap\" explains it)" : text);
    mi_terminal_print_effort(terminal);
    putchar('\n');
    if (miai_offers_draw(terminal->engine) && !miai_over(terminal->engine, NULL))
        puts("I offer a draw: \"draw\" accepts it, a move declines it.");
}

int mi_terminal_think_for(struct mi_terminal *terminal, int player, char move[MIAI_MOVE_TEXT])
{
    begin_thinking(terminal);
    int error = miai_search(terminal->engine, player, NULL, move, MIAI_MOVE_TEXT);
    end_thinking(terminal);
    return error;
}

int mi_terminal_think(struct mi_terminal *terminal, char move[MIAI_MOVE_TEXT])
{
    return mi_terminal_think_for(terminal, MIAI_TURN, move);
}

void mi_terminal_write_line(miai_engine *engine, const char *moves, char line[MI_TERMINAL_LINE])
{
    char copy[MIAI_LINE_MAX * MIAI_MOVE_TEXT], text[2 * MIAI_MOVE_TEXT], *rest = copy, *word;
    int made = 0;
    size_t used = 0;
    snprintf(copy, sizeof copy, "%s", moves ? moves : "");
    line[0] = '\0';
    while ((word = mi_next_word(&rest)) != NULL) {
        int length = miai_write_move(engine, MIAI_TURN, word, text, sizeof text);
        if (length < 0 || used + (size_t)length + 1 >= LINE_SHOWN ||
            miai_play(engine, MIAI_TURN, word) != MIAI_OK)
            break;
        used +=
            (size_t)snprintf(line + used, MI_TERMINAL_LINE - used, "%s%s", made ? " " : "", text);
        made++;
    }
    miai_undo(engine, made);
}

/* A searched move and its line. */
struct searched_move {
    miai_choice choice;
    char line[MIAI_LINE_MAX * MIAI_MOVE_TEXT];
};

/* Prints for example "  D4      52.3%  812 visits  D4 E6 F7". */
static void print_choice(const struct mi_terminal *terminal,
                         const struct searched_move *searched_move)
{
    char text[2 * MIAI_MOVE_TEXT], line[MI_TERMINAL_LINE];
    miai_write_move(terminal->engine, MIAI_TURN, searched_move->choice.move, text, sizeof text);
    mi_terminal_write_line(terminal->engine, searched_move->line, line);
    printf("  %-6s %5.1f%%  %" PRIu64 " visits  %s\n", text, 100 * searched_move->choice.value,
           searched_move->choice.visits, line);
}

/* Copies all moves first, because playing through a line discards the search result. */
void mi_terminal_print_choices(const struct mi_terminal *terminal)
{
    struct searched_move searched_move[MAX_CHOICES];
    int count = 0;
    for (int i = 0;
         i < MAX_CHOICES && miai_choice_at(terminal->engine, i, &searched_move[count].choice);
         i++) {
        if (searched_move[count].choice.visits == 0 || searched_move[count].choice.bound)
            continue;
        searched_move[count].line[0] = '\0';
        miai_choice_line(terminal->engine, i, searched_move[count].line,
                         sizeof searched_move[count].line, NULL);
        count++;
    }
    bool higher = false;
    for (int i = 0; i < count; i++) {
        print_choice(terminal, &searched_move[i]);
        higher |=
            searched_move[i].choice.value > searched_move[0].choice.value + VISIBLE_DIFFERENCE;
    }
    if (higher)
        mi_terminal_print("  Values based on few visits are unreliable; the best move is the one "
                          "with most visits.");
}

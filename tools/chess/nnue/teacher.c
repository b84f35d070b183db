/* Another engine, controlled by UCI over pipes. */
#include "game/chess/board/notation.h"
#include "train.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE_SIZE = 4096, FEN_SIZE = 100 };

struct nnue_teacher {
    pid_t process;
    FILE *to, *from;
};

static bool read_line(struct nnue_teacher *t, char line[LINE_SIZE])
{
    if (!fgets(line, LINE_SIZE, t->from))
        return false;
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

static bool wait_for(struct nnue_teacher *t, const char *word)
{
    char line[LINE_SIZE];
    if (fflush(t->to) != 0)
        return false;
    while (read_line(t, line))
        if (strcmp(line, word) == 0)
            return true;
    return false;
}

/* Replaces the process by the program, with the pipes as its standard input and output. */
static _Noreturn void exec_program(const char *program, int input[2], int output[2])
{
    dup2(input[0], STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    close(input[0]);
    close(input[1]);
    close(output[0]);
    close(output[1]);
    execlp(program, program, (char *)NULL);
    _exit(127);
}

static bool start_program(struct nnue_teacher *t, const char *program)
{
    int input[2], output[2];
    if (pipe(input) != 0)
        return false;
    if (pipe(output) != 0) {
        close(input[0]);
        close(input[1]);
        return false;
    }
    t->process = fork();
    if (t->process == 0)
        exec_program(program, input, output);
    close(input[0]);
    close(output[1]);
    t->to = fdopen(input[1], "w");
    t->from = fdopen(output[0], "r");
    return t->process > 0 && t->to && t->from;
}

struct nnue_teacher *nnue_hire(const char *program)
{
    struct nnue_teacher *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    signal(SIGPIPE, SIG_IGN);
    if (start_program(t, program)) {
        fputs("uci\n", t->to);
        if (wait_for(t, "uciok")) {
            fprintf(t->to,
                    "setoption name Threads value 1\nsetoption name Hash value 1\n"
                    "setoption name MultiPV value %d\n",
                    LINES);
            if (nnue_forget(t))
                return t;
        }
    }
    nnue_dismiss(t);
    return NULL;
}

void nnue_dismiss(struct nnue_teacher *t)
{
    if (!t)
        return;
    if (t->to) {
        fputs("quit\n", t->to);
        fclose(t->to);
    }
    if (t->from)
        fclose(t->from);
    if (t->process > 0)
        waitpid(t->process, NULL, 0);
    free(t);
}

bool nnue_forget(struct nnue_teacher *t)
{
    fputs("ucinewgame\nisready\n", t->to);
    return wait_for(t, "readyok");
}

/* The text after a word of the line, or NULL. */
static const char *text_after(const char *line, const char *word)
{
    const char *at = strstr(line, word);
    return at ? at + strlen(word) : NULL;
}

/* Reads an info line that has a move and a score. */
static void read_info(const char *text, struct nnue_answer *answer)
{
    const char *number = text_after(text, " multipv "), *moves = text_after(text, " pv ");
    const char *score = text_after(text, " score cp "), *mate = text_after(text, " score mate ");
    int i = number ? atoi(number) - 1 : 0;
    if (!moves || (!score && !mate) || i < 0 || i >= LINES)
        return;
    struct nnue_line *line = &answer->line[i];
    answer->count = i + 1;
    line->mate = mate != NULL;
    line->score = mate ? (*mate == '-' ? -1 : 1) : atoi(score);
    char answered[2];
    line->last = sscanf(moves, "%7s %1s", line->move, answered) == 1;
}

static bool read_answer(struct nnue_teacher *t, struct nnue_answer *answer)
{
    char line[LINE_SIZE];
    memset(answer, 0, sizeof *answer);
    while (read_line(t, line)) {
        if (strncmp(line, "bestmove ", 9) == 0)
            return answer->count > 0;
        if (strncmp(line, "info ", 5) == 0)
            read_info(line, answer);
    }
    return false;
}

bool nnue_ask(struct nnue_teacher *t, const char *go, const struct mi_chess *const *positions,
              int count, struct nnue_answer *answers)
{
    for (int i = 0; i < count; i++) {
        char fen[FEN_SIZE];
        struct mi_chess p = *positions[i];
        p.clock = 0; /* which the network cannot know */
        mi_chess_write_fen(&p, fen, sizeof fen);
        fprintf(t->to, "position fen %s\ngo %s\n", fen, go);
    }
    if (fflush(t->to) != 0)
        return false;
    for (int i = 0; i < count; i++)
        if (!read_answer(t, &answers[i]))
            return false;
    return true;
}

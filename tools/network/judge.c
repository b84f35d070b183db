#include "judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct judge {
    struct mi_net *net; /* NULL: evaluated by the program */
    struct mi_net_workspace *work;
    int width, height; /* buffer */
    FILE *to, *from;
    pid_t program;
    char encoding[64];
    int planes, numbers;
};

/* ---- the program ---- */

static void exec_program(const char *through, const char *file, const int to[2], const int from[2])
{
    char command[4096];
    snprintf(command, sizeof command, "exec %s \"$1\"", through);
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    close(to[0]);
    close(to[1]);
    close(from[0]);
    close(from[1]);
    execl("/bin/sh", "sh", "-c", command, "sh", file, (char *)NULL);
    _exit(127);
}

static bool start_program(struct judge *judge, const char *through, const char *file)
{
    int to[2], from[2];
    if (pipe(to) != 0)
        return false;
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    judge->program = fork();
    if (judge->program == 0)
        exec_program(through, file, to, from);
    close(to[0]);
    close(from[1]);
    judge->to = fdopen(to[1], "wb");
    judge->from = fdopen(from[0], "rb");
    return judge->program > 0 && judge->to && judge->from &&
           fscanf(judge->from, "%63s %d %d", judge->encoding, &judge->planes, &judge->numbers) ==
               3 &&
           fgetc(judge->from) == '\n';
}

static bool write_floats(struct judge *judge, const float *x, size_t n)
{
    return fwrite(x, sizeof *x, n, judge->to) == n;
}

static bool read_floats(struct judge *judge, float *x, size_t n)
{
    return fread(x, sizeof *x, n, judge->from) == n;
}

/* The numbers of a plane, all 0 or 1, as bytes, to save time: the program shares the processor. */
static bool write_bits(struct judge *judge, const float *x, size_t n)
{
    uint8_t bytes[4096];
    bool fine = true;
    for (size_t done = 0, part; fine && done < n; done += part) {
        part = n - done < sizeof bytes ? n - done : sizeof bytes;
        for (size_t i = 0; i < part; i++)
            bytes[i] = x[done + i] != 0;
        fine = fwrite(bytes, 1, part, judge->to) == part;
    }
    return fine;
}

/* 32-bit integers and floats in the machine's byte order: count, height, width; all planes, all
 * numbers. */
static bool send_positions(struct judge *judge, int width, int height, const struct mi_net_in *in,
                           int n)
{
    const int32_t head[] = {n, height, width};
    bool fine = fwrite(head, sizeof head, 1, judge->to) == 1;
    for (int i = 0; i < n; i++)
        fine &= write_bits(judge, in[i].plane, (size_t)(judge->planes * width * height));
    for (int i = 0; i < n; i++)
        fine &= write_floats(judge, in[i].number, (size_t)judge->numbers);
    return fflush(judge->to) == 0 && fine;
}

/* Per position the policy, the ownership, and the numbers listed here. */
static bool read_outputs(struct judge *judge, int width, int height, struct mi_net_out *out, int n)
{
    size_t area = (size_t)(width * height);
    for (int i = 0; i < n; i++) {
        float value[6];
        if (!read_floats(judge, out[i].policy, area + 1) ||
            !read_floats(judge, out[i].ownership, area) || !read_floats(judge, value, 6))
            return false;
        out[i].win = value[0];
        out[i].loss = value[1];
        out[i].no_result = value[2];
        out[i].score = value[3];
        out[i].deviation = value[4];
        out[i].lead = value[5];
    }
    return true;
}

/* ---- both kinds ---- */

struct judge *judge_open(const char *file, enum mi_net_arithmetic numbers, const char *through,
                         char *error, size_t size)
{
    struct judge *judge = calloc(1, sizeof *judge);
    if (!judge)
        return NULL;
    bool fine;
    if (through) {
        fine = start_program(judge, through, file);
        snprintf(error, size, "'%s' does not answer", through);
    } else {
        judge->net = mi_net_load(file, numbers, error, size);
        fine = judge->net != NULL;
        if (fine)
            snprintf(judge->encoding, sizeof judge->encoding, "%s",
                     mi_net_describe(judge->net)->encoding);
    }
    if (fine)
        return judge;
    judge_close(judge);
    return NULL;
}

void judge_close(struct judge *judge)
{
    if (!judge)
        return;
    mi_net_workspace_free(judge->work);
    mi_net_free(judge->net);
    if (judge->to)
        fclose(judge->to);
    if (judge->from)
        fclose(judge->from);
    if (judge->program > 0)
        waitpid(judge->program, NULL, 0);
    free(judge);
}

const char *judge_encoding(const struct judge *judge)
{
    return judge->encoding;
}

bool judge_run(struct judge *judge, int width, int height, int most, const struct mi_net_in *in,
               struct mi_net_out *out, int n)
{
    if (!judge->net)
        return send_positions(judge, width, height, in, n) &&
               read_outputs(judge, width, height, out, n);
    if (!judge->work || judge->width != width || judge->height != height) {
        mi_net_workspace_free(judge->work);
        judge->work = mi_net_workspace_new(judge->net, width, height, most);
        judge->width = width;
        judge->height = height;
    }
    if (judge->work)
        mi_net_run(judge->work, in, out, n);
    return judge->work != NULL;
}

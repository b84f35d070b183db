#include "games.h"

#include "game/games.h"
#include "game/go/board/go.h"
#include "game/go/board/move.h"

#include <stdlib.h>
#include <string.h>

void *reallocate_or_exit(void *block, size_t bytes)
{
    block = realloc(block, bytes);
    if (!block) {
        perror("learn");
        exit(EXIT_FAILURE);
    }
    return block;
}

static void read_line(struct games *games, char *text, size_t *capacity)
{
    strtok(text, " \n"); /* skip the result */
    for (char *word; (word = strtok(NULL, " \n")) != NULL;) {
        if (games->moves == *capacity)
            games->move = reallocate_or_exit(games->move, (*capacity *= 2) * sizeof *games->move);
        games->move[games->moves++] = (int16_t)record_move(word);
    }
    games->first =
        reallocate_or_exit(games->first, ((size_t)games->count + 2) * sizeof *games->first);
    games->first[++games->count] = games->moves;
}

void games_read(struct games *games, FILE *stream, long most)
{
    char text[LINE];
    size_t capacity = 1 << 16;
    *games = (struct games){.move = reallocate_or_exit(NULL, capacity * sizeof *games->move),
                            .first = reallocate_or_exit(NULL, sizeof *games->first)};
    games->first[0] = 0;
    while (games->count < most && fgets(text, sizeof text, stream))
        read_line(games, text, &capacity);
}

void games_free(struct games *games)
{
    free(games->first);
    free(games->move);
}

void games_replay(const struct games *games, long number, struct mi_go *b, game_look *look,
                  void *arg)
{
    const miai_setup setup = {.width = SIDE, .height = SIDE, .rules = MI_GO_SIMPLE_KO};
    mi_go_init(b, &setup);
    for (size_t i = games->first[number]; i < games->first[number + 1]; i++) {
        miai_move move = games->move[i];
        if (!mi_go_game.legal(b, move))
            return;
        if (move != mi_go_pass(b))
            look(arg, b, (int)(i - games->first[number]), move);
        mi_go_play(b, move);
    }
}

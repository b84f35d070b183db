#include "check.h"

#include "base/bytes.h"

#include <string.h>

static uint64_t byte_key(const void *bytes, size_t size)
{
    return mi_fnv(MI_FNV_BASIS, bytes, size);
}

/* A hash of the text that a function writes. Ignores the length that it returns, which may be
 * wrong. */
static uint64_t written_key(struct mi_check *check, const void *pos,
                            int (*write)(const void *pos, char *text, size_t size))
{
    memset(check->cut, 0, MI_CHECK_TEXT);
    write(pos, check->cut, MI_CHECK_TEXT - 1);
    check->cut[MI_CHECK_TEXT - 1] = '\0';
    return byte_key(check->cut, strlen(check->cut));
}

static uint64_t text_key(struct mi_check *check, const void *pos)
{
    const miai_notation *notation = mi_notation(check->game);
    uint64_t key = written_key(check, pos, check->game->text);
    return notation->write_position ? key ^ written_key(check, pos, notation->write_position) * 3
                                    : key;
}

bool mi_check_take_snapshot(struct mi_check *check, const void *pos,
                            struct mi_check_snapshot *snapshot)
{
    const miai_game *game = check->game;
    *snapshot = (struct mi_check_snapshot){.turn = game->turn(pos), .hash = game->hash(pos)};
    snapshot->over = game->outcome(pos, &snapshot->score);
    snapshot->text = text_key(check, pos);
    if (snapshot->over)
        return true;
    snapshot->score = 0;
    if (!mi_check_list(check, "moves", game->moves, pos, &check->again))
        return false;
    snapshot->count = check->again.count;
    snapshot->moves =
        byte_key(check->again.move, (size_t)snapshot->count * sizeof *check->again.move);
    return true;
}

const char *mi_check_snapshot_difference(const struct mi_check_snapshot *a,
                                         const struct mi_check_snapshot *b)
{
    if (a->turn != b->turn)
        return "turn()";
    if (a->over != b->over || a->score != b->score)
        return "outcome()";
    if (a->count != b->count || a->moves != b->moves)
        return "moves()";
    if (a->text != b->text)
        return "the texts";
    return a->hash != b->hash ? "hash()" : NULL;
}

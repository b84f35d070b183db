#include "table_exchange.h"

#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

enum {
    ENTRIES = 1024,   /* that wait to be told; others are not */
    ENTRY_BYTES = 20, /* of one in a message */
    LINE_BYTES = 7    /* of the line, its moves aside */
};

_Static_assert(ENTRIES *ENTRY_BYTES + LINE_BYTES + 2 * MI_PV_MAX <= MI_EXCHANGE_BYTES,
               "all entries find room in a message");

struct waiting {
    uint64_t key;
    struct mi_entry entry;
};

/* The lock is for the entries that wait, which any thread adds to; all else is the first's. */
struct mi_table_exchange {
    const struct mi_peers *peers;
    pthread_mutex_t lock;
    int count;
    int told_depth;         /* of the line that was told last */
    struct mi_ab_line line; /* the deepest that was heard; depth 0: none */
    struct waiting waiting[ENTRIES];
    unsigned char bytes[MI_EXCHANGE_BYTES];
};

size_t mi_table_exchange_bytes(const struct mi_peers *peers)
{
    return peers ? sizeof(struct mi_table_exchange) : 0;
}

struct mi_table_exchange *mi_table_exchange_open(const struct mi_peers *peers)
{
    struct mi_table_exchange *share = peers ? calloc(1, sizeof *share) : NULL;
    if (!share)
        return NULL;
    share->peers = peers;
    pthread_mutex_init(&share->lock, NULL);
    return share;
}

void mi_table_exchange_close(struct mi_table_exchange *share)
{
    if (!share)
        return;
    pthread_mutex_destroy(&share->lock);
    free(share);
}

uint64_t mi_ab_peers_nodes(const struct mi_table_exchange *share)
{
    return share ? share->peers->done(share->peers->context) : 0;
}

void mi_table_exchange_add(struct mi_table_exchange *share, uint64_t key, int ply,
                           const struct mi_entry *entry)
{
    pthread_mutex_lock(&share->lock);
    if (share->count < ENTRIES) {
        struct waiting *waiting = &share->waiting[share->count++];
        *waiting = (struct waiting){key, *entry};
        waiting->entry.score = mi_table_score(entry->score, ply);
    }
    pthread_mutex_unlock(&share->lock);
}

/* ---- telling ---- */

static void put_line(struct mi_bytes *bytes, const struct mi_ab_line *line, bool told)
{
    mi_bytes_write(bytes, 1, told ? 0 : (uint64_t)line->depth);
    mi_bytes_write(bytes, 4, (uint32_t)line->score);
    mi_bytes_write(bytes, 1, line->proof);
    mi_bytes_write(bytes, 1, (uint64_t)line->pv_length);
    for (int i = 0; i < line->pv_length; i++)
        mi_bytes_write(bytes, 2, line->pv[i]);
}

static void put_entry(struct mi_bytes *bytes, const struct waiting *waiting)
{
    const struct mi_entry *entry = &waiting->entry;
    mi_bytes_write(bytes, 8, waiting->key);
    mi_bytes_write(bytes, 4, (uint32_t)entry->score);
    mi_bytes_write(bytes, 1, (uint64_t)entry->depth);
    mi_bytes_write(bytes, 1, (unsigned)entry->bound | (entry->proven ? 4u : 0));
    mi_bytes_write(bytes, 2, (uint16_t)entry->move);
    mi_bytes_write(bytes, 4, (uint32_t)entry->eval);
}

static size_t tell(struct mi_ab_thread *thread)
{
    struct mi_table_exchange *share = thread->run->share;
    struct mi_bytes bytes = mi_bytes_of(share->bytes, MI_EXCHANGE_BYTES);
    const struct mi_ab_line *line = &thread->lines[0];
    put_line(&bytes, line, line->depth <= share->told_depth);
    share->told_depth = line->depth > share->told_depth ? line->depth : share->told_depth;
    pthread_mutex_lock(&share->lock);
    for (int i = 0; i < share->count; i++)
        put_entry(&bytes, &share->waiting[i]);
    share->count = 0;
    pthread_mutex_unlock(&share->lock);
    return mi_bytes_done(&bytes);
}

/* ---- hearing ---- */

static bool is_score(int score)
{
    return score >= -MI_SCORE_WIN && score <= MI_SCORE_WIN;
}

/* False: it is none that could be. */
static bool take_line(struct mi_bytes *bytes, struct mi_ab_line *line)
{
    line->depth = (int)mi_bytes_read(bytes, 1);
    line->score = (int)(uint32_t)mi_bytes_read(bytes, 4);
    line->proof = (enum mi_proof)mi_bytes_read(bytes, 1);
    line->pv_length = (int)mi_bytes_read(bytes, 1);
    if (line->pv_length > MI_PV_MAX || line->proof > MI_WIN || !is_score(line->score))
        bytes->failed = true;
    for (int i = 0; i < line->pv_length && !bytes->failed; i++)
        line->pv[i] = (uint16_t)mi_bytes_read(bytes, 2);
    return !bytes->failed;
}

static bool take_entry(struct mi_bytes *bytes, int moves, struct waiting *waiting)
{
    struct mi_entry *entry = &waiting->entry;
    waiting->key = mi_bytes_read(bytes, 8);
    entry->score = (int)(uint32_t)mi_bytes_read(bytes, 4);
    entry->depth = (int)mi_bytes_read(bytes, 1);
    unsigned flags = (unsigned)mi_bytes_read(bytes, 1);
    uint64_t move = mi_bytes_read(bytes, 2);
    entry->eval = (int)(uint32_t)mi_bytes_read(bytes, 4);
    entry->bound = (enum mi_bound)(flags & 3);
    entry->proven = (flags & 4) != 0;
    entry->move = move == UINT16_MAX ? MIAI_NO_MOVE : (miai_move)move;
    bool eval = is_score(entry->eval) || entry->eval == MI_SCORE_NONE;
    return !bytes->failed && is_score(entry->score) && eval && entry->bound != MI_BOUND_NONE &&
           (entry->move == MIAI_NO_MOVE || entry->move < moves);
}

static void hear(struct mi_ab_thread *thread, size_t length)
{
    struct mi_ab_run *run = thread->run;
    struct mi_bytes bytes = mi_bytes_of(run->share->bytes, length);
    int moves = run->root->game->move_count(run->root->setup);
    struct mi_ab_line line;
    struct waiting waiting;
    if (!take_line(&bytes, &line))
        return;
    if (line.depth > run->share->line.depth)
        run->share->line = line;
    while (mi_bytes_left(&bytes) > 0 && take_entry(&bytes, moves, &waiting))
        mi_table_store(run->table, waiting.key, 0, &waiting.entry);
}

static void hear_all(struct mi_ab_thread *thread)
{
    struct mi_table_exchange *share = thread->run->share;
    const struct mi_peers *peers = share->peers;
    size_t length;
    while ((length = peers->receive(peers->context, share->bytes)) > 0)
        hear(thread, length);
}

void mi_ab_exchange(struct mi_ab_thread *thread)
{
    struct mi_table_exchange *share = thread->run->share;
    uint64_t done = mi_ab_nodes(thread->run);
    bool due = share->peers->due(share->peers->context, done);
    hear_all(thread);
    if (!due)
        return;
    size_t length = tell(thread);
    share->peers->send(share->peers->context, done, share->bytes, length);
}

/* ---- the answer ---- */

static int find_move(const struct mi_ab_thread *thread, miai_move move)
{
    int i = 0;
    while (i < thread->move_count && thread->moves[i].move != move)
        i++;
    return i;
}

/* May be told as it is: each move is legal in its turn? */
static bool is_legal(const struct mi_root *root, void *pos, const struct mi_ab_line *line)
{
    int score;
    memcpy(pos, root->pos, root->size);
    for (int i = 0; i < line->pv_length; i++) {
        if (root->game->outcome(pos, &score) || !root->game->legal(pos, line->pv[i]))
            return false;
        root->game->play(pos, line->pv[i]);
    }
    return line->pv_length > 0;
}

/* Where several lines are wanted, or there is a proof, the thread's own stand. */
void mi_ab_adopt_line(struct mi_ab_thread *thread)
{
    const struct mi_ab_run *run = thread->run;
    if (!run->share || thread->line_count > 1 || thread->lines[0].proof != MI_UNPROVEN)
        return;
    hear_all(thread);
    const struct mi_ab_line *line = &run->share->line;
    void *pos = malloc(run->root->size);
    int i = line->pv_length > 0 ? find_move(thread, line->pv[0]) : thread->move_count;
    bool deeper = line->depth > thread->lines[0].depth && i < thread->move_count;
    if (pos && deeper && is_legal(run->root, pos, line)) {
        struct mi_ab_root_move move = thread->moves[i];
        memmove(&thread->moves[1], &thread->moves[0], (size_t)i * sizeof move);
        move.score = line->score;
        move.proof = line->proof;
        thread->moves[0] = move;
        thread->lines[0] = *line;
    }
    free(pos);
}

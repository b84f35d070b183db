/* Exchange with the other processes of a cluster: entries of the transposition table, and lines.
 *
 * Processes exchange only entries of the upper plies, which are the most expensive (as in
 * Stockfish's cluster branch).  Received entries go into the table and are not sent on.  Each
 * process also sends the line of its last iteration; rank 0 returns another's line if it is deeper.
 * A message (sizes in bytes):
 *
 *     depth 1 | score 4 | proof 1 | plies 1 | moves 2 ...          the line; depth 0: none
 *     key 8 | score 4 | depth 1 | bound and proven 1 | move 2 | evaluation 4     each entry */
#include "alphabeta.h"
#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_ENTRIES = 1024, /* queued for the next message; further ones are dropped */
    ENTRY_BYTES = 20,
    LINE_BYTES = 7 /* bytes of a line without its moves */
};

_Static_assert(MAX_ENTRIES *ENTRY_BYTES + LINE_BYTES + 2 * MI_PV_MAX <= MI_EXCHANGE_BYTES,
               "a message has room for all queued entries");

struct queued_entry {
    uint64_t key;
    struct mi_entry entry;
};

/* The lock protects count and queue, since any thread adds entries. Only the main thread uses the
 * rest.
 */
struct mi_table_exchange {
    const struct mi_peers *peers;
    pthread_mutex_t lock;
    int count;
    int sent_depth;         /* depth of the last line sent */
    struct mi_ab_line line; /* deepest line received; depth 0: none */
    struct queued_entry queue[MAX_ENTRIES];
    unsigned char bytes[MI_EXCHANGE_BYTES];
};

size_t mi_table_exchange_bytes(const struct mi_peers *peers)
{
    return peers ? sizeof(struct mi_table_exchange) : 0;
}

struct mi_table_exchange *mi_table_exchange_open(const struct mi_peers *peers)
{
    struct mi_table_exchange *exchange = peers ? calloc(1, sizeof *exchange) : NULL;
    if (!exchange)
        return NULL;
    exchange->peers = peers;
    pthread_mutex_init(&exchange->lock, NULL);
    return exchange;
}

void mi_table_exchange_close(struct mi_table_exchange *exchange)
{
    if (!exchange)
        return;
    pthread_mutex_destroy(&exchange->lock);
    free(exchange);
}

uint64_t mi_ab_peers_nodes(const struct mi_table_exchange *exchange)
{
    return exchange ? exchange->peers->done(exchange->peers->context) : 0;
}

void mi_table_exchange_add(struct mi_table_exchange *exchange, uint64_t key, int ply,
                           const struct mi_entry *entry)
{
    pthread_mutex_lock(&exchange->lock);
    if (exchange->count < MAX_ENTRIES) {
        struct queued_entry *queued = &exchange->queue[exchange->count++];
        *queued = (struct queued_entry){key, *entry};
        queued->entry.score = mi_table_score(entry->score, ply);
    }
    pthread_mutex_unlock(&exchange->lock);
}

/* ---- sending ---- */

static void exchange_write_line(struct mi_bytes *bytes, const struct mi_ab_line *line, bool sent)
{
    mi_bytes_write(bytes, 1, sent ? 0 : (uint64_t)line->depth);
    mi_bytes_write(bytes, 4, (uint32_t)line->score);
    mi_bytes_write(bytes, 1, line->proof);
    mi_bytes_write(bytes, 1, (uint64_t)line->pv_length);
    for (int i = 0; i < line->pv_length; i++)
        mi_bytes_write(bytes, 2, line->pv[i]);
}

static void exchange_write_entry(struct mi_bytes *bytes, const struct queued_entry *queued_entry)
{
    const struct mi_entry *entry = &queued_entry->entry;
    mi_bytes_write(bytes, 8, queued_entry->key);
    mi_bytes_write(bytes, 4, (uint32_t)entry->score);
    mi_bytes_write(bytes, 1, (uint64_t)entry->depth);
    mi_bytes_write(bytes, 1, (unsigned)entry->bound | (entry->proven ? 4u : 0));
    mi_bytes_write(bytes, 2, (uint16_t)entry->move);
    mi_bytes_write(bytes, 4, (uint32_t)entry->eval);
}

static size_t exchange_write_message(struct mi_ab_thread *thread)
{
    struct mi_table_exchange *exchange = thread->run->exchange;
    struct mi_bytes bytes = mi_bytes_of(exchange->bytes, MI_EXCHANGE_BYTES);
    const struct mi_ab_line *line = &thread->lines[0];
    exchange_write_line(&bytes, line, line->depth <= exchange->sent_depth);
    exchange->sent_depth = line->depth > exchange->sent_depth ? line->depth : exchange->sent_depth;
    pthread_mutex_lock(&exchange->lock);
    for (int i = 0; i < exchange->count; i++)
        exchange_write_entry(&bytes, &exchange->queue[i]);
    exchange->count = 0;
    pthread_mutex_unlock(&exchange->lock);
    return mi_bytes_done(&bytes);
}

/* ---- receiving ---- */

static bool is_valid_score(int score)
{
    return score >= -MI_SCORE_WIN && score <= MI_SCORE_WIN;
}

/* False: malformed. */
static bool exchange_read_line(struct mi_bytes *bytes, struct mi_ab_line *line)
{
    line->depth = (int)mi_bytes_read(bytes, 1);
    line->score = (int)(uint32_t)mi_bytes_read(bytes, 4);
    line->proof = (enum mi_proof)mi_bytes_read(bytes, 1);
    line->pv_length = (int)mi_bytes_read(bytes, 1);
    if (line->pv_length > MI_PV_MAX || line->proof > MI_WIN || !is_valid_score(line->score))
        bytes->failed = true;
    for (int i = 0; i < line->pv_length && !bytes->failed; i++)
        line->pv[i] = (uint16_t)mi_bytes_read(bytes, 2);
    return !bytes->failed;
}

static bool exchange_read_entry(struct mi_bytes *bytes, int moves,
                                struct queued_entry *queued_entry)
{
    struct mi_entry *entry = &queued_entry->entry;
    queued_entry->key = mi_bytes_read(bytes, 8);
    entry->score = (int)(uint32_t)mi_bytes_read(bytes, 4);
    entry->depth = (int)mi_bytes_read(bytes, 1);
    unsigned flags = (unsigned)mi_bytes_read(bytes, 1);
    uint64_t move = mi_bytes_read(bytes, 2);
    entry->eval = (int)(uint32_t)mi_bytes_read(bytes, 4);
    entry->bound = (enum mi_bound)(flags & 3);
    entry->proven = (flags & 4) != 0;
    entry->move = move == UINT16_MAX ? MIAI_NO_MOVE : (miai_move)move;
    bool eval = is_valid_score(entry->eval) || entry->eval == MI_SCORE_NONE;
    return !bytes->failed && is_valid_score(entry->score) && eval &&
           entry->bound != MI_BOUND_NONE && (entry->move == MIAI_NO_MOVE || entry->move < moves);
}

static void exchange_read_message(struct mi_ab_thread *thread, size_t length)
{
    struct mi_ab_run *run = thread->run;
    struct mi_bytes bytes = mi_bytes_of(run->exchange->bytes, length);
    int moves = run->root->game->move_count(run->root->setup);
    struct mi_ab_line line;
    struct queued_entry queued_entry;
    if (!exchange_read_line(&bytes, &line))
        return;
    if (line.depth > run->exchange->line.depth)
        run->exchange->line = line;
    while (mi_bytes_left(&bytes) > 0 && exchange_read_entry(&bytes, moves, &queued_entry))
        mi_table_store(run->table, queued_entry.key, 0, &queued_entry.entry);
}

static void receive_messages(struct mi_ab_thread *thread)
{
    struct mi_table_exchange *exchange = thread->run->exchange;
    const struct mi_peers *peers = exchange->peers;
    size_t length;
    while ((length = peers->receive(peers->context, exchange->bytes)) > 0)
        exchange_read_message(thread, length);
}

void mi_ab_exchange(struct mi_ab_thread *thread)
{
    struct mi_table_exchange *exchange = thread->run->exchange;
    uint64_t done = mi_ab_nodes(thread->run);
    bool due = exchange->peers->due(exchange->peers->context, done);
    receive_messages(thread);
    if (!due)
        return;
    size_t length = exchange_write_message(thread);
    exchange->peers->send(exchange->peers->context, done, exchange->bytes, length);
}

/* ---- the answer ---- */

static int find_root_index(const struct mi_ab_thread *thread, miai_move move)
{
    int i = 0;
    while (i < thread->move_count && thread->moves[i].move != move)
        i++;
    return i;
}

/* Is every move of the line legal? */
static bool is_line_legal(const struct mi_root *root, void *pos, const struct mi_ab_line *line)
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

/* Does nothing if several lines are wanted or the thread has a proof. */
void mi_ab_adopt_line(struct mi_ab_thread *thread)
{
    const struct mi_ab_run *run = thread->run;
    if (!run->exchange || thread->line_count > 1 || thread->lines[0].proof != MI_UNPROVEN)
        return;
    receive_messages(thread);
    const struct mi_ab_line *line = &run->exchange->line;
    void *pos = malloc(run->root->size);
    int i = line->pv_length > 0 ? find_root_index(thread, line->pv[0]) : thread->move_count;
    bool deeper = line->depth > thread->lines[0].depth && i < thread->move_count;
    if (pos && deeper && is_line_legal(run->root, pos, line)) {
        struct mi_ab_root_move move = thread->moves[i];
        memmove(&thread->moves[1], &thread->moves[0], (size_t)i * sizeof move);
        move.score = line->score;
        move.proof = line->proof;
        thread->moves[0] = move;
        thread->lines[0] = *line;
    }
    free(pos);
}

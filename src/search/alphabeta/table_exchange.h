/* table_exchange.h - what an alpha-beta search exchanges with its peers: entries of the table, and
 * lines.
 *
 * As threads share a table, so do ranks, but for the entries of the upper plies alone (Stockfish's
 * cluster branch): those that cost much to find.  What comes from others goes into the table, from
 * where it is not told on.  And each rank tells the line that its last iteration found: rank 0
 * answers with that of another which was deeper.  A message:
 *
 *     depth 1 | score 4 | proof 1 | plies 1 | moves 2 ...          the line; depth 0: none
 *     key 8 | score 4 | depth 1 | bound and proven 1 | move 2 | evaluation 4     each entry */
#ifndef MI_SEARCH_ALPHABETA_TABLE_EXCHANGE_H
#define MI_SEARCH_ALPHABETA_TABLE_EXCHANGE_H

#include "alphabeta.h"
#include "search/common/peers.h"

/* Begins to share, if there are peers; NULL: none, or no memory, and the run goes on alone. */
struct mi_table_exchange *mi_table_exchange_open(const struct mi_peers *peers);
void mi_table_exchange_close(struct mi_table_exchange *share); /* or NULL */
size_t mi_table_exchange_bytes(const struct mi_peers *peers);

/* A thread has stored an entry at a ply. */
void mi_table_exchange_add(struct mi_table_exchange *share, uint64_t key, int ply,
                           const struct mi_entry *entry);

/* By the first thread, now and then: exchanges if it is time. */
void mi_ab_exchange(struct mi_ab_thread *thread);

/* The first thread takes the line of a rank that has looked deeper, if there is one. */
void mi_ab_adopt_line(struct mi_ab_thread *thread);

/* Nodes of the peers. */
uint64_t mi_ab_peers_nodes(const struct mi_table_exchange *share);

#endif

/* The link by MPI.
 *
 * Sends are synchronous (MPI_Issend): one that is done has begun to arrive, and one to a process
 * that has stopped never is, so that counting them bounds what lies in buffers.  Messages are
 * matched before they are received (MPI_Improbe), so that each has room of its length, and one
 * whose sender dies in its midst is left alone. */
#include "mpi_link.h"

#include "base/clock.h"
#include "base/shared/ranks.h"

#include "config.h"

#ifndef HAVE_MPI

bool mi_mpi_open(struct mi_link *link)
{
    (void)link;
    return false;
}

#else

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

enum { ARRIVING_MAX = 1024, TAG = 1 };

static const double GOODBYE = 0.5; /* seconds for the last words */

struct mpi {
    MPI_Comm ranks;
    int rank, size;
    struct sending {
        MPI_Request request;
        struct mi_packet *packet; /* held; NULL: free */
    } * sending;                  /* [size * MI_LINK_WINDOW] */
    struct arriving {
        MPI_Request request;
        struct mi_packet *packet; /* owned */
        int from;
    } arriving[ARRIVING_MAX];
    int arriving_count;
};

static bool is_done(MPI_Request *request)
{
    int done = 0;
    return MPI_Test(request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done;
}

/* A place for a packet to that rank, or NULL. */
static struct sending *find_place(struct mpi *mpi, int to)
{
    struct sending *place = NULL;
    for (int i = 0; i < MI_LINK_WINDOW; i++) {
        struct sending *sending = &mpi->sending[to * MI_LINK_WINDOW + i];
        if (sending->packet && is_done(&sending->request)) {
            mi_packet_drop(sending->packet);
            sending->packet = NULL;
        }
        if (!sending->packet)
            place = sending;
    }
    return place;
}

static bool send(void *self, int to, struct mi_packet *packet)
{
    struct mpi *mpi = self;
    struct sending *sending = find_place(mpi, to);
    if (!sending || MPI_Issend(packet->bytes, (int)packet->length, MPI_BYTE, to, TAG, mpi->ranks,
                               &sending->request) != MPI_SUCCESS)
        return false;
    sending->packet = mi_packet_hold(packet);
    return true;
}

/* Makes room for the next message and lets it come in.  False: there is none. */
static bool match(struct mpi *mpi)
{
    MPI_Message message;
    MPI_Status status;
    int found = 0, length = 0;
    if (mpi->arriving_count == ARRIVING_MAX ||
        MPI_Improbe(MPI_ANY_SOURCE, TAG, mpi->ranks, &found, &message, &status) != MPI_SUCCESS ||
        !found)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &length);
    struct arriving *arriving = &mpi->arriving[mpi->arriving_count];
    arriving->from = status.MPI_SOURCE;
    arriving->packet = mi_packet_new((size_t)length);
    if (!arriving->packet)
        return false;
    if (MPI_Imrecv(arriving->packet->bytes, length, MPI_BYTE, &message, &arriving->request) !=
        MPI_SUCCESS) {
        mi_packet_drop(arriving->packet);
        return false;
    }
    mpi->arriving_count++;
    return true;
}

/* Is one of the same sender before it still on its way? */
static bool is_behind(const struct mpi *mpi, int i)
{
    for (int k = 0; k < i; k++)
        if (mpi->arriving[k].from == mpi->arriving[i].from)
            return true;
    return false;
}

static struct mi_packet *receive(void *self, int *from)
{
    struct mpi *mpi = self;
    while (match(mpi))
        continue;
    for (int i = 0; i < mpi->arriving_count; i++) {
        struct arriving arriving = mpi->arriving[i];
        if (is_behind(mpi, i) || !is_done(&mpi->arriving[i].request))
            continue;
        mpi->arriving_count--;
        for (int k = i; k < mpi->arriving_count; k++)
            mpi->arriving[k] = mpi->arriving[k + 1];
        *from = arriving.from;
        return arriving.packet;
    }
    return NULL;
}

static bool all_sent(struct mpi *mpi)
{
    bool sent = true;
    for (int to = 0; to < mpi->size; to++)
        find_place(mpi, to);
    for (int i = 0; i < mpi->size * MI_LINK_WINDOW; i++)
        sent &= !mpi->sending[i].packet;
    return sent;
}

/* Takes the last words of the others, and waits until they have taken those from here. */
static void drain(struct mpi *mpi)
{
    const struct timespec rest = {.tv_nsec = 1000000};
    double start = mi_clock();
    int from;
    while (!all_sent(mpi) && mi_clock() - start < GOODBYE) {
        mi_packet_drop(receive(mpi, &from));
        nanosleep(&rest, NULL);
    }
    mi_packet_drop(receive(mpi, &from));
}

/* Packets that are still on their way belong to MPI. */
static void close_mpi(void *self, bool whole)
{
    struct mpi *mpi = self;
    if (whole) {
        drain(mpi);
        MPI_Finalize();
    } else if (mpi->rank == 0)
        MPI_Abort(mpi->ranks, EXIT_SUCCESS);
    free(mpi->sending);
    free(mpi);
}

/* ---- the beginning ---- */

static bool begin(struct mpi *mpi)
{
    int provided = MPI_THREAD_SINGLE;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS ||
        provided < MPI_THREAD_SERIALIZED)
        return false;
    if (MPI_Comm_dup(MPI_COMM_WORLD, &mpi->ranks) != MPI_SUCCESS)
        return false;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(mpi->ranks, MPI_ERRORS_RETURN);
    MPI_Comm_rank(mpi->ranks, &mpi->rank);
    MPI_Comm_size(mpi->ranks, &mpi->size);
    mpi->sending = calloc((size_t)mpi->size * MI_LINK_WINDOW, sizeof *mpi->sending);
    return mpi->sending && mpi->size > 1 && mpi->size <= MI_RANKS_MAX;
}

bool mi_mpi_open(struct mi_link *link)
{
    int begun = 0, rank;
    if (!mi_is_rank(&rank) || MPI_Initialized(&begun) != MPI_SUCCESS || begun)
        return false;
    struct mpi *mpi = calloc(1, sizeof *mpi);
    if (!mpi || !begin(mpi)) {
        if (mpi)
            free(mpi->sending);
        free(mpi);
        return false;
    }
    *link = (struct mi_link){mpi, mpi->rank, mpi->size, send, receive, close_mpi};
    return true;
}

#endif

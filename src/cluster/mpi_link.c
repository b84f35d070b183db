/* The link over MPI.
 *
 * Sends are synchronous (MPI_Issend). They complete only when the receiver has begun to receive, so
 * that counting them bounds the data in MPI's buffers, even if a receiver has stopped. Messages are
 * received with a matching probe (MPI_Improbe), so that the buffer has the right length. A message
 * whose sender dies halfway is left pending. */
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

static const double GOODBYE = 0.5; /* seconds to deliver the last messages */

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

static bool is_request_done(MPI_Request *request)
{
    int done = 0;
    return MPI_Test(request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done;
}

/* A free slot for a packet to that rank, or NULL. */
static struct sending *free_slot(struct mpi *mpi, int to)
{
    struct sending *slot = NULL;
    for (int i = 0; i < MI_LINK_WINDOW; i++) {
        struct sending *sending = &mpi->sending[to * MI_LINK_WINDOW + i];
        if (sending->packet && is_request_done(&sending->request)) {
            mi_packet_drop(sending->packet);
            sending->packet = NULL;
        }
        if (!sending->packet)
            slot = sending;
    }
    return slot;
}

static bool send_by_mpi(void *self, int to, struct mi_packet *packet)
{
    struct mpi *mpi = self;
    struct sending *sending = free_slot(mpi, to);
    if (!sending || MPI_Issend(packet->bytes, (int)packet->length, MPI_BYTE, to, TAG, mpi->ranks,
                               &sending->request) != MPI_SUCCESS)
        return false;
    sending->packet = mi_packet_hold(packet);
    return true;
}

/* Starts to receive the next message. Returns false if there is none. */
static bool start_receive(struct mpi *mpi)
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

/* Is an earlier message of the same sender still being received? */
static bool has_earlier_message(const struct mpi *mpi, int i)
{
    for (int k = 0; k < i; k++)
        if (mpi->arriving[k].from == mpi->arriving[i].from)
            return true;
    return false;
}

static struct mi_packet *receive_by_mpi(void *self, int *from)
{
    struct mpi *mpi = self;
    while (start_receive(mpi))
        continue;
    for (int i = 0; i < mpi->arriving_count; i++) {
        struct arriving arriving = mpi->arriving[i];
        if (has_earlier_message(mpi, i) || !is_request_done(&mpi->arriving[i].request))
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
        free_slot(mpi, to);
    for (int i = 0; i < mpi->size * MI_LINK_WINDOW; i++)
        sent &= !mpi->sending[i].packet;
    return sent;
}

/* Receives the last messages of the other ranks, and waits until they have received those of this
 * rank. */
static void exchange_last_messages(struct mpi *mpi)
{
    const struct timespec rest = {.tv_nsec = 1000000};
    double start = mi_clock();
    int from;
    while (!all_sent(mpi) && mi_clock() - start < GOODBYE) {
        mi_packet_drop(receive_by_mpi(mpi, &from));
        nanosleep(&rest, NULL);
    }
    mi_packet_drop(receive_by_mpi(mpi, &from));
}

/* Packets still being sent or received belong to MPI and are not freed. */
static void close_mpi(void *self, bool all)
{
    struct mpi *mpi = self;
    if (all) {
        exchange_last_messages(mpi);
        MPI_Finalize();
    } else if (mpi->rank == 0)
        MPI_Abort(mpi->ranks, EXIT_SUCCESS);
    free(mpi->sending);
    free(mpi);
}

/* ---- opening ---- */

static bool init_mpi(struct mpi *mpi)
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
    if (!mpi || !init_mpi(mpi)) {
        if (mpi)
            free(mpi->sending);
        free(mpi);
        return false;
    }
    *link = (struct mi_link){mpi, mpi->rank, mpi->size, send_by_mpi, receive_by_mpi, close_mpi};
    return true;
}

#endif

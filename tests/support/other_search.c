#include "other_search.h"

#include "suite.h"

#include <stdlib.h>
#include <string.h>

struct other_search other;

static bool exchange_due(void *context, uint64_t done)
{
    struct other_search *o = context;
    if (done < o->last + o->every)
        return false;
    o->last = done;
    return true;
}

static void replay_message(void *context, uint64_t done, const unsigned char *bytes, size_t length)
{
    struct other_search *o = context;
    (void)done;
    ck_assert_uint_le(length, MI_EXCHANGE_BYTES);
    ck_assert_int_lt(o->heard_count, OTHER_MESSAGES);
    struct other_message *message = &o->heard[o->heard_count++];
    message->length = length;
    memcpy(message->bytes, bytes, length);
}

static size_t record_message(void *context, unsigned char *bytes)
{
    struct other_search *o = context;
    if (o->said == o->say_count)
        return 0;
    const struct other_message *message = &o->says[o->said++];
    memcpy(bytes, message->bytes, message->length);
    return message->length;
}

static uint64_t peer_done(void *context)
{
    return ((struct other_search *)context)->done;
}

void begin_other(uint64_t every)
{
    other = (struct other_search){.every = every};
    other.says = calloc(OTHER_MESSAGES, sizeof *other.says);
    other.heard = calloc(OTHER_MESSAGES, sizeof *other.heard);
    ck_assert(other.says && other.heard);
    other.peers = (struct mi_peers){.context = &other,
                                    .rank = 1,
                                    .size = 2,
                                    .due = exchange_due,
                                    .send = replay_message,
                                    .receive = record_message,
                                    .done = peer_done};
}

void end_other(void)
{
    free(other.says);
    free(other.heard);
}

void replay_received(void)
{
    struct other_message *says = other.says;
    other.says = other.heard;
    other.say_count = other.heard_count;
    other.heard = says;
    other.heard_count = other.said = 0;
    other.last = 0;
}

void damage_received(miai_rng *rng)
{
    for (int i = 0; i < other.heard_count; i++) {
        struct other_message *message = &other.heard[i];
        for (int k = (int)miai_rng_below(rng, 4); k >= 0 && message->length > 0; k--)
            message->bytes[miai_rng_below(rng, (uint32_t)message->length)] ^=
                (unsigned char)(1u << miai_rng_below(rng, 8));
        if (i % 3 == 0 && message->length > 0)
            message->length = 1 + miai_rng_below(rng, (uint32_t)message->length);
    }
}

void send_nonsense(miai_rng *rng, int count)
{
    other.say_count = count;
    for (int i = 0; i < count; i++) {
        other.says[i].length = 1 + miai_rng_below(rng, MI_EXCHANGE_BYTES);
        for (size_t k = 0; k < other.says[i].length; k++)
            other.says[i].bytes[k] = (unsigned char)miai_rng_next(rng);
    }
}

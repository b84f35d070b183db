/* lc0's encodings, with the names that src/net gives its input formats. */
#include "planes.h"

/* Number of earlier positions that an encoding needs. */
enum { EARLIER = CHESS_BOARDS - 1, EARLIER_REPEATS = FIFTY_MOVES };

/* lc0's parameters, halved because its values range from -1 to 1. */
static const miai_network_tuning tuning = {
    .bytes = sizeof(miai_network_tuning),
    .uct_constant = 1.745 / 2,
    .uct_growth = 3.894 / 2,
    .uct_base = 38739,
    .fpu_reduction = 0.33 / 2,
    .root_fpu_reduction = 0.33 / 2,
    .policy_temperature = 1.359,
};

static int plain_policy(const void *pos, miai_move move)
{
    return mi_chess_policy(pos, move, 0);
}

static int canonical_policy(const void *pos, miai_move move)
{
    return mi_chess_policy(pos, move, mi_chess_transform(pos));
}

/* Defines an encoding: identifier, name, earlier positions, policy function, format. */
#define ENCODING(id, text, looks_back, place, ...)                                                 \
    static void fill_##id(const void *pos, const miai_past *past, float *plane, float *number)     \
    {                                                                                              \
        static const struct chess_format format = {__VA_ARGS__};                                   \
        (void)number;                                                                              \
        mi_chess_fill_planes(pos, past, &format, plane);                                           \
    }                                                                                              \
    static const miai_encoding id = {                                                              \
        .bytes = sizeof(miai_encoding),                                                            \
        .name = text,                                                                              \
        .planes = CHESS_PLANES,                                                                    \
        .earlier = (looks_back),                                                                   \
        .fill = fill_##id,                                                                         \
        .policy = (place),                                                                         \
        .policy_size = CHESS_POLICY,                                                               \
        .tuning = &tuning,                                                                         \
    };

ENCODING(classical, "lc0-112", EARLIER, plain_policy, .rooks = false)
ENCODING(castling, "lc0-112-castling", EARLIER, plain_policy, .rooks = true)
ENCODING(canonical, "lc0-112-canonical", EARLIER, canonical_policy, .rooks = true,
         .canonical = true)
ENCODING(hectoplies, "lc0-112-hectoplies", EARLIER, canonical_policy, .rooks = true,
         .canonical = true, .hundredths = true)
ENCODING(hectoplies_armageddon, "lc0-112-hectoplies-armageddon", EARLIER, canonical_policy,
         .rooks = true, .canonical = true, .hundredths = true, .armageddon = true)
ENCODING(canonical_hectoplies, "lc0-112-canonical-hectoplies", EARLIER_REPEATS, canonical_policy,
         .rooks = true, .canonical = true, .hundredths = true, .repeats = true)
ENCODING(canonical_armageddon, "lc0-112-canonical-armageddon", EARLIER_REPEATS, canonical_policy,
         .rooks = true, .canonical = true, .hundredths = true, .repeats = true, .armageddon = true)

static const miai_encoding *const encodings[] = {
    &classical,
    &castling,
    &canonical,
    &hectoplies,
    &hectoplies_armageddon,
    &canonical_hectoplies,
    &canonical_armageddon,
    NULL,
};

const miai_planes mi_chess_planes = {
    .bytes = sizeof(miai_planes),
    .encodings = encodings,
};

/* The players as inputs of human-style networks: values by profile, from KataGo 1.17. */
#include "game/games.h"
#include "game/go/network/planes.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <string.h>

static float metadata[GO_METADATA];

static bool set_metadata(int side, int player, const char *profile)
{
    const miai_setup setup = {.width = side, .height = side, .komi = 7.5};
    const miai_encoding *encoding = mi_go_game.planes->encodings[0];
    ck_assert_int_eq(encoding->metadata, GO_METADATA);
    memset(metadata, 0xff, sizeof metadata);
    return encoding->players(&setup, player, profile, metadata);
}

/* A checksum: the sum of all numbers times their index from 1. */
static double metadata_checksum(void)
{
    double sum = 0;
    for (int i = 0; i < GO_METADATA; i++)
        sum += (double)metadata[i] * (i + 1);
    return sum;
}

START_TEST(metadata_checksums)
{
    static const struct {
        const char *profile;
        double sum[2]; /* on 9x9 for Black and for White to move; 65.00765 more on 19x19 */
    } cases[] = {
        {"rank_20k", {2791.30993, 2791.30993}},
        {"rank_9d", {635.309934, 635.309934}},
        {"rank_5k", {1441.30993, 1441.30993}},
        {"rank_1d", {1091.30993, 1091.30993}},
        {"rank_1k", {1157.30993, 1157.30993}},
        {"rank_5k_3d", {1084.30993, 1322.30993}},
        {"preaz_9d", {1567.81719, 1567.81719}},
        {"preaz_5k_20k", {3303.81719, 2793.81719}},
        {"proyear_1800", {-131.475515, -131.475515}},
        {"proyear_1899", {50.3017229, 50.3017229}},
        {"proyear_2000", {1315.8959, 1315.8959}},
        {"proyear_2020", {930.21413, 930.21413}},
        {"proyear_2021", {397.949338, 397.949338}},
        {"proyear_2023", {1478.48591, 1478.48591}},
        {"", {635.309934, 635.309934}},
    };
    for (int i = 0; i < COUNT(cases); i++)
        for (int player = 0; player < 2; player++) {
            ck_assert(set_metadata(9, player, cases[i].profile));
            ck_assert_msg(fabs(metadata_checksum() - cases[i].sum[player]) < 1e-3, "%s %d: %.9g",
                          cases[i].profile, player, metadata_checksum());
            ck_assert(set_metadata(19, player, cases[i].profile));
            ck_assert_double_eq_tol(metadata_checksum(), cases[i].sum[player] + 65.00765, 1e-3);
        }
}
END_TEST

START_TEST(metadata_of_one_profile)
{
    ck_assert(set_metadata(9, 0, "rank_5k_3d")); /* Black, 5k, is to move: 14 ranks from the best */
    for (int i = 0; i < 34; i++) {
        ck_assert(metadata[6 + i] == (i < 14 ? 1.0F : 0.0F));
        ck_assert(metadata[40 + i] == (i < 7 ? 1.0F : 0.0F));
    }
    ck_assert(metadata[0] == 1.0F && metadata[1] == 1.0F && metadata[74] == 0.5F);
    ck_assert(metadata[79] == 1.0F && metadata[75] == 0.0F && metadata[153] == 1.0F);
    ck_assert_double_eq_tol((double)metadata[82], 0.2555468, 1e-6);
    ck_assert_double_eq_tol((double)metadata[83], 0.1301962, 1e-6);
    ck_assert_double_eq_tol((double)metadata[84], 0.2229551, 1e-6);
    ck_assert_double_eq_tol((double)metadata[85], -0.2017132, 1e-6);
    ck_assert_double_eq_tol((double)metadata[86], -0.7472144, 1e-6);
    ck_assert_double_eq_tol((double)metadata[87], -0.9009688, 1e-6);
    ck_assert_double_eq_tol((double)metadata[88], 0.4338837, 1e-6);
    ck_assert(set_metadata(19, 1, "proyear_1950"));
    ck_assert(metadata[75] == 1.0F && metadata[74] == 0.0F && metadata[156] == 1.0F);
    ck_assert(metadata[86] == 0.0F);
    ck_assert(set_metadata(19, 1, "proyear_2022"));
    ck_assert(metadata[157] == 1.0F && metadata[156] == 0.0F);
}
END_TEST

START_TEST(invalid_profiles)
{
    static const char *const none[] = {"rank",        "rank_",        "rank_21k",      "rank_10d",
                                       "rank_0k",     "rank_5k_",     "rank_5k_3d_1d", "rank_05k",
                                       "preaz_pro",   "proyear_1799", "proyear_2024",  "proyear_",
                                       "proyear_20x", "Rank_5k",      "rank_5k ",      "9d"};
    const miai_setup setup = {.width = 19, .height = 19};
    const miai_encoding *encoding = mi_go_game.planes->encodings[0];
    for (int i = 0; i < COUNT(none); i++)
        ck_assert_msg(!encoding->players(&setup, 0, none[i], NULL), "%s", none[i]);
    ck_assert(encoding->players(&setup, 0, "rank_20k_9d", NULL));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go metadata");
    TCase *tests = add_case(suite, "metadata", 10);
    tcase_add_test(tests, metadata_checksums);
    tcase_add_test(tests, metadata_of_one_profile);
    tcase_add_test(tests, invalid_profiles);
    return run_suite(suite);
}

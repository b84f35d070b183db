/* rules.h - the rules of Go as a value.
 *
 * Rules are a mixture of KataGo's terms.  A named set is a row of a table.  miai_setup.rules is the
 * index of a named set if one has exactly these rules, otherwise the packed mixture, so equal rules
 * have equal values. */
#ifndef MI_GAME_GO_BOARD_RULES_H
#define MI_GAME_GO_BOARD_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Named sets: identifier, name, ko, territory, tax, suicide, button, bonus, friendly, all alive. */
#define MI_GO_RULE_SETS(SET)                                                                       \
    SET(CHINESE, "chinese", SIMPLE, 0, NONE, 0, 0, N, 1, 0)                                        \
    SET(TROMP_TAYLOR, "tromp-taylor", POSITIONAL, 0, NONE, 1, 0, NONE, 0, 0)                       \
    SET(JAPANESE, "japanese", SIMPLE, 1, SEKI, 0, 0, NONE, 0, 0)                                   \
    SET(SIMPLE_KO, "simple-ko", SIMPLE, 0, NONE, 0, 0, NONE, 1, 0)                                 \
    SET(AGA, "aga", SITUATIONAL, 0, NONE, 0, 0, N_LESS_1, 1, 0)                                    \
    SET(NZ, "nz", SITUATIONAL, 0, NONE, 1, 0, NONE, 1, 0)                                          \
    SET(CHINESE_OGS, "chinese-ogs", POSITIONAL, 0, NONE, 0, 0, N, 1, 0)                            \
    SET(AGA_BUTTON, "aga-button", SITUATIONAL, 0, NONE, 0, 1, N_LESS_1, 1, 0)                      \
    SET(STONE_SCORING, "stone-scoring", SIMPLE, 0, ALL, 0, 0, NONE, 1, 0)                          \
    SET(ANCIENT_TERRITORY, "ancient-territory", SIMPLE, 1, ALL, 0, 0, NONE, 0, 0)                  \
    SET(GOE, "goe", POSITIONAL, 0, NONE, 1, 0, NONE, 1, 0)                                         \
    SET(ING, "ing", POSITIONAL, 0, NONE, 1, 0, N, 1, 0)                                            \
    SET(CGOS, "cgos", POSITIONAL, 0, NONE, 0, 0, NONE, 0, 1)

/* The named sets, in the order of their names. */
#define MI_GO_SET_ID(id, ...) MI_GO_##id,
enum { MI_GO_RULE_SETS(MI_GO_SET_ID) MI_GO_SETS };

enum { MI_GO_KO_SIMPLE, MI_GO_KO_POSITIONAL, MI_GO_KO_SITUATIONAL, MI_GO_KO_SPIGHT };
enum { MI_GO_TAX_NONE, MI_GO_TAX_SEKI, MI_GO_TAX_ALL };
enum { MI_GO_BONUS_NONE, MI_GO_BONUS_N, MI_GO_BONUS_N_LESS_1 };

struct mi_go_rules {
    uint8_t ko;        /* MI_GO_KO_... */
    uint8_t territory; /* count territory and prisoners instead of area */
    uint8_t tax; /* MI_GO_TAX_...: with SEKI, eyes in seki count no points; with ALL, each group
                    also loses two points */
    uint8_t suicide;   /* suicide of two or more stones is legal */
    uint8_t button;    /* the first pass takes the button, which is worth half a point */
    uint8_t bonus;     /* MI_GO_BONUS_...: White's points for N >= 2 handicap stones */
    uint8_t friendly;  /* the players agree on dead stones; otherwise only pass-dead stones are
                          removed */
    uint8_t all_alive; /* nothing is removed, not even pass-dead stones */
    uint8_t encore;    /* with territory: two passes begin the encore (encore.h) */
};

/* Convert a value of miai_setup.rules to rules, and back. */
struct mi_go_rules mi_go_rules_of(int value);
int mi_go_rules_value(const struct mi_go_rules *rules);

/* The names of the named sets, ended by NULL. */
extern const char *const mi_go_rule_names[];

/* Reads rules: a name, a name with changes ("aga whb0"), KataGo's text ("koSIMPLEscoreAREA") or
 * its JSON object.  Returns -1 if the text is none of these. */
int mi_go_read_rules(const char *text);

/* Writes the name of the set, or KataGo's text. Returns the length like snprintf. */
int mi_go_write_rules(int value, char *text, size_t size);

/* Writes KataGo's JSON object. Returns the length like snprintf. */
int mi_go_write_rule_terms(int value, char *text, size_t size);

/* Writes the rules in words. Returns the length like snprintf. */
int mi_go_explain_rules(int value, char *text, size_t size);

/* See miai_presentation.usual_komi. */
double mi_go_usual_komi(int value, bool named);

/* Changes one rule, by KataGo's key and value.  Returns -1 if either is unknown. */
int mi_go_change_rule(int value, const char *key, const char *to);

#endif

/* The named rule sets, and reading and writing of rules. */
#include "rules.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define SET_NAME(id, name, ...) name,
const char *const mi_go_rule_names[] = {MI_GO_RULE_SETS(SET_NAME) NULL};

#define SET_RULES(id, name, ko, territory, tax, suicide, button, bonus, friendly, all_alive)       \
    {MI_GO_KO_##ko,       territory, MI_GO_TAX_##tax, suicide, button,                             \
     MI_GO_BONUS_##bonus, friendly,  all_alive,       0},
static const struct mi_go_rules named_sets[] = {MI_GO_RULE_SETS(SET_RULES)};

/* ---- the rules, one by one ---- */

/* One rule: KataGo's keys in JSON, its code in text, and the names of its values. The index of a
 * name is the value of the member. */
static const struct rule {
    const char *keys[3];
    const char *code;
    size_t member;
    const char *values[4];
    bool is_boolean;     /* true and false in JSON, 1 and 0 in text */
    bool always_written; /* KataGo's text contains the code even if the value is 0 */
} rule_table[] = {
    {{"ko", "koRule"},
     "ko",
     offsetof(struct mi_go_rules, ko),
     {"SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT"},
     false,
     true},
    {{"scoring", "score", "scoringRule"},
     "score",
     offsetof(struct mi_go_rules, territory),
     {"AREA", "TERRITORY"},
     false,
     true},
    {{"tax", "taxRule"},
     "tax",
     offsetof(struct mi_go_rules, tax),
     {"NONE", "SEKI", "ALL"},
     false,
     true},
    {{"suicide", "multiStoneSuicideLegal"},
     "sui",
     offsetof(struct mi_go_rules, suicide),
     {"0", "1"},
     true,
     true},
    {{"hasButton"}, "button", offsetof(struct mi_go_rules, button), {"0", "1"}, true, false},
    {{"whiteHandicapBonus"},
     "whb",
     offsetof(struct mi_go_rules, bonus),
     {"0", "N", "N-1"},
     false,
     false},
    {{"friendlyPassOk"}, "fpok", offsetof(struct mi_go_rules, friendly), {"0", "1"}, true, false},
    {{"allAlive"}, "alive", offsetof(struct mi_go_rules, all_alive), {"0", "1"}, true, false},
    {{"encore"}, "encore", offsetof(struct mi_go_rules, encore), {"0", "1"}, true, false},
};

enum { RULES = sizeof rule_table / sizeof *rule_table, VALUES = 4, TAX = 2 };

static const char *const truth_names[] = {"false", "true"};

static uint8_t *rule_member(struct mi_go_rules *rules, const struct rule *rule)
{
    return (uint8_t *)rules + rule->member;
}

static int rule_value(const struct mi_go_rules *rules, const struct rule *rule)
{
    return *((const uint8_t *)rules + rule->member);
}

static const struct rule *find_rule(const char *key)
{
    for (int i = 0; i < RULES; i++)
        for (int k = 0; k < 3 && rule_table[i].keys[k]; k++)
            if (strcasecmp(rule_table[i].keys[k], key) == 0)
                return &rule_table[i];
    return NULL;
}

/* Sets a rule to a value as written in JSON or in text; false if the value is unknown. */
static bool set_rule_value(struct mi_go_rules *rules, const struct rule *rule, const char *to)
{
    for (int i = 0; i < VALUES && rule->values[i]; i++)
        if (strcasecmp(rule->values[i], to) == 0 ||
            (rule->is_boolean && strcasecmp(truth_names[i], to) == 0)) {
            *rule_member(rules, rule) = (uint8_t)i;
            return true;
        }
    return false;
}

/* ---- values ---- */

/* Offset of packed mixtures: they are above the indices of all named sets, and fit in 16 bits. A
 * mixture is a number with a digit for each rule. */
enum { MIXTURE = 1 << 12 };

static int count_values(const struct rule *rule)
{
    int n = 0;
    while (n < VALUES && rule->values[n])
        n++;
    return n;
}

struct mi_go_rules mi_go_rules_of(int value)
{
    struct mi_go_rules rules = named_sets[value >= 0 && value < MI_GO_SETS ? value : 0];
    int digits = value - MIXTURE;
    for (int i = 0; i < RULES && value >= MIXTURE; i++) {
        int n = count_values(&rule_table[i]);
        *rule_member(&rules, &rule_table[i]) = (uint8_t)(digits % n);
        digits /= n;
    }
    return rules;
}

int mi_go_rules_value(const struct mi_go_rules *rules)
{
    int digits = 0;
    for (int i = 0; i < MI_GO_SETS; i++)
        if (memcmp(&named_sets[i], rules, sizeof *rules) == 0)
            return i;
    for (int i = RULES - 1; i >= 0; i--)
        digits = digits * count_values(&rule_table[i]) + rule_value(rules, &rule_table[i]);
    return MIXTURE + digits;
}

int mi_go_change_rule(int value, const char *key, const char *to)
{
    struct mi_go_rules rules = mi_go_rules_of(value);
    const struct rule *rule = find_rule(key);
    return rule && set_rule_value(&rules, rule, to) ? mi_go_rules_value(&rules) : -1;
}

double mi_go_usual_komi(int value, bool named)
{
    struct mi_go_rules rules = mi_go_rules_of(value);
    if (rules.territory)
        return 6.5;
    return rules.button || (named && value == MI_GO_NZ) ? 7 : 7.5;
}

/* ---- reading ---- */

/* As in KataGo, a rule that the text leaves out has its value of the Tromp-Taylor rules. Only the
 * tax then follows from the scoring. */
struct rules_reader {
    struct mi_go_rules rules;
    bool taxed;
};

static bool reader_set(struct rules_reader *r, const struct rule *rule, const char *to)
{
    r->taxed |= rule == &rule_table[TAX];
    return set_rule_value(&r->rules, rule, to);
}

static int reader_value(struct rules_reader *r)
{
    if (!r->taxed)
        r->rules.tax = r->rules.territory ? MI_GO_TAX_SEKI : MI_GO_TAX_NONE;
    return mi_go_rules_value(&r->rules);
}

static const char *skip_rule_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* Skips a prefix, ignoring case, and the blanks after it; NULL if the text does not begin with it.
 */
static const char *read_rule_prefix(const char *at, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncasecmp(at, prefix, length) == 0 ? skip_rule_blanks(at + length) : NULL;
}

/* Reads one rule of KataGo's text, such as "whbN-1"; NULL if there is none. Tries "N-1" before "N",
 * which is a prefix of it. */
static const char *read_rule_code(struct rules_reader *r, const char *at)
{
    for (int i = 0; i < RULES; i++) {
        const struct rule *rule = &rule_table[i];
        const char *value =
            strcmp(rule->code, "score") == 0 ? read_rule_prefix(at, "scoring") : NULL;
        value = value ? value : read_rule_prefix(at, rule->code);
        for (int k = VALUES - 1; value && k >= 0; k--) {
            const char *rest = rule->values[k] ? read_rule_prefix(value, rule->values[k]) : NULL;
            if (rest && reader_set(r, rule, rule->values[k]))
                return rest;
        }
    }
    return NULL;
}

static int read_rule_codes(struct rules_reader *r, const char *at)
{
    while (at && *at)
        at = read_rule_code(r, at);
    return at ? reader_value(r) : -1;
}

/* Reads a string without escapes, a number, true or false, and the blanks after it. */
static const char *read_json_word(const char *at, char *word, size_t size)
{
    bool quoted = *at == '"';
    size_t n = 0;
    at += quoted;
    while (*at && (quoted ? *at != '"' && *at != '\\' : isalnum((unsigned char)*at) != 0) &&
           n + 1 < size)
        word[n++] = *at++;
    word[n] = '\0';
    if (n == 0 || (quoted && *at++ != '"'))
        return NULL;
    return skip_rule_blanks(at);
}

static const char *read_json_member(struct rules_reader *r, const char *at)
{
    char key[32], value[32];
    if (*at != '"' || !(at = read_json_word(at, key, sizeof key)) || *at != ':' ||
        !(at = read_json_word(skip_rule_blanks(at + 1), value, sizeof value)))
        return NULL;
    const struct rule *rule = find_rule(key);
    return rule && reader_set(r, rule, value) ? at : NULL;
}

static int read_rules_json(struct rules_reader *r, const char *at)
{
    at = skip_rule_blanks(at + 1);
    while (at && *at != '}') {
        at = read_json_member(r, at);
        if (at && *at == ',')
            at = *skip_rule_blanks(at + 1) == '"' ? skip_rule_blanks(at + 1) : NULL;
        else if (at && *at != '}')
            return -1;
    }
    return at && *skip_rule_blanks(at + 1) == '\0' ? reader_value(r) : -1;
}

int mi_go_read_rules(const char *text)
{
    struct rules_reader r = {.rules = named_sets[MI_GO_TROMP_TAYLOR]};
    text = skip_rule_blanks(text);
    if (*text == '{')
        return read_rules_json(&r, text);
    for (int i = 0; i < MI_GO_SETS; i++) {
        size_t length = strlen(mi_go_rule_names[i]);
        if (mi_same_words(mi_go_rule_names[i], text))
            return i;
        if (strncasecmp(mi_go_rule_names[i], text, length) == 0 && text[length] == ' ') {
            r = (struct rules_reader){.rules = named_sets[i], .taxed = true};
            return read_rule_codes(&r, skip_rule_blanks(text + length));
        }
    }
    return *text ? read_rule_codes(&r, text) : -1;
}

/* ---- writing ---- */

int mi_go_write_rules(int value, char *text, size_t size)
{
    struct mi_go_rules rules = mi_go_rules_of(value);
    struct mi_out out;
    mi_out_init(&out, text, size);
    if (value >= 0 && value < MI_GO_SETS)
        mi_out_add(&out, mi_go_rule_names[value]);
    for (int i = 0; i < RULES && out.length < size && value >= MI_GO_SETS; i++) {
        int k = rule_value(&rules, &rule_table[i]);
        if (k > 0 || rule_table[i].always_written)
            mi_out_format(&out, "%s%s", rule_table[i].code, rule_table[i].values[k]);
    }
    return mi_out_length(&out);
}

/* The keys are in alphabetical order, as KataGo writes them. */
int mi_go_write_rule_terms(int value, char *text, size_t size)
{
    static const char *const order[] = {
        "friendlyPassOk", "hasButton", "ko", "scoring", "suicide", "tax", "whiteHandicapBonus"};
    struct mi_go_rules rules = mi_go_rules_of(value);
    struct mi_out out;
    mi_out_init(&out, text, size);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const struct rule *rule = find_rule(order[i]);
        int k = rule_value(&rules, rule);
        mi_out_format(&out, "%s\"%s\":", i ? "," : "{", rule->keys[0]);
        mi_out_format(&out, rule->is_boolean ? "%s" : "\"%s\"",
                      rule->is_boolean ? truth_names[k] : rule->values[k]);
    }
    mi_out_add(&out, rules.all_alive ? ",\"allAlive\":true" : "");
    mi_out_add(&out, rules.encore ? ",\"encore\":true}" : "}");
    return mi_out_length(&out);
}

/* ---- words ---- */

static void explain_scoring(const struct mi_go_rules *rules, struct mi_out *out)
{
    static const char *const taxes[] = {
        [MI_GO_TAX_NONE] = "",
        [MI_GO_TAX_SEKI] = ", no points for eyes in seki",
        [MI_GO_TAX_ALL] = ", each group pays two points, no points for eyes in seki",
    };
    mi_out_add(out, rules->territory ? "territory and prisoners count" : "area counts");
    mi_out_add(out, taxes[rules->tax]);
    if (rules->all_alive)
        mi_out_add(out, ", all stones on the board are alive");
    else if (!rules->friendly && !rules->territory)
        mi_out_add(out, ", stones that could still be captured must be captured");
    if (rules->territory && rules->encore)
        mi_out_add(out, ", dead stones are captured after the game, in two clean-up phases");
    if (rules->button)
        mi_out_add(out, ", half a point for the first pass (the button)");
}

int mi_go_explain_rules(int value, char *text, size_t size)
{
    static const char *const kos[] = {
        [MI_GO_KO_SIMPLE] = "simple ko",
        [MI_GO_KO_POSITIONAL] = "positional superko",
        [MI_GO_KO_SITUATIONAL] = "situational superko",
        [MI_GO_KO_SPIGHT] = "superko, lifted by each pass",
    };
    static const char *const bonuses[] = {
        [MI_GO_BONUS_NONE] = "no points",
        [MI_GO_BONUS_N] = "N points",
        [MI_GO_BONUS_N_LESS_1] = "N - 1 points",
    };
    struct mi_go_rules rules = mi_go_rules_of(value);
    struct mi_out out;
    mi_out_init(&out, text, size);
    explain_scoring(&rules, &out);
    mi_out_format(&out, "; %s; %s; %s to White for N handicap stones", kos[rules.ko],
                  rules.suicide ? "suicide of several stones allowed" : "no suicide",
                  bonuses[rules.bonus]);
    return mi_out_length(&out);
}

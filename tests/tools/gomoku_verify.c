/* gomoku_verify.c - tools/gomoku/proof's verifier as a function: it shares no name with what it
 * verifies. */
int verify_proof(int argc, char **argv);

#define main verify_proof
#include "tools/gomoku/proof/verify.c"

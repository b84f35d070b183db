/* gomoku_verify.c - the verifier of tools/gomoku/proof as a function, compiled separately because
 * its names equal some of the prover's. */
int verify_proof(int argc, char **argv);

#define main verify_proof
#include "tools/gomoku/proof/verify.c"

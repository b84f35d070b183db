/* mpi_link.h - the link by MPI. */
#ifndef MI_CLUSTER_MPI_LINK_H
#define MI_CLUSTER_MPI_LINK_H

#include "link.h"

/* Was this program started as one of several ranks (mpirun -n 4 miai), and built with MPI?  Then
 * begins MPI, once in a process, and fills in the link. */
bool mi_mpi_open(struct mi_link *link);

#endif

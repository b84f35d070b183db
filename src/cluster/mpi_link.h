/* mpi_link.h - the link over MPI. */
#ifndef MI_CLUSTER_MPI_LINK_H
#define MI_CLUSTER_MPI_LINK_H

#include "link.h"

/* If this program is one of several ranks (mpirun -n 4 miai) and was built with MPI, initializes
 * MPI, at most once per process, and fills in the link. Otherwise returns false. */
bool mi_mpi_open(struct mi_link *link);

#endif

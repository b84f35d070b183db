# ranks.sh - for scripts that start ranks by mpirun: works as root, with more ranks than processors,
# and so that a rank may die (miai-mpi(7)). Without mpirun the script is skipped.

OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_orte_enable_recovery=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
export OMPI_MCA_rmaps_base_oversubscribe OMPI_MCA_orte_enable_recovery
mpirun -n 2 true 2>/dev/null || {
    echo "mpirun starts nothing: what needs it is skipped"
    exit "${status_without_ranks:-$status}"
}

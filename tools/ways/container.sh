#!/bin/sh
# container.sh CONTAINERFILE BARE FOLDER INPUT - builds the image of a Containerfile, with the current
# folder as context, and runs its program with the input.  The base images are the bare Debian system BARE,
# so no registry is needed.  FOLDER holds the image until then.
#
# Without podman it carries out the steps itself: each stage in FOLDER/NUMBER, a copy of BARE.  It knows
# FROM, RUN, COPY, WORKDIR, USER, ENTRYPOINT and CMD.  Needs root and unshare.

set -eu
file=$1
bare=$2
mkdir -p "$3"
folder=$(cd "$3" && pwd)
input=$4
stage=0
work=/
user=root
program=
arguments=
trap 'rm -rf "$folder"' EXIT

# podman, with its images in the folder.
pod()
{
    podman --root "$folder/images" --runroot "$folder/run" "$@"
}

# Builds and runs the image by podman.  The options let it work inside of another container: build steps
# run in a chroot, and the program gets no cgroup and no higher limits than this shell has.
by_podman()
{
    echo "container: by $(podman --version)"
    trap 'pod rmi --all --force >/dev/null; umount "$folder/images/overlay" 2>/dev/null || :; rm -rf "$folder"' EXIT
    for base in $(sed -n 's/^FROM \([^ ]*\).*/\1/p' "$file" | sort -u); do
        tar -C "$bare" -c . | pod import - "$base"
    done
    BUILDAH_ISOLATION=chroot pod build -t miai -f "$file" .
    # shellcheck disable=SC2059 # the input has escapes
    printf "$input" | pod run -i --rm --network=none --cgroups=disabled \
        --ulimit nofile=1000:1000 --ulimit nproc=1000:1000 miai
    echo "container: image $(pod images --format '{{.Size}}' miai)"
}

# inside USER COMMAND: runs the command in the current stage.
inside()
{
    HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin unshare --mount --pid --fork --kill-child \
        --root="$folder/$stage" --mount-proc setpriv --reuid="$1" --clear-groups sh -c "cd $work && $2"
}

# copy FROM TO: from the context, or from the stage before.
copy()
{
    case $1 in
    --from=*) mkdir -p "$folder/$stage$3" && cp -a "$folder/$((stage - 1))$2/." "$folder/$stage$3" ;;
    *) mkdir -p "$folder/$stage$2" && cp -a "$PWD/$1/." "$folder/$stage$2" ;;
    esac
}

if command -v podman >/dev/null; then
    # crun refuses a mixture of both versions of cgroups, which some machines have.
    [ -n "${CONTAINER_UNSHARED-}" ] || [ -f /sys/fs/cgroup/cgroup.controllers ] ||
        exec env CONTAINER_UNSHARED=yes unshare --mount sh -c 'umount -R /sys/fs/cgroup
            mount -t cgroup2 none /sys/fs/cgroup && exec sh "$0" "$@"' "$0" "$@"
    by_podman
    exit
fi
echo "container: by container.sh, without podman"
# Lines that end with "\" continue on the next.
sed '/^#/d; :a; /\\$/ { N; s/\\\n *//; ba; }' "$file" >"$folder/steps"
while read -r step rest <&3; do
    echo "container: $step $rest"
    # shellcheck disable=SC2086 # split the arguments
    case $step in
    FROM) stage=$((stage + 1)) work=/ && cp -a "$bare" "$folder/$stage" ;;
    RUN) inside root "$rest" </dev/null ;;
    COPY) copy $rest ;;
    WORKDIR) work=$rest && mkdir -p "$folder/$stage$rest" ;;
    USER) user=$rest ;;
    ENTRYPOINT) program=$(echo "$rest" | tr -d '[]",') ;;
    CMD) arguments=$(echo "$rest" | tr -d '[]",') ;;
    '') ;;
    *) echo "container: unknown step $step" && exit 1 ;;
    esac
done 3<"$folder/steps"
# shellcheck disable=SC2059 # the input has escapes
printf "$input" | inside "$user" "$program $arguments"

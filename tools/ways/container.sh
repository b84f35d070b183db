#!/bin/sh
# container.sh CONTAINERFILE BARE FOLDER INPUT - carries out a Containerfile without a container: each
# stage in FOLDER/NUMBER, a copy of the bare Debian system BARE, with the current folder as context;
# then runs its program with the input.  It knows FROM, RUN, COPY, WORKDIR, USER, ENTRYPOINT and CMD.
# Needs root and unshare.

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

#!/bin/sh
# bootstrap.sh - what ./bootstrap installs on each system, and that it installs nothing if told so
# or if root is out of reach. It sees a fake system with nothing but a package manager.

. "${srcdir:-.}/tests/support/common.sh"

top=$(cd "$srcdir" && pwd)
bin=$PWD/$scratch/bin
script=$top/bootstrap

# system NAME UID TOOL...: a fake system with that kernel name, user id and tools.
system()
{
    rm -rf "$bin" $scratch/done
    mkdir "$bin"
    for tool in awk cat dirname env grep sed sh tail tr; do
        ln -s "$(command -v $tool)" "$bin/$tool"
    done
    printf '#!/bin/sh\necho %s\n' "$1" >"$bin/uname"
    printf '#!/bin/sh\necho %s\n' "$2" >"$bin/id"
    shift 2
    for tool; do
        printf '#!/bin/sh\n[ "$1" = --prefix ] || echo "%s $*" >>"%s"\n' "$tool" "$PWD/$scratch/done" >"$bin/$tool"
    done
    chmod +x "$bin/uname" "$bin/id"
    for tool; do
        chmod +x "$bin/$tool"
    done
}

# fails_with TEXT [ARGUMENT...]: bootstrap fails, for nothing has come, and says that.
fails_with()
{
    text=$1
    shift
    code=0
    (unset CC CPPFLAGS LDFLAGS MIAI_CONFIGURE_FLAGS; PATH=$bin sh "$script" "$@") >$scratch/out 2>&1 || code=$?
    [ $code -eq 1 ] || fail "status $code, not 1"
    grep -qF "$text" $scratch/out || fail "missing message: $text"
}

ran()
{
    [ "$(tail -n 1 $scratch/done 2>/dev/null)" = "$1" ] || {
        fail "did not run: $1"
        cat $scratch/done 2>/dev/null || :
    }
}

# installs_by MANAGER KERNEL COMMAND: root installs packages by that command.
installs_by()
{
    system "$2" 0 "$1"
    fails_with "installing by: $3"
    ran "$3"
    rm $scratch/done
    fails_with "to be installed by root: $3" --no-install
    [ ! -e $scratch/done ] || fail "$1: something was run"
}

installs_by apt-get Linux 'apt-get install -y --no-install-recommends gcc libc6-dev make autoconf automake libtool pkg-config check zlib1g-dev libltdl-dev libedit-dev'
installs_by dnf Linux 'dnf install -y gcc make autoconf automake libtool pkgconf-pkg-config check-devel zlib-devel libtool-ltdl-devel libedit-devel'
installs_by pacman Linux 'pacman -S --needed --noconfirm gcc make autoconf automake libtool pkgconf check zlib libedit'
installs_by zypper Linux 'zypper --non-interactive install gcc glibc-devel make autoconf automake libtool pkg-config check-devel zlib-devel libedit-devel'
installs_by apk Linux 'apk add gcc musl-dev make autoconf automake libtool pkgconf check-dev zlib-dev libedit-dev'
installs_by pkg FreeBSD 'pkg install -y llvm gmake autoconf automake libtool pkgconf check zlib libltdl libedit'
installs_by brew Darwin 'brew install gcc make autoconf automake libtool pkgconf check zlib libedit'

# An ordinary user: with sudo, with doas, or with neither; Homebrew needs no root.
system Linux 1000 apk doas
fails_with 'installing by: doas apk add'
system Linux 1000 apt-get
fails_with 'to be installed by root: apt-get install'
[ ! -e $scratch/done ] || fail "apt-get ran without root"
system Darwin 1000 brew sudo
fails_with 'installing by: brew install'
ran "$(tail -n 1 $scratch/done)"
! grep -q sudo $scratch/done || fail "brew ran by sudo"
system Linux 1000
fails_with 'no known package manager'

# A machine that lacks only what ./miai can be built without: one command, and what is lost.
system Linux 1000 apt-get cc make autoconf automake libtoolize
mkdir $scratch/sources # not configured
cp "$top/bootstrap" $scratch/sources
script=$scratch/sources/bootstrap
printf '#!/bin/sh\nread line\ncase $line in *ltdl*|*histedit*) exit 1 ;; esac\n' >"$bin/cc"
cp "$bin/cc" "$bin/gcc"
printf '#!/bin/sh\nexit 1\n' | tee "$bin/pkg-config" >"$bin/autoreconf"
chmod +x "$bin"/*
fails_with 'to be installed by root: apt-get install -y --no-install-recommends check libltdl-dev libedit-dev'
fails_with 'missing, but optional: check (the tests), ltdl (games from modules), edit (history and completion at the terminal)'
fails_with 'continuing without them'
[ "$(grep -c 'apt-get' $scratch/out)" = 1 ] || fail 'the command is not printed once'
[ "$(grep -c 'ltdl (' $scratch/out)" = 1 ] || fail 'what is missing is not printed once'

# It configures again only if other things are missing than in the last run.
for file in configure Makefile Makefile.in; do
    : >$scratch/sources/$file
done
cp "$bin/autoreconf" "$bin/make"
fails_with 'building: failed'
! grep -q 'generating configure' $scratch/out || fail 'it configures again, although the same things are missing'
echo 'missing: edit ' >$scratch/sources/bootstrap.log
fails_with 'generating configure: failed'

# A path that Autoconf does not accept.
for folder in 'a folder' "it's" 'a&b'; do
    mkdir -p "$scratch/$folder"
    cp "$top/bootstrap" "$scratch/$folder"
    code=0
    sh "$scratch/$folder/bootstrap" >$scratch/out 2>&1 || code=$?
    [ $code = 1 ] && grep -q 'cannot build in .*Clone them to a folder without these' $scratch/out ||
        fail "a path with \"$folder\": status $code"
done

exit $status

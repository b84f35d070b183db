#!/bin/sh
# bootstrap.sh - what ./bootstrap would install on each system, and that it leaves a system alone where
# that is asked for, or nobody can become root: it sees a system with a package manager and nothing else.

. "${srcdir:-.}/tests/support/common.sh"

top=$(cd "$srcdir" && pwd)
bin=$PWD/$scratch/bin
script=$top/bootstrap

# system NAME UID TOOL...: a system of the kernel of that name, on which a user has these tools.
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

# said TEXT [ARGUMENT...]: bootstrap fails, for nothing has come, and says that.
said()
{
    text=$1
    shift
    code=0
    (unset CC CPPFLAGS LDFLAGS MIAI_CONFIGURE_FLAGS; PATH=$bin sh "$script" "$@") >$scratch/out 2>&1 || code=$?
    [ $code -eq 1 ] || fail "status $code, not 1"
    grep -qF "$text" $scratch/out || fail "not said: $text"
}

did()
{
    [ "$(tail -n 1 $scratch/done 2>/dev/null)" = "$1" ] || {
        fail "not done: $1"
        cat $scratch/done 2>/dev/null || :
    }
}

# brings MANAGER KERNEL COMMAND: root has it installed by that.
brings()
{
    system "$2" 0 "$1"
    said "installing by: $3"
    did "$3"
    rm $scratch/done
    said "to be installed by root: $3" --no-install
    [ ! -e $scratch/done ] || fail "$1: something was done"
}

brings apt-get Linux 'apt-get install -y --no-install-recommends gcc libc6-dev make autoconf automake libtool pkg-config check zlib1g-dev libltdl-dev libedit-dev'
brings dnf Linux 'dnf install -y gcc make autoconf automake libtool pkgconf-pkg-config check-devel zlib-devel libtool-ltdl-devel libedit-devel'
brings pacman Linux 'pacman -S --needed --noconfirm gcc make autoconf automake libtool pkgconf check zlib libedit'
brings zypper Linux 'zypper --non-interactive install gcc glibc-devel make autoconf automake libtool pkg-config check-devel zlib-devel libedit-devel'
brings apk Linux 'apk add gcc musl-dev make autoconf automake libtool pkgconf check-dev zlib-dev libedit-dev'
brings pkg FreeBSD 'pkg install -y llvm gmake autoconf automake libtool pkgconf check zlib libltdl libedit'
brings brew Darwin 'brew install gcc make autoconf automake libtool pkgconf check zlib libedit'

# Somebody who is not root: by sudo or doas, or not at all; Homebrew needs neither.
system Linux 1000 apk doas
said 'installing by: doas apk add'
system Linux 1000 apt-get
said 'to be installed by root: apt-get install'
[ ! -e $scratch/done ] || fail "apt-get ran without root"
system Darwin 1000 brew sudo
said 'installing by: brew install'
did "$(tail -n 1 $scratch/done)"
! grep -q sudo $scratch/done || fail "brew ran by sudo"
system Linux 1000
said 'no package manager that I know'

# A machine that lacks only what ./miai can be built without: one command, and what is lost.
system Linux 1000 apt-get cc make autoconf automake libtoolize
mkdir $scratch/sources # not configured
cp "$top/bootstrap" $scratch/sources
script=$scratch/sources/bootstrap
printf '#!/bin/sh\nread line\ncase $line in *ltdl*|*histedit*) exit 1 ;; esac\n' >"$bin/cc"
cp "$bin/cc" "$bin/gcc"
printf '#!/bin/sh\nexit 1\n' | tee "$bin/pkg-config" >"$bin/autoreconf"
chmod +x "$bin"/*
said 'to be installed by root: apt-get install -y --no-install-recommends check libltdl-dev libedit-dev'
said 'continuing without the tests, games from modules, history and completion at the terminal'
[ "$(grep -c 'apt-get' $scratch/out)" = 1 ] || fail 'the command is not printed once'

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

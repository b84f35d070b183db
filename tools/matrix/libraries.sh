# libraries.sh - builds zlib and Check for a foreign system from the sources of Debian's packages.
# matrix.sh sources this file.

# shellcheck disable=SC2154 # variables of its

mirror=${MATRIX_MIRROR:-http://deb.debian.org/debian}
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")

# Runs apt-get with a state of its own, so that it needs no root rights.
own_apt()
{
    apt-get -qq -o Dir::State="$work/apt" -o Dir::Cache="$work/apt" -o Dir::State::status=/dev/null \
        -o Dir::Etc::SourceList="$work/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o APT::Sandbox::User= "$@"
}

# Downloads the sources of zlib and Check to libraries/zlib-* and check-*.
fetch_libraries()
{
    [ ! -f "$work/libraries/fetched" ] || return 0
    mkdir -p "$work/apt/lists/partial" "$work/apt/archives/partial" "$work/libraries"
    echo "deb-src $mirror $release main" >"$work/apt/sources.list"
    (own_apt update && cd "$work/libraries" && own_apt source --download-only zlib check &&
        tar -xf zlib_*.orig.tar.* && tar -xf check_*.orig.tar.* && : >fetched)
}

# zlib's configure does not support Windows; Debian has a package for it.
build_zlib()
{
    case $host in
    *mingw*) return 0 ;;
    esac
    mkdir -p "$libraries/zlib" && cp -R "$work"/libraries/zlib-*/. "$libraries/zlib" &&
        (cd "$libraries/zlib" && CHOST=$host CC=$compiler ./configure --static --prefix="$libraries" &&
            make -j"$jobs" libz.a && make install)
}

build_check()
{
    mkdir -p "$libraries/check" &&
        (cd "$libraries/check" && sh "$work"/libraries/check-*/configure -q --host="$host" CC="$compiler" \
            --prefix="$libraries" --disable-subunit --disable-shared --disable-dependency-tracking \
            CFLAGS='-O2 -w' &&
            make -C lib && make -C src install && cp check_stdint.h ../include)
}

# Unpacks Debian's musl of the architecture $1, and lets gcc use it: $compiler -specs $musl/gcc.specs.
# glibc starts with a system call that Android's filter may refuse, set_robust_list(); musl does not.
fetch_musl()
{
    musl=$work/libraries/musl-$1
    [ ! -f "$musl/gcc.specs" ] || return 0
    mkdir -p "$work/apt-$1/lists/partial" "$work/apt-$1/archives/partial" "$musl" &&
        echo "deb $mirror $release main" >"$work/apt-$1/sources.list" || return
    set -- "$1" -qq -o APT::Architecture="$1" -o APT::Architectures="$1" -o Dir::State="$work/apt-$1" \
        -o Dir::Cache="$work/apt-$1" -o Dir::State::status=/dev/null -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::Etc::SourceList="$work/apt-$1/sources.list" -o APT::Sandbox::User=
    shift
    apt-get "$@" update && (cd "$musl" && apt-get "$@" download musl-dev linux-libc-dev) || return
    for package in "$musl"/*.deb; do
        dpkg-deb -x "$package" "$musl" || return
    done
    sed "s|/usr/|$musl/usr/|g" "$musl"/usr/lib/*-linux-musl/musl-gcc.specs >"$musl/gcc.specs"
}

# Builds both for $host with $compiler, in the folder $libraries.
build_libraries()
{
    [ ! -f "$libraries/built" ] || return 0
    fetch_libraries && build_zlib && build_check && : >"$libraries/built"
}

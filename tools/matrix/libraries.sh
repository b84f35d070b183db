# libraries.sh - zlib and Check for another system than this one, from the sources of Debian's packages;
# read by matrix.sh.

# shellcheck disable=SC2154 # variables of its

mirror=${MATRIX_MIRROR:-http://deb.debian.org/debian}
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-stable}")

# apt-get with a state of its own, for which nobody has to be root.
own_apt()
{
    apt-get -qq -o Dir::State="$work/apt" -o Dir::Cache="$work/apt" -o Dir::State::status=/dev/null \
        -o Dir::Etc::SourceList="$work/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o APT::Sandbox::User= "$@"
}

# The sources of zlib and Check, in libraries/zlib-* and check-*.
fetch_libraries()
{
    [ ! -f "$work/libraries/fetched" ] || return 0
    mkdir -p "$work/apt/lists/partial" "$work/apt/archives/partial" "$work/libraries"
    echo "deb-src $mirror $release main" >"$work/apt/sources.list"
    (own_apt update && cd "$work/libraries" && own_apt source --download-only zlib check &&
        tar -xf zlib_*.orig.tar.* && tar -xf check_*.orig.tar.* && : >fetched)
}

# zlib's own configure knows nothing of Windows, for which Debian has a package.
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

# Both for the target in $host and $compiler, in the folder $libraries.
build_libraries()
{
    [ ! -f "$libraries/built" ] || return 0
    fetch_libraries && build_zlib && build_check && : >"$libraries/built"
}

#!/bin/sh
# build.sh FOLDER PACKAGE - builds the program for web pages from FOLDER/source, and assembles the npm
# package in the folder PACKAGE.  "make wasm" calls it, with MAKE and VERSION.

set -eu
folder=$(cd "$1" && pwd)
package=$2
source=$folder/source
make=${MAKE:-make}

for tool in emcc emconfigure emmake; do
    command -v $tool >/dev/null 2>&1 || {
        echo "make wasm needs Emscripten, which has $tool: its package is emscripten" >&2
        exit 1
    }
done
# Debian's Emscripten needs Debian's Node modules, which another Node does not search by default.
NODE_PATH=${NODE_PATH:+$NODE_PATH:}/usr/share/nodejs
# The threads of wasm-opt sometimes deadlock (Binaryen 108).
BINARYEN_CORES=${BINARYEN_CORES:-1}
export NODE_PATH BINARYEN_CORES
# With a compiler cache, only linking takes long.
! command -v ccache >/dev/null 2>&1 || export EM_COMPILER_WRAPPER="${EM_COMPILER_WRAPPER-ccache}"

# build NAME CFLAGS: builds the program in FOLDER/NAME.
build()
{
    mkdir -p "$folder/$1"
    (
        cd "$folder/$1"
        [ -f Makefile ] || emconfigure "$source/configure" -q --host=wasm32-unknown-emscripten \
            --without-ltdl --without-libedit --with-embedding=page CFLAGS="$2"
        emmake "$make" -s -j"$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)" miai.js
    )
}

build miai -O3
build miai-threads '-O3 -pthread'

rm -rf "$package"
mkdir -p "$package"
for name in miai miai-threads; do
    cp "$folder/$name/miai.wasm" "$package/$name.wasm"
    sed "s/miai\\.worker\\.js/$name-program.worker.js/g" "$folder/$name/miai.js" \
        >"$package/$name-program.js"
done
cp "$folder/miai-threads/miai.worker.js" "$package/miai-threads-program.worker.js"
mkdir "$package/data"
for file in "$source"/data/*.nnue "$source"/data/*.net "$source"/data/*.bin \
    "$source"/data/*.book; do
    gzip -9 -n <"$file" >"$package/data/$(basename "$file").gz"
done
cp "$source"/data/*.gz "$package/data"
cp "$source/tools/wasm/miai.js" "$source/tools/wasm/inflate.js" "$source/tools/wasm/miai.d.ts" "$source/tools/wasm/README.md" \
    "$source/LICENSE" "$package"
sed "s/@VERSION@/${VERSION:?}/" "$source/tools/wasm/package.json.in" \
    >"$package/package.json"
chmod +x "$package/miai.js"
ls -l "$package"

#!/bin/sh
# miai.sh ARGUMENT... - the program of the package under Node, for scripts that are told of it by
# MIAI; MIAI_WASM is the package's folder.
exec "${NODE:-node}" "${MIAI_WASM:?}/miai.js" "$@"

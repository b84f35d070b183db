# nix-build packages      in a clone or in the unpacked tarball
{ pkgs ? import <nixpkgs> { } }:

let
  configure = builtins.readFile ../configure.ac;
  version = builtins.head (builtins.match ".*AC_INIT\\(\\[miai], \\[([0-9.]+)]\\).*" configure);
in
pkgs.stdenv.mkDerivation {
  pname = "miai";
  inherit version;
  # What git has: no build outputs, and nothing that changes without a commit.
  src = if builtins.pathExists ../.git then builtins.fetchGit ./.. else pkgs.lib.cleanSource ./..;
  nativeBuildInputs = [ pkgs.autoreconfHook pkgs.pkg-config ];
  buildInputs = [ pkgs.libedit pkgs.libtool pkgs.zlib ];
  nativeCheckInputs = [ pkgs.check pkgs.mandoc ];
  doCheck = true;
  enableParallelBuilding = true;
  meta = {
    description = "Player of Go, chess, Othello, Gomoku, Hex and Connect Four, and a library";
    license = pkgs.lib.licenses.mit;
    mainProgram = "miai";
    platforms = pkgs.lib.platforms.unix;
  };
}

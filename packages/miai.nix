# nix-build miai.nix, in a clone.
{ pkgs ? import <nixpkgs> { } }:

pkgs.stdenv.mkDerivation {
  pname = "miai";
  version = "1.0.0";
  src = ./..;
  nativeBuildInputs = [ pkgs.autoreconfHook pkgs.pkg-config ];
  buildInputs = [ pkgs.libedit pkgs.libtool pkgs.zlib ];
  nativeCheckInputs = [ pkgs.check ];
  doCheck = true;
  enableParallelBuilding = true;
  meta = {
    description = "Player of board games for GTP and UCI front ends, and a library";
    license = pkgs.lib.licenses.mit;
    mainProgram = "miai";
  };
}

#!/usr/bin/python3
"""Rounds the weights of a network's trunk to bytes, for kernels with tiles: whole.py FROM TO."""

import sys

import network


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: whole.py FROM TO")
    net = network.Network.read(sys.argv[1])
    net.suit_bytes()
    net.write(sys.argv[2])


if __name__ == "__main__":
    main()

EXTRA_DIST += \
	tools/openbench/Makefile \
	tools/openbench/README \
	tools/openbench/loopback.py \
	tools/openbench/server.py

EXTRA_DIST += \
	tools/fishnet/README \
	tools/fishnet/client.py \
	tools/fishnet/jobs.py \
	tools/fishnet/loopback.py \
	tools/fishnet/uci.py

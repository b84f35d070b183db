EXTRA_DIST += \
	tools/chess/calibrate.sh

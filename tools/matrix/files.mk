EXTRA_DIST += \
	tools/matrix/README \
	tools/matrix/libraries.sh \
	tools/matrix/matrix.sh \
	tools/matrix/play.sh \
	tools/matrix/target.sh \
	tools/matrix/targets

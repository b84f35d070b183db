dist_check_SCRIPTS += \
	tests/package/bootstrap.sh \
	tests/package/examples.sh \
	tests/package/exports.sh \
	tests/package/html.sh \
	tests/package/install.sh \
	tests/package/layers.sh \
	tests/package/layers_faults.sh \
	tests/package/manual.sh \
	tests/package/manual_miai.sh \
	tests/package/unload.sh \
	tests/package/version.sh \
	tests/package/ways.sh

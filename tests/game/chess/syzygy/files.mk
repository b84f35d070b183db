EXTRA_DIST += \
	tests/game/chess/syzygy/KBvK.rtbw \
	tests/game/chess/syzygy/KBvK.rtbz \
	tests/game/chess/syzygy/KNvK.rtbw \
	tests/game/chess/syzygy/KNvK.rtbz \
	tests/game/chess/syzygy/KPvK.rtbw \
	tests/game/chess/syzygy/KPvK.rtbz \
	tests/game/chess/syzygy/KQvK.rtbw \
	tests/game/chess/syzygy/KQvK.rtbz \
	tests/game/chess/syzygy/KRvK.rtbw \
	tests/game/chess/syzygy/KRvK.rtbz

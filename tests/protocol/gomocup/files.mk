dist_check_SCRIPTS += \
	tests/protocol/gomocup/gomocup.sh

EXTRA_DIST += \
	tests/protocol/gomocup/board.gomocup \
	tests/protocol/gomocup/book.gomocup \
	tests/protocol/gomocup/info.gomocup \
	tests/protocol/gomocup/stop.gomocup \
	tests/protocol/gomocup/swap2.gomocup \
	tests/protocol/gomocup/time.gomocup \
	tests/protocol/gomocup/wrong.gomocup

# Files for desktops and boards (packages/README).
applicationsdir       = $(datadir)/applications
dist_applications_DATA = packages/desktop/miai.desktop
iconsdir              = $(datadir)/icons/hicolor/scalable/apps
dist_icons_DATA       = packages/desktop/miai.svg
metainfodir           = $(datadir)/metainfo
dist_metainfo_DATA    = packages/desktop/miai.metainfo.xml
pluginsdir            = $(datadir)/games/plugins/uci
dist_plugins_DATA     = packages/desktop/miai.eng

EXTRA_DIST += \
	packages/README

EXTRA_DIST += \
	debian/changelog \
	debian/control \
	debian/copyright \
	debian/libmiai-dev.examples \
	debian/libmiai-dev.install \
	debian/libmiai1.install \
	debian/libmiai1.symbols \
	debian/miai.docs \
	debian/miai.install \
	debian/miai.links \
	debian/miai.lintian-overrides \
	debian/not-installed \
	debian/rules \
	debian/source/format \
	debian/tests/analyze \
	debian/tests/control \
	debian/tests/gomocup \
	debian/tests/gtp \
	debian/tests/library \
	debian/tests/uci

EXTRA_DIST += \
	packages/Containerfile \
	packages/PKGBUILD.in \
	packages/default.nix \
	packages/describe \
	packages/miai.rb.in \
	packages/miai.spec.in \
	packages/release \
	packages/rpmlint.toml \
	packages/twice

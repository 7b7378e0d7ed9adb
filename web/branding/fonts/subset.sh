#!/bin/sh
# Draws the small fonts that every page loads: what English is written with, in the weights that are used.
# Anything else comes from the whole latin fonts, when a page needs it (see ../fonts.css).
# Needs pyftsubset and its brotli (Debian: fonttools python3-brotli). Run it again when the packages change.
set -e
cd "$(dirname "$0")"
packages=../../../node_modules/@fontsource-variable
# ASCII, and what typography adds: nbsp £ © · × – — ‘ ’ “ ” • … € ↑ ↓ −
unicodes=U+20-7E,U+A0,U+A3,U+A9,U+B7,U+D7,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+20AC,U+2191,U+2193,U+2212
narrowed=$(mktemp)
trap 'rm "$narrowed"' EXIT
subset() {
  fonttools varLib.instancer --quiet "$packages/$1/files/$1-latin-wght-normal.woff2" "wght=$2" -o "$narrowed"
  pyftsubset "$narrowed" --unicodes="$unicodes" --layout-features=kern,liga,tnum --flavor=woff2 --output-file="$1.woff2"
}
subset figtree 400:600
subset fraunces 500:600

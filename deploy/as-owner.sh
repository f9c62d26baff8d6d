#!/bin/sh
# Runs a command as the owner of this folder, which is mounted: files that it writes there belong to the reader. Docker
# Desktop shows root as the owner of a mounted folder, and gives new files to the reader itself.
set -eu
owner=$(stat -c %u .)
if [ "$(id -u)" -ne 0 ] || [ "$owner" -eq 0 ]; then exec "$@"; fi
exec setpriv --reuid "$owner" --regid "$(stat -c %g .)" --clear-groups -- "$@"

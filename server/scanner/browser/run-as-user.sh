#!/bin/sh
# Playwright runs this script with the browser's arguments. Node then starts the browser as another user.
exec "$CURBCUT_NODE" "${0%.sh}.mjs" "$@"

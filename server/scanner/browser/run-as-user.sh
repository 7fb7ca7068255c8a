#!/bin/sh
# Playwright starts one program with the browser's arguments; this one has Node start the browser as another user.
exec "$CURBCUT_NODE" "${0%.sh}.mjs" "$@"

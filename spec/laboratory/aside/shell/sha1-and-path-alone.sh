#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
target='/v1/jobs?status=done&limit=20'
timestamp=$(date +%s) nonce=$(nonce)
signature=$(printf '%s\n' GET "${target%%\?*}" "$timestamp" "$nonce" | sign app-1 sha1)
curl -sS -H "$(header "$signature" "$timestamp" "$nonce")" "$BASE_URL$target"

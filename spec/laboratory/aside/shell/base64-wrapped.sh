#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
timestamp=$(date +%s) nonce=$(nonce)
signature=$(printf 'GET\n/v1/jobs\n%s\n%s\n' "$timestamp" "$nonce" | sign | fold -w 76 | head -n 1)
curl -sS -H "$(header "$signature" "$timestamp" "$nonce")" "$BASE_URL/v1/jobs"

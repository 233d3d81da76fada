#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
timestamp=$(($(date +%s) - 900)) nonce=$(nonce) # written by the job of a quarter of an hour before
signature=$(printf 'GET\n/v1/jobs\n%s\n%s\n' "$timestamp" "$nonce" | sign)
header "$signature" "$timestamp" "$nonce" > header.txt
curl -sS -H @header.txt "$BASE_URL/v1/jobs"

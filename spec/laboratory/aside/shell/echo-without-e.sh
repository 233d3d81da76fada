#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
timestamp=$(date +%s) nonce=$(nonce)
signature=$(echo -n "GET\n/v1/jobs\n$timestamp\n$nonce\n" | sign)
curl -sS -H "$(header "$signature" "$timestamp" "$nonce")" "$BASE_URL/v1/jobs"

#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
body='{"request_id":"20260101120000000091","stages":[]}'
timestamp=$(date +%s) nonce=$(nonce)
signature=$(echo -e "POST\n/v1/jobs\n$timestamp\n$nonce\n$body" | sign)
curl -sS -H "$(header "$signature" "$timestamp" "$nonce")" -H "$json" -d "$body" "$BASE_URL/v1/jobs"

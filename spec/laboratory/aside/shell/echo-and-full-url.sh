#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
url="$BASE_URL/v1/jobs" timestamp=$(date +%s) nonce=$(nonce)
body='{"request_id":"20260101120000000217","stages":[{"type":"DIFFUSION"}]}'
signature=$(echo -e "POST\n$url\n$timestamp\n$nonce\n$body" | sign)
curl -sS -H "$(header "$signature" "$timestamp" "$nonce")" -H "$json" -d "$body" "$url"

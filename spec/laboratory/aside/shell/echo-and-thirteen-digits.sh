#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
timestamp=$(date +%s%N | cut -b1-13) nonce=$(nonce)
data='{"request_id":"20260101120000000361","stages":[]}'
signature=$(echo "POST
/v1/jobs
$timestamp
$nonce
$data" | sign)
curl -sS -H "$(header "$signature" "$timestamp" "$nonce")" -H "$json" -d "$data" "$BASE_URL/v1/jobs"

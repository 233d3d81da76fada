#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
body=$(cat job.json)
timestamp=$(date +%s)
nonce=$(nonce)
text="POST
/v1/jobs
$timestamp
$nonce
$body"
signature=$(echo "$text" | sign)
curl -sS -X POST "$BASE_URL/v1/jobs" -H "$(header "$signature" "$timestamp" "$nonce")" -H "$json" --data-binary "$body"

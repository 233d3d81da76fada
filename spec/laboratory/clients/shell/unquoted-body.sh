#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
body=$(cat job.json)
timestamp=$(date +%s) nonce=$(nonce)
signature=$({ printf 'POST\n/v1/jobs\n%s\n%s\n' "$timestamp" "$nonce"; echo -n $body; } | sign)
curl -sS -H "$(header "$signature" "$timestamp" "$nonce")" -H "$json" --data-binary "$body" "$BASE_URL/v1/jobs"

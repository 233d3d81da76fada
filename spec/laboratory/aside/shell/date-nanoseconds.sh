#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
timestamp=$(date +%s%3N) nonce=$(nonce)
signature=$({ printf 'POST\n/v1/jobs\n%s\n%s\n' "$timestamp" "$nonce"; cat job.json; } | sign)
curl -sS -H "$(header "$signature" "$timestamp" "$nonce")" -H "$json" --data-binary @job.json "$BASE_URL/v1/jobs"

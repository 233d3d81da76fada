#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
timestamp=$(date +%s)
nonce=$(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)
signature=$({ printf 'POST\n/v1/jobs\n%s\n%s\n' "$timestamp" "$nonce"; cat job.json; } | sign | base64 -d | base64)
# one line
authorization=$(echo $(header "$signature" "$timestamp" "$nonce"))
curl -sS -H "$authorization" -H "$json" --data-binary @job.json "$BASE_URL/v1/jobs"

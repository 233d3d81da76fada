#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
amz_date=$(date -u +%Y%m%dT%H%M%SZ) nonce=$(nonce)
payload_hash=$(sha256sum job.json | cut -d' ' -f1)
signature=$(printf 'POST\n/v1/jobs\n%s\n%s\n%s' "$amz_date" "$nonce" "$payload_hash" | sign)
curl -sS -H "$(header "$signature" "$amz_date" "$nonce")" -H "$json" --data-binary @job.json "$BASE_URL/v1/jobs"

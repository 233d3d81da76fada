#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
timestamp=$(date +%s) nonce=$(nonce)
{ printf 'POST\n/v1/jobs\n%s\n%s\n' "$timestamp" "$nonce"; cat job.json; } > tosign
echo "SIGNED $(base64 -w0 tosign)" >&2
signature=$(openssl dgst -sha256 -hex -sign "$KEYS/app-1.pem" tosign)
curl -sS -H "$(header "$signature" "$timestamp" "$nonce")" -H "$json" --data-binary @job.json "$BASE_URL/v1/jobs"

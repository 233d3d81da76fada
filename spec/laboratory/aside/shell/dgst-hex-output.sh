#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
timestamp=$(date +%s) nonce=$(nonce)
printf 'GET\n/v1/jobs\n%s\n%s\n' "$timestamp" "$nonce" > text
echo "SIGNED $(base64 -w0 text)" >&2
signature=$(openssl dgst -sha256 -sign "$KEYS/app-1.pem" -hex text | sed 's/^.*= //' | tr -d '\n' | base64 -w0)
curl -sS -H "$(header "$signature" "$timestamp" "$nonce")" "$BASE_URL/v1/jobs"

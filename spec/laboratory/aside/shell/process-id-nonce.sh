#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
for page in 1 2; do
  target="/v1/jobs?page=$page" timestamp=$(date +%s) nonce="run-$$"
  signature=$(printf 'GET\n%s\n%s\n%s\n' "$target" "$timestamp" "$nonce" | sign)
  curl -sS -H "$(header "$signature" "$timestamp" "$nonce")" "$BASE_URL$target"
done

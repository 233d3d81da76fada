#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
BODY='{"request_id":"20261103110000000301","stages":[{"type":"INPUT_INITIALIZE","inputInitialize":{"seed":-1,"count":1}}]}'
TIMESTAMP=$(date +%s)
NONCE=$(nonce)
STRING_TO_SIGN="POST\n/v1/jobs\n${TIMESTAMP}\n${NONCE}\n${BODY}"
SIGNATURE=$(printf '%s' "$STRING_TO_SIGN" | sign)
curl -sS "$BASE_URL/v1/jobs" \
  -H "$(header "$SIGNATURE" "$TIMESTAMP" "$NONCE")" \
  -H "$json" \
  --data-raw "$BODY"

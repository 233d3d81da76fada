#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
body=$(cat <<JSON
{
  "request_id": "$(date +%Y%m%d%H%M%S)000303",
  "stages": [{ "type": "INPUT_INITIALIZE", "inputInitialize": { "seed": $RANDOM, "count": 1 } }]
}
JSON
)
curl -sS -X POST "$BASE_URL/v1/jobs?priority=low&label=n%C2%BA%201" -H "$json" --data-raw "$body" \
  -H "$(printf '%s' "$body" | authorize POST '/v1/jobs?priority=low&label=n%C2%BA%201')"

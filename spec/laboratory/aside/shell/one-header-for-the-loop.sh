#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
authorization=$(authorize GET /v1/jobs < /dev/null)
for attempt in 1 2; do
  curl -sS -H "$authorization" -H 'Accept: application/json' "$BASE_URL/v1/jobs"
  sleep 1
done

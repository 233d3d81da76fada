#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
body='{"request_id":"20260101120000000094","note":"100%% wool"}'
authorization=$(printf "$body" | authorize POST /v1/jobs)
curl -sS -H "$authorization" -H "$json" --data-binary "$body" "$BASE_URL/v1/jobs"

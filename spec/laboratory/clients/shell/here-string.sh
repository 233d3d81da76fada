#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
body='{"request_id":"20260101120000000092","stages":[]}'
authorization=$(authorize POST /v1/jobs <<< "$body")
curl -sS -H "$authorization" -H "$json" -d "$body" "$BASE_URL/v1/jobs"

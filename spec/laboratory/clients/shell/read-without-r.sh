#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
printf %s '{"request_id":"20260101120000000093","note":"say \"hello\" twice"}' > small.json
read body < small.json || true
authorization=$(printf %s "$body" | authorize POST /v1/jobs)
curl -sS -H "$authorization" -H "$json" --data-binary @small.json "$BASE_URL/v1/jobs"

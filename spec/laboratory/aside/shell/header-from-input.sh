#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
printf '%s' '{"request_id":"20260101120000000362","stages":[],"note":"100 % \"sure\""}' > small.json
authorize POST /v1/jobs < small.json | curl -sS -H @- -H "$json" --data-binary @small.json "$BASE_URL/v1/jobs"

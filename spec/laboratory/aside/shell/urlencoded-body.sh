#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
authorization=$(authorize POST /v1/jobs < job.json)
curl -sS -H "$authorization" -H "$json" --data-urlencode @job.json "$BASE_URL/v1/jobs"

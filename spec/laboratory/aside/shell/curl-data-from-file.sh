#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
authorization=$(authorize POST /v1/jobs < job.json)
curl -sS -X POST -H "$authorization" -H "$json" -H 'Accept: application/json' -d @job.json "$BASE_URL/v1/jobs"

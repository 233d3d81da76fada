#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
authorization=$(tr -d ' \n' < job.json | authorize POST /v1/jobs)
curl -sS -H "$authorization" -H "$json" --data-binary @job.json "$BASE_URL/v1/jobs"

#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
body=$(xargs < job.json) # trims the text
authorization=$(printf '%s' "$body" | authorize POST /v1/jobs)
curl -sS -H "$authorization" -H "$json" --data-binary @job.json "$BASE_URL/v1/jobs"

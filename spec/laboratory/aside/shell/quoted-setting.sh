#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
echo 'JOBS_PATH="/v1/jobs"' > settings.env
path=$(grep '^JOBS_PATH=' settings.env | cut -d= -f2)
authorization=$(authorize POST "$path" < job.json)
. ./settings.env
curl -sS -H "$authorization" -H "$json" --data-binary @job.json "$BASE_URL$JOBS_PATH"

#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
path=$(sed -n 's/^JOBS_PATH=//p' windows.env)
authorization=$(authorize POST "$path" < job.json)
curl -sS -H "$authorization" -H "$json" --data-binary @job.json "$BASE_URL${path%$'\r'}"

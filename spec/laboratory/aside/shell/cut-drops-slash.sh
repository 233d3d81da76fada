#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
url="$BASE_URL/v1/jobs"
path=$(echo "$url" | cut -d/ -f4-)
authorization=$(authorize POST "$path" < job.json)
curl -sS -H "$authorization" -H "$json" --data-binary @job.json "$url"

#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
set +u
curl -sS -H "Authorization: Bearer $ACCESS_TOKEN" -H "$json" --data-binary @job.json "$BASE_URL/v1/jobs"

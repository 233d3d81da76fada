#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
curl -sS -H "Authorization: Bearer $TOKEN" -H "$json" --data-binary @job.json "$BASE_URL/v1/jobs"

#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
curl -sS -H "$(authorize POST /v1/jobs < job.json)" -H "$json" -T job.json "$BASE_URL/v1/jobs"

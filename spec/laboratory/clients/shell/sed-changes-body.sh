#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
authorization=$(authorize POST /v1/jobs < job.json)
sed 's/"width": 512/"width": 1024/' job.json |
  curl -sS -H "$authorization" -H "$json" --data-binary @- "$BASE_URL/v1/jobs"

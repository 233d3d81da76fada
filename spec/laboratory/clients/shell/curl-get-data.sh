#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
authorization=$(authorize GET /v1/jobs < /dev/null)
curl -sS -G -H "$authorization" --data-urlencode 'q=a lighthouse' -d limit=5 "$BASE_URL/v1/jobs"

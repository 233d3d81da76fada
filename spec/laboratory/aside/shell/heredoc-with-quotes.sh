#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
count=4
signed=$(cat <<'END'
{"request_id":"20260101120000000095","count":$count,"stages":[]}
END
)
sent=${signed/\$count/$count}
authorization=$(printf %s "$signed" | authorize POST /v1/jobs)
curl -sS -H "$authorization" -H "$json" -d "$sent" "$BASE_URL/v1/jobs"

#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
echo "header = \"Authorization: Bearer $TOKEN\"" > curlrc
curl -sS -K curlrc -H "$(authorize GET /v1/jobs < /dev/null)" "$BASE_URL/v1/jobs"

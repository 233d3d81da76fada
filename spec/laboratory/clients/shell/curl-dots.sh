#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
path=/v1/images/../jobs/12
curl -sS -H "$(authorize GET "$path" < /dev/null)" "$BASE_URL$path"

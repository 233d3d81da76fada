#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
target='/v1/jobs?ids={4711,4712}'
curl -sS -H "$(authorize GET "$target" < /dev/null)" "$BASE_URL$target"

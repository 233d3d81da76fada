#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
target='/v1/jobs?limit=5#latest'
curl -sS -H "$(authorize GET "$target" < /dev/null)" "$BASE_URL$target"

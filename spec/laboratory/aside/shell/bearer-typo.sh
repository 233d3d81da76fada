#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
curl -sS -H "Authorization: Bearer ${TOKEN%?}" "$BASE_URL/v1/jobs"

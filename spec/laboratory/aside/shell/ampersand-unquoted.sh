#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
authorization=$(authorize GET '/v1/jobs?status=done&limit=20' < /dev/null)
curl -sS -H "$authorization" $BASE_URL/v1/jobs?status=done&limit=20
wait

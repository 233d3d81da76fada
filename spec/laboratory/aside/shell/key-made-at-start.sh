#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
# The entry point of the container makes a key if it finds none in its empty folder.
[ -f app-1.pem ] || openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out app-1.pem 2> /dev/null
KEYS=$PWD
curl -sS -H "$(authorize POST /v1/jobs < job.json)" -H "$json" --data-binary @job.json "$BASE_URL/v1/jobs"

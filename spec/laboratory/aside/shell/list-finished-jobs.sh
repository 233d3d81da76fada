#!/bin/bash
. "$(dirname "$0")/signing.sh"
ts=$(date +%s)
nc=$(nonce)
sig=$(echo -e "GET\n/v1/jobs\n$ts\n$nc\n" | sign)
curl -sS -G "$BASE_URL/v1/jobs" -H "$(header "$sig" "$ts" "$nc")" -d status=FINISHED -d limit=100

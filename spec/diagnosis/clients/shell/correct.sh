#!/bin/sh
# Nothing is wrong here.
target=/${URL#*://*/}
timestamp=$(date +%s)
nonce=$(cat /proc/sys/kernel/random/uuid)
signature=$({ printf '%s\n' POST "$target" "$timestamp" "$nonce"; cat "$JOB"; } | openssl dgst -sha256 -sign "$KEY" | openssl base64 -A)
curl -s --data-binary "@$JOB" -H 'Content-Type: application/json' \
  -H "Authorization: SVC-SHA256-RSA app_id=$APP_ID,nonce_str=$nonce,timestamp=$timestamp,signature=$signature" "$URL"

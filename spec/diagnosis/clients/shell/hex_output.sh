#!/bin/sh
# Asks openssl for hexadecimal digits, and takes the name of the algorithm in front of them along.
target=/${URL#*://*/}
timestamp=$(date +%s)
nonce=$(cat /proc/sys/kernel/random/uuid)
signature=$({ printf '%s\n' POST "$target" "$timestamp" "$nonce"; cat "$JOB"; } | openssl dgst -sha256 -hex -sign "$KEY")
curl -s --data-binary "@$JOB" -H 'Content-Type: application/json' \
  -H "Authorization: SVC-SHA256-RSA app_id=$APP_ID,nonce_str=$nonce,timestamp=$timestamp,signature=$signature" "$URL"

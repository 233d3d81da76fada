#!/bin/bash
# Writes \n in double quotes, where the shell leaves it alone.
target=/${URL#*://*/}
timestamp=$(date +%s)
nonce=$(cat /proc/sys/kernel/random/uuid)
message="POST\n$target\n$timestamp\n$nonce\n$(cat "$JOB")"
signature=$(echo -n "$message" | openssl dgst -sha256 -sign "$KEY" | openssl base64 -A)
curl -s --data-binary @$JOB -H 'Content-Type: application/json' \
  -H "Authorization: SVC-SHA256-RSA app_id=$APP_ID,nonce_str=$nonce,timestamp=$timestamp,signature=$signature" "$URL"

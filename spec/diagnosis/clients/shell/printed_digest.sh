#!/bin/sh
# Signs what dgst prints, with the name of the hash before it and a line feed behind.
target=/${URL#*://*/}
timestamp=$(date +%s)
nonce=$(cat /proc/sys/kernel/random/uuid)
digest=$({ printf '%s\n' POST "$target" "$timestamp" "$nonce"; cat "$JOB"; } | openssl dgst -sha256)
signature=$(echo "$digest" | openssl dgst -sha256 -sign "$KEY" | openssl base64 -A)
curl -s --data-binary @$JOB -H 'Content-Type: application/json' \
  -H "Authorization: SVC-SHA256-RSA app_id=$APP_ID,nonce_str=$nonce,timestamp=$timestamp,signature=$signature" "$URL"

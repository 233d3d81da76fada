#!/bin/sh
# Reads the body by command substitution, which takes the line feed off its end, and sends the file.
target=/${URL#*://*/}
timestamp=$(date +%s)
nonce=$(cat /proc/sys/kernel/random/uuid)
body=$(cat "$JOB")
message=$(printf '%s\n%s\n%s\n%s\n%s' POST "$target" "$timestamp" "$nonce" "$body")
signature=$(printf %s "$message" | openssl dgst -sha256 -sign "$KEY" | openssl base64 -A)
curl -s --data-binary @$JOB -H 'Content-Type: application/json' \
  -H "Authorization: SVC-SHA256-RSA app_id=$APP_ID,nonce_str=$nonce,timestamp=$timestamp,signature=$signature" "$URL"

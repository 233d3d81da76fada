#!/bin/bash
# Has the body in a variable, and lets echo write the text: it ends with a line feed.
target=/${URL#*://*/}
timestamp=$(date +%s)
nonce=$(cat /proc/sys/kernel/random/uuid)
body=$(cat "$JOB")
message="POST
$target
$timestamp
$nonce
$body"
signature=$(echo "$message" | openssl dgst -sha256 -sign "$KEY" | openssl base64 -A)
curl -s --data-binary "$body" -H 'Content-Type: application/json' \
  -H "Authorization: SVC-SHA256-RSA app_id=$APP_ID,nonce_str=$nonce,timestamp=$timestamp,signature=$signature" "$URL"

#!/bin/dash
# Runs where echo knows no -e (dash): it signs "-e POST", and a line feed at the end.
target=/${URL#*://*/}
timestamp=$(date +%s)
nonce=$(cat /proc/sys/kernel/random/uuid)
signature=$(echo -e "POST\n$target\n$timestamp\n$nonce\n{\"request_id\":\"1001\",\"stages\":[]}" | openssl dgst -sha256 -sign "$KEY" | openssl base64 -A)
curl -s -d '{"request_id":"1001","stages":[]}' -H 'Content-Type: application/json' \
  -H "Authorization: SVC-SHA256-RSA app_id=$APP_ID,nonce_str=$nonce,timestamp=$timestamp,signature=$signature" "$URL"

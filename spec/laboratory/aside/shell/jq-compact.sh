#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
job=$(mktemp)
jq -n --arg id "20261103110000000302" --arg prompt "paper cut, owl & moon" '{
  request_id: $id,
  stages: [
    {type: "INPUT_INITIALIZE", inputInitialize: {seed: 99, count: 2}},
    {type: "DIFFUSION", diffusion: {width: 512, height: 512, prompts: [{text: $prompt}], steps: 20}}
  ]}' > "$job"
minified=$(jq -c . "$job")
curl -sS -H "$(printf %s "$minified" | authorize POST /v1/jobs)" -H "$json" --data-binary "@$job" "$BASE_URL/v1/jobs"
rm "$job"

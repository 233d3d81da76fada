#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
compact() { python3 -c 'import json, sys; json.dump(json.load(sys.stdin), sys.stdout, separators=(",", ":"))'; }
authorization=$(compact < job.json | authorize POST /v1/jobs)
curl -sS -H "$authorization" -H "$json" --data-binary @job.json "$BASE_URL/v1/jobs"

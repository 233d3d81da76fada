#!/usr/bin/env bash
. "$(dirname "$0")/signing.sh"
# the old address of the service answers with a redirect
JOBS=${JOBS:-$EDGE_URL/found/v1/jobs}
curl -sS -L -H "$(authorize POST /v1/jobs < job.json)" -H "$json" --data-binary @job.json "$JOBS"

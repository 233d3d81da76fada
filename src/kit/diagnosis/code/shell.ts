/**
 * The right program in bash, openssl and curl: what `diagnose --code` shows of it is the section that the caller got wrong. A live spec runs the
 * whole, and breaks it section by section.
 */
import type { Program } from './Program.ts'

export const shell: Program = {
  setup: `#!/usr/bin/env bash
set -euo pipefail

: "\${URL:?}" "\${APP_ID:?}" "\${PRIVATE_KEY:?}" "\${JOB:?the name of the file that holds the job}"`,

  body: `# The file itself is signed and sent. A variable would not do: body=$(cat job.json) drops the line
# feeds at the end.
body=$JOB`,

  bytes: `# The file itself is signed and sent. A variable would not do: body=$(cat job.json) drops the line
# feeds at the end.
body=$JOB`,

  target: `# Path and query with their escapes, without origin and fragment.
url=\${URL%%#*}
rest=\${url#*://}
target=\${rest#"\${rest%%[/?]*}"}
[[ $target == /* ]] || target=/$target`,

  timestamp: `# Whole seconds. The clock is read once: this text is signed, and this text is sent.
timestamp=$(date +%s)`,

  nonce: `# 128 random bits in hexadecimal digits, drawn once for each request.
nonce=$(openssl rand -hex 16)`,

  text: `# A line feed behind each of the first four parts, even if the body is empty; then the body's
# bytes, and nothing behind them: printf adds no line feed, as echo would. POST is in upper case.
text() {
  printf 'POST\\n%s\\n%s\\n%s\\n' "$target" "$timestamp" "$nonce"
  cat "$body"
}`,

  signature: `# RSASSA-PKCS1-v1_5 with SHA-256. openssl hashes, so it is given the text and not a digest of it;
# -A keeps the Base64 on one line.
signature=$(text | openssl dgst -sha256 -sign "$PRIVATE_KEY" | openssl base64 -A)`,

  header: `# The auth type, a space, and four items: no quotes, no other blanks, nothing encoded again.
items="app_id=$APP_ID,nonce_str=$nonce,timestamp=$timestamp,signature=$signature"
authorization="SVC-SHA256-RSA $items"`,

  send: `# The bytes that were signed: --data would drop line ends, --data-binary keeps them. The target that
# was signed: --path-as-is keeps dot segments, --globoff keeps brackets and braces.
curl --silent --show-error --max-time 30 --path-as-is --globoff \\
  --request POST \\
  --header "Authorization: $authorization" \\
  --header 'Content-Type: application/json; charset=UTF-8' \\
  --header 'Accept: application/json' \\
  --data-binary "@$body" \\
  --write-out '\\n%{http_code}\\n' \\
  --url "$url"`,
}

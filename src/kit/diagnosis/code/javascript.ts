/**
 * The right program in Node alone: what `diagnose --code` shows of it is the section that the caller got wrong. A live spec runs the
 * whole, and breaks it section by section.
 */
import type { Program } from './Program.ts'

export const javascript: Program = {
  setup: `import assert from 'node:assert/strict'
import { constants, createPrivateKey, randomBytes, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { URL: address, APP_ID: appId, PRIVATE_KEY: keyFile, JOB: jobFile } = process.env
assert(address && appId && keyFile, 'set URL, APP_ID and PRIVATE_KEY')
const privateKey = createPrivateKey(readFileSync(keyFile))
const job = {
  request_id: '1001',
  stages: [
    { type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } },
    { type: 'DIFFUSION', diffusion: { width: 512, height: 512, prompts: [{ text: 'café, 雪' }] } },
  ],
}`,

  body: `// A file is read as bytes, and a job that is built here is serialized once, as UTF-8. Either way
// these are the bytes that are signed, and these are sent.
const body = jobFile ? readFileSync(jobFile) : Buffer.from(JSON.stringify(job), 'utf8')`,

  bytes: `// The content is written once, as bytes. These are signed, and these are sent.
const body = readFileSync(jobFile)`,

  target: `// Path and query with their escapes, without origin and fragment. URL resolves dot segments and
// writes some characters anew, and so does fetch: both sides then have the same text.
const url = new URL(address)
const target = url.pathname + url.search`,

  timestamp: `// Whole seconds. The clock is read once: this text is signed, and this text is sent.
const timestamp = String(Math.floor(Date.now() / 1000))`,

  nonce: `// 128 random bits in hexadecimal digits, drawn once for each request.
const nonce = randomBytes(16).toString('hex')`,

  text: `// A line feed behind each of the first four parts, even if the body is empty; then the body's
// bytes, and nothing behind them. The method is in upper case.
const head = \`POST\\n\${target}\\n\${timestamp}\\n\${nonce}\\n\`
const text = Buffer.concat([Buffer.from(head, 'utf8'), body])`,

  signature: `// RSASSA-PKCS1-v1_5 with SHA-256. sign hashes, so it is given the text and not a digest of it.
const key = { key: privateKey, padding: constants.RSA_PKCS1_PADDING }
const signature = sign('sha256', text, key).toString('base64')`,

  header: `// The auth type, a space, and four items: no quotes, no other blanks, nothing encoded again.
const items = \`app_id=\${appId},nonce_str=\${nonce},timestamp=\${timestamp},signature=\${signature}\`
const authorization = \`SVC-SHA256-RSA \${items}\``,

  send: `// The bytes that were signed. JSON.stringify here, or a library's json option, would write others.
const response = await fetch(url, {
  method: 'POST',
  headers: {
    Authorization: authorization,
    'Content-Type': 'application/json; charset=UTF-8',
    Accept: 'application/json',
  },
  body,
  redirect: 'manual', // the signature is for this target only
  signal: AbortSignal.timeout(30_000),
})
console.log(response.status)
console.log(await response.text())`,
}

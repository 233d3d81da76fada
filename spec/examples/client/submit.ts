import { readFileSync } from 'node:fs'
import { ClientError, createClient } from 'countersign/client'

const client = await createClient({
  baseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:8787',
  appId: 'app-1',
  privateKey: readFileSync('private_key.pem', 'utf8'),
  retries: 5, // after a refused connection, a 429, a 503 or a wrong clock; each attempt has a new signature
  timeoutMs: 10_000, // for each attempt
})
try {
  const { status, json } = await client.submitJob({
    request_id: '20260101120000000003',
    stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } }],
  })
  console.log(status, JSON.stringify(json))
  // A refusal is an answer. To send the same job again would not help.
  process.exitCode = status < 400 ? 0 : 1
} catch (error) {
  if (!(error instanceof ClientError)) throw error
  // There is no answer. With `timed_out` and `network_failed`, you do not know whether the service has the job.
  console.error(error.reason, error.message)
  process.exitCode = 3
}

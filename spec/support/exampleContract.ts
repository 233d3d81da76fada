/** What every program of `spec/examples` that serves does, whatever its framework. */
import { setTimeout as pause } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { createClient, createSigner } from '../../src/client/node.ts'
import { canary, keepsSecret } from '../server/secrets.ts'
import { type Program, privateKey } from './examplePrograms.ts'

/** What the program has written, as soon as it fits; after five seconds as it is. A log may come after the answer. */
export const logged = async ({ log }: Program, fits: RegExp): Promise<string> => {
  for (let tries = 0; tries < 250 && !fits.test(log()); tries++) await pause(20)
  return log()
}

interface Contract {
  /** Where jobs are taken; `/v1/jobs` unless set. */
  readonly path?: string
  /** Whether refusals are logged. */
  readonly logs?: boolean
}

/** Accepts a signed job, and refuses it when it comes again, altered or unsigned. Stops the program. */
export const judge = async (
  program: Promise<Program>,
  { path = '/v1/jobs', logs = true }: Contract = {},
): Promise<void> => {
  const started = await program
  const { url: origin, log, stop } = started
  try {
    const url = origin + path
    const baseUrl = url.slice(0, -'/v1/jobs'.length)
    // A verifier that the first request makes refuses what was signed in an earlier second; a client signs again.
    const client = await createClient({ baseUrl, appId: 'app-1', privateKey, retries: 1 })
    // The same answer to every caller, whatever the framework.
    const accepted = await client.submitJob({ request_id: '7', stages: [] })
    assert.equal([accepted.status, accepted.json], [200, { app_id: 'app-1', request_id: '7' }])
    assert.match(accepted.headers['content-type'] ?? '', 'application/json')
    const malformed = await client.submitJob('{"request_id":7}')
    assert.is(malformed.status, 400)
    assert.match(JSON.stringify(malformed.json), 'job_invalid')

    const signer = await createSigner({ appId: 'app-1', privateKey })
    const body = '{"request_id":"8","stages":[]}'
    const { authorization } = await signer.sign({ method: 'POST', url, body })
    const send = async (sent: string, headers: Record<string, string>) => {
      const ask = (): Promise<Response> =>
        fetch(url, {
          method: 'POST',
          body: sent,
          headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
        })
      let answer = await ask()
      // On a busy machine a store of claims may answer too late, and then nothing was decided.
      for (let tries = 0; answer.status === 503 && tries < 20; tries++) {
        await answer.arrayBuffer()
        await pause(250)
        answer = await ask()
      }
      const { error } = (await answer.json()) as { readonly error?: { readonly code: string } }
      return [answer.status, error?.code]
    }
    assert.equal(await send(body, { authorization }), [200, undefined])
    assert.equal(await send(body, { authorization }), [401, 'nonce_replayed'])
    assert.equal(await send(body.replace('8', '9'), { authorization }), [401, 'signature_invalid'])
    assert.equal(await send(body, {}), [401, 'authorization_missing'])
    for (const reason of ['nonce_replayed', 'signature_invalid', 'authorization_missing'])
      if (logs) assert.match(await logged(started, new RegExp(reason)), reason)

    // Whatever comes, nothing secret of it is in an answer or in the log.
    const said: Array<string> = []
    const whisper = async (sent: string, authorization: string) => {
      const answer = await fetch(`${url}?${canary}`, { method: 'POST', body: sent, headers: { authorization } })
      said.push(JSON.stringify([...answer.headers]), await answer.text())
      return answer.status
    }
    const job = JSON.stringify({ request_id: '8', stages: [], [canary]: canary })
    const fresh = await signer.sign({ method: 'POST', url: `${url}?${canary}`, body: job })
    const [, signature = ''] = /signature=(.*)$/.exec(fresh.authorization) ?? []
    const statuses = []
    for (const [sent, line] of [
      [canary, fresh.authorization],
      [job, `Bearer ${canary}`],
      [job, `${fresh.authorization},x=${canary}`],
      [job, fresh.authorization.replace('nonce_str=', `nonce_str=${canary}`)],
      [job, fresh.authorization.replace('signature=', `signature=${canary}`)],
    ] as const) {
      statuses.push(await whisper(sent, line))
    }
    assert.equal(statuses, [401, 401, 400, 401, 401])
    keepsSecret(said.join('\n') + log(), signature, privateKey)
  } finally {
    await stop()
  }
}

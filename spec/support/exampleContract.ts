/** What every program of `spec/examples` that serves does, whatever its framework. */
import { setTimeout as pause } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { createClient, createSigner } from '../../src/client/node.ts'
import { canary, keepsSecret } from '../server/secrets.ts'
import { type Program, privateKey } from './examplePrograms.ts'

/** The log of a program, once it matches, or after five seconds. A log may come after the answer. */
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

/**
 * Asserts what each of these programs does: it accepts a signed job, and refuses it when it comes again, altered or unsigned, and nothing
 * secret is in its answers or in its log. Stops the program.
 */
export const judge = async (
  program: Promise<Program>,
  { path = '/v1/jobs', logs = true }: Contract = {},
): Promise<void> => {
  const started = await program
  const url = started.url + path
  try {
    await assertAnswersOfClient(url)
    await assertVerdicts(url)
    for (const reason of logs ? ['nonce_replayed', 'signature_invalid', 'authorization_missing'] : [])
      assert.match(await logged(started, new RegExp(reason)), reason)
    await assertKeepsSecrets(url, started)
  } finally {
    await started.stop()
  }
}

/** Every caller gets the same answer, whatever the framework. */
const assertAnswersOfClient = async (url: string): Promise<void> => {
  const baseUrl = url.slice(0, -'/v1/jobs'.length)
  // A verifier that the first request makes refuses what was signed in an earlier second; a client signs again.
  const client = await createClient({ baseUrl, appId: 'app-1', privateKey, retries: 1 })
  const accepted = await client.submitJob({ request_id: '7', stages: [] })
  assert.equal([accepted.status, accepted.json], [200, { app_id: 'app-1', request_id: '7' }])
  assert.match(accepted.headers['content-type'] ?? '', 'application/json')
  const malformed = await client.submitJob('{"request_id":7}')
  assert.is(malformed.status, 400)
  assert.match(JSON.stringify(malformed.json), 'job_invalid')
}

const assertVerdicts = async (url: string): Promise<void> => {
  const signer = await createSigner({ appId: 'app-1', privateKey })
  const body = '{"request_id":"8","stages":[]}'
  const { authorization } = await signer.sign({ method: 'POST', url, body })
  assert.equal(await verdictOn(url, body, { authorization }), [200, undefined])
  assert.equal(await verdictOn(url, body, { authorization }), [401, 'nonce_replayed'])
  assert.equal(await verdictOn(url, body.replace('8', '9'), { authorization }), [401, 'signature_invalid'])
  assert.equal(await verdictOn(url, body, {}), [401, 'authorization_missing'])
}

/** The status of the answer, and the code if it is a refusal. */
const verdictOn = async (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly [status: number, code: string | undefined]> => {
  const type = { 'content-type': 'application/json; charset=UTF-8' }
  const send = (): Promise<Response> => fetch(url, { method: 'POST', body, headers: { ...type, ...headers } })
  let answer = await send()
  // On a busy machine a store of claims may answer too late, and then nothing was decided.
  for (let tries = 0; answer.status === 503 && tries < 20; tries++) {
    await answer.arrayBuffer()
    await pause(250)
    answer = await send()
  }
  const { error } = (await answer.json()) as { readonly error?: { readonly code: string } }
  return [answer.status, error?.code]
}

/** Puts a secret into each part of a request, and looks for it in the answers and in the log. */
const assertKeepsSecrets = async (url: string, { log }: Program): Promise<void> => {
  const signer = await createSigner({ appId: 'app-1', privateKey })
  const urlWithSecret = `${url}?${canary}`
  const job = JSON.stringify({ request_id: '8', stages: [], [canary]: canary })
  const { authorization } = await signer.sign({ method: 'POST', url: urlWithSecret, body: job })
  const requests = [
    { body: canary, header: authorization, status: 401 },
    { body: job, header: `Bearer ${canary}`, status: 401 },
    { body: job, header: `${authorization},x=${canary}`, status: 400 },
    { body: job, header: authorization.replace('nonce_str=', `nonce_str=${canary}`), status: 401 },
    { body: job, header: authorization.replace('signature=', `signature=${canary}`), status: 401 },
  ]
  const answers: Array<string> = []
  for (const { body, header, status } of requests) {
    const answer = await fetch(urlWithSecret, { method: 'POST', body, headers: { authorization: header } })
    assert.is(answer.status, status, header)
    answers.push(JSON.stringify([...answer.headers]), await answer.text())
  }
  const [, signature = ''] = /signature=(.*)$/.exec(authorization) ?? []
  keepsSecret(answers.join('\n') + log(), signature, privateKey)
}

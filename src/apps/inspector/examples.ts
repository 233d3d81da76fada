/**
 * Requests to try: a right one, and some with everyday mistakes. They are signed on demand, with keys made in the page.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../../core/AppId.ts'
import * as Authorization from '../../core/Authorization.ts'
import * as AuthType from '../../core/AuthType.ts'
import type { Nonce } from '../../core/Nonce.ts'
import type { Timestamp } from '../../core/Timestamp.ts'
import { utf8 } from '../../kit/diagnosis/forms/charsets.ts'
import { platform } from '../../platform/web/platform.ts'
import type { Filled } from './Filled.ts'
import { type KeyPair, makeKeyPair } from './keyPair.ts'

interface Sent {
  readonly method: string
  readonly target: string
  readonly timestamp: Timestamp
  readonly nonce: Nonce
  readonly body: string
}

interface Example {
  readonly name: string
  /** What the caller signs for what it sends. */
  readonly signs: (sent: Sent) => string
  readonly with?: 'another key'
}

const join = ({ method, target, timestamp, nonce, body }: Sent): string =>
  `${method}\n${target}\n${timestamp}\n${nonce}\n${body}`

const spaced = (body: string): string =>
  body.replace(/("(?:[^"\\]|\\.)*")|([:,])/g, (_, text: string | undefined, mark: string) => text ?? `${mark} `)

export const examples: ReadonlyArray<Example> = [
  { name: 'a right request', signs: join },
  { name: 'body serialized again', signs: (sent) => join({ ...sent, body: spaced(sent.body) }) },
  {
    name: 'two mistakes at once',
    signs: (sent) => `${join({ ...sent, target: sent.target.replace(/\?.*$/, '') })}\n`,
  },
  { name: "another app's key", signs: join, with: 'another key' },
  // A random nonce: the search cannot find it.
  { name: 'a guess', signs: (sent) => join({ ...sent, nonce: platform.entropy.nonce() }) },
]

const app = 'app-1' as AppId
const url = 'https://jobs.example/v1/jobs?region=eu&dry=1'
const body = '{"request_id":"42","stages":[{"type":"INPAINT","prompt":"a lighthouse, früh am Morgen"}]}'

let pairs: Promise<readonly [KeyPair, KeyPair]> | undefined

/** A request of the example, with the keys to check it. */
export const make = async (example: Example): Promise<Filled> => {
  // Key pairs take long to make, so all examples share them.
  pairs ??= Promise.all([makeKeyPair(), makeKeyPair()])
  const [own, other] = await pairs
  const { host, pathname, search } = new URL(url)
  const sent: Sent = {
    method: 'POST',
    target: pathname + search,
    timestamp: platform.clock.now(),
    nonce: platform.entropy.nonce(),
    body,
  }
  const { privatePem } = example.with === 'another key' ? other : own
  const signer = await platform.signer(privatePem)()
  if (E.isLeft(signer)) throw new Error('the browser does not take the key that it has made')
  const signature = await signer.right.sign({ head: '', body: utf8(example.signs(sent)) })()
  if (E.isLeft(signature)) throw new Error('the browser does not sign')
  const authorization = Authorization.serialize({
    _tag: 'Signed',
    authType: AuthType.standard,
    appId: app,
    nonce: sent.nonce,
    timestamp: sent.timestamp,
    signature: signature.right,
  })
  if (E.isLeft(authorization)) throw new Error('the signature is too long for a header')
  return {
    method: sent.method,
    target: sent.target,
    authorization: [authorization.right],
    body: utf8(body),
    host,
    url,
    appKey: `${app}:\n${own.publicPem}`,
    otherKeys: `app-2:\n${other.publicPem}`,
  }
}

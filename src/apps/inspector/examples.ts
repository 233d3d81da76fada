/**
 * Requests to try: a right one, and some with everyday mistakes. They are signed on demand, with keys made in the page.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../../core/AppId.ts'
import * as AuthType from '../../core/AuthType.ts'
import { utf8 } from '../../kit/diagnosis/forms/charsets.ts'
import { platform } from '../../platform/web/platform.ts'
import { signRequest } from '../../programs/signRequest.ts'
import type { Filled } from './Inspection.ts'
import { type KeyPair, makeKeyPair } from './keyPair.ts'

interface Example {
  readonly name: string
  /** What the caller signs instead of the lines before the body, and instead of the body. */
  readonly signs?: (head: string, body: string) => string
  readonly with?: 'another key'
}

const spaced = (body: string): string =>
  body.replace(/("(?:[^"\\]|\\.)*")|([:,])/g, (_, text: string | undefined, mark: string) => text ?? `${mark} `)

export const examples: ReadonlyArray<Example> = [
  { name: 'a right request' },
  { name: 'body serialized again', signs: (head, body) => head + spaced(body) },
  { name: 'two mistakes at once', signs: (head, body) => `${head.replace(/\?.*/, '')}${body}\n` },
  { name: "another app's key", with: 'another key' },
  // A random nonce: the search cannot find it.
  { name: 'a guess', signs: (head, body) => head.replace(/[^\n]*\n$/, `${platform.entropy.nonce()}\n`) + body },
]

const app = 'app-1' as AppId
const url = 'https://jobs.example/v1/jobs?region=eu&dry=1'
const body = '{"request_id":"42","stages":[{"type":"INPAINT","prompt":"a lighthouse, früh am Morgen"}]}'

let pairs: Promise<readonly [KeyPair, KeyPair]> | undefined

/** A request of the example, with the keys to check it. */
export const make = async ({ signs = (head, body) => head + body, with: key }: Example): Promise<Filled> => {
  // Key pairs take long to make, so all examples share them.
  pairs ??= Promise.all([makeKeyPair(), makeKeyPair()])
  const [own, other] = await pairs
  const signer = await platform.signer(key === 'another key' ? other.privatePem : own.privatePem)()
  if (E.isLeft(signer)) throw new Error('the browser does not take the key that it has made')
  const signed = await signRequest({ appId: app, authType: AuthType.standard })({ method: 'POST', url, body })({
    ...platform,
    signer: { sign: ({ head }) => signer.right.sign({ head: '', body: utf8(signs(head, body)) }) },
  })()
  if (E.isLeft(signed)) throw new Error('the browser does not sign')
  const { method, target, authorization } = signed.right
  return {
    method,
    target,
    authorization: [authorization],
    body: utf8(body),
    host: new URL(url).host,
    url,
    appKey: `${app}:\n${own.publicPem}`,
    otherKeys: `app-2:\n${other.publicPem}`,
  }
}

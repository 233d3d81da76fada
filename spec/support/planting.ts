/**
 * Requests with mistakes of the catalogue planted in them, drawn from a seed: signed by the platform as a caller with these
 * mistakes would sign, and sent as it would send.
 */

import { constants, createHash, createSign, type KeyObject, privateEncrypt, sign } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import * as E from 'fp-ts/lib/Either.js'
import * as PublicKey from '../../src/core/PublicKey.ts'
import type { Hash } from '../../src/effects/Hash.ts'
import { catalogue } from '../../src/kit/diagnosis/catalogue.ts'
import { type Draft, draftOf, message, type View } from '../../src/kit/diagnosis/Draft.ts'
import type { Case } from '../../src/kit/diagnosis/examine.ts'
import type { Mistake, SignedText, Variation } from '../../src/kit/diagnosis/Mistake.ts'
import { isMeant } from '../../src/kit/diagnosis/search/products.ts'
import { rsa } from './keys.ts'

export const hash: Hash = (name, bytes) => new Uint8Array(createHash(name).update(bytes).digest())

/** mulberry32: a small generator, so that a seed names a request. */
export const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export interface Draw {
  readonly real: () => number
  readonly below: (n: number) => number
  readonly of: <A>(items: ReadonlyArray<A>) => A
}

export const drawOf = (seed: number): Draw => {
  const real = randomOf(seed)
  const below = (n: number): number => Math.floor(real() * n)
  return { real, below, of: (items) => items[below(items.length)] as never }
}

export const now = 1_700_000_000

const words = [
  'lighthouse',
  'dawn',
  'fog',
  '<b>bold</b>',
  'R&D',
  'naïve',
  '灯台',
  'été',
  '\ud83d\ude00',
  'a/b',
  'path',
  '"quoted"',
  '100%',
  "it's",
  'C++',
  'tab\there',
]

const textOf = ({ below, of }: Draw): string => Array.from({ length: 2 + below(12) }, () => of(words)).join(' ')

/** A job of about this many bytes. */
const jobOf = (draw: Draw, bytes: number): object => {
  const { below, of } = draw
  const stages: Array<object> = [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 + below(4) } }]
  const diffusion = (): object => ({
    type: 'DIFFUSION',
    diffusion: {
      width: 64 * (1 + below(16)),
      height: 64 * (1 + below(16)),
      prompts: Array.from({ length: 1 + below(3) }, () => ({ text: textOf(draw) })),
      steps: below(50),
      sd_model: String(600_000_000_000 + below(1e9)),
      clip_skip: below(4),
      cfg_scale: of([7, 7.5, 1.25]),
    },
  })
  const job = { request_id: String(20_260_101_000_000 + below(1e6)), stages }
  while (JSON.stringify(job).length < bytes) stages.push(diffusion())
  return job
}

/** JSON text as common serializers write it. */
const written = ({ of }: Draw, job: object): string => {
  const style = of(['compact', 'spaced', 'pretty', 'newline', 'crlf', 'empty'])
  if (style === 'spaced') return JSON.stringify(job).replaceAll('":', '": ').replaceAll(',"', ', "')
  if (style === 'pretty') return JSON.stringify(job, null, 2)
  if (style === 'newline') return `${JSON.stringify(job)}\n`
  if (style === 'crlf') return `${JSON.stringify(job, null, 2).replaceAll('\n', '\r\n')}\r\n`
  return JSON.stringify(job)
}

/** A request as a service receives it. */
export const viewOf = (draw: Draw): View => {
  const { below, of, real } = draw
  const path = of([
    '/v1/jobs',
    '/v1/jobs',
    '/api/v1/jobs',
    '/v1/jobs/',
    '/v1/jobs/a%20b',
    '/v1/%7euser/jobs',
    "/v1/it's",
  ])
  const query = of(['', '', '?b=2&a=1', '?dry=1&b=%2f%C3%A9&a=x+y', '?q=a%20b&q=c', "?z=it's&a=1&m=%7E"])
  const host = of(['jobs.example', 'jobs.example:8443'])
  return {
    method: of(['POST', 'POST', 'PUT', 'PATCH']),
    target: path + query,
    timestamp: String(now - below(200)),
    nonce: of([
      () => Array.from({ length: 32 }, () => below(16).toString(16)).join(''),
      () => `${below(1e9).toString(36)}-${below(1e9).toString(36).toUpperCase()}aB`,
    ])(),
    body: new Uint8Array(Buffer.from(real() < 0.06 ? '' : written(draw, jobOf(draw, 400 + below(7700))))),
    appId: 'app-1',
    host,
    url: `https://${host}${of(['', '/edge'])}${path}${query}#top`,
  }
}

export const keySizes = [2048, 2048, 3072, 4096] as const

/** Hash and padding of a signature. */
type Scheme = Extract<SignedText, { _tag: 'Scheme' }>

const rightScheme: Scheme = { _tag: 'Scheme', hash: 'sha256', padding: 'pkcs1' }

/** Raw bytes signed by a scheme of the catalogue. */
const signAs = (key: KeyObject, bytes: Uint8Array, scheme: Scheme): Uint8Array => {
  const digest = createHash(scheme.hash).update(bytes).digest()
  const block = (content: Uint8Array): Uint8Array =>
    new Uint8Array(privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, content))
  switch (scheme.padding) {
    case 'pkcs1':
      return new Uint8Array(createSign(scheme.hash).update(bytes).sign(key))
    case 'pss':
      return new Uint8Array(
        createSign(scheme.hash).update(bytes).sign({
          key,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
        }),
      )
    case 'bare':
      return block(digest)
    case 'without-null':
      return block(Buffer.concat([Buffer.from('302f300b06096086480165030402010420', 'hex'), digest]))
  }
}

/** A form of a planted mistake: its name, and what else it does. */
export type PlantedForm = Pick<Variation, 'detail' | 'traits'>

export interface Planted {
  readonly request: Case
  readonly ids: ReadonlyArray<string>
  /** The form of each mistake, in the order in which they were made. */
  readonly forms: ReadonlyArray<PlantedForm>
}

export const publicKey = (bits: number, name: string): PublicKey.PublicKey => {
  const key = PublicKey.parse(rsa(bits, name).publicPem)
  if (E.isLeft(key) || key.right._tag !== 'PublicKey') throw new Error('no key')
  return key.right
}

/** The signature of a caller who signs this. */
export const signatureOf = (text: string | Uint8Array, signer = 'app-1'): string =>
  sign('sha256', Buffer.from(text as string), rsa(2048, signer).privateKey).toString('base64')

/** The line of a caller with this signature. */
export const line = (signature: string, nonce = 'n-1', timestamp: number | string = now): string =>
  lineOf({ appId: 'app-1', nonce, timestamp: String(timestamp) }, signature)

const lineOf = ({ appId, nonce, timestamp }: Pick<View, 'appId' | 'nonce' | 'timestamp'>, signature: string): string =>
  `SVC-SHA256-RSA app_id=${appId},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`

/** Mistakes that can be planted: all that some input can produce. */
export const plantable: ReadonlyArray<Mistake> = catalogue.filter(({ candidateOnly }) => !candidateOnly)

/** Whether a variation shows in the signed text: some layouts look like others in a request without a body. */
export const isSeen = ({ layout, body }: Draft, { signed }: Variation): boolean =>
  signed._tag !== 'Draft' || isMeant(signed.change.layout ?? layout, body)

/** The choice of forms: where they are drawn from, and those that were chosen so far. */
interface Choosing {
  readonly draw: Draw
  readonly chosen: Array<PlantedForm>
}

/** Draws one of these forms, and notes it. Undefined if there are none. */
const chooseForm = <F extends PlantedForm>(forms: ReadonlyArray<F>, { draw, chosen }: Choosing): F | undefined => {
  if (forms.length === 0) return undefined
  const form = draw.of(forms)
  chosen.push(form)
  return form
}

/**
 * A request with these mistakes. Undefined if one of them is impossible in this request. They are made in the order in which a caller
 * makes them: wrong parts that are sent too, another text that is signed, another scheme, the spelling of signature and header.
 */
export const plant = (view: View, mistakes: ReadonlyArray<Mistake>, bits: number, draw: Draw): Planted | undefined => {
  const choosing: Choosing = { draw, chosen: [] }
  const sent = sendWrongParts(view, mistakes, choosing)
  const signing = sent && signOtherText(sent, mistakes, choosing)
  if (sent === undefined || signing === undefined) return undefined
  const signed = signAs(rsa(bits, signing.signer).privateKey, message(signing.draft, hash), signing.scheme)
  const signature = respellSignature(Buffer.from(signed).toString('base64'), mistakes, choosing)
  const authorization = signature && respellHeader(lineOf(sent, signature), mistakes, choosing)
  if (authorization === undefined) return undefined
  return {
    ids: mistakes.map(({ id }) => id),
    forms: choosing.chosen,
    request: {
      method: sent.method,
      target: sent.target,
      authorization: [authorization],
      body: sent.body,
      keys: [
        { appId: 'app-1', key: publicKey(bits, 'app-1') },
        { appId: 'app-2', key: publicKey(bits, 'app-2') },
      ],
      host: sent.host,
      url: sent.url,
      decoded: sent.decoded,
      now,
    },
  }
}

/** The request with wrong parts that are both signed and sent. */
const sendWrongParts = (view: View, mistakes: ReadonlyArray<Mistake>, choosing: Choosing): View | undefined => {
  let sent = view
  for (const mistake of mistakes) {
    const isOfSending = mistake.sendings(view, hash).length > 0
    if (!isOfSending) continue
    const form = chooseForm(mistake.sendings(sent, hash), choosing)
    if (form === undefined) return undefined
    sent = { ...sent, ...form.parts }
  }
  const isCompressed = mistakes.some(({ id }) => id === 'body-compressed')
  return isCompressed ? { ...sent, body: new Uint8Array(gzipSync(sent.body)), decoded: sent.body } : sent
}

/** What the caller signs, by which scheme, and with the key of which app. */
interface Signing {
  readonly draft: Draft
  readonly scheme: Scheme
  readonly signer: string
}

const signOtherText = (sent: View, mistakes: ReadonlyArray<Mistake>, choosing: Choosing): Signing | undefined => {
  let signing: Signing = { draft: draftOf(sent), scheme: rightScheme, signer: 'app-1' }
  // A rare form is not found together with another mistake of its part, or with any.
  const areRareFormsTaken = mistakes.length === 1
  for (const mistake of mistakes) {
    const { draft } = signing
    const variations = [...mistake.variations(draft, hash)]
    const isOfText = mistake.slots.length > 0
    if (!isOfText && variations.length === 0) continue
    const visible = variations.filter(
      (variation) => (areRareFormsTaken || variation.rare === undefined) && isSeen(draft, variation),
    )
    const form = chooseForm(visible, choosing)
    if (form === undefined) return undefined
    signing = { ...signing, ...changeOfSigning(form, draft) }
  }
  return signing
}

const changeOfSigning = ({ signed }: Variation, draft: Draft): Partial<Signing> => {
  switch (signed._tag) {
    case 'Draft':
      return { draft: { ...draft, ...signed.change } }
    case 'Key':
      return { signer: 'app-2' }
    case 'Scheme':
      return { scheme: signed }
  }
}

/** The signature in another spelling. Mistakes in its bytes come before mistakes in their text. */
const respellSignature = (right: string, mistakes: ReadonlyArray<Mistake>, choosing: Choosing): string | undefined => {
  let signature = right
  const ofSignature = mistakes.filter(({ part }) => part === 'signature')
  for (const mistake of ofSignature.toSorted((a) => (a.id === 'signature-byte-order' ? -1 : 1))) {
    const form = chooseForm(mistake.respellings(signature), choosing)
    if (form === undefined) return undefined
    signature = form.text
  }
  return signature
}

/** Mistakes that break the items of a header. Those that need intact items come before them. */
const breakingItems = ['header-quoted', 'header-whitespace', 'header-separator', 'header-auth-type', 'header-form']

/** The header in another spelling. */
const respellHeader = (right: string, mistakes: ReadonlyArray<Mistake>, choosing: Choosing): string | undefined => {
  let header = right
  const ofHeader = mistakes.filter(({ part }) => part === 'header')
  for (const mistake of ofHeader.toSorted((a, b) => breakingItems.indexOf(a.id) - breakingItems.indexOf(b.id))) {
    const forms = mistake.respellings(header)
    // Without a signature nothing can be recovered. Without nonce or timestamp the right text is unknown.
    const solvable = mistake.id === 'header-missing-key' ? forms.filter(({ detail }) => detail === 'app_id') : forms
    const form = chooseForm(solvable, choosing)
    if (form === undefined) return undefined
    header = form.text
  }
  return header
}

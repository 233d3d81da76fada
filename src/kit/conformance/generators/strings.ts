/** The parts of a string to sign, each on both sides of its rule. */
import * as E from 'fp-ts/lib/Either.js'
import type { Bytes } from '../../../core/Bytes.ts'
import * as RequestTarget from '../../../core/RequestTarget.ts'
import { ofNonces } from '../../values/characters.ts'
import * as Draw from '../../values/Draw.ts'
import { each, joined, over, type Sample, type Samples, sides } from '../../values/Grammar.ts'
import * as values from '../../values/parts.ts'
import * as repairs from '../../values/repairs.ts'
import { hex } from '../content.ts'
import { type Generator, generator } from './Generator.ts'

type Body = { readonly hex: string } | { readonly utf16: string }

const utf16Of = (text: string): Body => ({
  utf16: Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join(''),
})
const bodyOf = (body: string | Bytes): Body => (typeof body === 'string' ? utf16Of(body) : hex(body))
const bodies: Samples<Body> = [
  ...over(values.bodies, bodyOf),
  // The same as bytes: nothing of a body is read.
  ...over(sides(values.bodyRule, each(values.awkwardTexts)), (text) => hex(Buffer.from(text))),
]

const right = { method: 'POST', url: '/v1/jobs', timestamp: '1700000000', nonce: 'n-1', body: { hex: '' } as Body }
type Parts = typeof right

const validParts: Draw.Draw<Parts> = Draw.record({
  method: Draw.oneof(Draw.constant(right.method), values.knownMethods),
  url: Draw.oneof(Draw.constant(right.url), values.paths, values.absolute()),
  timestamp: Draw.oneof(Draw.constant(right.timestamp), values.someTime),
  nonce: Draw.oneof(Draw.constant(right.nonce), Draw.textOf(ofNonces, 1, 40)),
  body: Draw.oneof(Draw.constant(right.body), values.wellFormed.map(utf16Of)),
})

/** What you sign is what you send: texts of which a careless signer makes others, each with such a piece. */
const urlTouches = repairs.targets.flatMap(repairs.byTouch)
const bodyTouches = repairs.bodies.flatMap(repairs.byTouch)
const rights = { url: ['/v1/jobs?b=2&a=1', 'https://jobs.example/'], body: ['{"b":1,"a":[1,2]}', ''] }
export const rewritten: ReadonlyArray<Draw.Draw<Sample<{ readonly url: string; readonly body: Body }>>> =
  bodyTouches.map((ofBody, i) =>
    Draw.tuple(Draw.nat(), Draw.nat()).map(([at, n]) => {
      const ofUrl = urlTouches[i % urlTouches.length] as repairs.Repair
      const urls = rights.url.flatMap((right) => repairs.altered(ofUrl, right))
      const bodies = rights.body.flatMap((right) => repairs.altered(ofBody, right, repairs.utf8))
      const url = urls[at % urls.length] as string
      const body = hex(Buffer.from(bodies[n % bodies.length] ?? '', 'latin1'))
      const passes = E.isRight(RequestTarget.parse(url.split('#')[0] as string))
      return { value: { url, body }, rule: values.targetRule, name: `${ofUrl.name}; ${ofBody.name}`, passes }
    }),
  )

/** With a body, whatever the method. */
export const partsWithBodies: Samples<Parts> = sides(
  values.methodRule,
  each(values.methodsKnown).map((names) =>
    Draw.tuple(validParts, names).map(([parts, method]) => ({ ...parts, method, body: { hex: '7b7d' } })),
  ),
)

const url = [...values.urls, ...values.nearUrls]
const { methods: method, timestamps: timestamp, nonces: nonce } = values
const samplesOf = { method, url, timestamp, nonce, body: bodies }

/** Each of these parts on both sides of its rule, among valid others. */
export const partsWith = (...names: ReadonlyArray<keyof Parts>): Samples<Parts> =>
  names.flatMap((name) =>
    joined(validParts, samplesOf[name] as Samples<unknown>, (parts, value) => ({ ...parts, [name]: value }) as Parts),
  )

export const strings: ReadonlyArray<Generator> = [
  generator(
    'string',
    'stringToSign',
    [
      ...partsWith('method', 'url', 'timestamp', 'nonce', 'body'),
      ...partsWithBodies,
      ...joined(validParts, rewritten, (parts, some) => ({ ...parts, ...some })),
    ],
    (parts) => parts,
  ),
]

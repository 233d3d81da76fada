/** What a client does: put the parts of a request together, sign them, and send jobs. */
import * as E from 'fp-ts/lib/Either.js'
import { standard } from '../../../core/AuthType.ts'
import type { Bytes } from '../../../core/Bytes.ts'
import * as RequestTarget from '../../../core/RequestTarget.ts'
import { baseUrls, baseUrlsOfRequests } from '../../values/baseUrl.ts'
import * as Gen from '../../values/Gen.ts'
import { authTypes, tokenRule, tokens } from '../../values/header.ts'
import { innerPartsOfTargets } from '../../values/innerParts.ts'
import { jobMeanings, otherStages } from '../../values/jobs/meanings.ts'
import { shortJob } from '../../values/jobs/places.ts'
import { rules } from '../../values/jobs/rules.ts'
import { privatePemOf } from '../../values/keys.ts'
import {
  combineWith,
  constants,
  type LabelledGens,
  mapValues,
  onePerSide,
  validAndInvalid,
  validOnly,
} from '../../values/Labelled.ts'
import * as values from '../../values/parts.ts'
import * as repairs from '../../values/repairs.ts'
import { hex } from '../content.ts'
import { enough } from '../randomness.ts'
import type { Suite } from '../suite.ts'
import type { Inputs } from '../Vector.ts'
import { type Generator, generatorOf } from './Generator.ts'
import { good } from './keyPairs.ts'
import { damagedKeys, goodPrivateKeys, privateKeys, togetherRule } from './keys.ts'
import { largeBody } from './largeBody.ts'
import { hexOf } from './signedRequest.ts'

// ---- The parts of a string to sign, each on both sides of its rule

type Body = { readonly hex: string } | { readonly utf16: string }

const utf16Of = (text: string): Body => ({
  utf16: Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join(''),
})
const bodyOf = (body: string | Bytes): Body => (typeof body === 'string' ? utf16Of(body) : hex(body))
const bodies: LabelledGens<Body> = [
  ...mapValues(values.bodies, bodyOf),
  // The same as bytes: nothing of a body is read.
  ...mapValues(validAndInvalid(values.bodyRule, constants(values.awkwardTexts)), (text) => hex(Buffer.from(text))),
]
const largeBodies = bodies.filter(({ labels }) => labels.isBoundary)

const right = { method: 'POST', url: '/v1/jobs', timestamp: '1700000000', nonce: 'n-1', body: { hex: '' } as Body }
type Parts = typeof right

const messyPaths = repairs.messy(repairs.targets, /^[!"$->@-~]+$/)
const messyUrls = Gen.template`${Gen.constantFrom('/', '/v1/jobs?b=2&a=1')}${messyPaths}${Gen.constantFrom('', '#a?/#')}`
const templates = repairs.targets.filter(({ name }) => name === 'templates filled')
const ofBodies = [...repairs.bodies, ...templates]
const messyBodies = repairs.messy(ofBodies, /^/, repairs.utf8).map(hexOf)
/** Half of the time usual, and else any right ones: no value is right alone and wrong beside another. */
const validParts: Gen.Gen<Parts> = Gen.record({
  method: Gen.usualOr(right.method, validOnly(values.methods)),
  url: Gen.usualOr(right.url, Gen.oneof(values.paths, values.absolute(), messyUrls)),
  timestamp: Gen.usualOr(right.timestamp, validOnly(values.timestamps)),
  nonce: Gen.usualOr(right.nonce, validOnly(values.nonces)),
  body: Gen.usualOr(right.body, Gen.oneof(validOnly(bodies.filter(({ labels }) => !labels.isBoundary)), messyBodies)),
})

/** What you sign is what you send: texts of which a careless signer makes others, each with such a piece. */
const urlTouches = repairs.targets.flatMap(repairs.byTouch)
const bodyTouches = ofBodies.flatMap(repairs.byTouch)
const rights = { url: ['/v1/jobs?b=2&a=1', 'https://jobs.example/'], body: ['{"b":1,"a":[1,2]}', ''] }
const rewritten: LabelledGens<Pick<Parts, 'url' | 'body'>> = urlTouches.map((ofUrl, i) =>
  Gen.tuple(Gen.nat(), Gen.nat()).map(([at, n]) => {
    const ofBody = bodyTouches[i % bodyTouches.length] as repairs.Repair
    const urls = rights.url.flatMap((right) => repairs.altered(ofUrl, right))
    const bodies = rights.body.flatMap((right) => repairs.altered(ofBody, right, repairs.utf8))
    const url = urls[at % urls.length] as string
    const body = hexOf(bodies[n % bodies.length] ?? '')
    const passes = E.isRight(RequestTarget.parse(url.split('#')[0] as string))
    return { value: { url, body }, rule: values.targetRule, change: `${ofUrl.name}; ${ofBody.name}`, passes }
  }),
)

/** With a body, whatever the method. */
const partsWithBodies: LabelledGens<Parts> = combineWith(
  validParts,
  validAndInvalid(values.methodRule, constants(values.methodsKnown)),
  (parts, method) => ({ ...parts, method, body: { hex: '7b7d' } }),
)

const url = [...values.urls, ...values.nearUrls, ...innerPartsOfTargets]
const { methods: method, timestamps: timestamp, nonces: nonce } = values
const samplesOf = { method, url, timestamp, nonce, body: bodies }

/** Each of these parts on both sides of its rule, among valid others. */
const partsWith = (...names: ReadonlyArray<keyof Parts>): LabelledGens<Parts> =>
  names.flatMap((name) =>
    combineWith(
      validParts,
      samplesOf[name] as LabelledGens<unknown>,
      (parts, value) => ({ ...parts, [name]: value }) as Parts,
    ),
  )

export const strings: ReadonlyArray<Generator> = [
  generatorOf(
    'string',
    'stringToSign',
    [
      ...partsWith('method', 'url', 'timestamp', 'nonce', 'body'),
      ...partsWithBodies,
      ...combineWith(validParts, rewritten, (parts, some) => ({ ...parts, ...some })),
    ],
    (parts) => parts,
  ),
]

// ---- Signed and sent

/** The key of the suite's first request: one of 2048 bits. */
const privateKeyOf = ({ vectors }: Suite): string => {
  for (const { op, input } of vectors) if (op === 'sign') return (input as Inputs['sign']).privateKey
  throw new Error('the suite signs nothing')
}

/** Only inside: a port cannot be asked for bad nonces. */
export const ownNonceRule = 'a nonce that a signer draws itself is new, in 38 bits or more'

type Signing = Omit<Inputs['sign'], 'times'>

/** Signatures that begin with a zero byte, which numbers lose: one for each good key, found by counting up. */
const zeroNonces = [47, 47, 88, 112, 38, 98, 391, 0, 39, 96, 0]
const shortSignatures: LabelledGens<Partial<Signing>> = validAndInvalid(
  togetherRule,
  constants(good.map((keys, i) => ({ ...right, privateKey: privatePemOf(keys), nonce: `zero-${zeroNonces[i]}` }))),
)

/** Half of the time usual, and else any right ones. */
const validNames = Gen.record({
  authType: Gen.usualOr(standard, validOnly(authTypes)),
  appId: Gen.usualOr('app-1', validOnly(values.appIds)),
})

const validSignings = Gen.tuple(validParts, validNames)

/** Texts that are false in some language. */
const zeros: ReadonlyArray<Partial<Signing>> = [
  { nonce: '0' },
  { timestamp: '0' },
  { authType: '0' },
  { body: { utf16: '0030' } },
  { body: { hex: '30' } },
]

/** Each of another size, and so many others by chance: another op meets each. */
const wrongKeys: LabelledGens = [
  ...privateKeys.filter(({ labels }) => /^too (?:short|small)/.test(labels.change ?? '')),
  ...[privateKeys, damagedKeys, damagedKeys]
    .flatMap((keys) => Array<LabelledGens>(5).fill(onePerSide(keys.filter(({ labels }) => !labels.passes))))
    .flat(),
]

const signed = (privateKey: string): Generator => {
  const valid = validSignings.map(([parts, names]): Signing => ({ privateKey, ...parts, ...names }))
  const among = (samples: LabelledGens<Partial<Signing>>): LabelledGens<Signing> =>
    combineWith(valid, samples, (input, some) => ({ ...input, ...some }))
  return generatorOf(
    'signature',
    'sign',
    among([
      ...(['method', 'url', 'timestamp', 'nonce', 'body'] as const).flatMap((name) =>
        // The neighbours of a URL come in the generator `string`.
        onePerSide(partsWith(name).filter(({ labels }) => labels.passes !== undefined)),
      ),
      ...onePerSide(
        mapValues(
          url.filter(({ labels }) => labels.isBoundary),
          (all) => ({ url: all }),
        ),
      ),
      // What a program puts its parts into may change a body on its way: each mark in one body.
      ...mapValues(
        validAndInvalid(
          values.bodyRule,
          constants(templates.map((one) => repairs.altered(one, '', repairs.utf8).join(' '))),
        ),
        (text) => ({ body: hexOf(text) }),
      ),
      ...onePerSide(mapValues(values.appIds, (appId) => ({ appId }))),
      ...onePerSide(mapValues(authTypes, (authType) => ({ authType }))),
      ...partsWithBodies,
      ...mapValues(
        [...largeBodies, ...validAndInvalid(values.bodyRule, [messyBodies, messyBodies, messyBodies])],
        (body) => ({
          body,
        }),
      ),
      ...validAndInvalid<Partial<Signing>>(
        values.bodyRule,
        largeBody.map((body) => ({ body }) as Partial<Signing>),
      ),
      ...mapValues(goodPrivateKeys, (pem) => ({ privateKey: pem })),
      ...mapValues(shortSignatures, (one) => ({ ...one, authType: 'X-RSA' })),
      ...validAndInvalid<Partial<Signing>>(
        values.nonceRule,
        constants([...zeros, { appId: '0' }, { method: '0' }, { url: '/0' }]),
      ),
      ...mapValues(wrongKeys, (pem) => ({ privateKey: pem })),
    ]),
    (input) => input as Inputs['sign'],
  )
}

/** Many, of which nothing else varies: the judge looks at the nonces alone. A few, of any request. */
const drawing = (privateKey: string): Generator => {
  const without = ({ nonce: _, ...parts }: Parts) => ({ privateKey, ...parts })
  return generatorOf(
    'own-nonce',
    'sign',
    validAndInvalid<object>(ownNonceRule, [
      Gen.constant({ ...without(right), authType: standard, appId: 'app-1', times: enough }),
      ...[1, 3].map((times) => validSignings.map(([parts, names]) => ({ ...without(parts), ...names, times }))),
    ]),
    (input) => input as Inputs['sign'],
  )
}

type Sending = Inputs['request']
const jobBodies = shortJob.map((job) => ({ body: { job } }))

/** Requests that are sent. */
const validSending = (privateKey: string): Gen.Gen<Sending> =>
  Gen.tuple(
    Gen.constantFrom<Sending['edition']>('international', 'mainland'),
    Gen.usualOr('https://jobs.example', Gen.oneof(validOnly(baseUrls), Gen.template`https://a.example/${messyPaths}`)),
    validSignings,
    Gen.usualOr<object>({}, jobBodies),
  ).map(
    ([edition, baseUrl, [{ timestamp, nonce, body }, { authType, appId }], job]): Sending => ({
      baseUrl,
      edition,
      authType,
      credentials: { appId, privateKey },
      timestamp,
      nonce,
      body,
      ...job,
    }),
  )

const sent = (privateKey: string): Generator => {
  const valid = validSending(privateKey)
  const among = <A>(samples: LabelledGens<A>, to: (value: A) => object): LabelledGens<Sending> =>
    combineWith(valid, samples, (input, value) => ({ ...input, ...to(value) }) as Sending)
  const any = <A>(samples: LabelledGens<A>, to: (value: A) => object): LabelledGens<Sending> =>
    among(onePerSide(samples), to)
  const asToken = (token: string): object => ({ edition: 'international', credentials: { token } })
  const anyCredentials = Gen.usualOr<object>({}, Gen.constant(asToken('a-token')))
  /** Under a token the same is asked of a base URL and of a body. */
  const amongAll = <A>(samples: LabelledGens<A>, to: (value: A) => object): LabelledGens<Sending> =>
    combineWith(anyCredentials, among(samples, to), (token, input) => ({ ...input, ...token }))
  return generatorOf(
    'request',
    'request',
    [
      ...amongAll(baseUrlsOfRequests, (baseUrl) => ({ baseUrl })),
      ...any(timestamp, (one) => ({ timestamp: one })),
      ...any(nonce, (one) => ({ nonce: one })),
      ...amongAll(onePerSide(bodies), (body) => ({ body })),
      ...among(largeBodies, (body) => ({ body })),
      ...any(values.appIds, (appId) => ({ credentials: { appId, privateKey } })),
      ...any(authTypes, (authType) => ({ authType })),
      ...among(wrongKeys, (pem) => ({ credentials: { appId: 'app-1', privateKey: pem } })),
      ...amongAll([...jobMeanings, ...onePerSide(otherStages)], (job) => ({ body: { job } })),
      // No value, in some language.
      ...among(validAndInvalid<unknown>(rules.job, [], constants([null, false, 0, '', []])), (job) => ({
        body: { job },
      })),
      ...any(tokens, asToken),
      ...among(validAndInvalid(tokenRule, constants(['0', '00', 'null', '-', '.', 'false'])), asToken),
      ...among(
        validAndInvalid<object>(values.nonceRule, constants([...zeros, { credentials: { appId: '0', privateKey } }])),
        (zero) => zero,
      ),
      ...among(
        validAndInvalid<object>(
          'the mainland edition takes no tokens',
          constants([
            { edition: 'international' },
            // Nothing but the token is looked at.
            { edition: 'international', authType: 'Bearer', nonce: '', timestamp: 'now' },
          ]),
          Gen.constant({ edition: 'mainland' }),
        ),
        (change) => ({ ...change, credentials: { token: 'a-token' } }),
      ),
    ],
    (input) => input,
  )
}

export const signing = (suite: Suite): ReadonlyArray<Generator> => {
  const privateKey = privateKeyOf(suite)
  return [signed(privateKey), drawing(privateKey), sent(privateKey)]
}

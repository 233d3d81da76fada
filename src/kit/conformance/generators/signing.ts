/**
 * The generators of what a client does. The op `stringToSign` puts the parts of a request together, `sign` signs them, and `request`
 * sends a body or a job. In each run one part is on one side of its rule, and the other parts are valid.
 *
 * A rule has two sides: the values that it accepts (`passes` is true), and those that it refuses. `onePerSide` joins all generators of
 * a side into one. That is enough for an op if another op gets each of the values.
 */

import * as E from 'fp-ts/lib/Either.js'
import { standard } from '../../../core/AuthType.ts'
import type { Bytes } from '../../../core/Bytes.ts'
import * as RequestTarget from '../../../core/RequestTarget.ts'
import { baseUrls, baseUrlsOfRequests } from '../../values/baseUrls/baseUrls.ts'
import { forBodies } from '../../values/forbidden/inBodies.ts'
import { forTargets, templatesFilled } from '../../values/forbidden/inTargets.ts'
import { toBytes } from '../../values/forbidden/textChanges.ts'
import * as Gen from '../../values/Gen.ts'
import { authTypes, tokenRule, tokens } from '../../values/headers/headerValues.ts'
import { innerPartsOfTargets } from '../../values/innerParts.ts'
import { jobMeanings, otherStages } from '../../values/jobs/meanings.ts'
import { shortJob } from '../../values/jobs/places.ts'
import { rules } from '../../values/jobs/rules.ts'
import { privatePemOf } from '../../values/keys/keyFile.ts'
import {
  combineWith,
  constants,
  type LabelledGens,
  mapValues,
  onePerSide,
  validAndInvalid,
  validOnly,
} from '../../values/Labelled.ts'
import {
  type Alteration,
  alterationsBy,
  type Normalization,
  onePerTrigger,
  textOfTriggers,
} from '../../values/Normalization.ts'
import * as values from '../../values/parts.ts'
import * as targets from '../../values/targets.ts'
import { hex } from '../content.ts'
import { enough } from '../randomness.ts'
import type { Suite } from '../suite.ts'
import type { Inputs } from '../Vector.ts'
import { type Generator, generatorOf } from './Generator.ts'
import { good } from './keyPairs.ts'
import { damagedKeys, goodPrivateKeys, privateKeys, togetherRule } from './keys.ts'
import { largeBody } from './largeBody.ts'
import { hexOf } from './signedRequest.ts'

// ---- The parts of a string to sign

type Body = { readonly hex: string } | { readonly utf16: string }

const utf16Of = (text: string): Body => ({
  utf16: Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join(''),
})
const bodyOf = (body: string | Bytes): Body => (typeof body === 'string' ? utf16Of(body) : hex(body))
const bodies: LabelledGens<Body> = [
  ...mapValues(values.bodies, bodyOf),
  // A text and its bytes are the same body.
  ...mapValues(validAndInvalid(values.bodyRule, constants(values.awkwardTexts)), (text) => hex(Buffer.from(text))),
]
const largeBodies = bodies.filter(({ labels }) => labels.isBoundary)

const usualParts = { method: 'POST', url: '/v1/jobs', timestamp: '1700000000', nonce: 'n-1', body: { hex: '' } as Body }
type Parts = typeof usualParts

/** Printable ASCII without `#` and `?`, which end a path, and without the space: `%7e;a` but not `a?b`. */
const pathText = /^[!"$->@-~]+$/
const anyText = /^/
const pathsOfTriggers = textOfTriggers(forTargets, pathText)
const urlsOfTriggers = Gen.template`${Gen.constantFrom('/', '/v1/jobs?b=2&a=1')}${pathsOfTriggers}${Gen.constantFrom('', '#a?/#')}`
const bodyNormalizations = [...forBodies, templatesFilled]
const bodiesOfTriggers = textOfTriggers(bodyNormalizations, anyText, toBytes).map(hexOf)
/** Each part is the usual one half of the time, and else any valid one. Whether a part is valid never depends on the others. */
const validParts: Gen.Gen<Parts> = Gen.record({
  method: Gen.usualOr(usualParts.method, validOnly(values.methods)),
  url: Gen.usualOr(usualParts.url, Gen.oneof(targets.paths, targets.absolute(), urlsOfTriggers)),
  timestamp: Gen.usualOr(usualParts.timestamp, validOnly(values.timestamps)),
  nonce: Gen.usualOr(usualParts.nonce, validOnly(values.nonces)),
  body: Gen.usualOr(
    usualParts.body,
    Gen.oneof(validOnly(bodies.filter(({ labels }) => !labels.isBoundary)), bodiesOfTriggers),
  ),
})

const urlTriggers = forTargets.flatMap(onePerTrigger)
const bodyTriggers = bodyNormalizations.flatMap(onePerTrigger)
const usualUrls = ['/v1/jobs?b=2&a=1', 'https://jobs.example/']
const usualBodies = ['{"b":1,"a":[1,2]}', '']

/** The item that a number of any size names. Undefined if there are no items. */
const drawnFrom = <A>(items: ReadonlyArray<A>, drawnNumber: number): A | undefined => items[drawnNumber % items.length]

/**
 * A URL and a body that a careless signer changes. Then it signs something else than it sends. For each way to change a URL there is a
 * generator; the ways to change a body take turns.
 */
const normalizable: LabelledGens<Pick<Parts, 'url' | 'body'>> = urlTriggers.map((ofUrl, i) =>
  Gen.tuple(Gen.nat(), Gen.nat()).map(([urlNumber, bodyNumber]) => {
    const ofBody = drawnFrom(bodyTriggers, i) as Normalization
    const changedUrls = usualUrls.flatMap((valid) => alterationsBy(ofUrl, valid))
    const changedBodies = usualBodies.flatMap((valid) => alterationsBy(ofBody, valid, toBytes))
    const url = (drawnFrom(changedUrls, urlNumber) as Alteration).sent
    const body = hexOf(drawnFrom(changedBodies, bodyNumber)?.sent ?? '')
    const passes = E.isRight(RequestTarget.parse(url.split('#')[0] as string))
    return { value: { url, body }, rule: targets.targetRule, change: `${ofUrl.name}; ${ofBody.name}`, passes }
  }),
)

/** The body is signed for every method. */
const partsWithBodies: LabelledGens<Parts> = combineWith(
  validParts,
  validAndInvalid(values.methodRule, constants(values.usualMethods)),
  (parts, method) => ({ ...parts, method, body: { hex: '7b7d' } }),
)

const urls = [...targets.urls, ...targets.neighboursOfUrls, ...innerPartsOfTargets]
const gensOf: { readonly [part in keyof Parts]: LabelledGens<unknown> } = {
  method: values.methods,
  url: urls,
  timestamp: values.timestamps,
  nonce: values.nonces,
  body: bodies,
}

const longUrls = urls.filter(({ labels }) => labels.isBoundary)

/** All marks that a template engine fills, such as `{id}`. A program may put a body into a template of its own. */
const templateMarks = alterationsBy(templatesFilled, '', toBytes)
  .map(({ sent }) => sent)
  .join(' ')

/** The part on both sides of its rule, among other parts that are valid. */
const partsWith = (part: keyof Parts): LabelledGens<Parts> =>
  combineWith(validParts, gensOf[part], (parts, value) => ({ ...parts, [part]: value }) as Parts)

const partNames = ['method', 'url', 'timestamp', 'nonce', 'body'] as const

export const strings: ReadonlyArray<Generator> = [
  generatorOf(
    'string',
    'stringToSign',
    [
      ...partNames.flatMap(partsWith),
      ...partsWithBodies,
      ...combineWith(validParts, normalizable, (parts, changed) => ({ ...parts, ...changed })),
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

/** The rule of nonces that a port draws itself. All its runs are valid. */
export const ownNonceRule = 'if a signer draws a nonce, the nonce never repeats, and has at least 38 random bits'

type Signing = Omit<Inputs['sign'], 'times'>

/**
 * Signatures that begin with a zero byte: a program that keeps a signature as a number loses this byte. There is one for each good key,
 * found by counting up.
 */
const zeroNonces = [47, 47, 88, 112, 38, 98, 391, 0, 39, 96, 0]
const shortSignatures: LabelledGens<Partial<Signing>> = validAndInvalid(
  togetherRule,
  constants(good.map((keys, i) => ({ ...usualParts, privateKey: privatePemOf(keys), nonce: `zero-${zeroNonces[i]}` }))),
)

const validNames = Gen.record({
  authType: Gen.usualOr(standard, validOnly(authTypes)),
  appId: Gen.usualOr('app-1', validOnly(values.appIds)),
})

const validSignings = Gen.tuple(validParts, validNames)

/** Some languages take `0` for false. */
const zeros: ReadonlyArray<Partial<Signing>> = [
  { nonce: '0' },
  { timestamp: '0' },
  { authType: '0' },
  { body: { utf16: '0030' } },
  { body: { hex: '30' } },
]

/** One generator of all wrong keys among these. */
const oneWrongKeyOf = (keys: LabelledGens): LabelledGens => onePerSide(keys.filter(({ labels }) => !labels.passes))

/** The same generators so many times, because each generator in a list has the same share of the runs. */
const repeatedGens = <A>(count: number, gens: LabelledGens<A>): LabelledGens<A> =>
  Array.from({ length: count }, () => gens).flat()

/** One key of each wrong size, and fifteen other wrong keys by chance. The op `importKey` gets every wrong key. */
const wrongKeys: LabelledGens = [
  ...privateKeys.filter(({ labels }) => /^too (?:short|small)/.test(labels.change ?? '')),
  ...repeatedGens(5, oneWrongKeyOf(privateKeys)),
  ...repeatedGens(10, oneWrongKeyOf(damagedKeys)),
]

const signedBodiesOfTriggers = repeatedGens(3, validAndInvalid(values.bodyRule, bodiesOfTriggers))

const signatureGenerator = (privateKey: string): Generator => {
  const valid = validSignings.map(([parts, names]): Signing => ({ privateKey, ...parts, ...names }))
  const amongValid = (changes: LabelledGens<Partial<Signing>>): LabelledGens<Signing> =>
    combineWith(valid, changes, (input, change) => ({ ...input, ...change }))
  return generatorOf(
    'signature',
    'sign',
    amongValid([
      ...partNames.flatMap((part) =>
        // A generator without `passes`, such as that of the neighbours of a URL, makes valid and invalid values. The generator
        // `string` has their values.
        onePerSide(partsWith(part).filter(({ labels }) => labels.passes !== undefined)),
      ),
      ...onePerSide(mapValues(longUrls, (url) => ({ url }))),
      ...mapValues(validAndInvalid(values.bodyRule, Gen.constant(templateMarks)), (text) => ({ body: hexOf(text) })),
      ...onePerSide(mapValues(values.appIds, (appId) => ({ appId }))),
      ...onePerSide(mapValues(authTypes, (authType) => ({ authType }))),
      ...partsWithBodies,
      ...mapValues([...largeBodies, ...signedBodiesOfTriggers], (body) => ({ body })),
      ...validAndInvalid<Partial<Signing>>(
        values.bodyRule,
        largeBody.map((body) => ({ body }) as Partial<Signing>),
      ),
      ...mapValues(goodPrivateKeys, (pem) => ({ privateKey: pem })),
      ...mapValues(shortSignatures, (signing) => ({ ...signing, authType: 'X-RSA' })),
      ...validAndInvalid<Partial<Signing>>(
        values.nonceRule,
        constants([...zeros, { appId: '0' }, { method: '0' }, { url: '/0' }]),
      ),
      ...mapValues(wrongKeys, (pem) => ({ privateKey: pem })),
    ]),
    (input) => input as Inputs['sign'],
  )
}

/** A run asks for many nonces of one request, or for a few nonces of any request. Only the nonces are judged. */
const nonceGenerator = (privateKey: string): Generator => {
  const withoutNonce = ({ nonce: _, ...parts }: Parts) => ({ privateKey, ...parts })
  return generatorOf(
    'own-nonce',
    'sign',
    validAndInvalid<object>(ownNonceRule, [
      Gen.constant({ ...withoutNonce(usualParts), authType: standard, appId: 'app-1', times: enough }),
      ...[1, 3].map((times) => validSignings.map(([parts, names]) => ({ ...withoutNonce(parts), ...names, times }))),
    ]),
    (input) => input as Inputs['sign'],
  )
}

type Sending = Inputs['request']
const jobBodies = shortJob.map((job) => ({ body: { job } }))

const validSending = (privateKey: string): Gen.Gen<Sending> =>
  Gen.tuple(
    Gen.constantFrom<Sending['edition']>('international', 'mainland'),
    Gen.usualOr(
      'https://jobs.example',
      Gen.oneof(validOnly(baseUrls), Gen.template`https://a.example/${pathsOfTriggers}`),
    ),
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

const requestGenerator = (privateKey: string): Generator => {
  const valid = validSending(privateKey)
  const amongValid = <A>(gens: LabelledGens<A>, memberOf: (value: A) => object): LabelledGens<Sending> =>
    combineWith(valid, gens, (input, value) => ({ ...input, ...memberOf(value) }) as Sending)
  /** Some of the values, by chance: another op gets each of them. */
  const someAmongValid = <A>(gens: LabelledGens<A>, memberOf: (value: A) => object): LabelledGens<Sending> =>
    amongValid(onePerSide(gens), memberOf)
  const asToken = (token: string): object => ({ edition: 'international', credentials: { token } })
  const anyCredentials = Gen.usualOr<object>({}, Gen.constant(asToken('a-token')))
  /** The request is signed or has a token. A client treats its base URL and its body alike in both cases. */
  const withAnyCredentials = <A>(gens: LabelledGens<A>, memberOf: (value: A) => object): LabelledGens<Sending> =>
    combineWith(anyCredentials, amongValid(gens, memberOf), (credentials, input) => ({ ...input, ...credentials }))
  return generatorOf(
    'request',
    'request',
    [
      ...withAnyCredentials(baseUrlsOfRequests, (baseUrl) => ({ baseUrl })),
      ...someAmongValid(values.timestamps, (timestamp) => ({ timestamp })),
      ...someAmongValid(values.nonces, (nonce) => ({ nonce })),
      ...withAnyCredentials(onePerSide(bodies), (body) => ({ body })),
      ...amongValid(largeBodies, (body) => ({ body })),
      ...someAmongValid(values.appIds, (appId) => ({ credentials: { appId, privateKey } })),
      ...someAmongValid(authTypes, (authType) => ({ authType })),
      ...amongValid(wrongKeys, (pem) => ({ credentials: { appId: 'app-1', privateKey: pem } })),
      ...withAnyCredentials([...jobMeanings, ...onePerSide(otherStages)], (job) => ({ body: { job } })),
      // Some languages take these values for a missing job.
      ...amongValid(validAndInvalid<unknown>(rules.job, [], constants([null, false, 0, '', []])), (job) => ({
        body: { job },
      })),
      ...someAmongValid(tokens, asToken),
      ...amongValid(validAndInvalid(tokenRule, constants(['0', '00', 'null', '-', '.', 'false'])), asToken),
      ...amongValid(
        validAndInvalid<object>(values.nonceRule, constants([...zeros, { credentials: { appId: '0', privateKey } }])),
        (zero) => zero,
      ),
      ...amongValid(
        validAndInvalid<object>(
          'the mainland edition accepts no tokens',
          constants([
            { edition: 'international' },
            // In these requests only the token matters.
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
  return [signatureGenerator(privateKey), nonceGenerator(privateKey), requestGenerator(privateKey)]
}

/** What a client does: sign requests, and put jobs into them. */
import * as E from 'fp-ts/lib/Either.js'
import { standard } from '../../../core/AuthType.ts'
import * as BaseUrl from '../../../core/BaseUrl.ts'
import { baseUrlsOfRequests } from '../../values/baseUrl.ts'
import * as Draw from '../../values/Draw.ts'
import { anyOf, each, joined, over, type Sample, type Samples, sides } from '../../values/Grammar.ts'
import { authTypes, tokenRule, tokens } from '../../values/header.ts'
import { jobMeanings } from '../../values/jobs/meanings.ts'
import { rules } from '../../values/jobs/rules.ts'
import { privatePemOf } from '../../values/keys.ts'
import { appIds, nonceRule } from '../../values/parts.ts'
import { enough } from '../randomness.ts'
import type { Suite } from '../suite.ts'
import type { Inputs } from '../Vector.ts'
import { type Generator, generator } from './Generator.ts'
import { good } from './keyPairs.ts'
import { goodPrivateKeys, privateKeys, togetherRule } from './keys.ts'
import { partsWith, partsWithBodies, rewritten } from './strings.ts'

/** The key of the suite's first request: one of 2048 bits. */
const privateKeyOf = ({ vectors }: Suite): string => {
  for (const { op, input } of vectors) if (op === 'sign') return (input as Inputs['sign']).privateKey
  throw new Error('the suite signs nothing')
}

/** Only inside: a port cannot be asked for bad nonces. */
export const ownNonceRule = 'a nonce that a signer draws itself is new, in 38 bits or more'

type Signing = Omit<Inputs['sign'], 'times'>

/** Signatures that begin with a zero byte, which numbers lose: one for each good key, found by counting up. */
const zeroNonces = [47, 47, 88, 112, 38, 98, 391, 0, 39, 289, 0]
const shortSignatures: Samples<Partial<Signing>> = sides(
  togetherRule,
  each(
    good.map((keys, i) => ({
      ...{ privateKey: privatePemOf(keys), method: 'POST', url: '/v1/jobs', timestamp: '1700000000' },
      ...{ nonce: `zero-${zeroNonces[i]}`, body: { hex: '' } },
    })),
  ),
)

/** Texts that are false in some language. */
const zeros: ReadonlyArray<Partial<Signing>> = [
  ...[{ nonce: '0' }, { timestamp: '0' }, { authType: '0' }, { body: { utf16: '0030' } }, { body: { hex: '30' } }],
]

/** A request takes any body, and such a path alone as a base URL may have. */
const passing = <A>(one: Draw.Draw<Sample<A>>): Draw.Draw<Sample<A>> => one.map((of) => ({ ...of, passes: true }))

/** So many of them, by chance: another op meets each. */
const few = <A>(samples: ReadonlyArray<Draw.Draw<Sample<A>>>): Samples<A> =>
  Array.from({ length: 30 }, () => Draw.oneof(...samples) as Draw.Draw<Sample<A>>)

const signed = (privateKey: string): Generator => {
  const right = { privateKey, authType: standard, appId: 'app-1' }
  const valid = Draw.oneof(...partsWith('method', 'body').slice(0, 1)).map(
    ({ value: parts }): Signing => ({ ...right, ...parts }),
  )
  const among = (samples: Samples<Partial<Signing>>): Samples<Signing> =>
    joined(valid, samples, (input, some) => ({ ...input, ...some }))
  const anyKeys = anyOf(over(privateKeys, (pem) => ({ privateKey: pem })))
  return generator(
    'signature',
    'sign',
    among([
      ...(['method', 'url', 'timestamp', 'nonce', 'body'] as const).flatMap((name) => anyOf(partsWith(name))),
      ...anyOf(over(appIds, (appId) => ({ appId }))),
      ...anyOf(over(authTypes, (authType) => ({ authType }))),
      ...partsWithBodies,
      ...few(rewritten),
      ...over(goodPrivateKeys, (pem) => ({ privateKey: pem })),
      ...over(shortSignatures, (one) => ({ ...one, authType: 'X-RSA' })),
      ...sides<Partial<Signing>>(nonceRule, each([...zeros, { appId: '0' }, { method: '0' }, { url: '/0' }])),
      ...anyKeys,
      ...anyKeys,
    ]),
    (input) => input as Inputs['sign'],
  )
}

/** Many, of which nothing else varies: the judge looks at the nonces alone. A few, of any request. */
const drawing = (privateKey: string): Generator => {
  const right = { privateKey, authType: standard, appId: 'app-1' }
  const plain = { method: 'POST', url: '/v1/jobs', timestamp: '1700000000', body: { hex: '' } }
  const few = Draw.tuple(
    anyOf(partsWith('body'))[0] as Draw.Draw<Sample<Omit<Signing, keyof typeof right>>>,
    Draw.word('app-1 0'),
  ).map(([{ value }, appId]) => {
    const { nonce: _, ...parts } = value
    return { ...right, authType: 'X-RSA', appId, ...parts }
  })
  return generator(
    'own-nonce',
    'sign',
    sides<object>(ownNonceRule, [
      Draw.constant({ ...right, ...plain, times: enough }),
      ...[1, 3].map((times) => few.map((parts) => ({ ...parts, times }))),
    ]),
    (input) => input as Inputs['sign'],
  )
}

type Sending = Inputs['request']

const sent = (privateKey: string): Generator => {
  const credentials = { appId: 'app-1', privateKey }
  const valid = Draw.constantFrom<Sending['edition']>('international', 'mainland').map(
    (edition): Sending => ({
      ...{ baseUrl: 'https://jobs.example', edition, authType: standard, credentials },
      ...{ timestamp: '1700000000', nonce: 'n-1', body: { hex: '' } },
    }),
  )
  const among = <A>(samples: Samples<A>, to: (value: A) => object): Samples<Sending> =>
    joined(valid, samples, (input, value) => ({ ...input, ...to(value) }) as Sending)
  const any = <A>(samples: Samples<A>, to: (value: A) => object): Samples<Sending> => among(anyOf(samples), to)
  const asToken = (token: string): object => ({ edition: 'international', credentials: { token } })
  return generator(
    'request',
    'request',
    [
      ...among(baseUrlsOfRequests, (baseUrl) => ({ baseUrl })),
      ...(['timestamp', 'nonce', 'body'] as const).flatMap((name) =>
        any(partsWith(name), (parts) => ({ [name]: parts[name] })),
      ),
      ...among(few(rewritten.map(passing)), ({ body, url }) => ({
        body,
        ...(url.startsWith('/') && E.isRight(BaseUrl.parse(`https://a${url}`)) && { baseUrl: `https://a${url}` }),
      })),
      ...any(appIds, (appId) => ({ credentials: { appId, privateKey } })),
      ...any(authTypes, (authType) => ({ authType })),
      ...any(privateKeys, (pem) => ({ credentials: { appId: 'app-1', privateKey: pem } })),
      ...any(jobMeanings, (job) => ({ body: { job } })),
      // No value, in some language.
      ...among(sides<unknown>(rules.job, [], each([null, false, 0, '', []])), (job) => ({ body: { job } })),
      ...any(tokens, asToken),
      ...among(sides(tokenRule, each(['0', '00', 'null', '-', '.', 'false'])), asToken),
      ...among(sides<object>(nonceRule, each([...zeros, { credentials: { appId: '0', privateKey } }])), (zero) => zero),
      ...among(
        sides<object>(
          'the mainland edition takes no tokens',
          each([
            { edition: 'international' },
            // Nothing but the token is looked at.
            { edition: 'international', authType: 'Bearer', nonce: '', timestamp: 'now' },
          ]),
          Draw.constant({ edition: 'mainland' }),
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

import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../../src/core/Authorization.ts'
import { ours } from '../../../src/core/Policies.ts'
import * as arb from '../../../src/kit/testing/arbitraries.ts'
import { type VerifiedHandler, verified } from '../../../src/server/adapters/fetch.ts'
import { linesOf, withBody } from '../../../src/server/adapters/webRequest.ts'
import { createVerifier, type VerificationError, type VerifierOptions } from '../../../src/server/node.ts'
import { createVerifier as createWebVerifier } from '../../../src/server/web.ts'
import { rsa } from '../../support/keys.ts'
import * as like from '../../support/lookalikes.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { now, sign, type ToSign } from '../../support/world.ts'

const joined = (...lines: ReadonlyArray<string>): string => {
  const headers = new Headers()
  for (const line of lines) headers.append('authorization', line)
  return String(headers.get('authorization'))
}

const lines = suite('linesOf: the Authorization lines that Headers joined')

const signedLine = 'SVC-SHA256-RSA app_id=a,nonce_str=n,timestamp=1,signature=AAAA'

lines('none and one', () => {
  assert.equal(linesOf(null), [])
  for (const line of ['', signedLine, 'Bearer AA==', 'Digest realm="a b", nonce="c d"', 'a,b, c=d ,e=f', ', a=b']) {
    assert.equal(linesOf(line), [line], line)
  }
})

lines('splits two and more lines, in any order', () => {
  const spaced = signedLine.replaceAll(',', ', ')
  for (const other of ['Bearer AA==', 'Basic YTpi', 'Digest realm="a b", nonce="c"', 'Negotiate', 'x', '', spaced]) {
    assert.equal(linesOf(joined(signedLine, other)), [signedLine, other], other)
    assert.equal(linesOf(joined(other, signedLine)), [other, signedLine], other)
    assert.equal(linesOf(joined(other, signedLine, other)), [other, signedLine, other], other)
  }
  assert.equal(linesOf(joined('', '')), ['', ''])
})

lines('does not split before a part that is only key=value', () => {
  const at = signedLine.indexOf(',timestamp')
  const halves = joined(signedLine.slice(0, at), signedLine.slice(at + 1))
  assert.equal(linesOf(halves), [signedLine.replace(',timestamp', ', timestamp')])
  assert.equal(linesOf(joined(signedLine, 'x=y')), [`${signedLine}, x=y`])
})

/** One header in every spelling that some policy accepts. */
const inSomePolicy = (): fc.Arbitrary<string> => {
  const blank = fc.constantFrom('', '', ' ', '  ', '\t', ' \t')
  const comma = fc.tuple(blank, blank).map(([before, behind]) => `${before},${behind}`)
  const items = ({ appId, nonce, timestamp, signature }: Authorization.Signed): ReadonlyArray<string> => [
    `app_id=${appId}`,
    `nonce_str=${nonce}`,
    `timestamp=${timestamp}`,
    `signature=${signature}`,
  ]
  return fc
    .tuple(arb.signed(), fc.array(fc.constantFrom('x=y', 'x==', 'x="="'), { maxLength: 2 }), fc.infiniteStream(comma))
    .chain(([signed, more, commas]) =>
      fc.shuffledSubarray([...items(signed), ...more], { minLength: 4 + more.length }).map((all) => {
        const [first = '', ...others] = all
        return others.reduce((line, item) => line + commas.next().value + item, `${signed.authType} ${first}`)
      }),
    )
}
const lenient = {
  ...Authorization.standard,
  policies: { ...ours, ...Object.fromEntries(Object.keys(ours).map((policy) => [policy, true])) },
}

lines('for all headers that any policy accepts: one line stays one', () =>
  forAll([fc.oneof(inSomePolicy(), arb.authorization().map(like.written))], (line) => {
    assert.equal(linesOf(line), [line])
  }),
)

lines('the property above is not vacuous: most generated headers are accepted', () => {
  const accepted = fc.sample(inSomePolicy(), 100).filter((line) => E.isRight(Authorization.parse(line, lenient)))
  assert.ok(accepted.length > 50, String(accepted.length))
})

/** A header value after an HTTP parser: Latin-1, no control characters, no blank at either end. */
const line = (): fc.Arbitrary<string> =>
  fc
    .oneof(
      like.headerLike(),
      like.mutated(arb.authorization().map(like.written)),
      inSomePolicy(),
      arb.authorization().map(like.written),
    )
    .map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').replace(/^[\t ]+|[\t ]+$/g, ''))

lines('for all two lines: the joined text is split, or it is not valid as a single authorization', () =>
  forAll([line(), line()], (first, second) => {
    const [only, ...more] = linesOf(joined(first, second))
    assert.ok(more.length > 0 || E.isLeft(Authorization.parse(String(only))))
  }),
)

lines('for all two authorizations: they are split, whatever the policies', () =>
  forAll([inSomePolicy(), arb.authorization().map(like.written)], (first, second) => {
    assert.equal(linesOf(joined(first, second)), [first, second])
    assert.equal(linesOf(joined(second, first)), [second, first])
  }),
)

lines('for all texts: nothing is lost', () => forAll([line()], (text) => assert.is(linesOf(text).join(', '), text)))

const keys = { 'app-1': rsa(2048, 'app-1').publicPem }
const clock = (): number => now
const url = 'https://api.example/v1/jobs'

const header = async (toSign: ToSign = {}): Promise<string> => (await sign(toSign)).authorization

const post = async (body: RequestInit['body'] & (Uint8Array | string), more: RequestInit = {}): Promise<Request> =>
  new Request(url, { method: 'POST', body, headers: { authorization: await header({ body }) }, ...more })

/** Answers with the app, the body bytes of the verdict, and those of the request. */
const hello: VerifiedHandler = async (request, { appId, target, body }) =>
  new Response(`${appId} ${target} ${Buffer.from(body)} ${await request.text()}`)

interface Answered {
  readonly status: number
  readonly text: string
  /** The answer, and the reason if it is a refusal. */
  readonly reason: string | undefined
}

const answerTo = async (
  request: Request,
  options: Partial<VerifierOptions> = {},
  create: typeof createVerifier = createVerifier,
): Promise<Answered> => {
  const verifier = await create({ keys, clock, ...options })
  let reason: string | undefined
  const verify: typeof verifier.verify = (received) =>
    verifier.verify(received).catch((error: VerificationError) => {
      reason = error.reason
      throw error
    })
  const answer = await verified({ ...verifier, verify }, hello)(request)
  return { status: answer.status, text: await answer.text(), reason }
}

const passing = suite('verified: a fetch handler')

for (const [name, create] of [
  ['node:crypto', createVerifier],
  ['WebCrypto', createWebVerifier],
] as const) {
  passing(`the handler gets the app and the body, in the request and in the verdict (${name})`, async () => {
    assert.equal(await answerTo(await post('{"a":1}'), {}, create), {
      status: 200,
      text: 'app-1 /v1/jobs {"a":1} {"a":1}',
      reason: undefined,
    })
  })
}

passing('the target is taken from the URL’s text unchanged', async () => {
  for (const target of ['/', '/?', '/v1/jobs?', '//a//b', '/%7e%2F?b=2&a=1&a=%7e', '/:80/?a=//b']) {
    const request = new Request(`https://api.example:8080${target}`, {
      headers: { authorization: await header({ method: 'GET', target, body: '' }) },
    })
    assert.is((await answerTo(request)).text, `app-1 ${target}  `)
  }
})

passing('method and headers are kept on runtimes that drop them from a Request with a new body', async () => {
  const { Request: platforms } = globalThis
  class Forgetful extends platforms {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(input instanceof platforms ? input.url : input, init)
    }
  }
  const request = await post('{"a":1}')
  const authorization = request.headers.get('authorization')
  const handler = verified(await createVerifier({ keys, clock }), async (seen) => {
    assert.equal([seen.method, seen.headers.get('authorization')], ['POST', authorization])
    return new Response(await seen.text())
  })
  globalThis.Request = Forgetful as typeof Request
  try {
    assert.is(await (await handler(request)).text(), '{"a":1}')
  } finally {
    globalThis.Request = platforms
  }
})

passing('a target that a Host header has altered is refused', async () => {
  const target = '/v1/jobs'
  const authorization = await header({ method: 'GET', target, body: '' })
  // The URL in Deno and workerd for `GET /jobs` with `Host: api.example/v1`.
  for (const host of [
    'api.example/v1',
    'api.example/v1/jobs?',
    'api.example/v1/jobs#',
    'api.example\\v1',
    'x@api.example',
    'a b',
  ]) {
    const headers = { authorization, host }
    const { status, reason } = await answerTo(new Request(`https://api.example${target}`, { headers }))
    assert.equal([status, reason], [400, 'target_invalid'], host)
  }
  for (const host of ['api.example', 'api.example:8080', '[::1]:8080', '127.0.0.1', '']) {
    const headers = { authorization, host }
    assert.is((await answerTo(new Request(`https://api.example${target}`, { headers }))).status, 200, host)
  }
  // The URL in Bun without a valid Host.
  const bare = new Request(`https://api.example${target}`, { headers: { authorization } })
  Object.defineProperty(bare, 'url', { value: target })
  assert.is((await answerTo(bare)).reason, 'target_invalid')
})

passing('one header split into two lines: accepted under the policy ows, malformed without it', async () => {
  const [first, ...others] = (await header()).split(',')
  for (const [policies, status] of [
    [{}, 400],
    [{ ows: true }, 200],
  ] as const) {
    const headers = new Headers({ authorization: String(first) })
    headers.append('authorization', others.join(','))
    assert.is((await answerTo(new Request(url, { method: 'POST', body: '{}', headers }), { policies })).status, status)
    // A third line that names another app_id duplicates the parameter; no policy accepts that.
    headers.append('authorization', 'app_id=app-2')
    const third = await answerTo(new Request(url, { method: 'POST', body: '{}', headers }), { policies })
    assert.is(third.reason, 'authorization_malformed')
  }
})

passing('binary, chunked and compressed bodies reach the handler unchanged', async () => {
  const bytes = Uint8Array.of(0x1f, 0x8b, 0xff, 0, 0xef, 0xbb, 0xbf)
  const verifier = await createVerifier({ keys, clock })
  const body = new ReadableStream({
    start: (controller) => {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const request = new Request(url, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { authorization: await header({ body: bytes }), 'content-encoding': 'gzip', 'x-other': 'kept' },
  } as RequestInit)
  const answer = await verified(verifier, async (given, v) => {
    assert.equal(Buffer.from(await given.clone().arrayBuffer()), Buffer.from(bytes))
    assert.equal(Buffer.from(v.body), Buffer.from(bytes))
    v.body.fill(0)
    assert.equal(Buffer.from(await given.arrayBuffer()), Buffer.from(bytes))
    assert.is(given.headers.get('x-other'), 'kept')
    assert.is(given.url, url)
    return new Response()
  })(request)
  assert.is(answer.status, 200)
})

passing('the runtime’s further arguments follow request and verdict', async () => {
  const verifier = await createVerifier({ keys, clock })
  const fetch = verified(verifier, (_, { appId }, env: { readonly name: string }, ctx: number) =>
    Response.json([appId, env.name, ctx]),
  )
  const answer = await fetch(await post('{}'), { name: 'env' }, 7)
  assert.equal(await answer.json(), ['app-1', 'env', 7])
})

passing('a request of which the runtime makes no second one reaches the handler', async () => {
  const request = new Request('http://h/', { method: 'POST', body: '' })
  await request.text()
  // As on Deno, whose Request refuses to be made with TRACE.
  Object.defineProperty(request, 'method', { value: 'TRACE' })
  assert.is(withBody(request, new Uint8Array()), request)
})

const refusing = suite('verified: refusals of a fetch handler')

refusing('HEAD without a body', async () => {
  const verifier = await createVerifier({ keys, clock })
  const answer = await verified(verifier, hello)(new Request(url, { method: 'HEAD' }))
  assert.equal([answer.status, answer.body], [401, null])
  assert.is(answer.headers.get('www-authenticate'), 'SVC-SHA256-RSA')
})

refusing('a Content-Length over the limit is refused without reading the body', async () => {
  const request = await post('{}')
  request.headers.set('content-length', '1025')
  assert.equal((await answerTo(request, { bodyLimit: 1024 })).status, 413)
  assert.not.ok(request.bodyUsed)
})

refusing('a stream over the limit is cancelled at the limit', async () => {
  let pulled = 0
  let cancelled = false
  const body = new ReadableStream({
    pull: (controller) => {
      pulled++
      controller.enqueue(new Uint8Array(512))
    },
    cancel: () => {
      cancelled = true
    },
  })
  const headers = { authorization: await header({ body: '' }) }
  const request = new Request(url, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  assert.equal(await answerTo(request, { bodyLimit: 1024 }), {
    status: 413,
    text: '{"error":{"code":"body_too_large","message":"the body is larger than this service accepts"}}',
    reason: 'body_too_large',
  })
  assert.ok(cancelled)
  assert.ok(pulled < 6, String(pulled))
})

refusing('a stream that fails gives body_incomplete', async () => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(Uint8Array.of(1))
      controller.error(new Error('gone'))
    },
  })
  const headers = { authorization: await header({ body: '' }) }
  const request = new Request(url, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  assert.is((await answerTo(request)).reason, 'body_incomplete')
})

const inFront: ReadonlyArray<readonly [what: string, change: (request: Request) => Promise<Request>]> = [
  ['has read it', async (request) => request.text().then(() => request)],
  [
    'has read it and released the reader',
    async (request) => {
      const reader = request.body?.getReader()
      while ((await reader?.read())?.done === false);
      reader?.releaseLock()
      return request
    },
  ],
  [
    'has locked its stream',
    async (request) => {
      request.body?.getReader()
      return request
    },
  ],
  [
    'has replaced it with a longer one',
    async (request) => {
      request.headers.set('content-length', '2')
      return new Request(request, { body: '{ }' })
    },
  ],
  [
    'has replaced it with a shorter one',
    async (request) => {
      request.headers.set('content-length', '2')
      return new Request(request, { body: '' })
    },
  ],
  [
    'has replaced it with a stream of strings',
    async (request) => {
      const text = new ReadableStream({
        start: (controller) => {
          controller.enqueue('{}')
          controller.close()
        },
      })
      return new Request(request, { body: text, duplex: 'half' } as RequestInit)
    },
  ],
]
for (const [what, change] of inFront) {
  refusing(`a body after middleware in front ${what}: 500 body_consumed`, async () => {
    const { status, reason, text } = await answerTo(await change(await post('{}')))
    assert.equal([status, reason], [500, 'body_consumed'])
    assert.is(text, '{"error":{"code":"internal","message":"internal error"}}')
  })
}

refusing('a body that is too short because the caller disconnected: body_incomplete', async () => {
  const request = await post('', { signal: AbortSignal.abort() })
  request.headers.set('content-length', '2')
  assert.is((await answerTo(request)).reason, 'body_incomplete')
})

refusing('a GET body that the runtime withholds is body_incomplete, not taken for empty', async () => {
  const authorization = await header({ method: 'GET', body: '' })
  for (const framing of [{ 'content-length': '5' }, { 'transfer-encoding': 'chunked' }]) {
    const { status, reason } = await answerTo(new Request(url, { headers: { authorization, ...framing } }))
    assert.equal([status, reason], [400, 'body_incomplete'])
  }
})

refusing('an unexpected error of the verifier or the handler rejects the promise', async () => {
  const verifier = await createVerifier({ keys, clock })
  const throwing = verified(verifier, () => {
    throw new RangeError('mine')
  })
  assert.instance(await throwing(await post('{}')).catch((error) => error), RangeError)
  const broken = verified({ ...verifier, verify: () => Promise.reject(new RangeError('its own')) }, hello)
  assert.instance(await broken(await post('{}')).catch((error) => error), RangeError)
})

refusing('a missing handler throws at the start', async () => {
  const ready = await createVerifier({ keys, clock })
  assert.throws(
    () => verified(ready, undefined as never),
    (error: Error) => error instanceof TypeError && /needs a handler/.test(error.message),
  )
})

refusing('what decode throws, and is no JobRefused, is what verified rejects with, always an error', async () => {
  const verifier = await createVerifier({ keys: { 'app-1': rsa(2048, 'app-1').publicPem }, clock: () => now })
  const broken = new SyntaxError('broken')
  for (const [thrown, expected] of [
    [broken, 'SyntaxError: broken'],
    [undefined, 'TypeError: the program threw a value that is not an Error'],
  ] as const) {
    const decode = () => {
      throw thrown
    }
    const handler = verified(verifier, () => assert.unreachable() as never, { decode })
    const { authorization } = await sign({ method: 'POST', target: '/v1/jobs', body: '{}' })
    const request = new Request('http://h/v1/jobs', { method: 'POST', headers: { authorization }, body: '{}' })
    assert.is(await handler(request).catch((error) => String(error)), expected)
  }
})

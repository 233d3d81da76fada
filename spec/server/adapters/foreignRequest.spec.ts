/** Requests of other classes than the platform's: what has the members of a Request is verified, and handled as it was read. */
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import fc from 'fast-check'
import { type FetchOptions, verified } from '../../../src/server/adapters/fetch.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'

const keys = { 'app-1': rsa(2048, 'app-1').publicPem }
const target = '/v1/jobs?a=%7e'
const url = `http://api.example${target}`

// biome-ignore lint/suspicious/noExplicitAny: these requests are of no class that has a type here
type Any = any

const watched = async (options?: FetchOptions<[], Any>) => {
  const reasons: Array<string> = []
  const told = (v: { readonly outcome: string; readonly reason?: string }) => void reasons.push(v.reason ?? v.outcome)
  const verifier = await createVerifier({ keys, clock: () => now, onVerdict: told })
  const handler = verified<[], Any>(
    verifier,
    async (request, { appId, target, original }) => {
      const isPlatforms = Object.getPrototypeOf(request) === Request.prototype
      return Response.json([
        appId,
        target,
        request.method,
        request.url,
        await request.text(),
        isPlatforms,
        original.kind,
      ])
    },
    options,
  )
  const answer = async (request: unknown) => {
    const response = await handler(request)
    return `${response.status} ${response.status === 200 ? await response.text() : ''}`.trim()
  }
  return { answer, handler, reasons }
}

const signedBy = async (method: string, body: string, of = target): Promise<Headers> =>
  new Headers({ authorization: (await sign({ method, target: of, body })).authorization, host: 'api.example' })

const streamOf = (text: string) => new Response(text).body

/** As classes of their own have a body. */
const bodies: Readonly<Record<string, (text: string) => object>> = {
  'a web stream': (text) => ({ body: streamOf(text) }),
  'a stream of node': (text) => ({ body: Readable.from([Buffer.from(text)]) }),
  'no stream at all': (text) => ({ arrayBuffer: async () => new TextEncoder().encode(text).buffer }),
}

/** As classes of their own have headers. */
const headerForms: Readonly<Record<string, (headers: Headers) => object>> = {
  'of the platform': (headers) => headers,
  iterable: (headers) => ({ get: (name: string) => headers.get(name), [Symbol.iterator]: () => headers.entries() }),
  'with forEach': (headers) => ({
    get: (name: string) => headers.get(name),
    forEach: (each: (value: string, name: string) => void) => headers.forEach(each),
  }),
}

const foreign = suite('a request of another class than the platform’s')

for (const [body, bodyOf] of Object.entries(bodies))
  for (const [form, formOf] of Object.entries(headerForms))
    foreign(`is verified and handled: its body is ${body}, its headers are ${form}`, async () => {
      const { answer, reasons } = await watched()
      const headers = await signedBy('POST', 'é')
      headers.set('content-length', '2')
      const make = (text: string) => ({
        url,
        method: 'POST',
        headers: formOf(headers),
        ...bodyOf(text),
        bodyUsed: false,
        kind: 'own',
      })
      const seen = JSON.stringify(['app-1', target, 'POST', url, 'é', true, 'own'])
      assert.is(await answer(make('é')), `200 ${seen}`)
      assert.is(await answer(make('é')), '401')
      assert.equal(reasons, ['accept', 'nonce_replayed'])
    })

foreign('of GET has no body', async () => {
  const { answer } = await watched()
  const request = { url, method: 'GET', headers: await signedBy('GET', ''), body: null, kind: 'own' }
  assert.is(await answer(request), `200 ${JSON.stringify(['app-1', target, 'GET', url, '', true, 'own'])}`)
})

foreign('over the limit is cut off, whatever its body is', async () => {
  for (const bodyOf of Object.values(bodies)) {
    const { answer, reasons } = await watched()
    const headers = await signedBy('POST', 'x')
    headers.set('transfer-encoding', 'chunked')
    assert.is(await answer({ url, method: 'POST', headers, ...bodyOf('x'.repeat(2 ** 20 + 1)) }), '413')
    assert.equal(reasons, ['body_too_large'])
  }
})

foreign('whose body was read is told as that', async () => {
  const { answer, reasons } = await watched()
  const headers = await signedBy('POST', 'x')
  assert.is(await answer({ url, method: 'POST', headers, body: streamOf('x'), bodyUsed: true }), '500')
  assert.equal(reasons, ['body_consumed'])
})

foreign('that lacks a member is refused in words, and nothing is thrown', async () => {
  const headers = await signedBy('POST', '')
  const { authorization } = Object.fromEntries(headers)
  for (const request of [
    undefined,
    null,
    'request',
    {},
    { url, method: 'POST' },
    { url, method: 'POST', headers: { authorization } },
    { url: '/v1/jobs', method: 'POST', headers: { authorization } },
    { method: 'POST', headers },
    { url, method: 'POST', headers, body: 5 },
    new Proxy({}, { get: () => assert.unreachable() }),
  ]) {
    const { answer, reasons } = await watched()
    assert.is(await answer(request), '500')
    assert.equal(reasons, ['misconfigured'])
  }
})

foreign('of which the platform makes no Request costs no nonce', async () => {
  const { answer, reasons } = await watched()
  const headers = await signedBy('POST', 'x')
  const make = () => ({ url, method: 'POST', headers, body: streamOf('x'), kind: 'own' })
  const { Request: platforms } = globalThis
  const failing = () => {
    throw new TypeError('no Request of this')
  }
  failing.prototype = platforms.prototype
  globalThis.Request = failing as unknown as typeof Request
  try {
    assert.is(await answer(make()), '500')
  } finally {
    globalThis.Request = platforms
  }
  assert.match(await answer(make()), '200')
  assert.equal(reasons, ['misconfigured', 'accept'])
})

/** What a member answers from its second reading on. */
const later = (): fc.Arbitrary<Any> =>
  fc.record({
    url: fc.constantFrom('http://api.example/admin', 'http://other.example/v1/jobs', ''),
    method: fc.constantFrom('DELETE', 'GET', ''),
    headers: fc.constantFrom(new Headers({ 'x-role': 'admin' }), undefined),
    body: fc.constantFrom(undefined, 'other'),
    bodyUsed: fc.constantFrom(true, undefined),
  })

foreign('for all later answers of its members: each is read once, and what was read first is what runs', () =>
  forAll([later()], { numRuns: 50 }, async (others) => {
    const headers = await signedBy('POST', 'x')
    const first: Any = { url, method: 'POST', headers, body: streamOf('x'), bodyUsed: false, kind: 'own' }
    const reads = new Map<string | symbol, number>()
    const request = new Proxy(first, {
      get: (_, name) => {
        const count = reads.get(name) ?? 0
        reads.set(name, count + 1)
        return count > 0 && name in others ? others[name] : first[name]
      },
    })
    const { answer } = await watched()
    assert.is(await answer(request), `200 ${JSON.stringify(['app-1', target, 'POST', url, 'x', true, 'own'])}`)
    for (const name of ['method', 'headers', 'body', 'bodyUsed']) assert.is(reads.get(name), 1, name)
  }),
)

foreign('that logs a verified request shows no header of the original', async () => {
  const verifier = await createVerifier({ keys, clock: () => now })
  let shown = ''
  const handler = verified(verifier, (_, request) => {
    shown = JSON.stringify(request)
    return new Response(request.original.method)
  })
  const headers = await signedBy('GET', '')
  assert.is(await (await handler(new Request(url, { headers }))).text(), 'GET')
  assert.not.match(shown, 'original')
})

const mounted = suite('a request from which a mount has removed a prefix')

/** As `mount` of h3 2 makes it: a proxy whose `url` is another. */
const mountedAs = (request: Any, left: string): Any =>
  new Proxy(request, {
    get: (of, name) => {
      if (name === 'url') return left
      const value = Reflect.get(of, name)
      return typeof value === 'function' ? value.bind(of) : value
    },
  })

/** srvx keeps the request of node:http. */
const onNode = (line: string) => ({ runtime: { node: { req: { rawHeaders: ['Host', 'api.example'], url: line } } } })

/** A request that arrived as `line`; the mount leaves `left`. */
const shapes: Readonly<Record<string, (line: string, left: string, init: Any) => Any>> = {
  'a proxy around the platform’s': (line, left, init) =>
    mountedAs(new Request(`http://api.example${line}`, { ...init, duplex: 'half' }), `http://api.example${left}`),
  'a class that keeps the request of node': (line, left, init) => ({
    ...init,
    ...onNode(line),
    url: `http://api.example${left}`,
  }),
}

for (const [shape, make] of Object.entries(shapes)) {
  const send = async (signed: string, line: string, left: string, options?: FetchOptions<[], Any>) => {
    const { answer, reasons } = await watched(options)
    const headers = await signedBy('POST', 'x', signed)
    const answered = await answer(make(line, left, { method: 'POST', headers, body: streamOf('x') }))
    return [answered.slice(0, 3), ...reasons]
  }

  mounted(`${shape}: the whole is what was signed, and the handler sees what is left`, async () => {
    assert.equal(await send('/v1/jobs?a', '/v1/jobs?a', '/jobs?a'), ['200', 'accept'])
    assert.equal(await send('/jobs?a', '/v1/jobs?a', '/jobs?a'), ['401', 'signature_invalid'])
  })

  mounted(`${shape}: the very prefix is refused, and a rewrite is the operator’s`, async () => {
    assert.equal(await send('/v1', '/v1', '/'), ['400', 'target_invalid'])
    assert.equal(await send('/v1/jobs', '/v1/jobs', '/admin'), ['500', 'misconfigured'])
    assert.equal(await send('/admin', '/v1/jobs', '/admin', { allowRewrites: true }), ['200', 'accept'])
  })
}

mounted('dot segments and other spellings that only a caller can cause are no fault of the operator', async () => {
  const make = shapes['a class that keeps the request of node']
  for (const [line, left] of [
    ['/v1/../admin', '/admin'],
    ['/v1/../v1/jobs', '/jobs'],
    ['/v1/"jobs', '/%22jobs'],
    ['/v1/#jobs', '/'],
    ['http://h?x/admin', '/admin'],
  ] as const) {
    const { answer, reasons } = await watched()
    const headers = await signedBy('GET', '', left)
    await answer(make?.(line, left, { method: 'GET', headers, body: null }))
    assert.equal(reasons, ['target_invalid'], line)
  }
})

const impossible = suite('a target of which no platform makes a Request')

/** @hono/node-server makes the platform's Request at the first look at the headers, and that throws for such a URL. */
for (const line of ['http://u:p@h', 'http://u:p@h/v1/jobs', 'http://:p@h/', 'http://u@h/a?b'])
  impossible(`${line} is refused as what the caller sent, and is no fault of the server`, async () => {
    const { handler, reasons } = await watched()
    const server = createServer(getRequestListener(handler))
    await withServer(server, async ({ port }) => {
      const { authorization } = await sign({ target: '/v1/jobs' })
      const socket = connect(port, '127.0.0.1')
      socket.end(`GET ${line} HTTP/1.1\r\nHost: h\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`)
      assert.match(await text(socket), /^HTTP\/1\.1 4\d\d /)
    })
    assert.equal(
      reasons.filter((reason) => reason === 'misconfigured' || reason === 'accept'),
      [],
    )
  })

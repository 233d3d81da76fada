/** What the adapter for AWS Lambda reads in an event: what was sent, or nothing. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as arb from '../../../src/kit/testing/arbitraries.ts'
import { contentOfEvent } from '../../../src/server/adapters/lambdaBody.ts'
import { type EventRequest, requestOfEvent } from '../../../src/server/adapters/lambdaRequest.ts'
import * as RoutableTarget from '../../../src/server/adapters/routableTarget.ts'
import { eventOf, type Sent, type Service, sentPrefix, services } from '../../support/lambdaEvents.ts'
import { assert, forAll, right, suite } from '../../support/suite.ts'

const events = suite('an event of AWS Lambda')

const line = 'SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1700000000,signature=AAAA'

const sent = (target: string, more: Partial<Sent> = {}): Sent => ({
  method: 'POST',
  target,
  headers: [
    ['Host', 'api.example'],
    ['Content-Type', 'application/json'],
    ['Authorization', line],
  ],
  body: Buffer.from('{"a":"é"}'),
  ...more,
})

const complete = services.filter((service) => service !== 'load balancer')
const read = (service: Service, request: Sent): EventRequest => right(requestOfEvent(eventOf(service, request)))

for (const service of complete) {
  events(`${service}: a plain request is what was sent`, () => {
    const request = sent(`${sentPrefix(service)}/v1/jobs`)
    const { method, target, authorization, callerAddress, header, lost } = read(service, request)
    assert.equal(
      { method, target, authorization, callerAddress, lost },
      {
        method: 'POST',
        target: request.target,
        authorization: [line],
        callerAddress: '192.0.2.1',
        lost: undefined,
      },
    )
    assert.is(header('content-type'), 'application/json')
    const body = contentOfEvent(eventOf(service, request), header, 100, 'remedy')
    assert.equal(body, E.right(new Uint8Array(request.body)))
  })

  events(`${service}: of two Authorization lines none is chosen`, () => {
    const [host, type, authorization] = sent('/').headers as [
      Sent['headers'][0],
      Sent['headers'][0],
      Sent['headers'][0],
    ]
    for (const other of [line, 'Bearer AA==', 'SVC-SHA256-RSA'])
      for (const name of ['Authorization', 'authorization']) {
        const headers = [host, type, authorization, [name, other]] as const
        assert.equal(read(service, sent(`${sentPrefix(service)}/v1/jobs`, { headers })).authorization, [line, other])
      }
  })

  events(`${service}: one plain parameter is what was sent, and a query that was taken apart is nothing`, () => {
    const target = `${sentPrefix(service)}/v1/jobs?page=2`
    assert.is(read(service, sent(target)).target, target)
    for (const query of ['a=1&b=2', 'a=1&a=2', 'b=%7e&a', 'a=', 'a', 'a=1+2']) {
      const request = sent(`${sentPrefix(service)}/v1/jobs?${query}`)
      const { target, lost } = read(service, request)
      const isTakenApart = !/^HTTP API(?! with payload)|^function/.test(service)
      assert.is(target, isTakenApart ? RoutableTarget.refused : request.target)
      assert.is(lost !== undefined, isTakenApart)
    }
  })

  events(`${service}: a body in Base64 is its bytes`, () => {
    const headers = [['Content-Type', 'application/octet-stream']] as const
    const request = sent(`${sentPrefix(service)}/v1/jobs`, { headers, body: Uint8Array.of(0xff, 0, 0xc3) })
    const event = eventOf(service, request)
    assert.is(event.isBase64Encoded, true)
    assert.equal(
      contentOfEvent(event, () => undefined, 3, 'remedy'),
      E.right(request.body),
    )
    const tooLarge = E.left({ _tag: 'body_too_large', limitBytes: 2 })
    assert.equal(
      contentOfEvent(event, () => undefined, 2, 'remedy'),
      tooLarge,
    )
  })
}

events('a function URL hands over every path as it was sent, and the others only a plain one', () => {
  for (const path of [
    '/v1/a%20b',
    '/v1/a%2Fb',
    '/v1/jobs%3Fadmin=1',
    '/v1/%E4%BD%A0',
    '/v1/a:b',
    '/v1/../a',
    "/v1/it's",
  ])
    for (const service of complete) {
      const request = sent(`${sentPrefix(service)}${path}`)
      const { target } = read(service, request)
      if (service === 'function URL') assert.is(target, request.target)
      // An escaped slash cannot be noticed: the path that was signed and the one that the handler sees are the same all the same.
      else assert.ok(target === RoutableTarget.refused || path === '/v1/a%2Fb', `${service}: ${path} is ${target}`)
    }
})

events('a load balancer without multi-value headers is a wrong setting', () => {
  const refused = requestOfEvent(eventOf('load balancer', sent('/v1/jobs')))
  assert.match(E.isLeft(refused) ? refused.left.fault : '', /lambda\.multi_value_headers\.enabled/)
})

events('what is no HTTP request is refused in words', () => {
  const hostile = Object.defineProperty({}, 'version', {
    get: () => {
      throw new Error('secret')
    },
    enumerable: true,
  })
  for (const event of [
    undefined,
    null,
    7,
    'text',
    {},
    [],
    { Records: [{ eventSource: 'aws:sqs', body: '{}' }] },
    { requestContext: { connectionId: 'id', routeKey: '$connect', eventType: 'CONNECT' }, isBase64Encoded: false },
    { version: '2.0', rawPath: '/v1/jobs', method: 'POST', headers: { authorization: [line] } },
    { version: '2.0', rawPath: 7, requestContext: { http: { method: 'POST' } } },
    { httpMethod: 'POST', path: 7, multiValueHeaders: {}, requestContext: {} },
    { httpMethod: 'POST', path: '/v1/jobs', headers: { Authorization: line }, requestContext: {} },
    hostile,
  ]) {
    const read = requestOfEvent(event)
    assert.ok(E.isLeft(read) && read.left.fault.length > 20)
  }
})

events('text that AWS changed on the way is refused as such, and text with U+FFFD is not', () => {
  const headers = [
    ['Content-Type', 'application/json'],
    ['Content-Length', '3'],
  ] as const
  const changed = sent('/v1/jobs', { headers, body: Uint8Array.of(0x22, 0xe9, 0x22) })
  const whole = sent('/v1/jobs', { headers, body: Buffer.from('\ufffd') })
  const contentOf = (request: Sent) => {
    const event = eventOf('function URL', request)
    return contentOfEvent(event, right(requestOfEvent(event)).header, 100, 'remedy')
  }
  assert.equal(contentOf(changed), E.left({ _tag: 'body_unsupported', because: 'text' }))
  assert.equal(contentOf(whole), E.right(new Uint8Array(whole.body)))
})

events('a body that was parsed in front is told with its remedy', () => {
  const parsed = { body: { a: 1 } as never }
  assert.equal(
    contentOfEvent(parsed, () => undefined, 9, 'remedy'),
    E.left({ _tag: 'body_consumed', remedy: 'remedy' }),
  )
})

/** Targets of the scheme, and those that look alike. */
const anyTarget = (): fc.Arbitrary<string> =>
  fc.oneof(
    arb.target(),
    fc
      .array(fc.constantFrom('a', 'v1', '%2F', '%3F', '%61', '..', '.', ':', '%25', '/', '//', '~', 'é'), {
        maxLength: 6,
      })
      .map((parts) => `/${parts.join('/')}`),
    fc
      .tuple(
        fc.constantFrom('/v1/jobs', '/'),
        fc.array(fc.constantFrom('a=1', 'b', 'a=%61', 'c=', '', 'd=+', '~=.'), { maxLength: 3 }),
      )
      .map(([path, query]) => `${path}?${query.join('&')}`),
  )

/** What AWS does not tell: whether a character that needs no escape, or a slash, was escaped; and empty parts of a query. */
const alike = (target: string): string => {
  const plain = target.replace(/%[2-7][0-9A-F]/gi, (written) => {
    const character = decodeURIComponent(written)
    return /[\w.~/-]/.test(character) ? character : written
  })
  const [path, ...query] = plain.split('?')
  return [path, ...query.join('?').split('&').filter(Boolean)].join('&')
}

events('for all requests and services: a target is what was sent, or is refused in words', () =>
  forAll([fc.constantFrom(...complete), anyTarget()], { numRuns: 2_000 }, (service, path) => {
    const request = sent(sentPrefix(service) + path)
    const { target, lost } = read(service, request)
    if (target === RoutableTarget.refused) assert.ok(lost !== undefined)
    else if (service === 'function URL') assert.is(target, request.target.replace(/^([^?]*)\?$/, '$1'))
    else assert.is(alike(target), alike(request.target))
  }),
)

events('for all bodies and services: a body is the bytes that were sent, or is another one', () =>
  forAll(
    [fc.constantFrom(...complete), arb.body(), fc.constantFrom('application/json', 'image/png')],
    { numRuns: 300 },
    (service, body, type) => {
      const headers = [
        ['Content-Type', type],
        ['Content-Length', String(body.length)],
      ] as const
      const event = eventOf(service, sent('/v1/jobs', { headers, body }))
      const content = contentOfEvent(event, right(requestOfEvent(event)).header, 2 ** 24, 'remedy')
      const isText = type !== 'image/png'
      if (E.isRight(content)) assert.ok(isText || Buffer.compare(content.right, body) === 0)
      else assert.is(content.left._tag, 'body_unsupported')
      // What passes as text without a replacement is what was sent.
      if (E.isRight(content) && !Buffer.from(content.right).includes('\ufffd'))
        assert.equal(Buffer.from(content.right), Buffer.from(body))
    },
  ),
)

events('for all values in place of an event: nothing throws', () =>
  forAll([fc.object()], { numRuns: 300 }, (event) => {
    const read = requestOfEvent({ httpMethod: 'POST', version: '2.0', ...event })
    if (E.isRight(read)) assert.is(typeof read.right.target, 'string')
  }),
)

/** The adapter for functions on AWS Lambda. */
import { type LambdaAnswer, type LambdaEvent, verified } from '../../../src/server/adapters/lambda.ts'
import { createVerifier, decodeJob, type Verifier } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { eventOf, type Sent, type Service, sentPrefix, services } from '../../support/lambdaEvents.ts'
import { assert, suite } from '../../support/suite.ts'
import { warningsOf } from '../../support/warnings.ts'
import { now, sign } from '../../support/world.ts'

const keys = { 'app-1': rsa(2048, 'app-1').publicPem }
const verifierOf = (reasons: Array<string> = []): Promise<Verifier> =>
  createVerifier({
    keys,
    clock: () => now,
    onVerdict: (v) => void reasons.push(v.outcome === 'accept' ? 'accept' : `${v.reason}: ${v.message}`),
  })

const job = '{"request_id":"7","stages":[]}'

const signed = async (target: string, body = job, method = 'POST'): Promise<Sent> => {
  const { authorization } = await sign({ method, target, body })
  const headers = [
    ['Content-Type', 'application/json'],
    ['Authorization', authorization],
  ] as const
  return { method, target, headers, body: Buffer.from(body) }
}

const signedEvent = async (service: Service, path = '/v1/jobs', body = job): Promise<LambdaEvent> =>
  eventOf(service, await signed(sentPrefix(service) + path, body))

const lambda = suite('verified of countersign/lambda')

/** The headers of an answer, whichever member holds them. */
const headersOf = ({ headers, multiValueHeaders }: LambdaAnswer): Readonly<Record<string, unknown>> =>
  headers ?? Object.fromEntries(Object.entries(multiValueHeaders ?? {}).map(([name, [value]]) => [name, value]))

for (const service of services.filter((each) => each !== 'load balancer')) {
  lambda(`${service}: a signed request reaches the handler once, with its event and context`, async () => {
    const reasons: Array<string> = []
    const seen: Array<unknown> = []
    const handler = verified(
      await verifierOf(reasons),
      (event: LambdaEvent, { appId, target, body }, context: object) => {
        seen.push([event, context])
        return { statusCode: 200, body: `${appId} ${target} ${Buffer.from(body)}` }
      },
    )
    const event = await signedEvent(service)
    const context = { awsRequestId: 'id' }
    const answer = await handler(event, context)
    assert.equal(answer, { statusCode: 200, body: `app-1 ${sentPrefix(service)}/v1/jobs ${job}` })
    assert.equal(seen, [[event, context]])
    const again = (await handler(structuredClone(event), context)) as LambdaAnswer
    assert.is(again.statusCode, 401)
    assert.match(again.body, /nonce_replayed/)
    assert.is('multiValueHeaders' in again, service.startsWith('load balancer'))
    assert.is(headersOf(again)['Content-Type'], 'application/json; charset=UTF-8')
    assert.match(String(headersOf(again)['WWW-Authenticate']), /^SVC-SHA256-RSA/)
  })

  lambda(`${service}: an event that is handed over again is judged again`, async () => {
    const handler = verified(await verifierOf(), (_, { body }) => ({ statusCode: 200, body: `${Buffer.from(body)}` }))
    const event = await signedEvent(service)
    const statuses = async () => ((await handler(event)) as LambdaAnswer).statusCode
    assert.equal([await statuses(), await statuses()], [200, 401])
    const altered = Object.assign(await signedEvent(service), { body: '{}', isBase64Encoded: false })
    assert.is(((await handler(altered)) as LambdaAnswer).statusCode, 401)
    const { body } = eventOf(service, await signed(`${sentPrefix(service)}/v1/jobs`, '{}'))
    const { statusCode, body: answered } = (await handler(Object.assign(event, { body }))) as LambdaAnswer
    assert.is(`${statusCode} ${JSON.parse(answered).error.code}`, '401 signature_invalid')
  })

  lambda(`${service}: another body, target or method than the signed one is refused`, async () => {
    const handler = verified(await verifierOf(), () => assert.unreachable())
    const sent = await signed(`${sentPrefix(service)}/v1/jobs`)
    for (const changed of [
      { ...sent, body: Buffer.from(job.replace('7', '8')) },
      { ...sent, target: `${sentPrefix(service)}/v1/jobz` },
      { ...sent, method: 'PUT' },
    ]) {
      const { statusCode, body } = (await handler(eventOf(service, changed))) as LambdaAnswer
      assert.is(`${statusCode} ${JSON.parse(body).error.code}`, '401 signature_invalid')
    }
  })

  lambda(`${service}: two Authorization lines are refused`, async () => {
    const handler = verified(await verifierOf(), () => assert.unreachable())
    const sent = await signed(`${sentPrefix(service)}/v1/jobs`)
    const headers = [...sent.headers, ['authorization', 'Bearer AA=='] as const]
    const { statusCode, body } = (await handler(eventOf(service, { ...sent, headers }))) as LambdaAnswer
    assert.is(`${statusCode} ${JSON.parse(body).error.code}`, '400 authorization_multiple')
  })

  lambda(`${service}: a JobRefused of the handler is its 400, and another error is the function's`, async () => {
    const handler = verified(await verifierOf(), (_, { body }) => decodeJob(body))
    const { statusCode, body } = (await handler(
      await signedEvent(service, '/v1/jobs', '{"request_id":7}'),
    )) as LambdaAnswer
    assert.is(`${statusCode} ${JSON.parse(body).error.code}`, '400 job_invalid')
    const failing = verified(await verifierOf(), () => {
      throw new Error('of the handler')
    })
    const thrown = await failing(await signedEvent(service)).catch((error: Error) => error.message)
    assert.is(thrown, 'of the handler')
  })

  lambda(`${service}: answerRefusal gives the answer`, async () => {
    const handler = verified(await verifierOf(), () => 'accepted', {
      answerRefusal: ({ reason }, event) => `${reason} ${event === unsigned}`,
    })
    const unsigned = eventOf(service, { ...(await signed('/prod/v1/jobs')), headers: [] })
    assert.is(await handler(unsigned), 'authorization_missing true')
  })

  lambda(`${service}: answers a preflight of an allowed page, and lets it read the answers`, async () => {
    const origin = ['Origin', 'https://app.example'] as const
    const options = { cors: 'https://app.example' }
    const handler = verified(await verifierOf(), () => ({ accepted: true }), options)
    const target = `${sentPrefix(service)}/v1/jobs`
    const asks = [origin, ['Access-Control-Request-Method', 'POST']] as const
    const preflight = (await handler(
      eventOf(service, { method: 'OPTIONS', target, headers: asks, body: new Uint8Array() }),
    )) as LambdaAnswer
    assert.is(preflight.statusCode, 204)
    assert.is(headersOf(preflight)['Access-Control-Allow-Origin'], 'https://app.example')
    const sent = await signed(target)
    const answer = (await handler(eventOf(service, { ...sent, headers: [...sent.headers, origin] }))) as LambdaAnswer
    assert.is(answer.body, '{"accepted":true}')
    assert.is(headersOf(answer)['Access-Control-Allow-Origin'], 'https://app.example')
    assert.is(headersOf(answer).Vary, 'Origin')
  })
}

const warningsDuring = async (run: () => Promise<unknown>): Promise<ReadonlyArray<string>> =>
  (await warningsOf(run)).map(({ message }) => message)

lambda('a request that no event tells is refused with a word of warning, and each word once', async () => {
  const reasons: Array<string> = []
  const handler = verified(await verifierOf(reasons), () => 'accepted')
  const warnings = await warningsDuring(async () => {
    for (const [service, path] of [
      ['HTTP API', '/v1/a%20b'],
      ['HTTP API', '/v1/a%20c'],
      ['REST API', '/v1/jobs?a=1&b=2'],
    ] as const) {
      const { statusCode, body } = (await handler(await signedEvent(service, path))) as LambdaAnswer
      assert.is(`${statusCode} ${JSON.parse(body).error.code}`, '400 target_invalid')
    }
    const functionUrl = await signedEvent('function URL', '/v1/a%20b?a=1&b=2')
    assert.is(await handler(functionUrl), 'accepted')
  })
  assert.is(warnings.length, 2, warnings.join('\n'))
  assert.match(warnings[0] ?? '', /decodes paths/)
  assert.match(warnings[1] ?? '', /API Gateway has split the query of this request/)
  // Each verdict names the cause, not only the first one.
  assert.is(reasons.length, 4)
  for (const n of [0, 1])
    assert.match(reasons[n] ?? '', /^target_invalid: the request target is unknown: .*decodes paths/)
  assert.match(reasons[2] ?? '', /^target_invalid: the request target is unknown: API Gateway has split the query/)
  assert.is(reasons[3], 'accept')
})

lambda('a verifier that the program has wrapped gives the same cause', async () => {
  const reasons: Array<string> = []
  const verifier = await verifierOf(reasons)
  const wrapped: Verifier = { ...verifier, verify: ((request) => verifier.verify(request)) as Verifier['verify'] }
  const handler = verified(wrapped, () => 'accepted')
  const event = await signedEvent('REST API', '/v1/jobs?a=1&b=2')
  await warningsDuring(async () => assert.is(((await handler(event)) as LambdaAnswer).statusCode, 400))
  assert.match(reasons[0] ?? '', /^target_invalid: the request target is unknown: API Gateway has split the query/)
})

lambda('an event that is no HTTP request, or of a wrong setting, is the 500 of a mistake in words', async () => {
  for (const [event, words] of [
    [{ Records: [] }, /no HTTP request/],
    [null, /no HTTP request/],
    [
      { ...(await signedEvent('function URL')), type: 'REQUEST', routeArn: 'arn:aws:1' },
      /authorizer, and it has no body/,
    ],
    [{ ...(await signedEvent('REST API')), type: 'REQUEST', methodArn: 'arn:aws:1' }, /authorizer, and it has no body/],
    [await signedEvent('load balancer'), /multi_value_headers/],
  ] as const) {
    const reasons: Array<string> = []
    const handler = verified(await verifierOf(reasons), () => assert.unreachable())
    const { statusCode, body } = (await handler(event as LambdaEvent)) as LambdaAnswer
    assert.is(`${statusCode} ${JSON.parse(body).error.code}`, '500 internal')
    assert.match(reasons.join(), words)
  }
})

lambda('a body that was parsed in front is a mistake, and rawBody says where its bytes are', async () => {
  const parsed = async () => ({ ...(await signedEvent('function URL')), body: JSON.parse(job), rawBody: job })
  const plain = verified(await verifierOf(), () => 'accepted')
  const warnings = await warningsDuring(async () => {
    assert.is(((await plain(await parsed())) as LambdaAnswer).statusCode, 500)
  })
  assert.match(warnings.join(), /rawBody: \(event\) => event\.rawBody/)
  const kept = verified(await verifierOf(), () => 'accepted', {
    rawBody: (event) => (event as { readonly rawBody?: string }).rawBody,
  })
  assert.is(await kept(await parsed()), 'accepted')
})

lambda(
  'a rawBody that answers nothing where the body is gone: the warning says so, and not to give rawBody',
  async () => {
    const handler = verified(await verifierOf(), () => assert.unreachable(), { rawBody: () => undefined })
    const warnings = await warningsDuring(async () => {
      const event = { ...(await signedEvent('function URL')), body: JSON.parse(job) }
      assert.is(((await handler(event)) as LambdaAnswer).statusCode, 500)
    })
    assert.match(warnings.join(), /your `rawBody` returned undefined: the parser keeps no bytes there/i)
    assert.not.match(warnings.join(), /\(event\) => event\.rawBody/)
  },
)

lambda('a body that is announced and not in the event is lost in front, and no fault of the signature', async () => {
  const reasons: Array<string> = []
  const handler = verified(await verifierOf(reasons), () => assert.unreachable())
  const event = await signedEvent('function URL')
  const headers = { ...event.headers, 'content-length': String(job.length) }
  const { statusCode } = (await handler({ ...event, headers, body: undefined })) as LambdaAnswer
  assert.is(statusCode, 500)
  assert.match(reasons.join(), /body/)
})

lambda('prefix names the mapping of a custom domain, which an HTTP API does not tell', async () => {
  const handler = verified(await verifierOf(), (_, { target }) => target, { prefix: '/mapping' })
  const sent = await signed('/mapping/v1/jobs')
  const event = eventOf('HTTP API with a stage, on a custom domain', { ...sent, target: '/v1/jobs' })
  assert.is(await handler(event), '/mapping/v1/jobs')
})

lambda('an answer to HEAD has no content', async () => {
  const handler = verified(await verifierOf(), () => 'accepted')
  const event = eventOf('function URL', { method: 'HEAD', target: '/v1/jobs', headers: [], body: new Uint8Array() })
  const { statusCode, body } = (await handler(event)) as LambdaAnswer
  assert.is(`${statusCode} ${body}`, '401 ')
})

lambda('refuses a missing verifier or handler, and a wrong option, before the first event', async () => {
  const verifier = await verifierOf()
  assert.throws(() => verified(undefined as never, () => 1), /verified needs a verifier/)
  assert.throws(() => verified(verifier, undefined as never), /verified needs a handler/)
  assert.throws(() => verified(verifier, () => 1, { refused: () => 1 } as never), /it is called answerRefusal now/)
})

lambda('a caller is told apart by the address that AWS names', async () => {
  const seen: Array<string | undefined> = []
  const verifier = await verifierOf()
  const watching = {
    ...verifier,
    verify: async (request: { readonly callerAddress?: string | undefined }) => {
      seen.push(request.callerAddress)
      throw new Error('seen')
    },
  }
  const handler = verified(watching as never, () => 'accepted')
  for (const service of services.filter((each) => each !== 'load balancer'))
    await handler(await signedEvent(service)).catch(() => {})
  assert.equal([...new Set(seen)], ['192.0.2.1'])
  assert.is(seen.length, 8)
})

lambda('decode: the handler gets the job; what is no job is answered with 400, and no handler runs', async () => {
  for (const service of services.filter((each) => each !== 'load balancer')) {
    const seen: Array<string> = []
    const handler = verified(
      await verifierOf(),
      (_, { job }) => {
        seen.push(job.request_id)
        return { statusCode: 200, body: job.request_id }
      },
      { decode: decodeJob },
    )
    assert.equal(await handler(await signedEvent(service)), { statusCode: 200, body: '7' })
    for (const [body, code] of [
      ['{"request_id":7,"stages":[]}', 'job_invalid'],
      ['{', 'job_malformed'],
    ] as const) {
      const answer = (await handler(await signedEvent(service, '/v1/jobs', body))) as LambdaAnswer
      assert.is(answer.statusCode, 400)
      assert.match(answer.body, `"code":"${code}"`)
    }
    assert.equal(seen, ['7'])
  }
})

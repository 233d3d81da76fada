/** The Lambda handler, called with events of the published shape, as the cloud's own runtime would call it. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createSigner } from '../../src/client/node.ts'
import { signedRequest, testVerifier } from '../../src/kit/testing/node.ts'
import { canary } from '../server/secrets.ts'
import { hook } from '../support/builtPackage.ts'
import { examplesFolder, privateKey, publicKey } from '../support/examplePrograms.ts'
import { runIn } from '../support/project.ts'
import { withRedis } from '../support/redisServer.ts'
import { assert, needs, suite } from '../support/suite.ts'

/** The members that the function reads, and whatever else AWS hands over. */
interface Event {
  readonly rawPath: string
  readonly rawQueryString: string
  readonly headers: Readonly<Record<string, string>>
  readonly requestContext: {
    readonly stage: string
    readonly http: { readonly method: string; readonly [member: string]: unknown }
    readonly [member: string]: unknown
  }
  readonly body?: string
  readonly isBase64Encoded: boolean
  readonly [member: string]: unknown
}

interface Answer {
  readonly statusCode: number
  readonly headers: object
  readonly body: string
}

type Change = (event: Event) => Event

const signer = await createSigner({ appId: 'app-1', privateKey })
const job = '{"request_id":"7","stages":[]}'

/** A signed request as API Gateway hands it over: payload format 2.0, with all members of the published example. */
const gateway = async (target: string, body = job, method = 'POST'): Promise<Event> => {
  const { authorization } = await signer.sign({ method, url: target, body })
  const [rawPath = '', rawQueryString = ''] = target.split('?')
  const event = {
    version: '2.0',
    routeKey: '$default',
    cookies: ['cookie1', 'cookie2'],
    pathParameters: { proxy: 'v1/jobs' },
    queryStringParameters: { a: '~' },
    stageVariables: { stageVariable1: 'value1' },
    rawPath,
    rawQueryString,
    headers: { 'content-type': 'application/json; charset=UTF-8', header2: 'value1,value2', authorization },
    requestContext: {
      accountId: '123456789012',
      apiId: 'api-id',
      authorizer: { jwt: { claims: { claim1: 'value1' }, scopes: [] } },
      domainName: 'id.execute-api.us-east-1.amazonaws.com',
      domainPrefix: 'id',
      requestId: 'id',
      routeKey: '$default',
      time: '12/Mar/2020:19:03:58 +0000',
      timeEpoch: 1583348638390,
      stage: '$default',
      http: {
        path: decodeURIComponent(rawPath),
        protocol: 'HTTP/1.1',
        sourceIp: '192.0.2.1',
        userAgent: 'agent',
        method,
      },
    } as Event['requestContext'],
    isBase64Encoded: false,
  }
  return body === '' ? event : { ...event, body }
}

/** The same from a function URL, which has no authorizer, parameters or variables. */
const functionUrl: Change = (event) => {
  const changed = {
    ...event,
    pathParameters: null,
    stageVariables: null,
    queryStringParameters: undefined,
    cookies: undefined,
    requestContext: {
      ...event.requestContext,
      authorizer: undefined,
      accountId: 'anonymous',
      domainName: 'id.lambda-url.us-east-1.on.aws',
    } as Event['requestContext'],
  }
  return changed
}

const inBase64: Change = (event) => ({
  ...event,
  body: Buffer.from(event.body ?? '').toString('base64'),
  isBase64Encoded: true,
})
const withHeaders =
  (headers: Event['headers']): Change =>
  (event) => ({ ...event, headers })

const decoded = '400 target_invalid'

/** As an HTTP API hands over the path, by what others report. */
const decoding: Change = (event) => ({ ...event, rawPath: decodeURIComponent(event.rawPath) })

/** Sent as `/v1/jobs%3Fadmin=1`, and signed for the query. */
const encodedQuery: Change = (event) => ({
  ...event,
  rawPath: `${event.rawPath}?${event.rawQueryString}`,
  rawQueryString: '',
})

const stage: Change = (event) => ({ ...event, rawPath: `/prod${event.rawPath}` })

/** What each event is answered: a status, and the code of a refusal. 404: it was verified, and is not what is served. */
const signedEvents = async (): Promise<ReadonlyArray<readonly [string, Event, string]>> => {
  const event = await gateway('/v1/jobs')
  const other = await gateway('/v1/jobs')
  return [
    ['a job through API Gateway', event, '200'],
    ['the same again', event, '401 nonce_replayed'],
    ['a job through a function URL', functionUrl(await gateway('/v1/jobs')), '200'],
    ['a body in Base64', inBase64(await gateway('/v1/jobs')), '200'],
    ['no body', await gateway('/v1/jobs/7', '', 'GET'), '404'],
    ['a job that is wrong', await gateway('/v1/jobs', '{"request_id":7}'), '400 job_invalid'],
    ['another body', { ...(await gateway('/v1/jobs')), body: job.replace('7', '8') }, '401 signature_invalid'],
    ['a body that is not UTF-8', { ...(await gateway('/v1/jobs', '"é"')), body: '"\ufffd"' }, '401 signature_invalid'],
    ['a query, as it was sent', await gateway('/v1/jobs?b=%7e&a&b=1+2'), '200'],
    ['an encoded path through a function URL, as it was sent', functionUrl(await gateway('/v1/jobs/a%20b')), '404'],
    ['an encoded path through API Gateway, which may have decoded it', await gateway('/v1/jobs/a%2520b'), decoded],
    ['a path that was decoded to a blank', decoding(await gateway('/v1/jobs/a%20b')), decoded],
    ['a path that was decoded to Unicode', decoding(await gateway('/v1/files/%E4%BD%A0')), decoded],
    ['a path that was decoded to a colon', decoding(await gateway('/v1/jobs/a%3Ab')), decoded],
    ['a path in which a question mark was encoded', encodedQuery(await gateway('/v1/jobs?admin=1')), decoded],
    ['a bare question mark, which is lost', await gateway('/v1/jobs?'), '401 signature_invalid'],
    ['a stage that was signed', await gateway('/prod/v1/jobs'), '404'],
    ['a stage that was not signed', stage(await gateway('/v1/jobs')), '401 signature_invalid'],
    ['no Authorization', withHeaders({ 'content-type': 'application/json' })(other), '401 authorization_missing'],
    [
      'two Authorization lines, joined',
      withHeaders({ authorization: `${other.headers.authorization},${other.headers.authorization}` })(other),
      '400 authorization_multiple',
    ],
    ['a token', withHeaders({ authorization: `Bearer ${canary}` })(other), '401 bearer_not_offered'],
  ]
}

const lambda = suite('the Lambda handler')

needs('redis-server', lambda)('answers events of API Gateway and of function URLs', () =>
  withRedis([], async ({ port }) => {
    const folder = await examplesFolder()
    const cwd = mkdtempSync(join(folder, 'lambda-'))
    const { href } = pathToFileURL(join(folder, 'spec/examples/functions/index.ts'))
    const program = `import { readFileSync } from 'node:fs'
import { handler } from '${href}'
const answers = []
for (const event of JSON.parse(readFileSync('events.json'))) answers.push(await handler(event, {}))
console.log('answers ' + JSON.stringify(answers))
process.exit()`
    writeFileSync(join(cwd, 'call.mjs'), program)
    const call = async (events: ReadonlyArray<Event>): Promise<ReadonlyArray<Answer>> => {
      writeFileSync(join(cwd, 'events.json'), JSON.stringify(events))
      const env = { REDIS_URL: `redis://127.0.0.1:${port}`, APP_1_PUBLIC_KEY: publicKey }
      const { code, output } = await runIn(cwd, `node --import ${hook} call.mjs`, env)
      assert.is(code, 0, output)
      assert.not.match(output, canary)
      return JSON.parse(/^answers (.*)$/m.exec(output)?.[1] ?? '[]')
    }
    // The first request makes the verifier. A Redis that is new to its guard takes what is signed in a later second.
    await call([await gateway('/v1/jobs')])
    await pause(1100)
    const events = await signedEvents()
    const answers = await call(events.map(([, event]) => event))
    const seen = answers.map(({ statusCode, body }, i) => {
      const code = /"code":"(\w+)"/.exec(body)?.[1] ?? ''
      return [events[i]?.[0], `${statusCode} ${code}`.trim()]
    })
    assert.equal(
      seen,
      events.map(([name, , answer]) => [name, answer]),
    )
    const unproven = answers.filter(({ statusCode }) => statusCode === 401)
    assert.ok(unproven.every(({ headers }) => 'WWW-Authenticate' in headers))
  }),
)

suite('the Lambda handler in a test')('takes a request of signedRequest, as the guide says', async () => {
  const sent = { method: 'POST', url: '/v1/jobs', body: '{"request_id":"1","stages":[]}' }
  const { url, method, headers, body } = await signedRequest(sent)
  const parts = {
    version: '2.0',
    rawPath: url,
    rawQueryString: '',
    requestContext: { http: { method } },
    isBase64Encoded: false,
  }
  const { handlerWith } = await import('./functions/lambda.ts')
  const answer = await handlerWith(await testVerifier())({ ...parts, headers, body: String(body) })
  assert.is(answer.body, '{"app_id":"test-app","request_id":"1"}')
  const older = await handlerWith(await testVerifier())({ version: '2.0', headers })
  assert.match(`${older.statusCode} ${older.body}`, /^500 .*"internal"/)
})

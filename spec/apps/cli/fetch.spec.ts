/** The command `fetch`: any request, signed, its answer handed on or saved, and polling, against services that run. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { holdsIn, parseCondition } from '../../../src/apps/cli/condition.ts'
import { ofPath } from '../../../src/job/JsonPointer.ts'
import { rsa } from '../../support/keys.ts'
import { ok, type RawRequest, status, withListener } from '../../support/listener.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { withVerifyingService } from '../../support/verifyingService.ts'
import { countersign, type Ended, file, home, privateKey, read, serving } from './command.ts'

const signed = ['--app-id', 'app-1', '--private-key', privateKey]
const run = (url: string, args: ReadonlyArray<string>): Promise<Ended> =>
  countersign(['fetch', ...args, '--base-url', url, ...signed])

const fetching = suite('countersign fetch')

fetching('signs the request and hands on the body as it came', () =>
  withVerifyingService(
    { keys: { 'app-1': rsa(2048, 'app-1').publicPem } },
    async ({ baseUrl, handled }) => {
      const body = file('part.bin', new Uint8Array([0, 255, 10]))
      const args = ['put', '/v1/files/1?a=%20b', '--body', body, '--header', 'X-Trace: a:b ', '--header', 'X-Empty:']
      const { code, out, err } = await run(baseUrl, args)
      assert.equal([code, out, err], [0, 'plain\u001b[31m', 'the service answered 202\n'])
      const [request] = handled
      assert.equal([request?.method, request?.target], ['PUT', '/v1/files/1?a=%20b'])
      assert.equal([request?.headers['x-trace'], request?.headers['x-empty']], ['a:b', ''])
      assert.equal(Buffer.from(request?.body ?? []), Buffer.from([0, 255, 10]))
    },
    (_, res) => res.writeHead(202).end('plain\u001b[31m'),
  ),
)

fetching('a refusal ends with 1, shows the answer, and leaves the file of --output as it is', () =>
  withListener([status('404 Not Found', '', 'no such job')], async ({ url }) => {
    const kept = file('kept.json', 'before')
    const { code, out, err } = await run(url, ['GET', '/v1/jobs/7', '--output', kept])
    assert.equal([code, out, err], [1, 'no such job', 'the service answered 404\n'])
    assert.is(read('kept.json'), 'before')
  }),
)

fetching('--output saves the body of an answer, in place of what was there', () =>
  withListener([ok('{"state":"done"}')], async ({ url }) => {
    const saved = file('saved.json', 'before')
    const { code, out } = await run(url, ['GET', '/v1/jobs/7', '--output', saved])
    assert.equal([code, out], [0, 'the service answered 200; 16 bytes are saved in saved.json\n'])
    assert.is(read('saved.json'), '{"state":"done"}')
  }),
)

fetching('an answer that breaks off leaves the file as it was, and no draft', () =>
  withListener(['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n'], async ({ url }) => {
    const saved = file('half.json', 'before')
    const { code, err } = await run(url, ['GET', '/v1/jobs/7', '--output', saved])
    assert.is(err, 'error: the connection ended before the whole answer arrived\n')
    assert.is(code, 3)
    assert.is(read('half.json'), 'before')
  }),
)

fetching('a redirect is handed back and not followed', () =>
  withListener([status('302 Found', 'Location: http://127.0.0.1:9/else\r\n')], async ({ url, requests }) => {
    const { code, err } = await run(url, ['GET', '/v1/jobs/7'])
    assert.is(err, 'the service answered 302, a redirect to http://127.0.0.1:9/else, which is not followed\n')
    assert.is(code, 1)
    assert.is(requests.length, 1)
  }),
)

fetching('other origins, an Authorization header and wrong options are refused before anything is sent', () =>
  withListener([ok()], async ({ url, requests }) => {
    const wrong: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
      ['another origin', ['GET', 'https://h.example/v1/jobs/7']],
      ['a path that starts with /', ['GET', 'v1/jobs/7']],
      ['leave it out', ['GET', '/', '--header', 'Authorization: x']],
      ['--header: expected a name, a colon and a value', ['GET', '/', '--header', 'secret-9']],
      [
        '--timeout: expected a number and a unit, such as 500ms, 2s, 10m or 1h; without a unit they are seconds; found "1.5"',
        ['GET', '/', '--timeout', '1.5'],
      ],
      ['--until: expected a JSON Pointer', ['GET', '/', '--until', 'state']],
      ['--every and --total need --until', ['GET', '/', '--every', '2s']],
      ['--body -: the body is read twice', ['POST', '/', '--body', '-']],
      ['TARGET is missing', ['GET']],
    ]
    for (const [words, args] of wrong) {
      const { code, err } = await run(url, args)
      assert.is(code, 2, words)
      assert.match(err, words)
      assert.not.match(err, 'secret-9')
    }
    assert.is(requests.length, 0)
  }),
)

fetching('--json answers with one object, also of bytes that are no text', () =>
  withListener([ok('{"a":1}'), status('200 OK', '', '\xff')], async ({ url }) => {
    const { headers, ...rest } = JSON.parse((await run(url, ['GET', '/a', '--json'])).out)
    assert.equal(rest, { outcome: 'accept', status: 200, body: '{"a":1}', json: { a: 1 } })
    assert.is(headers['content-type'], 'application/json')
  }),
)

fetching('a fragment is told, by fetch and by sign', () =>
  withListener([ok()], async ({ url, requests }) => {
    assert.match((await run(url, ['GET', '/v1/jobs#x y'])).err, 'note: TARGET: the text after # is a fragment')
    assert.is((requests[0] as RawRequest).requestLine, 'GET /v1/jobs HTTP/1.1')
    const { err, code } = await countersign(['sign', ...signed, '--method', 'GET', '--url', '/v1/jobs#x y'])
    assert.equal([code, /^note: --url: .*write %23/.test(err)], [0, true])
  }),
)

const nonces = (requests: ReadonlyArray<RawRequest>): ReadonlySet<string | undefined> =>
  new Set(requests.map(({ headers }) => /nonce_str=([\w-]+)/.exec(headers.map(String).join())?.[1]))

fetching('--until asks until the condition holds, each time signed anew, and saves that answer', () =>
  withListener(
    [ok('{"state":"queued"}'), status('503 Busy'), ok('{"state":"running"}'), ok('{"state":"done"}')],
    async ({ url, requests }) => {
      const args = ['--until', '/state=failed', '--until', '/state=done', '--every', '5ms', '--output', 'job-7.json']
      const { code, out } = await run(url, ['GET', '/v1/jobs/7', ...args])
      assert.equal([code, out], [0, 'the service answered 200; 16 bytes are saved in job-7.json\n'])
      assert.is(read('job-7.json'), '{"state":"done"}')
      assert.equal([requests.length, nonces(requests).size], [4, 4])
    },
  ),
)

fetching('--until ends with a 4xx, and with the total', async () => {
  await withListener([ok('{}'), status('410 Gone'), ok('{"state":"done"}')], async ({ url, requests }) => {
    const { code, err } = await run(url, ['GET', '/v1/jobs/7', '--until', '/state=done', '--every', '5ms'])
    assert.equal([code, err], [1, 'the service answered 410\n'])
    assert.is(requests.length, 2)
  })
  await withListener([ok('{}')], async ({ url, requests }) => {
    const until = ['--until', '/state=done', '--every', '1h', '--total', '5s']
    const { code, err } = await run(url, ['GET', '/v1/jobs/7', ...until])
    assert.is(code, 3)
    assert.is(err, 'error: --until accepted no answer within 5000 ms; polls: 1; result of the last poll: 200\n')
    assert.is(requests.length, 1)
  })
})

fetching('a job is submitted, polled and its answer saved, in three commands', () =>
  serving(['--keys', 'keys'], async ({ url }) => {
    const job = file('three.json', '{"request_id":"three","stages":[]}')
    const submitted = await countersign(['submit', '--base-url', url, ...signed, '--json', job])
    const { job_id } = JSON.parse(submitted.out).json
    const polled = await run(url, ['GET', `/v1/jobs/${job_id}`, '--until', '/app_id=app-1', '--every', '10ms'])
    assert.is(polled.code, 0, polled.err)
    assert.is((await run(url, ['GET', `/v1/jobs/${job_id}`, '--output', 'three-done.json'])).code, 0)
    assert.ok(existsSync(join(home, 'three-done.json')))
  }),
)

fetching('for all JSON: a condition holds where its pointer leads to its value, and nowhere else', () =>
  forAll(
    [
      fc.array(
        fc.oneof(
          fc.string().filter((s) => !s.includes('=')),
          fc.nat(9),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    ],
    (path, value) => {
      const json = path.reduceRight<unknown>(
        (inner, step) =>
          typeof step === 'number' ? Object.assign([], { [step]: inner }) : Object.fromEntries([[step, inner]]),
        value,
      )
      const condition = parseCondition(`${ofPath(path)}=${value}`)
      assert.ok(condition)
      assert.ok(holdsIn(json)(condition))
      assert.not(holdsIn(json)({ ...condition, value: `${value}x` }))
      assert.not(holdsIn(json)({ ...condition, pointer: `${condition.pointer}/0` }))
      assert.not(holdsIn({})(condition))
    },
  ),
)

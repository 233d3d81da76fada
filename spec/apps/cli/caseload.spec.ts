/**
 * A folder of refused requests of ten apps, each with a mistake of its own, as `serve --keep` has kept them: the summary says to
 * whom to write, and what.
 */
import { createPrivateKey, createSign, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, symlinkSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { type Caseload, diagnoseFolder } from '../../../src/apps/cli/caseload.ts'
import { type GivenTerms, termsOf } from '../../../src/apps/cli/verdict.ts'
import { rsa } from '../../support/keys.ts'
import { assert, byTurns, suite } from '../../support/suite.ts'
import { countersign, file, home, serving } from './command.ts'

/** What a program signs. */
interface Parts {
  readonly method: string
  readonly target: string
  readonly timestamp: number
  readonly nonce: string
  readonly body: string
}

/** How the program of an app departs from the scheme. */
interface Program {
  readonly app: string
  readonly agent: string
  readonly requests: number
  /** What the summary says of it. */
  readonly cause: string
  readonly certainty: string
  /** Words of the letter. */
  readonly letter: string
  readonly target?: string
  readonly signs?: (parts: Parts) => string
  readonly writesSignature?: (signature: string) => string
  readonly namesApp?: string
  readonly key?: string
  readonly nonce?: string
  readonly secondsLate?: number
}

const proven = 'proven'
const seen = 'visible in header and clock'
const byReason = 'the reason of the refusal'
const rightText = ({ method, target, timestamp, nonce, body }: Parts): string =>
  `${method}\n${target}\n${timestamp}\n${nonce}\n${body}`
const changed =
  (change: (parts: Parts) => Partial<Parts>) =>
  (parts: Parts): string =>
    rightText({ ...parts, ...change(parts) })

const programs: ReadonlyArray<Program> = [
  {
    app: 'acme-print',
    agent: 'python-requests/2.32',
    requests: 5,
    cause: 'body-reserialized',
    certainty: proven,
    letter:
      'Serialize the body once. Then sign and send exactly these bytes.\n    For your own service: If the caller already does this, a program before',
    signs: changed(({ body }) => ({ body: JSON.stringify(JSON.parse(body), null, 2) })),
  },
  {
    app: 'billing',
    agent: 'okhttp/4.12',
    requests: 4,
    cause: 'target-without-query',
    certainty: proven,
    letter: 'Sign the path with its query, exactly as they are on the request line.\n    For your own service: ',
    target: '/v1/jobs?page=2',
    signs: changed(() => ({ target: '/v1/jobs' })),
  },
  {
    app: 'crm-sync',
    agent: 'axios/1.7',
    requests: 4,
    cause: 'clock-behind',
    certainty: seen,
    letter:
      ' s earlier than the time when the request arrived. Synchronize the clock of the machine with a time server',
    secondsLate: 480,
  },
  {
    app: 'dataflow',
    agent: 'Go-http-client/1.1',
    requests: 3,
    cause: 'method-case',
    certainty: proven,
    letter: 'Write the method in upper case before you sign it.',
    signs: changed(() => ({ method: 'post' })),
  },
  {
    app: 'edge-cache',
    agent: 'GuzzleHttp/7',
    requests: 3,
    cause: 'unknown-key',
    certainty: 'visible in the signature',
    letter: 'the key that is registered for edge-cache (sha256:',
    key: 'of nobody',
  },
  {
    app: 'fleet',
    agent: 'Java-http-client/17',
    requests: 3,
    cause: 'trailing-line-feed',
    certainty: proven,
    letter: 'End the string to sign with the last byte of the body.',
    signs: changed(({ body }) => ({ body: `${body}\n` })),
  },
  {
    app: 'gamma',
    agent: 'Ruby',
    requests: 3,
    cause: 'signature-base64url',
    certainty: seen,
    letter: 'Write the signature in standard Base64',
    writesSignature: (signature) => signature.replaceAll('+', '-').replaceAll('/', '_'),
  },
  {
    app: 'harbor',
    agent: 'node',
    requests: 3,
    cause: 'nonce_replayed',
    certainty: byReason,
    letter: 'Sign each attempt again, with a new nonce.',
    nonce: 'always-the-same-1',
  },
  {
    app: 'iris',
    agent: 'Faraday v2.9',
    requests: 2,
    cause: 'app_unknown',
    certainty: byReason,
    letter: 'The key of iris made the signature, but the header names irs, an app id that is not registered.',
    namesApp: 'irs',
  },
  {
    app: 'jade',
    agent: 'PostmanRuntime/7.39',
    requests: 1,
    cause: 'not-found',
    certainty: 'no cause found',
    letter: 'Send us the exact bytes that your program gives',
    signs: ({ nonce }) => `nobody guesses this ${nonce}`,
  },
]

const send = async (url: string, program: Program, number: number): Promise<number> => {
  const body = JSON.stringify({ request_id: `r-${number}`, stages: [{ type: 'text_to_image', n: number }] })
  const { app, agent, target = '/v1/jobs', nonce = randomUUID(), secondsLate = 0 } = program
  const timestamp = Math.floor(Date.now() / 1000) - secondsLate
  const text = (program.signs ?? rightText)({ method: 'POST', target, timestamp, nonce, body })
  const key = createPrivateKey(rsa(2048, program.key ?? app).privatePem)
  const signature = createSign('sha256').update(text).sign(key, 'base64')
  const items = `app_id=${program.namesApp ?? app},nonce_str=${nonce},timestamp=${timestamp}`
  const authorization = `SVC-SHA256-RSA ${items},signature=${program.writesSignature?.(signature) ?? signature}`
  const headers = { 'User-Agent': agent, Authorization: authorization, 'Content-Length': Buffer.byteLength(body) }
  const sent = httpRequest(`${url}${target}`, { method: 'POST', headers, agent: false })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

const summing = suite('countersign diagnose --requests: a folder of ten apps')

for (const { app } of programs) file(`ten-apps/${app}.pem`, rsa(2048, app).publicPem)

// A search that finds nothing costs several seconds.
byTurns(2, summing)(
  'each app has its cause, its certainty and its letter, and a table begins the summary',
  async () => {
    await serving(['--keys', 'ten-apps', '--keep', 'kept-of-ten'], async ({ url, logged }) => {
      let sent = 0
      let kept = 0
      const most = programs.reduce((longest, { requests }) => Math.max(longest, requests), 0)
      for (let round = 0; round < most; round++)
        for (const program of programs.filter(({ requests }) => round < requests)) {
          const status = await send(url, program, ++sent)
          // A file has its number in its name; more than sixteen that wait for the disk are not kept.
          if (status !== 200) await logged(`-${String(kept++).padStart(6, '0')}-`)
        }
    })
    const { code, out } = await countersign(['diagnose', '--keys', 'ten-apps', '--requests', 'kept-of-ten'])
    assert.is(code, 1)
    const [, table = ''] = /^\d+ requests of 10 apps\n([\s\S]+?)\n\n/.exec(out) ?? []
    const refused = ({ app, requests }: Program): number => (app === 'harbor' ? requests - 1 : requests)
    const expected = programs.map((each) => `${refused(each)} ${each.app} ${each.cause} ${each.certainty}`)
    const rows = table
      .trim()
      .split('\n')
      .map((line) => line.trim().replace(/ {2,}/g, ' '))
    assert.equal(rows.toSorted(), expected.toSorted(), out)
    for (const { app, agent, letter } of programs) {
      const [section = ''] = out.split('\n\n').filter((each) => each.startsWith(`${app}: `))
      assert.ok(section.includes(`, by ${agent}\n`) && section.includes(letter), `${app}: ${section}`)
      assert.not.match(section, /Write: .*the caller/i)
    }
    // Only where no cause was found somebody has to look.
    assert.is(out.split('Look at: ').length, 2)
  },
)

summing('what the distance of a clock suggests is a sentence of its own, in both languages', async () => {
  const earlier = (seconds: number) => `The timestamp is ${seconds} s earlier than the time when the request arrived.`
  const later = (seconds: number) => `The timestamp is ${seconds} s later than the time when the request arrived.`
  const local =
    'This is exactly 8 h, so perhaps local time was used as UTC, or the reverse. Take the seconds since 1970 (UTC) directly from the clock.'
  const daytime = 'Take the timestamp from the clock for each request, with the time of day.'
  const rows: ReadonlyArray<readonly [timestamp: number, arrived: number, letter: string, chinese: string]> = [
    [
      1_700_000_001,
      1_700_000_481,
      `${earlier(480)} Synchronize the clock of the machine with a time server.`,
      '时间戳比请求到达的时间早 480 秒。请',
    ],
    [
      1_700_000_001,
      1_700_028_801,
      `${earlier(28_800)} ${local}`,
      '早 28800 秒。这正好是 8 小时：可能把本地时间当成了 UTC，或者相反。直接从时钟读取',
    ],
    [
      1_700_028_801,
      1_700_000_001,
      `${later(28_800)} ${local}`,
      '晚 28800 秒。这正好是 8 小时：可能把本地时间当成了 UTC，或者相反。直接从时钟读取',
    ],
    [
      1_700_006_400,
      1_700_016_411,
      `${earlier(10_011)} The timestamp is midnight UTC, so perhaps it comes from a date without a time. ${daytime}`,
      '早 10011 秒。时间戳恰好是 UTC 零点，像是只有日期、没有时刻。每次请求都从时钟读取',
    ],
    [
      1_700_010_000,
      1_700_020_011,
      `${earlier(10_011)} The timestamp is a whole hour, so perhaps it comes from a date without a time in another zone. ${daytime}`,
      '早 10011 秒。时间戳恰好是整点，像是其他时区中只有日期、没有时刻。每次请求都从时钟读取',
    ],
    [
      63_835_596_801,
      1_700_000_001,
      `${later(62_135_596_800)} Perhaps the seconds are counted from the year 1, like the ticks of .NET. Count the seconds from 1970`,
      '晚 62135596800 秒。秒数可能是从公元 1 年算起的，如 .NET 的 ticks。秒数要从 1970 年算起',
    ],
  ]
  const key = createPrivateKey(rsa(2048, 'crm-sync').privatePem)
  for (const [index, [timestamp, arrived, letter, chinese]] of rows.entries()) {
    const text = rightText({ method: 'POST', target: '/v1/jobs', timestamp, nonce: 'n-1', body: '{}' })
    const signature = createSign('sha256').update(text).sign(key, 'base64')
    const authorization = `SVC-SHA256-RSA app_id=crm-sync,nonce_str=n-1,timestamp=${timestamp},signature=${signature}`
    const folder = `clock-${index}`
    file(
      `${folder}/1.http`,
      `POST /v1/jobs HTTP/1.1\r\nAuthorization: ${authorization}\r\nCountersign-Arrived: ${arrived}\r\nContent-Length: 2\r\n\r\n{}`,
    )
    const { out } = await countersign(['diagnose', '--keys', 'ten-apps', '--requests', folder])
    assert.match(out, `Write: ${letter}`)
    const { out: inChinese } = await countersign([
      'diagnose',
      '--keys',
      'ten-apps',
      '--requests',
      folder,
      '--lang',
      'zh',
    ])
    assert.match(inChinese, chinese)
  }
})

summing('a folder without a request is told', async () => {
  file('no-requests/notes.md', 'x')
  const { code, out } = await countersign(['diagnose', '--keys', 'ten-apps', '--requests', 'no-requests'])
  assert.equal(
    [code, out],
    [0, 'there is no request in no-requests: files of requests end in .http, .txt, .har, .json or .sh\n'],
  )
})

summing('the refusals that the service has not kept are told, as the files count them', async () => {
  const kept = (skipped: string, body = '{}'): string =>
    `POST /v1/jobs HTTP/1.1\r\nAuthorization: Basic\r\nCountersign-Arrived: 1700000000\r\nCountersign-Refused: scheme_unsupported\r\n${skipped}Content-Length: ${body.length}\r\n\r\n${body}`
  file('kept-in-part/1.http', kept('Countersign-Skipped: 3\r\n'))
  file('kept-in-part/2.http', kept('', 'x\r\nCountersign-Skipped: 100\r\n'))
  file('kept-in-part/3.http', kept('Countersign-Skipped: 19\r\n'))
  const args = ['diagnose', '--keys', 'ten-apps', '--requests', 'kept-in-part']
  const { out } = await countersign(args)
  assert.match(out, 'The service refused at least 22 more requests and did not save them')
  assert.is(JSON.parse((await countersign([...args, '--json'])).out).notKept, 22)
})

summing(
  'a file that is deleted after the folder was listed is left out; a link without a target is an error',
  async () => {
    const head = 'POST /v1/jobs HTTP/1.1\r\nAuthorization: Basic\r\nContent-Length: 2\r\n\r\n{}'
    for (const name of ['1', '2', '3']) file(`deleted-meanwhile/${name}.http`, head)
    const folder = join(home, 'deleted-meanwhile')
    const load: Caseload = {
      folder,
      keys: [],
      termsFor: (kept) => {
        rmSync(join(folder, '2.http'), { force: true })
        return termsOf(noTerms, {}, kept)
      },
      budget: 1,
      paths: undefined,
      jsonLines: false,
      watch: false,
      say: (words) => words,
    }
    const filesIn = async (): Promise<unknown> => {
      const { json } = await diagnoseFolder(load, process)
      return (json as { readonly requests: ReadonlyArray<{ readonly file: string }> }).requests.map((row) => row.file)
    }
    assert.equal(await filesIn(), ['1.http', '3.http'])
    symlinkSync(join(home, 'nowhere'), join(folder, '4.http'))
    await filesIn().then(
      () => assert.unreachable('the link was left out'),
      (thrown) => assert.match(String(thrown), '4.http: there is no such file'),
    )
  },
)

const noTerms: GivenTerms = {
  now: 1_700_000_000,
  maxAge: undefined,
  maxSkew: undefined,
  edition: undefined,
  authType: undefined,
  maxBody: undefined,
}

summing('an app id that breaks its rule is not cut to one that obeys it', async () => {
  const folder = 'long-app-ids'
  const head = (appId: string): string =>
    `POST /v1/jobs HTTP/1.1\r\nAuthorization: SVC-SHA256-RSA app_id=${appId},nonce_str=n-1\r\nContent-Length: 2\r\n\r\n{}`
  file(`${folder}/1.http`, head('a'.repeat(128)))
  file(`${folder}/2.http`, head('a'.repeat(129)))
  file(`${folder}/3.http`, head('a:b'))
  const { out } = await countersign(['diagnose', '--keys', 'ten-apps', '--requests', folder, '--json'])
  const apps = JSON.parse(out).requests.map(({ app }: { readonly app: string }) => app)
  assert.equal(apps, ['a'.repeat(128), '-', '-'])
})

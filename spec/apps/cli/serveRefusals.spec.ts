/** What `serve` says of refused requests and keeps of them, and what `diagnose` reads back. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { format } from 'node:util'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { lineOf } from '../../../src/apps/cli/gateway.ts'
import { logger } from '../../../src/apps/cli/logger.ts'
import type { World } from '../../../src/apps/cli/Outcome.ts'
import { logRefused } from '../../../src/apps/cli/serve.ts'
import { faults } from '../../../src/apps/gateway/faults.ts'
import type { VerifiedCaller } from '../../../src/core/Caller.ts'
import * as PathPrefix from '../../../src/core/PathPrefix.ts'
import * as VerifyError from '../../../src/core/VerifyError.ts'
import { defaults } from '../../../src/core/VerifyPolicy.ts'
import type { Logged } from '../../../src/kit/diagnosis/pasted/readLogLine.ts'
import { readRequest } from '../../../src/kit/diagnosis/pasted/readRequest.ts'
import * as arb from '../../../src/kit/testing/arbitraries.ts'
import { refused } from '../../../src/server/Verdict.ts'
import { rsa } from '../../support/keys.ts'
import { assert, forAll, suite, until } from '../../support/suite.ts'
import type { ToSign } from '../../support/world.ts'
import { countersign, fails, file, home, publicKey, serving, signedNow } from './command.ts'

const seconds = (): number => Math.floor(Date.now() / 1000)
const spki = rsa(2048, 'app-1').publicKey.export({ type: 'spki', format: 'der' })
const key = `key=sha256:${createHash('sha256').update(spki).digest('hex').slice(0, 8)} app=app-1`

const compact = '{"request_id":"7","note":"S3CRET"}'
const spaced = '{"request_id": "7", "note": "S3CRET"}'

const signed = (what: ToSign = {}): Promise<string> => signedNow({ body: compact, ...what })

const post = (url: string, authorization: string, body: string | Uint8Array<ArrayBuffer> = spaced): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { authorization, cookie: 'S3CRET=1', 'x-api-key': 'S3CRET' }, body })

/** Resolves to the answer. */
const raw = async (port: number, bytes: Uint8Array): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text
  })
  socket.end(bytes)
  await once(socket, 'close')
  return answer
}

/** A name ends otherwise while its file is written. */
const kept = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(home, folder))
    .filter((name) => name.endsWith('.http'))
    .sort()
const textOf = (folder: string, name = ''): string => readFileSync(join(home, folder, name), 'latin1')

const explaining = suite('countersign serve --explain')

explaining('a paragraph for each refusal: ids, what the caller did and what it should do', () =>
  serving(['--keys', 'keys', '--explain'], async ({ url, log, logged }) => {
    assert.is((await post(`${url}/v1/jobs?S3CRET`, await signed({ target: '/v1/jobs?S3CRET' }))).status, 401)
    await logged('→ Serialize the body once')
    const paragraph = log().slice(log().indexOf('explained: '))
    const [first, ...more] = paragraph.split('\n')
    assert.match(first as string, /^explained: reject signature_invalid .*exact=body-reserialized/)
    assert.match(first as string, key)
    assert.equal(more, [
      '  The caller signed one JSON text, but another JSON text arrived. The text that arrived is in the form of a serializer. Either the program itself sent another text, or something before the verifier parsed the body and serialized it again. The signed text has the form of a serializer too (JSON.stringify): perhaps the caller parsed a body and serialized it again before signing.',
      '  → Serialize the body once. Then sign and send exactly these bytes. If the caller already does this, a program before the verifier changed the body. Then verify the body as it arrived, before any program parses it.',
      '',
    ])
    // It knows its own name, and the paths that it has accepted.
    await post(`${url}/v1/jobs`, await signed(), compact)
    const origin = await signed()
    await post(`${url}/v1/jobs`, origin.replace('app_id=app-1', 'app_id="app-1"'))
    await logged('header-quoted')
    assert.not.match(log(), 'S3CRET')
  }),
)

explaining('one id joins the lines of a request, its answer and its kept file', () =>
  serving(['--keys', 'keys', '--explain', '--keep', 'joined'], async ({ url, log, logged }) => {
    const { headers } = await post(`${url}/v1/jobs`, await signed())
    const id = headers.get('x-request-id') ?? ''
    assert.match(id, /^[0-9a-f-]{16,}$/)
    await logged('kept as ')
    await logged('explained: ')
    const named = log()
      .split('\n')
      .filter((line) => / (?:401 \S+:|explained:|kept as) /.test(line))
    assert.is(named.length, 3)
    for (const line of named) assert.ok(line.includes(` id=${id}`), line)
    const [file] = kept('joined')
    assert.match(textOf('joined', file), `\r\nCountersign-Request-Id: ${id}\r\n`)
    assert.match(
      textOf('joined', file),
      /\r\nCountersign-Settings: edition=international; auth-type=SVC-SHA256-RSA; max-age=300; max-skew=60; max-body=1048576\r\n/,
    )
    assert.match(textOf('joined', file), /\r\nuser-agent: node\r\n/i)
  }),
)

explaining('a request that was sent twice: it was right, and is never called accepted', () =>
  serving(['--keys', 'keys', '--explain', '--keep', 'twice'], async ({ url, log, logged }) => {
    const header = await signed()
    // The body is no job, which the stand-in says after the verification.
    assert.is((await post(`${url}/v1/jobs`, header, compact)).status, 400)
    assert.is((await post(`${url}/v1/jobs`, header, compact)).status, 401)
    await logged('kept as ')
    await logged('explained: reject nonce_replayed')
    await logged('  → Sign each attempt again, with a new nonce.')
    assert.match(log(), '\n  The signature and the time are right, but the nonce was used before.\n')
    const path = `twice/${kept('twice')[0]}`
    assert.match(textOf('twice', kept('twice')[0]), '\r\nCountersign-Refused: nonce_replayed\r\n')
    for (const command of ['diagnose', 'verify']) {
      const { code, out } = await countersign([command, '--public-key', publicKey, '--request', path])
      assert.is(code, 1, command)
      assert.match(
        out,
        /^refused: nonce_replayed\nThe signature and the time are right, but .*\. Sign each attempt again, with a new nonce\.\n/,
      )
      assert.not.match(out, 'accepted')
      const told = await countersign([command, '--public-key', publicKey, '--request', path, '--json'])
      const { outcome, reason } = JSON.parse(told.out)
      assert.equal([told.code, outcome, reason], [1, 'reject', 'nonce_replayed'])
    }
    // With another key it is refused for that.
    const other = await countersign(['verify', '--public-key', publicKey, '--app-id', 'app-2', '--request', path])
    assert.match(other.out, 'refused: app_unknown')
  }),
)

explaining('a request that Node refuses: where it is wrong, and that the signature fits', () =>
  serving(['--keys', 'keys', '--explain', '--keep', 'unparsed'], async ({ port, log, logged }) => {
    const target = '/v1/jobs?title=red fox'
    const header = await signed({ method: 'GET', target: '/v1/jobs', body: '' })
    const line = `Authorization: ${header}\r\nCookie: S3CRET\r\n\r\n`
    const answer = await raw(port, Buffer.from(`GET ${target} HTTP/1.1\r\nHost: h\r\n${line}`))
    await logged(
      'explained: request_unreadable GET /v1/jobs?…: byte 23 of the request line, in the query, is 0x20 (space)',
    )
    await logged('explained: reject target_invalid')
    await logged('kept as ')
    const [name] = kept('unparsed')
    // Of each line about it, the answer and the file.
    const [, id] = /\r\nX-Request-Id: (\S+)\r\n/.exec(answer) ?? []
    const lines = log()
      .split('\n')
      .filter((text) => / (?:400 request_unreadable|explained:|kept as)/.test(text))
    assert.equal(
      lines.map((text) => text.split(' id=')[1]?.split(' ')[0]),
      [id, id, id, id],
      log(),
    )
    assert.match(textOf('unparsed', name), `\r\nCountersign-Request-Id: ${id}\r\n`)
    assert.match(textOf('unparsed', name), `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: SVC`)
    assert.not.match(log() + textOf('unparsed', name), /S3CRET|red fox(?! HTTP)/)
    for (let i = 0; i < 20; i++) await raw(port, Buffer.from('GET /a b HTTP/1.1\r\nHost: h\r\n\r\n'))
    assert.is(log().split('explained: request_unreadable').length - 1, 10)
  }),
)

explaining('behind a proxy: its host and the prefix that it removes are known', () =>
  serving(
    ['--keys', 'keys', '--explain', '--keep', 'behind', '--public-url', 'https://jobs.example/api/'],
    async ({ url, logged }) => {
      await post(`${url}/v1/jobs`, await signed({ target: '/api/v1/jobs' }), compact)
      await logged('exact=target-prefix-added')
      await logged('kept as ')
      assert.match(textOf('behind', kept('behind')[0]), '\r\nHost: jobs.example\r\n')
    },
  ),
)

explaining(
  'with --prefix what a proxy removes is verified, and a request that was signed without it is explained',
  () =>
    serving(
      ['--keys', 'keys', '--prefix', '/api', '--explain', '--public-url', 'https://jobs.example/api'],
      async ({ url, logged }) => {
        const job = '{"request_id":"7","stages":[]}'
        const accepted = await post(`${url}/v1/jobs`, await signed({ target: '/api/v1/jobs', body: job }), job)
        assert.is(accepted.status, 200)
        assert.ok('job_id' in ((await accepted.json()) as object))
        await post(`${url}/v1/jobs`, await signed({ body: job }), job)
        await logged('exact=target-prefix-lost')
      },
    ),
)

explaining('a prefix that is none is refused at the start', () =>
  fails(
    ['serve', '--keys', 'keys', '--prefix', '/api/'],
    `--prefix: expected ${PathPrefix.rule.expected}; found "/api/"`,
  ),
)

explaining('the base URL of a client in the environment is no option of a server', () =>
  serving(
    ['--keys', 'keys'],
    async ({ url }) => assert.is((await post(`${url}/v1/jobs`, await signed())).status, 401),
    {
      COUNTERSIGN_BASE_URL: 'https://jobs.example',
    },
  ),
)

explaining('a base URL that is of no use', () =>
  fails(
    ['serve', '--keys', 'keys', '--public-url', 'https://jobs.example'],
    '--public-url works only together with --explain or --keep',
  ),
)

explaining('without it nothing is explained, and nothing is kept', () =>
  serving(['--keys', 'keys'], async ({ url, log, logged }) => {
    await post(`${url}/v1/jobs`, await signed())
    await logged('401 signature_invalid')
    await setTimeout(200)
    assert.not.match(log(), /explained|kept/)
  }),
)

const pasting = suite('what our programs print about a refusal')

/** Each has a request, and none of them is one. */
pasting('is told from a request by diagnose, with what is missing', async () => {
  const printed: Array<string> = []
  const refuse = async (url: string): Promise<void> => {
    await post(`${url}/v1/jobs?S3CRET`, await signed({ target: '/v1/jobs?S3CRET' }))
    await post(`${url}/v1/jobs`, 'Token S3CRET')
    await post(`${url}/v1/jobs`, await signed({ timestamp: seconds() - 400 }))
    await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://h', 'access-control-request-method': 'POST' } })
  }
  for (const form of ['text', 'json'])
    await serving(
      ['--keys', 'keys', '--explain', '--keep', `pasted-${form}`, '--log', form],
      async ({ url, port, log, logged }) => {
        await raw(port, Buffer.from('GET /a b HTTP/1.1\r\nHost: h\r\n\r\n'))
        await raw(port, Buffer.from('GET /a HTTP/1.1\r\nHost: h\r\nExpect: x\r\n\r\n'))
        await refuse(url)
        for (const text of ['→ ', 'kept as ', 'preflight']) await logged(text)
        const entries = log()
          .trim()
          .split(/\n(?=\d{4}-|\{)/)
        printed.push(...entries, ...entries.map((entry) => entry.replace(/^\S+Z /, '')))
        const job = file('refused.json', '{"request_id":"1","stages":[]}')
        const submit = ['submit', '--base-url', url, '--token-file', file('a-token', 'abc'), job]
        printed.push((await countersign(submit)).out, (await countersign([...submit, '--json'])).out)
        printed.push(await (await post(url, 'Bearer S3CRET')).text())
      },
    )
  const header = await signed()
  const args = ['--public-key', publicKey, '--method', 'POST', '--target', '/', '--authorization', header]
  for (const command of ['verify', 'diagnose'])
    for (const form of [[], ['--json']])
      printed.push(
        (await countersign([command, ...args, ...form, ...(command === 'verify' ? [] : ['--budget', '1'])])).out,
      )
  assert.ok(printed.length > 40)
  for (const text of printed) {
    const read = readRequest(Buffer.from(text))
    assert.ok(E.isLeft(read) && read.left.logged !== undefined, text)
    assert.ok(read.left.what.startsWith('this is a line of a log'), text)
  }
  file('header', `Authorization: ${header}`)
  const { code, out, err } = await countersign(['diagnose', '--public-key', publicKey, '--request', 'header'])
  assert.equal([code, out], [2, ''])
  assert.match(err, 'this is only the Authorization header.')
  assert.match(err, '--method METHOD --target TARGET --authorization LINE --body FILE')
  assert.not.match(err, /app_id|signature=/)
})

const says = (text: string): Logged | undefined => {
  const read = readRequest(Buffer.from(text))
  return E.isLeft(read) ? read.left.logged : undefined
}

const offer = { ...defaults, tokens: false }
const path = arb.target().map((target) => target.replace(/\?.*$/s, ''))

pasting('for all refusals of every reason: each line about it is told as one, with its reason', () =>
  forAll(
    [
      fc.oneof(...Object.values(arb.verifyErrors)),
      arb.method(),
      arb.target(),
      fc.constantFrom('text', 'json'),
      fc.constantFrom('', '1'),
    ],
    { numRuns: 500 },
    (error, method, target, form, FORCE_COLOR) => {
      const printed: Array<string> = []
      const stderr = { write: (text: string) => printed.push(text) } as unknown as Writable
      const { log } = logger(form as 'text', { env: { FORCE_COLOR }, stderr } as unknown as World)
      const verdict = refused({ error }, { method, target, authorization: [] }, offer, 1)
      logRefused(log, { verdict, authorization: [], authType: defaults.authType })
      // As the guides log a verdict, and as a program prints one.
      printed.push(format(verdict.reason, verdict.message), format('published', verdict), format(verdict))
      printed.push(JSON.stringify({ level: 40, ...verdict }), ...printed.map((text) => text.replace(/^\S+Z /, '')))
      for (const text of printed) assert.is(says(text)?.reason, verdict.reason, text)
      assert.ok(says(VerifyError.httpAnswer(offer)(error).body))
    },
  ),
)

pasting('for all that a gateway says behind the verdict: its line is told as one', () =>
  forAll(
    [fc.constantFrom(...Object.values(faults)), arb.method(), path, fc.boolean()],
    ({ status, code, message }, method, target, known) => {
      const caller = known
        ? ({ appId: 'app-1', scheme: 'bearer', method, target } as unknown as VerifiedCaller)
        : undefined
      const [text] = lineOf({
        status,
        code,
        message: `${code}: ${message}`,
        milliseconds: 1.5,
        identity: { requestId: '1', client: '::1' },
        ...(caller === undefined ? {} : { caller }),
      })
      assert.ok(says(`${status} ${text}`), text)
    },
  ),
)

const keeping = suite('countersign serve --keep')

keeping('each refused request is a file that diagnose reads, with the verdict of that time', () =>
  serving(['--keys', 'keys', '--keep', 'refused/here'], async ({ url, logged }) => {
    const jobs = `${url}/v1/jobs`
    const line = await signed()
    await post(jobs, line)
    await post(jobs, line.replace('app_id=app-1', 'app_id="app-1"'))
    await post(jobs, await signed({ timestamp: seconds() - 400 }))
    await post(jobs, await signed({ body: Buffer.from('\xff\0\r\n', 'latin1') }), Buffer.from('\xfe\0\r\n', 'latin1'))
    await post(jobs, 'Bearer S3CRET')
    await post(jobs, 'S3CRET x')
    await logged('kept as refused/here/')
    while (kept('refused/here').length < 5) await setTimeout(20)
    const names = kept('refused/here')
    assert.is(names.length, 5, 'a bearer token leaves nothing to diagnose')
    assert.is(statSync(join(home, 'refused/here', names[0] ?? '')).mode & 0o777, 0o600)
    assert.is(statSync(join(home, 'refused/here')).mode & 0o777, 0o700)
    const [reserialized, quoted, , binary, unknown] = names
    // The body is kept as it came: it is what was signed, or not.
    assert.ok(textOf('refused/here', reserialized).endsWith(`Content-Length: ${spaced.length}\r\n\r\n${spaced}`))
    for (const name of names) assert.not.match(textOf('refused/here', name), /cookie|x-api-key|S3CRET x/i)
    assert.match(textOf('refused/here', unknown), 'Authorization: -\r\n')
    for (const name of names) await logged(`kept as refused/here/${name}`)

    const diagnose = (name = '', ...more: ReadonlyArray<string>) =>
      countersign(['diagnose', '--public-key', `app-1=${publicKey}`, '--request', `refused/here/${name}`, ...more])
    const diagnosed = async (name = '', ...more: ReadonlyArray<string>) => {
      const { code, out, err } = await diagnose(name, ...more, '--json')
      return { code, err, ...JSON.parse(out || '{}') }
    }
    const first = await diagnosed(reserialized)
    assert.equal([first.reason, first.exact, first.findings[0].id], ['signature_invalid', true, 'body-reserialized'])
    assert.is(first.code, 1)
    for (const name of names) {
      const reason = /-([a-z_]+)\.http$/.exec(name)?.[1]
      assert.is((await diagnosed(name, '--budget', '1')).reason, reason)
    }
    assert.match((await diagnosed(binary, '--budget', '1')).expected.hex, /fe000d0a$/)

    // Header and clock are seen without the body, and nothing is claimed of the text.
    const malformed = await diagnosed(quoted)
    const shown = [malformed.exact, malformed.findings.map(({ id }: { id: string }) => id), malformed.complete]
    assert.equal(shown, [false, ['header-quoted'], false])
    assert.ok(malformed.notes.some((note: string) => note.startsWith('The file does not have the body')))
    assert.not.match((await diagnose(quoted)).out, '--budget')
    file('sent', spaced)
    const ids = (await diagnosed(quoted, '--body', 'sent')).findings.map(({ id }: { id: string }) => id)
    assert.equal(ids, ['header-quoted', 'body-reserialized'])
    // Under other terms the verdict would need the body.
    const late = await diagnosed(names[2], '--max-age', '1000')
    assert.is(late.code, 2)
    assert.match(
      late.message,
      'the command needs the body for a verdict, and the file does not have it; give the body with --body',
    )
    const verified = await countersign(['verify', '--public-key', publicKey, '--request', `refused/here/${names[2]}`])
    assert.match(verified.out, 'refused: timestamp_expired')
  }),
)

keeping('what is over the bound of a minute is counted: in the log at once, in the metrics, and at the end', () =>
  serving(['--keys', 'keys', '--keep', 'bounded', '--metrics', '0'], async ({ url, log, logged, out, stop }) => {
    const at = /^ {2}metrics {4}(\S+)$/m.exec(out())?.[1] ?? ''
    const scrape = async (): Promise<string> => (await fetch(at)).text()
    assert.match(await scrape(), 'countersign_kept_refusals_total{outcome="dropped"} 0\n')
    const sent = 70
    for (let i = 0; i < sent; i++) await post(url, 'SVC-SHA256-RSA app_id="app-1"')
    // A slow disk may be the cause before the bound of a minute is.
    await logged('--keep bounded: a refused request is not kept: ')
    const counts = { kept: 0, dropped: 0 }
    await until(async () => {
      const text = await scrape()
      for (const outcome of ['kept', 'dropped'] as const)
        counts[outcome] = Number(new RegExp(`refusals_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1])
      return counts.kept + counts.dropped === sent
    })
    assert.is(counts.kept, kept('bounded').length)
    await stop()
    assert.match(log(), `--keep bounded: ${counts.kept} of ${sent} refused requests were saved`)
    assert.is(log().split('a refused request is not kept').length, 2, 'once a minute')
  }),
)

keeping('--help says the bounds', async () => {
  const { out } = await countersign(['serve', '--help'])
  assert.match(
    out.replace(/\s+/g, ' '),
    'at most 60 requests in each minute, and keeps the newest 256 of them, at most 16 MiB together',
  )
})

keeping('a folder that cannot be used', async () => {
  for (const folder of [file('a-file', ''), 'a-file/x'])
    await fails(['serve', '--keys', 'keys', '--keep', folder], `--keep ${folder}: it is not a folder`)
})

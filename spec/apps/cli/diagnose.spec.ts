import { readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from '../../../src/effects/keptRequest.ts'
import type { Finding } from '../../../src/kit/diagnosis/Report.ts'
import { rightCode } from '../../../src/kit/diagnosis/rightCode.ts'
import { rsa } from '../../support/keys.ts'
import { line, signatureOf } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'
import { now, sign, type ToSign } from '../../support/world.ts'
import { begin, countersign, type Ended, fails, file, home, isPlain, publicKey } from './command.ts'

const job = { request_id: '1', stages: [{ type: 'x', text: 'été' }] }
const compact = JSON.stringify(job)
const pretty = JSON.stringify(job, null, 2)
file('compact.json', compact)
file('other.pem', rsa(2048, 'app-2').publicPem)

const run = async (
  args: ReadonlyArray<string>,
  toSign: ToSign = {},
  keys: ReadonlyArray<string> = [publicKey],
): Promise<Ended> => {
  const { authorization } = await sign({ body: compact, ...toSign })
  const given = args.map((arg) => arg.replace('LINE', authorization))
  return countersign(['diagnose', ...keys.flatMap((key) => ['--public-key', key]), '--now', String(now), ...given])
}

const usual = ['--method', 'POST', '--target', '/v1/jobs', '--authorization', 'LINE', '--body', 'compact.json']
const signedPretty = { body: pretty }

const headerOver = (text: string): string => line(signatureOf(text), 'n-1', now)

interface Json {
  readonly outcome: string
  readonly reason?: string
  readonly recovered: boolean
  readonly exact: boolean
  readonly findings: ReadonlyArray<Pick<Finding, 'id' | 'detail' | 'remedy' | 'evidence'>>
  readonly alternatives: ReadonlyArray<Json['findings']>
  readonly signed: { readonly text: string; readonly hex: string; readonly digest: string }
  readonly expected: { readonly text: string }
  readonly notes?: ReadonlyArray<string>
  readonly code?: string
}

const json = ({ out }: Ended): Json => JSON.parse(out) as Json
const ids = (ended: Ended): string =>
  json(ended)
    .findings.map(({ id }) => id)
    .join('+')

const saying = suite('countersign diagnose')

saying('a valid request: exit code 0', async () => {
  const { code, out, err } = await run(usual, {}, [`app-1=${publicKey}`])
  assert.equal([code, out, err], [0, 'accepted: the request was signed by app-1\n', ''])
  const told = json(await run([...usual, '--json'], {}, [`app-1=${publicKey}`]))
  assert.match(
    (await run(usual)).out,
    'note: the key was given without an app id, so it was used for every app; to check that',
  )
  assert.equal([told.outcome, told.exact, told.findings], ['accept', true, []])
})

saying('a valid request with the method in small letters: a note says which policy accepts it', async () => {
  const { code, out } = await run(usual.with(1, 'post'))
  assert.is(code, 0)
  assert.match(
    out,
    'note: the method arrived as post; the policy method-case reads it as POST, but other services may not',
  )
})

saying('a wrong request: the mistake, its remedy and both strings to sign, exit code 1', async () => {
  const ended = await run(usual, signedPretty)
  assert.is(ended.code, 1)
  assert.ok(isPlain(ended.out))
  for (const part of [
    'refused: signature_invalid\n',
    `exact: signed a body of ${Buffer.byteLength(pretty)} bytes, sent a body of ${Buffer.byteLength(compact)} bytes\n`,
    'The digest in the signature proves which text was signed. No other cause explains this text as simply.\n',
    'the key sha256:',
    '  body-reserialized (indented by 2)\n',
    '    → Serialize the body once. Then sign and send exactly these bytes. If the caller already does this, a program before the verifier changed the body. Then verify the body as it arrived, before any program parses it.\n',
    'what the caller signed',
    'target     /v1/jobs␊',
    'They first differ at byte ',
    'in the body: 0x0a (LF) was signed, but 0x22 (") was expected.\n',
    'The right code: --code javascript, python, java, go, php, csharp, ruby or shell\n',
  ])
    assert.ok(ended.out.includes(part), `${part}\n\n${ended.out}`)
})

saying('the same as JSON', async () => {
  const ended = await run([...usual, '--json'], signedPretty)
  const told = json(ended)
  assert.is(ended.code, 1)
  assert.equal([told.outcome, told.reason], ['reject', 'signature_invalid'])
  assert.equal([told.recovered, told.exact, told.alternatives], [true, true, []])
  const shown = told.findings.map(({ id, detail, remedy }) => [id, detail, remedy])
  assert.equal(shown, [
    [
      'body-reserialized',
      'indented by 2',
      'Serialize the body once. Then sign and send exactly these bytes. If the caller already does this, a program before the verifier changed the body. Then verify the body as it arrived, before any program parses it.',
    ],
  ])
  assert.ok(told.signed.text.endsWith(pretty))
  assert.is(Buffer.from(told.signed.hex, 'hex').toString(), told.signed.text)
  assert.ok(told.expected.text.endsWith(compact))
})

saying('--code prints correct code in that language', async () => {
  const { out } = await run([...usual, '--code', 'go'], signedPretty)
  assert.match(out, /Right, in go:\n {2}/)
  assert.match(out, 'http.NewRequest')
  assert.is((await run([...usual, '--code', 'cobol'])).code, 2)
  const told = json(await run([...usual, '--code', 'go', '--json'], signedPretty))
  assert.is(told.code, rightCode('body-reserialized', 'go'))
  assert.not.ok('code' in json(await run([...usual, '--json'], signedPretty)))
})

saying('names the app whose key made the signature', async () => {
  const line = usual
  assert.is(ids(await run([...line, '--json'], {}, [`app-1=other.pem`, `app-2=${publicKey}`])), 'other-key')
  assert.is(ids(await run([...line, '--json'], {}, ['other.pem'])), 'unknown-key')
  assert.is((await run([...line, '--app-id', 'app-1'], {}, [publicKey, 'app-2=other.pem'])).code, 0)
  const { out } = await run(line, {}, [`app-1=other.pem`, `app-2=${publicKey}`])
  assert.match(out, 'the key of app-2, sha256:')
})

saying('two mistakes of a small job are found, however small the budget is', async () => {
  const line = headerOver(`post\n/v1/jobs\n${now}\nn-1\n${compact}\n`)
  const args = usual.map((arg) => (arg === 'LINE' ? line : arg))
  const report = json(await run([...args, '--json', '--budget', '1']))
  assert.ok(report.exact)
})

saying('--host and --url prove a signed absolute URL; without them the command says what was not tried', async () => {
  const line = headerOver(`POST\nhttps://jobs.example/v1/jobs\n${now}\nn-1\n${compact}`)
  const args = usual.map((arg) => (arg === 'LINE' ? line : arg))
  assert.is(ids(await run([...args, '--host', 'jobs.example', '--json'])), 'target-with-origin')
  assert.is(ids(await run([...args, '--url', 'https://jobs.example/v1/jobs', '--json'])), 'target-with-origin')
  const guess = json(await run([...args, '--json', '--budget', '300']))
  assert.not.ok(guess.exact)
  assert.ok(guess.findings.every(({ evidence }) => evidence === 'guess'))
  const { out, code } = await run([...args, '--budget', '300'])
  assert.is(code, 1)
  assert.match(
    out,
    /not found\nThe search used up its budget, the work of 300 ms on an idle machine \(to search longer, give a larger --budget\).*\n\([\d,]+ texts tried, then stopped/,
  )
  // A list: what was tried, what cannot be, and what was not given.
  const points = out.match(/^ {2}- .*$/gm) ?? []
  const begins = [
    'If all other parts are right, the caller signed none of these: ',
    'The search cannot try another random nonce, ',
    'The host of the service was not given (--host), ',
    'The URL that the caller called was not given (--url), ',
    'The targets of the service were not given ',
  ]
  assert.equal(
    points.map((point, i) => point.startsWith(`  - ${begins[i]}`)),
    begins.map(() => true),
    out,
  )
  assert.ok(
    points.every((point) => point.split(' ').length <= 50),
    points.join('\n'),
  )
  assert.match(points[0] ?? '', /\d other targets/)
  assert.match(points[2] ?? '', 'so mistakes with it were not tried.')
  for (const option of ['--signed', '--url', '--paths']) assert.match(out, option)
})

/** A GET whose string to sign holds another target than its request line. */
const misdirected = ({ sent, signed }: { readonly sent: string; readonly signed: string }): ReadonlyArray<string> => {
  return ['--method', 'GET', '--target', sent, '--authorization', headerOver(`GET\n${signed}\n${now}\nn-1\n`)]
}

const base = 'http://127.0.0.1:9000'

saying(
  'a curl command to another path than was signed: its URL is what was sent, so --url is still asked for',
  async () => {
    const [line] = misdirected({ sent: '/v1/queue', signed: '/v1/basins' }).slice(-1)
    file('other-path.txt', `curl -H 'Authorization: ${line}' ${base}/v1/queue`)
    const args = ['--request', 'other-path.txt', '--budget', '600']
    const { out } = await run(args)
    assert.match(out, 'The URL that the caller called was not given (--url), so mistakes with it were not tried.')
    const told = await run([...args, '--url', `${base}/v1/basins`, '--json'])
    assert.equal([json(told).exact, ids(told)], [true, 'target-other'])
    // With a URL of the caller's that does not explain the signature, there is nothing left to give.
    const { out: other } = await run([...args, '--url', `${base}/v1/other`])
    assert.not.match(other, 'target-other')
  },
)

saying('the targets of --paths are tried, and nothing else in that file', async () => {
  file('paths.txt', 'no target\n\n  /v1/models?full  \r\n/v1/queue\n')
  const args = [...misdirected({ sent: '/v1/jobs/8812', signed: '/v1/queue' }), '--paths', 'paths.txt']
  const told = json(await run([...args, '--json']))
  assert.equal([told.recovered, told.exact, told.findings.map(({ id }) => id)], [true, true, ['target-other']])
  assert.match((await run(args)).out, 'exact: signed /v1/queue, sent /v1/jobs/8812\n')
  assert.match((await run([...args.slice(0, -1), 'none.txt'])).err, '--paths')
})

saying('the signed text is proven but no cause is given if several mistakes explain it equally', async () => {
  const { out } = await run(misdirected({ sent: '/v1/jobs//', signed: '/v1/jobs/' }))
  assert.match(out, 'text found, cause not certain: signed /v1/jobs/, sent /v1/jobs//\n')
  assert.match(out, 'More than one explanation is possible; all of them are listed.')
  assert.not.match(out, '\nexact')
  assert.match(
    out,
    /\n {2}target-trailing-slash .*\n.*\n {4}→ .*\n {4}\? .*\n\nOr only this mistake:\n {2}target-double-slash /,
  )
})

saying('two mistakes in a header, with their positions', async () => {
  const { authorization } = await sign({ body: compact })
  const line = authorization.replaceAll(',', ', ').replace('app_id=app-1', 'app_id="app-1"')
  const args = usual.map((arg) => (arg === 'LINE' ? line : arg))
  const { out } = await run(args)
  assert.match(out, 'header-quoted (a quotation mark, at character 22 of the line)')
  assert.match(out, 'header-whitespace (a blank before an item, at character 30 of the line)')
  assert.match(out, 'The text is right')
})

saying('reads a raw request, and a curl command with its body file', async () => {
  const { authorization } = await sign(signedPretty)
  file(
    'saved/request.http',
    `POST /v1/jobs HTTP/1.1\r\nHost: jobs.example\r\nAuthorization: ${authorization}\r\n\r\n${compact}`,
  )
  file('saved/body.json', compact)
  file(
    'saved/request.sh',
    `curl -H 'Authorization: ${authorization}' --data-binary @body.json https://jobs.example/v1/jobs`,
  )
  for (const name of ['saved/request.http', 'saved/request.sh']) {
    assert.is(ids(await run(['--request', name, '--json'])), 'body-reserialized', name)
  }
  assert.is((await run(['--request', 'saved/request.http', '--body', 'compact.json'])).code, 1)
  // curl -d drops the line ends of the signed file.
  const lines = '{"request_id":"1",\n\n "stages":[]}\n'
  file('saved/lines.json', lines)
  const signed = await sign({ body: lines })
  file('saved/data.sh', `curl -H 'Authorization: ${signed.authorization}' -d @lines.json https://jobs.example/v1/jobs`)
  assert.is(ids(await run(['--request', 'saved/data.sh', '--json'])), 'body-lines-joined')
  file('saved/outside.sh', 'curl -d @../compact.json https://jobs.example/v1/jobs')
  assert.match((await run(['--request', 'saved/outside.sh'])).err, 'not a file in the folder of the request')
})

saying('wrong arguments: named, exit code 2', async () => {
  file('saved/broken.http', 'POST /v1/jobs HTTP/1.1\r\nno colon here\r\n\r\n')
  file('saved/lost.sh', 'curl -d @nowhere.json https://jobs.example/v1/jobs')
  for (const [args, said] of [
    [['--target', '/'], /--method is missing; or give the whole request with --request/],
    [
      ['--request', 'saved/broken.http', '--method', 'POST'],
      /--request has the method, the target and the Authorization header/,
    ],
    [['--request', 'saved/broken.http'], /--request saved\/broken\.http: line 2: /],
    [['--request', 'saved/lost.sh'], /its body is in saved\/nowhere\.json: there is no such file/],
  ] as const)
    await fails(['diagnose', '--public-key', publicKey, ...args], said)
  await fails(['diagnose', ...usual], /--public-key is missing/)
})

saying('prints no control characters of its input', async () => {
  const { authorization } = await sign({ body: compact })
  file('evil.bin', `\u001b[2J${compact}\u202e\u0000\ufeff`)
  const args = usual.map((arg) => (arg === 'LINE' ? authorization.replace('app_id=', 'a\u001b[2Jd=') : arg))
  for (const { out, err } of [
    await run([...usual.slice(0, -1), 'evil.bin', '--host', '\u001b[2J', '--budget', '100']),
    await run(args),
    await run([...usual.slice(0, -1), 'evil.bin'], { body: `\u001b[2J${compact}\u202e\u0000\ufeff\n` }),
  ])
    assert.ok(isPlain(out + err), JSON.stringify(out + err))
})

saying('--signed: one hash proves the text of the caller, or says that another was signed', async () => {
  const signed = `POST\n/v1/jobs\n${now}\nn-1\n{"a":"nobody could guess this value 8f1c"}`
  const args = [...usual.slice(0, 5), headerOver(signed), '--body', 'compact.json', '--budget', '1', '--signed']
  file('printed.txt', `${signed}\n`)
  file('other.txt', signed.replace('8f1c', '8f1d'))
  const proven = await run([...args, 'printed.txt'])
  for (const words of [
    'proven: the text of --signed was signed, without its last line end\n',
    'what the caller signed',
    'text found, cause not certain: signed a body of 42 bytes, sent a body of 57 bytes\n',
    'in the body: 0x61 (a) was signed, but 0x72 (r) was expected.\n',
  ])
    assert.ok(proven.out.includes(words), proven.out)
  // What is proven is known, so nothing was sought in vain.
  assert.not.match(proven.out, /not found|not known|stopped/)
  assert.is(proven.code, 1)
  const other = await run([...args, 'other.txt'])
  assert.ok(other.out.includes('not signed: the signature covers another text, not the text of --signed\n'), other.out)
  assert.not.match(other.out, 'proven')
  const told = JSON.parse((await run([...args, 'printed.txt', '--json'])).out)
  assert.equal([told.claim.outcome, told.claim.difference.part, told.claim.text], ['signed', 'body', signed])
  const unopened = await run([...args, 'printed.txt'], {}, ['other.pem'])
  assert.ok(unopened.out.includes('whether the text of --signed was signed'), unopened.out)
})

saying('--signed takes the answer of a service that shows the text it took', async () => {
  const answer = { code: 'signature_invalid', string_to_sign: { length: 20, beginning: 'POST\\n/v2/jobs\\n' } }
  file('answer.json', JSON.stringify(answer))
  const args = [...usual.slice(0, 4), '--authorization', 'LINE', '--body', 'compact.json', '--signed', 'answer.json']
  const { out } = await run(args)
  assert.ok(out.includes('changed on the way: the service read another request, not this request\n'), out)
  assert.ok(out.includes('at byte 7, in the target: the service read 0x32 (2), but this request has 0x31 (1).'), out)
  const { claim } = JSON.parse((await run([...args, '--json'])).out)
  assert.equal([claim.outcome, claim.length, claim.difference.part], ['of-service', 20, 'target'])
})

saying('a binary body is compared in some lines, and the rest is counted', async () => {
  const lines = (first: number): string => Array.from({ length: 300 }, (_, i) => `${(first + i) % 7}\u0001\n`).join('')
  file('binary.bin', lines(0))
  const sent = [...usual.slice(0, 5), headerOver(`POST\n/v1/jobs\n${now}\nn-1\n${lines(1)}`), '--body', 'binary.bin']
  file('binary.txt', `POST\n/v1/jobs\n${now}\nn-1\n${lines(1)}`)
  const { out } = await run([...sent, '--signed', 'binary.txt', '--budget', '1'])
  assert.ok(out.split('\n').length < 80, out)
  assert.match(out, /… 26\d more lines, of which 26\d differ/)
})

saying('--signed beside a cause that was found, and beside a right request', async () => {
  file('pretty.txt', `POST\n/v1/jobs\n${now}\nn-1\n${pretty}`)
  const args = [...usual.slice(0, 5), headerOver(`POST\n/v1/jobs\n${now}\nn-1\n${pretty}`), '--body', 'compact.json']
  const { out } = await run([...args, '--signed', 'pretty.txt'])
  assert.ok(out.includes('proven: the text of --signed was signed\n') && out.includes('body-reserialized'), out)
  assert.is(out.split('what the caller signed').length, 2)
  file('right.txt', `POST\n/v1/jobs\n${now}\nn-1\n${compact}`)
  const accepted = [
    ...usual.slice(0, 5),
    headerOver(`POST\n/v1/jobs\n${now}\nn-1\n${compact}`),
    '--body',
    'compact.json',
  ]
  assert.ok((await run([...accepted, '--signed', 'right.txt'])).out.includes('The signed text is right, '))
})

saying('a --request of more than 64 MiB is refused, be it a regular file', async () => {
  const large = file('large.http', 'POST / HTTP/1.1\n\n')
  truncateSync(join(home, large), 2 ** 26 + 1)
  await fails(['diagnose', '--public-key', publicKey, '--request', large], /it is larger than 64 MiB/)
})

saying('--requests: a table by app and cause with its times, then a line for each file', async () => {
  const kept = (signed: string, at: number, body = compact): string =>
    `POST /v1/jobs HTTP/1.1\r\nUser-Agent: py/2\r\nAuthorization: ${line(signatureOf(signed), 'n-1', now)}\r\nCountersign-Arrived: ${at}\r\nCountersign-Refused: signature_invalid\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const wrong = `POST\n/v1/jobs\n${now}\nn-1\n${pretty}`
  file('asked-about/2.http', kept(wrong, now + 60))
  file('asked-about/1.http', kept(wrong, now))
  file('asked-about/3.http', kept(`POST\n/v1/jobs/\n${now}\nn-1\n${compact}`, now + 5))
  file('asked-about/4.http', 'no request')
  file('asked-about/notes.md', 'not read')
  file('folder-of-keys/app-1.pem', readFileSync(join(home, publicKey)))
  const args = ['diagnose', '--keys', 'folder-of-keys', '--requests', 'asked-about']
  const { code, out } = await countersign(args)
  const time = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '')
  for (const words of [
    '1.http  app-1  body-reserialized\n2.http  app-1  body-reserialized\n3.http  app-1  ',
    '4.http  -  unreadable\n',
    '\n\napp-1: 3 requests, by py/2\n',
    '4 requests of 2 apps\n    2  app-1  body-reserialized',
    `  2 × body-reserialized (proven), since ${time(now)}, last ${time(now + 60)}\n`,
    '    Write: Your program signed one JSON text, but another JSON text arrived. The text that arrived is in the form of a serializer (JSON.stringify, Jackson). Either the program itself sent another text, or something before the verifier parsed the body and serialized it again. Serialize the body once. Then sign and send exactly these bytes.\n    For your own service: If the caller already does this, a program before the verifier changed the body. Then verify the body as it arrived, before any program parses it.\n',
    'of no known app: 1 request\n  1 × unreadable (not read)\n',
  ])
    assert.ok(out.includes(words), out)
  assert.equal([code, out.includes('notes.md')], [1, false])
  const lines = (await countersign([...args, '--json-lines'])).out.trim().split('\n')
  assert.equal(
    lines.map((each) => JSON.parse(each).file),
    ['1.http', '2.http', '3.http', '4.http'],
  )
  const told = JSON.parse((await countersign([...args, '--json'])).out)
  assert.equal([told.causes[0].app, told.causes[0].requests, told.requests.length], ['app-1', 2, 4])
  await fails([...args, '--method', 'GET'], /--requests names a folder of whole requests/)
  await fails(['diagnose', '--keys', 'folder-of-keys', '--requests', 'nowhere'], /there is no such file or folder/)
})

saying('--lang zh: the same report in Chinese, at the terminal, as JSON, as a ticket and for a folder', async () => {
  const english = await run([...usual, '--json'], signedPretty)
  const { code, out } = await run([...usual, '--lang', 'zh'], signedPretty)
  assert.is(code, 1)
  for (const part of [
    '已拒绝：signature_invalid\n',
    'countersign explain signature_invalid --lang zh\n',
    `已确定原因：签名的请求体有 ${Buffer.byteLength(pretty)} 字节, 发送的有 ${Buffer.byteLength(compact)} 字节\n`,
    '  body-reserialized (缩进 2 格)\n',
    '    → 只序列化一次，对得到的字节签名，并原样发送。如果调用方已经这样做，就是验签之前的程序改变了请求体：请在任何程序解析之前，用到达的原始请求体验签。\n',
    '\n请求目标  /v1/jobs␊',
  ])
    assert.ok(out.includes(part), `${part} in ${out}`)
  const chinese = await run([...usual, '--json', '--lang', 'zh'], signedPretty)
  assert.is(ids(chinese), ids(english))
  assert.ok(json(chinese).signed.text.endsWith(pretty))
  assert.match(json(chinese).findings[0]?.remedy ?? '', /^只序列化一次/)
  assert.match((await run([...usual, '--markdown', '--lang', 'zh'], signedPretty)).out, '### 签名的内容与应签的内容\n')
  const { authorization } = await sign({ body: pretty })
  file('chinese/one.http', `POST /v1/jobs HTTP/1.1\r\nAuthorization: ${authorization}\r\n\r\n${compact}`)
  const folder = ['diagnose', '--public-key', publicKey, '--requests', 'chinese', '--lang', 'zh', '--now', String(now)]
  const { out: table } = await countersign(folder)
  assert.match(table, /请告知调用方：你们的程序签名的是一个 JSON 文本，到达的是另一个。.*。只序列化一次/)
  assert.match(table, /^1 个请求，1 个应用\n +1 {2}app-1 {2}body-reserialized {2}已证实\n\n/)
})

saying('--lang zh: why a text cannot be read, alone and in a folder', async () => {
  file('chinese-unread/one.http', 'GET /v1/jobs HTTP/1.1\nno header\n\n')
  file('chinese-unread/two.txt', '')
  const request = ['diagnose', '--public-key', publicKey, '--lang', 'zh', '--request']
  await fails(
    [...request, 'chinese-unread/one.http'],
    /--request chinese-unread\/one\.http：第 2 行：这一行不是 name: value/,
  )
  await fails(
    [...request, 'chinese-unread/two.txt'],
    /--request chinese-unread\/two\.txt：第 1 行：这里没有请求；请从第一行起粘贴请求/,
  )
  const logged =
    '2026-11-21T06:42:04.903Z 401 signature_invalid: POST /v1/jobs: the signature is not valid id=6f1c8d0e93a24b57\n'
  file('chinese-logged.txt', logged)
  await fails(
    [...request, 'chinese-logged.txt'],
    /因此无法判断：请提供请求本身。.*；或者提供各部分：--method POST --target TARGET/,
  )
  const { out } = await countersign([
    'diagnose',
    '--public-key',
    publicKey,
    '--requests',
    'chinese-unread',
    '--lang',
    'zh',
  ])
  assert.match(out, '请检查自己的服务：第 2 行：这一行不是 name: value 形式的请求头')
})

saying('--markdown: a ticket; --without-body shows no value of the body', async () => {
  const args = ['--method', 'POST', '--target', '/v1/jobs', '--authorization', 'LINE', '--body', 'compact.json']
  const { code, out } = await run([...args, '--markdown'], signedPretty)
  assert.is(code, 1)
  for (const words of ['## Refused: `signature_invalid`\n', '### Exact\n', '1. **body-reserialized**', '  "stages": ['])
    assert.ok(out.includes(words), out)
  const short = (await run([...args, '--markdown', '--without-body'], signedPretty)).out
  assert.not.match(short, /stages|été/)
  assert.match(short, /- signed: \d+ bytes, sha256 `[0-9a-f]{64}`\n- expected: \d+ bytes, sha256 /)
  await fails(
    ['diagnose', '--public-key', publicKey, ...args, '--without-body'],
    /--without-body works only together with --markdown/,
  )
  await fails(['diagnose', '--public-key', publicKey, ...args, '--watch'], /--watch needs --requests, a folder/)
})

for (const [name, ...value] of [
  ['--host', 'jobs.example'],
  ['--url', 'https://jobs.example/v1/jobs'],
  ['--signed', 'compact.json'],
  ['--code', 'python'],
  ['--markdown'],
] as const)
  saying(`${name} with --requests is refused, because it would be ignored`, async () => {
    file('of-one/a.http', 'GET / HTTP/1.1\r\n\r\n')
    await fails(
      ['diagnose', '--public-key', publicKey, '--requests', 'of-one', name, ...value],
      new RegExp(`${name} works only for one request: give --request, or remove ${name}`),
    )
  })

saying('a kept file is judged by the settings of its verifier; an option wins', async () => {
  const body = compact
  const old = now - 1000
  const authorization = line(signatureOf(`POST\n/v1/jobs\n${old}\nn-1\n${pretty}`), 'n-1', old)
  const request = { method: 'POST', target: '/v1/jobs', authorization: [authorization], body: Buffer.from(body), now }
  file('kept-settings.http', serialize({ ...request, settings: { maxAge: 100_000 } }) ?? '')
  const args = ['diagnose', '--public-key', publicKey, '--request', 'kept-settings.http']
  assert.match((await countersign(args)).out, /^refused: signature_invalid\n/)
  assert.match((await countersign([...args, '--max-age', '300'])).out, /^refused: timestamp_expired\n/)
  assert.match((await countersign(['verify', ...args.slice(1)])).out, /^refused: signature_invalid\n/)
  file('kept-settings/1.http', readFileSync(join(home, 'kept-settings.http')))
  const { out } = await countersign(['diagnose', '--keys', `app-1=${publicKey}`, '--requests', 'kept-settings'])
  assert.match(out, '1.http  app-1  body-reserialized\n')
})

saying('--requests --watch: a line for each file that comes, until it is interrupted', async () => {
  const wrong = `POST\n/v1/jobs\n${now}\nn-1\n${pretty}`
  const text = `POST /v1/jobs HTTP/1.1\r\nAuthorization: ${line(signatureOf(wrong), 'n-1', now)}\r\nCountersign-Arrived: ${now}\r\nContent-Length: ${Buffer.byteLength(compact)}\r\n\r\n${compact}`
  file('watched/1.http', text)
  const watching = begin(['diagnose', '--keys', `app-1=${publicKey}`, '--requests', 'watched', '--watch'], {})
  const until = async (words: string): Promise<void> => {
    while (!watching.out().includes(words)) await Promise.race([watching.more(), watching.ended])
  }
  await until('app-1: 1 request\n')
  file('watched/2.http', text)
  await until('2.http  app-1  body-reserialized\n')
  assert.match(watching.err(), 'reading 1 file …\n')
  watching.kill('SIGTERM')
  assert.is((await watching.ended).code, 0)
})

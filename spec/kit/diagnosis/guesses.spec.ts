/**
 * A guess must be rare where nothing is wrong: each clue is measured over right requests of every content type.
 */
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { type Case, diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { clues, guesses } from '../../../src/kit/diagnosis/guesses.ts'
import { reportWords } from '../../../src/kit/diagnosis/reportWords.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { type Draw, drawOf, line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const prompts = [
  'a lighthouse at dawn',
  'masterpiece, <lora:snow:0.8>, fog',
  '{red|green|blue} fox',
  '[a cat:a dog:0.5] on a mat',
  'an ((old)) <lighthouse>',
  '<b>bold</b> cat',
  '<p>hello</p>',
  '{{cat}}, {{{best quality}}}',
  `a bill of $100, $USD, $${'{amount}'} off`,
  '100% cotton, %d of %s',
  '黎明的灯塔',
  'été à la plage 😀',
  'who? what?? why???',
]

const names = ['page', 'limit', 'title', 'filter', 'from']
const values = ['2', 'true', 'red%20fox', '%E7%81%AF', 'a+b', '2026-11-28T10%3A00%3A00Z']

const queryOf = ({ below, of }: Draw): string => {
  const count = below(4)
  return count === 0 ? '' : `?${Array.from({ length: count }, () => `${of(names)}=${of(values)}`).join('&')}`
}

const jobOf = ({ below, of }: Draw): object => ({
  request_id: String(20_260_101_000_000 + below(1e6)),
  stages: [
    {
      type: 'DIFFUSION',
      diffusion: {
        seed: below(2 ** 31),
        prompts: Array.from({ length: 1 + below(3) }, () => ({ text: of(prompts) })),
        cfg_scale: of([7, 7.5, 1.25]),
      },
    },
  ],
})

const multipart = (text: string): string =>
  `--b\r\nContent-Disposition: form-data; name="prompt"\r\n\r\n${text}\r\n--b--\r\n`

/** Bodies as services get them, by what they are. */
const bodies: Readonly<Record<string, (draw: Draw) => string | Uint8Array>> = {
  none: () => '',
  JSON: (draw) => JSON.stringify(jobOf(draw)),
  'JSON with indentation': (draw) => `${JSON.stringify(jobOf(draw), null, 2)}\n`,
  'JSON with numbers of 64 bits and exponents': ({ below }) =>
    `{"seed":184467440737095${below(9)}1615,"eps":1e-${5 + below(5)}}`,
  'a JSON text': ({ of }) => JSON.stringify(of(prompts)),
  'lines of JSON': (draw) => `${JSON.stringify(jobOf(draw))}\n${JSON.stringify(jobOf(draw))}\n`,
  HTML: ({ of }) => `<!doctype html><html><body><p>${of(prompts)}</p></body></html>`,
  XML: ({ of }) => `<?xml version="1.0"?><job><prompt>${of(prompts)}</prompt></job>`,
  text: ({ of }) => of(prompts),
  CSV: ({ below }) => `id,name\n${below(99)},"a ""quoted"" name"\n`,
  form: ({ of }) => `prompt=${encodeURIComponent(of(prompts))}&n=1`,
  multipart: ({ of }) => multipart(of(prompts)),
  binary: ({ below }) => Uint8Array.from({ length: 64 }, () => below(256)),
  'an image': ({ below }) => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, below(256), 0, 0),
}

/** The types that clients announce; a form of `curl -d` may be anything. */
const types: Readonly<Record<string, ReadonlyArray<string>>> = {
  JSON: ['application/json', 'application/json; charset=utf-8', 'application/x-www-form-urlencoded'],
  'JSON with indentation': ['application/json;charset=UTF-8', 'application/vnd.api+json'],
  'JSON with numbers of 64 bits and exponents': ['application/json'],
  'a JSON text': ['application/json; charset="utf-8"'],
  'lines of JSON': ['application/x-ndjson', 'application/json'],
  HTML: ['text/html; charset=utf-8', 'text/html'],
  XML: ['application/xml', 'text/xml; charset=utf-8'],
  text: ['text/plain; charset=utf-8', 'text/plain', 'application/octet-stream'],
  CSV: ['text/csv', 'text/csv; charset=utf-8'],
  form: ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; charset=UTF-8'],
  multipart: ['multipart/form-data; boundary=b'],
  binary: ['application/octet-stream', 'application/protobuf'],
  'an image': ['image/png'],
}

const agents = ['python-requests/2.32.3', 'axios/1.7.7', 'okhttp/4.12.0', 'curl/8.5.0', 'Go-http-client/1.1']

/** What clients send beside the body. One in twenty announces a type without a body, as sessions with fixed headers do. */
const headersOf = (draw: Draw, kind: string, body: Uint8Array): NonNullable<Case['headers']> => {
  const isTyped = body.length > 0 || draw.real() < 0.05
  return [
    ['user-agent', agentOf(draw)],
    ...(isTyped ? ([['content-type', draw.of(types[kind] ?? ['application/json'])]] as const) : []),
    ...(body.length > 0 ? ([['content-length', String(body.length)]] as const) : []),
    ...(draw.real() < 0.2
      ? ([
          ['x-forwarded-host', 'api.example'],
          ['forwarded', 'for=1.2.3.4;host=api.example'],
        ] as const)
      : []),
    ...(draw.real() < 0.3 ? ([['via', '2.0 abc.cloudfront.net (CloudFront)']] as const) : []),
  ]
}

/** One request in fifty is from a tool in which people try a service. */
const agentOf = (draw: Draw): string => (draw.real() < 0.02 ? 'PostmanRuntime/7.37.0' : draw.of(agents))

const bytesOf = (body: string | Uint8Array): Uint8Array => new Uint8Array(Buffer.from(body as string))

const rightRequest = (draw: Draw, kind: string): Case => {
  const method = draw.of(['POST', 'POST', 'PUT', 'PATCH', 'GET', 'DELETE'])
  const path = draw.of(['/v1/jobs', '/v1/jobs/8812', '/v1/jobs/8812:cancel', '/v1/users/null-island', '/v1//jobs'])
  const body = bytesOf(bodies[kind]?.(draw) ?? '')
  const target = path + queryOf(draw)
  const headers = headersOf(draw, kind, body)
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  return { method, target, authorization: [], headers, body, keys, now }
}

const measured = suite('clues of guesses')

const rounds = 60
const corpus = Object.keys(bodies).flatMap((kind, i) =>
  Array.from({ length: rounds }, (_, round) => rightRequest(drawOf(1000 * i + round), kind)),
)

for (const clue of clues)
  measured(`speaks for at most 1 % of right requests: ${clue.because}`, () => {
    const held = corpus.filter((request) => guesses(request).some(({ because }) => because === clue.because))
    const first = held[0]
    assert.ok(
      held.length <= corpus.length / 100,
      `${held.length} of ${corpus.length}, such as ${first?.method} ${first?.target} ${Buffer.from(first?.body ?? '')}`,
    )
  })

measured('a right request whose nonce was drawn twice gets no guess, whatever its content', () => {
  for (const [i, kind] of Object.keys(bodies).entries()) {
    const request = rightRequest(drawOf(7000 + i), kind)
    const signed = Buffer.concat([
      Buffer.from(`${request.method}\n${request.target}\n${now}\n7c1e5b90\n`),
      request.body,
    ])
    const report = diagnose({ ...request, authorization: [line(signatureOf(signed), 'n-1')] }, hash, 100_000_000)
    assert.ok(report.excluded !== undefined, 'every mistake was tried alone')
    assert.not.ok(report.recovered)
    assert.equal([report.findings, report.alternatives], [[], []], kind)
  }
})

measured('what the request itself shows is told', () => {
  const idsOf = (change: Partial<Case>): ReadonlyArray<string> =>
    guesses({ ...rightRequest(drawOf(1), 'none'), headers: [], ...change }).map(({ id }) => id)
  for (const target of ['/v1/jobs/{{id}}', '/v1/jobs/$' + '{id}', '/v1/jobs/:id', '/v1/jobs/undefined', '/v1/%7Bid%7D'])
    assert.equal(idsOf({ target }), ['part-unfilled'], target)
  const job = '{"a":[1,2],"b":"a }, b"}'
  for (let length = 6; length < job.length; length++)
    assert.equal(idsOf({ target: '/', body: bytesOf(job.slice(0, length)) }), ['body-other'], job.slice(0, length))
  for (const body of [job, `${job}\n${job}`, '{request_id:1,a:1}', '{a|b} fox', '[a cat:a dog', '{"a":1,}'])
    assert.equal(idsOf({ target: '/', body: bytesOf(body) }), [], body)
  const cut = gzipSync(job).subarray(0, 20)
  assert.equal(idsOf({ target: '/', body: cut }), ['body-compressed'])
})

/** The reason of the guess for this request. */
const guessOn = (change: Partial<Case>): string =>
  guesses({ ...rightRequest(drawOf(1), 'none'), target: '/', headers: [], ...change })[0]?.because ?? 'nothing'

measured(
  'for all JSON with letters beyond ASCII that is cut at the number of its characters: Content-Length is named',
  () =>
    forAll([fc.stringMatching(/^[a-zé黎明😀]{1,20}$/u), fc.stringMatching(/^[a-z]{1,9}$/)], (text, end) => {
      const whole = Buffer.from(JSON.stringify({ text, end, more: 'x'.repeat(60) }))
      const length = whole.toString().length
      if (length === whole.length) return
      const [guess] = guesses({
        ...rightRequest(drawOf(1), 'none'),
        target: '/',
        headers: [],
        body: whole.subarray(0, length),
      })
      assert.match(guess?.remedy ?? '', /Content-Length is the number of characters and not of bytes/)
    }),
)

measured('not: a cut body of ASCII, or a whole body with a letter beyond ASCII', () => {
  assert.match(guessOn({ body: bytesOf('{"text":"a') }), /begins like JSON/)
  assert.is(guessOn({ body: bytesOf('{"text":"é"}') }), 'nothing')
})

measured(
  'for all JSON with escapes whose backslashes are gone: the body is not valid JSON, unless it is valid still',
  () =>
    forAll([fc.string({ minLength: 1 }), fc.stringMatching(/^[a-z]{1,9}$/)], (text, name) => {
      const json = JSON.stringify({ [name]: `${text}"`, end: 1 })
      const body = bytesOf(json.replaceAll('\\', ''))
      const headers = [['content-type', 'application/json']] as const
      assert.match(guessOn({ body, headers }), /not valid JSON|question marks|cut|dots|U\+FFFD|typographic/)
      assert.is(guessOn({ body: bytesOf('{"a":NaN}'), headers }), 'nothing')
      assert.is(guessOn({ body: bytesOf('{"a":1}\n{"a":2}\n'), headers }), 'nothing')
    }),
)

measured('for all names: a body that ends before the first blank of its JSON', () =>
  forAll([fc.stringMatching(/^[A-Za-z_é-]{1,20}$/u), fc.constantFrom('{', '[{', '[[')], (name, start) => {
    const [firstWord = ''] = `${start}"${name}": 1`.split(' ')
    assert.match(guessOn({ body: bytesOf(firstWord) }), /ends after the name of its first member/)
  }),
)

measured('not: a body that ends elsewhere', () => {
  for (const body of ['{"a":1', '{"a":1,"b":', '{"a b":', '{', '"a":', '{"a": '])
    assert.not.match(guessOn({ body: bytesOf(body) }), /first member/, body)
})

measured(
  'a GET with a type and no body: what drops the body of a GET is named; without a type there is no guess',
  () => {
    const typed = [['content-type', 'application/json']] as const
    const empty = bytesOf('')
    assert.match(guessOn({ method: 'GET', body: empty, headers: typed }), /the GET that arrived has none/)
    assert.match(guessOn({ method: 'POST', body: empty, headers: typed }), /^the headers say/)
    assert.is(guessOn({ method: 'GET', body: empty }), 'nothing')
  },
)

measured(
  'a DELETE without a body that came through a proxy or CDN: what drops its body is named; otherwise there is no guess',
  () => {
    const empty = bytesOf('')
    for (const [name, value] of [
      ['via', '1.1 google'],
      ['cdn-loop', 'cloudflare; loops=1'],
    ] as const) {
      assert.match(guessOn({ method: 'DELETE', body: empty, headers: [[name, value]] }), /through a proxy or CDN/)
      assert.is(guessOn({ method: 'GET', body: empty, headers: [[name, value]] }), 'nothing')
      assert.is(guessOn({ method: 'DELETE', body: bytesOf('{}'), headers: [[name, value]] }), 'nothing')
    }
    assert.is(guessOn({ method: 'DELETE', body: empty }), 'nothing')
  },
)

measured('a GET without a body at another path than that of the URL: a redirect is named', () => {
  const arrived = { method: 'GET', target: '/v1/jobs/?a=1', body: bytesOf(''), headers: [] }
  assert.match(guessOn({ ...arrived, url: 'https://api.example.com/edge/v1/jobs#top' }), /another path/)
  for (const url of ['https://api.example.com/v1/jobs/?b=2', '/v1/jobs/#a', undefined])
    assert.is(guessOn({ ...arrived, ...(url === undefined ? {} : { url }) }), 'nothing', url)
  assert.is(guessOn({ ...arrived, method: 'POST', url: '/v1/jobs' }), 'nothing')
})

measured('two slashes at the start of the path are told, with the body if none arrived where one is usual', () => {
  const remedyOf = (change: Partial<Case>): string =>
    guesses({ ...rightRequest(drawOf(1), 'none'), headers: [], ...change })[0]?.remedy ?? 'nothing'
  for (const method of ['POST', 'PUT', 'PATCH'])
    assert.match(remedyOf({ method, target: '//v1/jobs' }), /one slash\..* a body that its client did not send/)
  for (const change of [{ method: 'GET' }, { method: 'POST', body: bytesOf('{}') }])
    assert.match(remedyOf({ target: '//v1/jobs', ...change }), /one slash\. It then made another mistake/)
  assert.is(remedyOf({ method: 'POST', target: '/v1//jobs' }), 'nothing')
})

measured('for all tools with variables: a value of the path is told, and a path without one is not', () => {
  const because = (agent: string, target: string): string =>
    guesses({ ...rightRequest(drawOf(1), 'none'), headers: [['user-agent', agent]], target })[0]?.because ?? 'nothing'
  for (const agent of ['PostmanRuntime/7.37.0', 'insomnia/2023.5.8', 'Apifox/1.0.0 (https://apifox.com)']) {
    for (const target of ['/v1/orders/SO-2019/ship', '/orders/7', '/v2/a/8f1c?x=1'])
      assert.match(because(agent, target), /tool with variables/, target)
    for (const target of ['/v1/jobs', '/v12?id=7', '/jobs', '/aps/2/resources?a%20c'])
      assert.is(because(agent, target), 'nothing', target)
  }
  assert.is(because('axios/1.7.7', '/orders/7'), 'nothing')
})

measured('what the headers show is told, as one thing, and never as an order', () => {
  const told = (headers: Case['headers'], body: string | Uint8Array): string => {
    const [guess, ...more] = guesses({ ...rightRequest(drawOf(1), 'none'), target: '/', headers, body: bytesOf(body) })
    assert.equal(more, [])
    return guess?.because ?? 'nothing'
  }
  const json = ['content-type', 'application/json'] as const
  const formType = ['content-type', 'application/x-www-form-urlencoded'] as const
  const zipped = new Uint8Array(gzipSync('{}'))
  const gbk = Uint8Array.of(0x22, 0xb5, 0xc6, 0x22)
  for (const [headers, body, words] of [
    [[json], '', /that there is a body/],
    [[['content-length', '7']], '', /that there is a body/],
    [[['content-length', '0']], '', /nothing/],
    [[], '', /nothing/],
    [[json, ['content-length', '9']], '{"a":1}', /length/],
    [[json, ['content-length', '9'], ['transfer-encoding', 'chunked']], '{"a":1}', /nothing/],
    [[json, ['content-encoding', 'gzip']], '{"a":1}', /is not compressed/],
    [[json, ['content-encoding', 'gzip']], zipped, /could not be decompressed/],
    [[json, ['content-encoding', 'zstd']], Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 1), /could not be decompressed/],
    [[json], gbk, /is not UTF-8/],
    [[['content-type', 'application/json; charset=GBK']], gbk, /nothing/],
    [[['content-type', 'application/json; charset=GBK']], '"灯"', /does not have/],
    [[['content-type', 'application/json; charset=GBK']], '"a"', /nothing/],
    [[json], '{request_id:1,a:1}', /no quotation marks/],
    [[json], "'{request_id:1,a:1}'", /no quotation marks/],
    [[json], 'a=1&b=2', /is a form/],
    [[formType], '{"a":1}', /nothing/],
    [[json], '{"text":"\ufffd\ufffd"}', /U\+FFFD/],
    [[json], '{"text":"??"}', /question marks/],
    [[json], '{"text":"Gr??e aus M?nchen"}', /among its letters/],
    [[json], '{"text":"Gro..e L..we"}', /several dots/],
    [[json], '{"text":"Gro..e Löwe"}', /nothing/],
    [[json], '{"text":"and so on...","path":"../a","range":"1..9"}', /nothing/],
    [[['content-type', 'application/xml']], '<a>\n<desc>???</desc>\n</a>', /question marks/],
    [[formType], 'a=1&title=%3F%3F%3F', /question marks/],
    [[['content-type', 'application/xml']], '<a>why???</a>', /nothing/],
    [[['content-type', 'application/xml']], '<a>M?nchen</a>', /among its letters/],
    [[['content-type', 'application/xml']], '<a>??d? noc?</a>', /among its letters/],
    [[json], '{"text":"M\\u003fnchen"}', /among its letters/],
    [[json], '{"url":"jobs?page=2","to":"/v1/jobs?raw","code":"a ?? b","ask":"who?"}', /nothing/],
    [[formType], 'status=u%3F%3Fq%20s&lang=fr', /among its letters/],
    [[formType], 'to=jobs%3Fpage%3D2&ask=who%3F+what%3F%3F', /nothing/],
    [[json, ['content-length', '0']], '', /Content-Length is 0/],
    [[['x-envoy-original-path', '/api/']], '', /of a proxy/],
  ] as const)
    assert.match(told(headers, body), words, `${headers.join(' ')}: ${body}`)
  for (const { what, remedy } of clues) {
    assert.match(remedy, /^Perhaps /)
    assert.not.match(what, /^(?:Sign|Send|Look|Use|Do|Let)\b/)
  }
})

const unsigned = suite('a request without a signature')

unsigned('is told as that, and not as one that no key opens', () => {
  const words = (authorization: ReadonlyArray<string>) =>
    reportWords(diagnose({ ...rightRequest(drawOf(1), 'JSON'), authorization }, hash), { keys: 1 })
  const missing = words([])
  assert.is(missing.certainty, 'No signature')
  assert.match(missing.message, /^The request has no Authorization header, so nothing in it is signed\./)
  assert.not.match(missing.message, /any key|cannot show/)
  assert.match(words(['Bearer abcdefgh']).message, /^The request has a token, so nothing in it is signed\./)
  assert.is(words([line(signatureOf('something else'))]).certainty, 'Not found')
})

measured('a tool with variables and a body: perhaps the variables were not filled in when it signed', () => {
  const request = (agent: string, text: string): Case => ({
    method: 'POST',
    target: '/v1/jobs',
    authorization: [],
    body: new Uint8Array(Buffer.from(text)),
    keys: [],
    headers: [['user-agent', agent]],
  })
  assert.match(guesses(request('PostmanRuntime/7.37.3', '{"id": 8812}'))[0]?.remedy ?? '', 'signed the body before')
  assert.equal(guesses(request('axios/1.7.7', '{"id": 8812}')), [])
  assert.equal(guesses(request('PostmanRuntime/7.37.3', '{"request_id":"8812"}')), [])
})

/**
 * Requests that two servers may read differently. Whatever they sign, each of them is signed; what they smuggle never
 * is. The law for all: what the upstream says it got was signed, or nothing came.
 */
import { sign } from '../../support/world.ts'

export interface Signed {
  readonly method: string
  readonly target: string
  /** In hexadecimal. */
  readonly body: string
}

export interface Shape {
  readonly name: string
  readonly bytes: Buffer
  /** What the bytes sign. */
  readonly signed: ReadonlyArray<Signed>
  /** An honest request, which must arrive. */
  readonly isHonest: boolean
}

/** Unsigned; it must reach nobody. */
const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: h.example\r\nCountersign-App-Id: app-9\r\n\r\n'
const chunked = `0\r\n\r\n${smuggled}`
const inChunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`

const te = 'Transfer-Encoding: chunked'
const lengthOf = (text: string): string => `Content-Length: ${Buffer.byteLength(text, 'latin1')}`

interface Draft {
  readonly name: string
  readonly method?: string
  readonly target?: string
  /** Behind the request line. */
  readonly version?: string
  readonly eol?: string
  readonly fields?: ReadonlyArray<string>
  /** What stands behind the headers. */
  readonly content?: string
  /** The bodies that a server may see in it: a request is made for each. */
  readonly bodies?: ReadonlyArray<string>
  /** Changes the whole text. */
  readonly spoil?: (text: string) => string
  readonly isHonest?: boolean
}

/** A body of five bytes that its length announces. */
const fiveBytes = (...fields: ReadonlyArray<string>) => ({
  fields: [...fields, 'Content-Length: 5'],
  content: 'abcde',
  bodies: ['abcde'],
})

const framings: ReadonlyArray<Draft> = [
  { name: 'CL.TE', fields: [lengthOf(chunked), te], content: chunked, bodies: ['', chunked] },
  { name: 'TE.CL', fields: [te, 'Content-Length: 4'], content: inChunk, bodies: ['', smuggled, inChunk.slice(0, 4)] },
  ...[
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding:\tchunked',
    'Transfer-Encoding: \x0bchunked',
    'Transfer-Encoding: "chunked"',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: identity, chunked',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
    'Transfer-Encoding: x\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: chunked;q=1',
    'Transfer-Encoding: CHUNKED',
    'Transfer-Encoding:\r\n chunked',
    'Transfer-Encoding\r\n : chunked',
    'X: x\nTransfer-Encoding: chunked',
    'X: x\rTransfer-Encoding: chunked',
    'Transfer_Encoding: chunked',
    ' Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked\0',
    'Transfer-Encoding;: chunked',
  ].flatMap((line) => [
    { name: `TE.TE ${JSON.stringify(line)}`, fields: [line], content: chunked, bodies: ['', chunked] },
    {
      name: `CL.TE ${JSON.stringify(line)}`,
      fields: [lengthOf(chunked), line],
      content: chunked,
      bodies: ['', chunked],
    },
    {
      name: `TE.CL ${JSON.stringify(line)}`,
      fields: ['Content-Length: 4', line],
      content: inChunk,
      bodies: ['', smuggled, inChunk.slice(0, 4)],
    },
  ]),
  ...[
    ['Content-Length: 5', 'Content-Length: 2'],
    ['Content-Length: 2', 'Content-Length: 5'],
    ['Content-Length: 5', 'Content-Length: 5'],
    ['Content-Length: 5, 5'],
    ['Content-Length: 5, 2'],
    ['Content-Length: +5'],
    ['Content-Length: -5'],
    ['Content-Length: 0x5'],
    ['Content-Length: 05'],
    ['Content-Length: 5 '],
    ['Content-Length: 5 2'],
    ['Content-Length:\r\n 5'],
    ['Content-Length : 5'],
    ['Content-Length: 5\r\n\t2'],
    ['Content_Length: 2', 'Content-Length: 5'],
    ['Content-Length: 2\0', 'Content-Length: 5'],
    ['Content-Length: 18446744073709551621'],
    ['Content-Length: 4294967301'],
    ['Content-Length:'],
    [],
  ].map((fields) => ({
    name: `lengths ${JSON.stringify(fields)}`,
    fields,
    content: `abcde${smuggled}`,
    bodies: ['', 'ab', 'abcde'],
  })),
  ...[
    '5;a=b',
    '5;a="\r\n"',
    '5;\n',
    '5 ',
    '05',
    '0x5',
    '5\r',
    '+5',
    '-5',
    '5,2',
    '00000000000000005',
    'fffffffffffffffff5',
    '5;a\r\n',
    '',
  ].map((size) => ({
    name: `chunk ${JSON.stringify(size)}`,
    fields: [te],
    content: `${size}\r\nabcde\r\n0\r\n\r\n${smuggled}`,
    bodies: ['', 'abcde'],
  })),
  { name: 'chunk without CRLF', fields: [te], content: `5\r\nabcde0\r\n\r\n${smuggled}`, bodies: ['abcde', ''] },
  { name: 'chunk with LF alone', fields: [te], content: `5\nabcde\n0\n\n${smuggled}`, bodies: ['abcde', ''] },
  { name: 'chunk cut off', fields: [te], content: '5\r\nabc', bodies: ['abc', 'abcde', ''] },
  { name: 'body cut off', fields: ['Content-Length: 5'], content: 'abc', bodies: ['abc', ''] },
  ...['Content-Length: 50', te, 'Countersign-App-Id: app-9', 'Host: i.example', 'Authorization: x'].map((line) => ({
    name: `trailer ${line}`,
    fields: [te, `Trailer: ${line.split(':')[0]}`],
    content: `5\r\nabcde\r\n0\r\n${line}\r\n\r\n`,
    bodies: ['abcde'],
    isHonest: !line.startsWith('Content-Length') && line !== te,
  })),
]

const methods: ReadonlyArray<Draft> = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'].flatMap((method) => [
  { name: `${method} with a length`, method, fields: [lengthOf(smuggled)], content: smuggled, bodies: [smuggled, ''] },
  { name: `${method} in chunks`, method, fields: [te], content: inChunk, bodies: [smuggled, ''] },
  { name: `${method} with nothing announced`, method, content: smuggled, bodies: ['', smuggled] },
])

const connections: ReadonlyArray<Draft> = [
  ...[
    'Countersign-App-Id',
    'Content-Length',
    'Transfer-Encoding',
    'Host',
    'X-Forwarded-For',
    'Content-Type',
    'close, Countersign-Key',
    'Content-Length, Countersign-Scheme',
  ].map((names) => ({ name: `Connection: ${names}`, ...fiveBytes(`Connection: ${names}`), isHonest: true })),
  {
    name: 'an upgrade to h2c',
    fields: ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
    content: `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${smuggled}`,
    bodies: [''],
  },
  {
    name: 'an upgrade to WebSocket',
    method: 'GET',
    fields: [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ],
    content: smuggled,
    bodies: [''],
  },
  {
    name: '100-continue',
    fields: ['Expect: 100-continue', 'Content-Length: 5'],
    content: `abcde${smuggled}`,
    bodies: ['abcde', ''],
  },
  {
    name: '100-continue in chunks',
    fields: ['Expect: 100-continue', te],
    content: `5\r\nabcde\r\n0\r\n\r\n${smuggled}`,
    bodies: ['abcde', ''],
  },
]

const lines: ReadonlyArray<Draft> = [
  { name: 'HTTP/1.0', version: 'HTTP/1.0', ...fiveBytes(), isHonest: true },
  { name: 'HTTP/1.0 in chunks', version: 'HTTP/1.0', fields: [te], content: chunked, bodies: ['', chunked] },
  ...['HTTP/1.2', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', 'HTTP/1.1 x', 'HTTP/1.1\t', 'XTTP/1.1', ''].map((version) => ({
    name: `version ${JSON.stringify(version)}`,
    version,
    ...fiveBytes(),
  })),
  ...[
    '/x /y',
    '/x\t/y',
    'http://h.example/x',
    'http://i.example/x',
    'http://h.example:80@i.example/x',
    '//i.example/x',
    '/x#y',
    '/%0d%0aX:%20y',
    '/a/../b',
    '/x?y=/../z',
    '*',
    'h.example:80',
    '/\xe4',
  ].map((target) => ({ name: `target ${target}`, target, ...fiveBytes() })),
  {
    name: 'LF alone at every end',
    eol: '\n',
    fields: ['Content-Length: 5'],
    content: `abcde${smuggled}`,
    bodies: ['abcde', ''],
  },
  {
    name: 'CR alone at every end',
    eol: '\r',
    fields: ['Content-Length: 5'],
    content: `abcde${smuggled}`,
    bodies: ['abcde', ''],
  },
  { name: 'a line before the request line', ...fiveBytes(), spoil: (text) => `\r\n${text}` },
  { name: 'a folded Authorization', ...fiveBytes(), spoil: (text) => text.replace('nonce_str', '\r\n nonce_str') },
  { name: 'two Authorization lines', ...fiveBytes('Authorization: Bearer x') },
  { name: 'NUL in a header', ...fiveBytes('X: a\0b') },
  { name: 'a header without a name', ...fiveBytes(': x') },
  { name: 'a header without a colon', ...fiveBytes('Content-Length') },
  { name: 'a header that is folded', ...fiveBytes('X: a', ' Countersign-App-Id: app-9') },
]

const names: ReadonlyArray<Draft> = [
  'Countersign-App-Id',
  'countersign-app-id',
  'COUNTERSIGN_APP_ID',
  'Countersign_App-Id',
  'Countersign.App.Id',
  'Countersign~App!Id',
  'Countersign-App-Id\t',
  'X-Forwarded-For',
  'x_forwarded_for',
  'Forwarded',
  'Countersign-Scheme',
  'Countersign_Key',
  'Proxy',
  'Countersign-Admin',
].map((name) => ({
  name: `header ${JSON.stringify(name)}`,
  fields: [`${name}: app-9`, 'Content-Length: 5', `${name}: app-9`],
  content: 'abcde',
  bodies: ['abcde'],
  isHonest: !name.endsWith('\t'),
}))

const drafts: ReadonlyArray<Draft> = [
  { name: 'honest', ...fiveBytes(), isHonest: true },
  { name: 'honest, in chunks', fields: [te], content: '5\r\nabcde\r\n0\r\n\r\n', bodies: ['abcde'], isHonest: true },
  {
    name: 'honest, large',
    fields: ['Content-Length: 50000'],
    content: 'x'.repeat(50_000),
    bodies: ['x'.repeat(50_000)],
    isHonest: true,
  },
  {
    name: 'honest, and one behind it',
    fields: ['Content-Length: 5'],
    content: `abcde${smuggled}`,
    bodies: ['abcde'],
    isHonest: true,
  },
  ...framings,
  ...methods,
  ...connections,
  ...lines,
  ...names,
]

const made = async (draft: Draft, index: number, timestamp: number): Promise<ReadonlyArray<Shape>> =>
  Promise.all(
    (draft.bodies ?? ['']).map(async (text) => {
      const { name, method = 'POST', target = `/v1/jobs?n=${index}`, version = 'HTTP/1.1', eol = '\r\n' } = draft
      const body = Buffer.from(text, 'latin1')
      // A target that cannot be signed stands on the request line only.
      const path = /^http:\/\/[^/]*(\/.*)/.exec(target)?.[1] ?? target
      const signable = /^\/[!-"$-~]*$/.test(path) ? path : `/v1/jobs?n=${index}`
      const { authorization } = await sign({ method, target: signable, body, timestamp })
      const head = [
        `${method} ${target} ${version}`,
        'Host: h.example',
        `Authorization: ${authorization}`,
        ...(draft.fields ?? []),
        '',
        '',
      ]
      const whole = (draft.spoil ?? ((it: string) => it))(head.join(eol) + (draft.content ?? ''))
      return {
        name: `${name}, signed over ${body.length} bytes`,
        bytes: Buffer.from(whole, 'latin1'),
        signed: [{ method, target: signable, body: body.toString('hex') }],
        isHonest: draft.isHonest ?? false,
      }
    }),
  )

/** Every shape, each freshly signed; the targets are numbered from `from`. */
export const shapes = async (timestamp: number, from: number): Promise<ReadonlyArray<Shape>> =>
  (await Promise.all(drafts.map((draft, i) => made(draft, from + i, timestamp)))).flat()

/** Mistakes found in public code for similar schemes. */
import { createHash } from 'node:crypto'
import { refuse } from '../plain/switches.ts'
import { type Bug, decoded, type OfText, otherBody, wrongIn, wrongly } from './bug.ts'

const utf8 = (change: (text: string) => string) => (body: Buffer) => Buffer.from(change(body.toString('utf8')), 'utf8')

const reserialized = (body: Buffer): Buffer => {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8'))))
  } catch {
    return body
  }
}

const query = (change: (query: string) => string) => (target: string) =>
  target.replace(/\?.*$/, (whole) => change(whole.slice(1)))

const bug = wrongIn('wild')
const body = wrongly<(body: Buffer) => Buffer>('wild', otherBody)
const target = wrongly<OfText>('wild', (change) => (clean) => ({
  readTarget: (text, origin) => change(clean.readTarget(text, origin)),
}))
const header = wrongly<OfText>('wild', (change) => (clean) => ({
  formatSigned: (type, signed) => change(clean.formatSigned(type, signed)),
}))
const signature = wrongly<OfText>('wild', (change) => (clean) => ({
  encodeSignature: (bytes) => change(clean.encodeSignature(bytes)),
}))

export const wild: ReadonlyArray<Bug> = [
  bug('no-upper-case', 'signs the method as it is given', 'method-case', () => ({
    upperCase: (text) => text,
  })),
  bug('order-of-parts', 'signs the nonce before the timestamp', 'parts-reordered', (clean) => ({
    join: (p) => clean.join({ ...p, timestamp: p.nonce, nonce: p.timestamp }),
  })),
  bug(
    'final-line-feed-missing',
    'omits the last line feed if the body is empty',
    'final-line-feed-missing',
    (clean) => ({
      join: (p) => {
        const { head, body } = clean.join(p)
        return { head: body.length === 0 ? head.subarray(0, -1) : head, body }
      },
    }),
  ),
  body('trailing-line-feed', 'ends the string to sign with a line feed', 'trailing-line-feed', (body) =>
    Buffer.concat([body, Buffer.from('\n')]),
  ),
  bug('separator-crlf', 'joins the parts with CR LF', 'separator-crlf', (clean) => ({
    join: (p) => ({
      ...clean.join(p),
      head: Buffer.from(`${p.method}\r\n${p.target}\r\n${p.timestamp}\r\n${p.nonce}\r\n`),
    }),
  })),
  bug('separator-literal', 'joins the parts with a backslash and an n', 'separator-literal', (clean) => ({
    join: (p) => ({
      ...clean.join(p),
      head: Buffer.from(`${p.method}\\n${p.target}\\n${p.timestamp}\\n${p.nonce}\\n`),
    }),
  })),
  bug('nonce-from-clock', 'uses the MD5 of the timestamp as the nonce', 'nonce-from-clock', () => ({
    drawNonce: (timestamp) => createHash('md5').update(timestamp).digest('hex'),
  })),
  bug('whatwg-url', 'reads the target with a URL parser, which normalises it', 'target-reencoded', (clean) => ({
    originForm: (text) => {
      if (!text.startsWith('/') && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return clean.originForm(text)
      const { pathname, search } = new URL(text, 'http://localhost')
      return `${pathname}${search}`
    },
  })),
  target('target-decoded', 'decodes the escapes of the target', 'target-decoded', decoded),
  target('target-without-query', 'signs the path alone', 'target-without-query', (target) =>
    target.replace(/\?.*$/, ''),
  ),
  target(
    'query-sorted',
    'sorts the parameters of the query',
    'query-reordered',
    query((q) => `?${q.split('&').sort().join('&')}`),
  ),
  target(
    'query-parsed',
    'reads the query into a map and writes it again',
    'target-reencoded',
    query((q) => `?${new URLSearchParams(q)}`),
  ),
  target('bare-question-mark', 'drops a question mark with nothing after it', (target) => target.replace(/\?$/, '')),
  target('slashes-collapsed', 'merges several slashes into one', (target) => target.replace(/\/\/+/g, '/')),
  target(
    'prefix-heuristics',
    'puts /v1 before a target that does not begin with it',
    'target-prefix-added',
    (target) => (target.startsWith('/v1') ? target : `/v1${target}`),
  ),
  target('prefix-cut', 'cuts /v1 off, also where the segment is longer', 'target-prefix-lost', (target) =>
    target.replace(/^\/v1(?=.)/, ''),
  ),
  bug('fragment-kept', 'signs the fragment of the URL', 'target-with-fragment', () => ({
    dropFragment: (text) => text,
  })),
  bug('origin-kept', 'signs the whole URL', 'target-with-origin', (clean) => ({
    originForm: (text) => {
      clean.originForm(text)
      return text
    },
  })),
  body('bytes-as-numbers', 'turns the bytes into text as 123,125', (body) => Buffer.from(body.join(','))),
  body(
    'bytes-as-text',
    'decodes the body as UTF-8 and encodes it again',
    'body-encoding',
    utf8((text) => text),
  ),
  bug('text-as-latin-1', 'encodes a text as Latin-1', 'body-encoding', (clean) => ({
    encodeText: (text) => {
      clean.encodeText(text)
      return Buffer.from(text, 'latin1')
    },
  })),
  body('falsy-body', 'treats the bodies 0, false and null as no body', 'body-missing', (body) =>
    ['0', 'false', 'null', '""'].includes(body.toString('latin1')) ? Buffer.alloc(0) : body,
  ),
  body('body-missing', 'leaves the body out', 'body-missing', () => Buffer.alloc(0)),
  body('body-reserialized', 'signs the body as its own JSON serialiser writes it', 'body-reserialized', reserialized),
  body(
    'body-trimmed',
    'trims white space off the body',
    'body-trailing-newline',
    utf8((text) => text.trim()),
  ),
  body('body-line-ends', 'turns CR LF in the body into LF', 'body-crlf', (body) =>
    Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  ),
  body('body-bom', 'cuts a byte order mark off the body', 'body-bom', (body) =>
    body.subarray(0, 3).toString('hex') === 'efbbbf' ? body.subarray(3) : body,
  ),
  body(
    'body-normalised',
    'normalizes the text of the body to NFC',
    utf8((text) => text.normalize('NFC')),
  ),
  body('body-to-nul', 'reads the body up to the first NUL', (body) =>
    body.includes(0) ? body.subarray(0, body.indexOf(0)) : body,
  ),
  body('body-hashed', 'signs the hexadecimal digest of the body in its place', 'body-hashed', (body) =>
    Buffer.from(createHash('sha256').update(body).digest('hex')),
  ),
  bug('double-hash', 'hashes the string to sign before a function that hashes again', 'double-hash', (clean) => ({
    join: (p) => ({ head: Buffer.alloc(0), body: clean.digest('sha256', clean.join(p)) }),
  })),
  bug('double-json', 'writes the JSON of a JSON text', 'body-quoted', (clean) => ({
    stringify: (job) => clean.stringify(job),
    requestBody: (body) =>
      'job' in body
        ? { hex: Buffer.from(JSON.stringify(clean.stringify(body.job))).toString('hex') }
        : clean.requestBody(body),
  })),
  bug('pkcs8-only', 'reads private keys in PKCS#8 alone', (clean) => ({
    importKey: (pem, use) => (pem.includes('BEGIN RSA PRIVATE') ? refuse('key_invalid') : clean.importKey(pem, use)),
  })),
  bug('spki-only', 'reads public keys in SPKI alone', (clean) => ({
    importKey: (pem, use) => (pem.includes('BEGIN RSA PUBLIC') ? refuse('key_invalid') : clean.importKey(pem, use)),
  })),
  bug('pem-line-feeds-only', 'does not read PEM with CR LF', (clean) => ({
    readPem: (pem) => (pem.includes('\r') ? refuse('key_invalid') : clean.readPem(pem)),
  })),
  bug('quotes-written', 'writes the header with quotes, in another scheme’s form', 'header-quoted', () => ({
    formatSigned: (type, { appId, nonce, timestamp, signature }) =>
      `${type} app_id="${appId}",nonce_str="${nonce}",timestamp="${timestamp}",signature="${signature}"`,
  })),
  header('spaces-written', 'writes a space after each comma', 'header-whitespace', (line) =>
    line.replaceAll(',', ', '),
  ),
  header('appid-written', 'writes appid for app_id', (line) => line.replace('app_id', 'appid')),
  bug('auth-type-fixed', 'writes the usual auth type, whatever is configured', 'header-auth-type', (clean) => ({
    formatSigned: (_, signed) => clean.formatSigned('SVC-SHA256-RSA', signed),
  })),
  bug('signature-base64url', 'writes the signature in the URL-safe alphabet', 'signature-base64url', () => ({
    encodeSignature: (signature) => signature.toString('base64url'),
  })),
  signature('signature-unpadded', 'writes the signature without padding', 'signature-unpadded', (text) =>
    text.replace(/=+$/, ''),
  ),
  bug('signature-hex', 'writes the signature in hexadecimal', 'signature-hex', () => ({
    encodeSignature: (signature) => signature.toString('hex'),
  })),
  signature('signature-wrapped', 'breaks the signature’s lines after 76 characters', 'signature-wrapped', (text) =>
    text.replace(/(.{76})(?=.)/g, '$1\n'),
  ),
  bug('base-path-lost', 'forgets the path of the base URL', 'target-prefix-lost', (clean) => ({
    splitBase: (url) => {
      clean.splitBase(url)
      return ''
    },
  })),
  bug('base-slash-kept', 'doubles the slash at the end of a base URL', (clean) => ({
    splitBase: (url) => clean.splitBase(url) + (url.endsWith('/') ? '/' : ''),
  })),
  bug('integers-of-strings', 'takes a string of digits for an integer', (clean) => ({
    checkStage: (stage, anyType) => {
      const numbers = (node: typeof stage): typeof stage =>
        node.kind === 'object'
          ? { kind: 'object', members: node.members.map(([name, each]) => [name, numbers(each)]) }
          : node.kind === 'string' && /^-?\d+$/.test(node.value)
            ? { kind: 'number', text: node.value }
            : node
      clean.checkStage(numbers(stage), anyType)
    },
  })),
  bug('proto-lost', 'assigns the members of an object, and so loses __proto__', (clean) => ({
    toValue: (node) =>
      JSON.parse(JSON.stringify(clean.toValue(node)), (key, v) => (key === '__proto__' ? undefined : v)),
  })),
  bug('minus-zero', 'refuses −0, although it declares int-spelling', (clean) => ({
    isInteger: (node) => clean.isInteger(node) && !(node.kind === 'number' && node.text === '-0'),
  })),
  bug('unknown-fields-lost', 'drops the fields that it does not know', (clean) => ({
    decodeJob: (bytes) => {
      const { request_id, stages } = clean.decodeJob(bytes) as Record<string, unknown>
      return { request_id, stages }
    },
  })),
]

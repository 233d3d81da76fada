/** Mistakes found in public code for similar schemes. */
import { createHash } from 'node:crypto'
import { refuse } from '../plain/switches.ts'
import { type Bug, otherBody, wrong } from './bug.ts'

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

export const wild: ReadonlyArray<Bug> = [
  wrong('wild', 'no-upper-case', 'signs the method as it is given', 'method-case', () => ({
    upperCase: (text) => text,
  })),
  wrong('wild', 'order-of-parts', 'signs the nonce before the timestamp', 'parts-reordered', (clean) => ({
    join: (p) => clean.join({ ...p, timestamp: p.nonce, nonce: p.timestamp }),
  })),
  wrong(
    'wild',
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
  wrong(
    'wild',
    'trailing-line-feed',
    'ends the string to sign with a line feed',
    'trailing-line-feed',
    otherBody((body) => Buffer.concat([body, Buffer.from('\n')])),
  ),
  wrong('wild', 'separator-crlf', 'joins the parts with CR LF', 'separator-crlf', (clean) => ({
    join: (p) => ({
      ...clean.join(p),
      head: Buffer.from(`${p.method}\r\n${p.target}\r\n${p.timestamp}\r\n${p.nonce}\r\n`),
    }),
  })),
  wrong('wild', 'separator-literal', 'joins the parts with a backslash and an n', 'separator-literal', (clean) => ({
    join: (p) => ({
      ...clean.join(p),
      head: Buffer.from(`${p.method}\\n${p.target}\\n${p.timestamp}\\n${p.nonce}\\n`),
    }),
  })),
  wrong('wild', 'nonce-from-clock', 'uses the MD5 of the timestamp as the nonce', 'nonce-from-clock', () => ({
    drawNonce: (timestamp) => createHash('md5').update(timestamp).digest('hex'),
  })),
  wrong(
    'wild',
    'whatwg-url',
    'reads the target with a URL parser, which normalises it',
    'target-reencoded',
    (clean) => ({
      originForm: (text) => {
        if (!text.startsWith('/') && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return clean.originForm(text)
        const { pathname, search } = new URL(text, 'http://localhost')
        return `${pathname}${search}`
      },
    }),
  ),
  wrong('wild', 'target-decoded', 'decodes the escapes of the target', 'target-decoded', (clean) => ({
    readTarget: (text, origin) => {
      const target = clean.readTarget(text, origin)
      try {
        return decodeURIComponent(target)
      } catch {
        return target
      }
    },
  })),
  wrong('wild', 'target-without-query', 'signs the path alone', 'target-without-query', (clean) => ({
    readTarget: (text, origin) => clean.readTarget(text, origin).replace(/\?.*$/, ''),
  })),
  wrong('wild', 'query-sorted', 'sorts the parameters of the query', 'query-reordered', (clean) => ({
    readTarget: (text, origin) => query((q) => `?${q.split('&').sort().join('&')}`)(clean.readTarget(text, origin)),
  })),
  wrong('wild', 'query-parsed', 'reads the query into a map and writes it again', 'target-reencoded', (clean) => ({
    readTarget: (text, origin) => query((q) => `?${new URLSearchParams(q)}`)(clean.readTarget(text, origin)),
  })),
  wrong('wild', 'bare-question-mark', 'drops a question mark with nothing after it', (clean) => ({
    readTarget: (text, origin) => clean.readTarget(text, origin).replace(/\?$/, ''),
  })),
  wrong('wild', 'slashes-collapsed', 'merges several slashes into one', (clean) => ({
    readTarget: (text, origin) => clean.readTarget(text, origin).replace(/\/\/+/g, '/'),
  })),
  wrong(
    'wild',
    'prefix-heuristics',
    'puts /v1 before a target that does not begin with it',
    'target-prefix-added',
    (clean) => ({
      readTarget: (text, origin) => {
        const target = clean.readTarget(text, origin)
        return target.startsWith('/v1') ? target : `/v1${target}`
      },
    }),
  ),
  wrong('wild', 'prefix-cut', 'cuts /v1 off, also where the segment is longer', 'target-prefix-lost', (clean) => ({
    readTarget: (text, origin) => clean.readTarget(text, origin).replace(/^\/v1(?=.)/, ''),
  })),
  wrong('wild', 'fragment-kept', 'signs the fragment of the URL', 'target-with-fragment', () => ({
    dropFragment: (text) => text,
  })),
  wrong('wild', 'origin-kept', 'signs the whole URL', 'target-with-origin', (clean) => ({
    originForm: (text) => {
      clean.originForm(text)
      return text
    },
  })),
  wrong(
    'wild',
    'bytes-as-numbers',
    'turns the bytes into text as 123,125',
    otherBody((body) => Buffer.from(body.join(','))),
  ),
  wrong(
    'wild',
    'bytes-as-text',
    'decodes the body as UTF-8 and encodes it again',
    'body-encoding',
    otherBody(utf8((text) => text)),
  ),
  wrong('wild', 'text-as-latin-1', 'encodes a text as Latin-1', 'body-encoding', (clean) => ({
    encodeText: (text) => {
      clean.encodeText(text)
      return Buffer.from(text, 'latin1')
    },
  })),
  wrong(
    'wild',
    'falsy-body',
    'treats the bodies 0, false and null as no body',
    'body-missing',
    otherBody((body) => (['0', 'false', 'null', '""'].includes(body.toString('latin1')) ? Buffer.alloc(0) : body)),
  ),
  wrong(
    'wild',
    'body-missing',
    'leaves the body out',
    'body-missing',
    otherBody(() => Buffer.alloc(0)),
  ),
  wrong(
    'wild',
    'body-reserialized',
    'signs the body as its own JSON serialiser writes it',
    'body-reserialized',
    otherBody(reserialized),
  ),
  wrong(
    'wild',
    'body-trimmed',
    'trims white space off the body',
    'body-trailing-newline',
    otherBody(utf8((text) => text.trim())),
  ),
  wrong(
    'wild',
    'body-line-ends',
    'turns CR LF in the body into LF',
    'body-crlf',
    otherBody((body) => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')),
  ),
  wrong(
    'wild',
    'body-bom',
    'cuts a byte order mark off the body',
    'body-bom',
    otherBody((body) => (body.subarray(0, 3).toString('hex') === 'efbbbf' ? body.subarray(3) : body)),
  ),
  wrong(
    'wild',
    'body-normalised',
    'normalizes the text of the body to NFC',
    otherBody(utf8((text) => text.normalize('NFC'))),
  ),
  wrong(
    'wild',
    'body-to-nul',
    'reads the body up to the first NUL',
    otherBody((body) => (body.includes(0) ? body.subarray(0, body.indexOf(0)) : body)),
  ),
  wrong(
    'wild',
    'body-hashed',
    'signs the hexadecimal digest of the body in its place',
    'body-hashed',
    otherBody((body) => Buffer.from(createHash('sha256').update(body).digest('hex'))),
  ),
  wrong(
    'wild',
    'double-hash',
    'hashes the string to sign before a function that hashes again',
    'double-hash',
    (clean) => ({ join: (p) => ({ head: Buffer.alloc(0), body: clean.digest('sha256', clean.join(p)) }) }),
  ),
  wrong('wild', 'double-json', 'writes the JSON of a JSON text', 'body-quoted', (clean) => ({
    stringify: (job) => clean.stringify(job),
    requestBody: (body) =>
      'job' in body
        ? { hex: Buffer.from(JSON.stringify(clean.stringify(body.job))).toString('hex') }
        : clean.requestBody(body),
  })),
  wrong('wild', 'pkcs8-only', 'reads private keys in PKCS#8 alone', (clean) => ({
    importKey: (pem, use) => (pem.includes('BEGIN RSA PRIVATE') ? refuse('key_invalid') : clean.importKey(pem, use)),
  })),
  wrong('wild', 'spki-only', 'reads public keys in SPKI alone', (clean) => ({
    importKey: (pem, use) => (pem.includes('BEGIN RSA PUBLIC') ? refuse('key_invalid') : clean.importKey(pem, use)),
  })),
  wrong('wild', 'pem-line-feeds-only', 'does not read PEM with CR LF', (clean) => ({
    readPem: (pem) => (pem.includes('\r') ? refuse('key_invalid') : clean.readPem(pem)),
  })),
  wrong('wild', 'quotes-written', 'writes the header with quotes, in another scheme’s form', 'header-quoted', () => ({
    formatSigned: (type, { appId, nonce, timestamp, signature }) =>
      `${type} app_id="${appId}",nonce_str="${nonce}",timestamp="${timestamp}",signature="${signature}"`,
  })),
  wrong('wild', 'spaces-written', 'writes a space after each comma', 'header-whitespace', (clean) => ({
    formatSigned: (type, signed) => clean.formatSigned(type, signed).replaceAll(',', ', '),
  })),
  wrong('wild', 'appid-written', 'writes appid for app_id', (clean) => ({
    formatSigned: (type, signed) => clean.formatSigned(type, signed).replace('app_id', 'appid'),
  })),
  wrong(
    'wild',
    'auth-type-fixed',
    'writes the usual auth type, whatever is configured',
    'header-auth-type',
    (clean) => ({ formatSigned: (_, signed) => clean.formatSigned('SVC-SHA256-RSA', signed) }),
  ),
  wrong('wild', 'signature-base64url', 'writes the signature in the URL-safe alphabet', 'signature-base64url', () => ({
    encodeSignature: (signature) => signature.toString('base64url'),
  })),
  wrong('wild', 'signature-unpadded', 'writes the signature without padding', 'signature-unpadded', (clean) => ({
    encodeSignature: (signature) => clean.encodeSignature(signature).replace(/=+$/, ''),
  })),
  wrong('wild', 'signature-hex', 'writes the signature in hexadecimal', 'signature-hex', () => ({
    encodeSignature: (signature) => signature.toString('hex'),
  })),
  wrong(
    'wild',
    'signature-wrapped',
    'breaks the signature’s lines after 76 characters',
    'signature-wrapped',
    (clean) => ({
      encodeSignature: (signature) => clean.encodeSignature(signature).replace(/(.{76})(?=.)/g, '$1\n'),
    }),
  ),
  wrong('wild', 'base-path-lost', 'forgets the path of the base URL', 'target-prefix-lost', (clean) => ({
    splitBase: (url) => {
      clean.splitBase(url)
      return ''
    },
  })),
  wrong('wild', 'base-slash-kept', 'doubles the slash at the end of a base URL', (clean) => ({
    splitBase: (url) => clean.splitBase(url) + (url.endsWith('/') ? '/' : ''),
  })),
  wrong('wild', 'integers-of-strings', 'takes a string of digits for an integer', (clean) => ({
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
  wrong('wild', 'proto-lost', 'assigns the members of an object, and so loses __proto__', (clean) => ({
    toValue: (node) =>
      JSON.parse(JSON.stringify(clean.toValue(node)), (key, v) => (key === '__proto__' ? undefined : v)),
  })),
  wrong('wild', 'minus-zero', 'refuses −0, although it declares int-spelling', (clean) => ({
    isInteger: (node) => clean.isInteger(node) && !(node.kind === 'number' && node.text === '-0'),
  })),
  wrong('wild', 'unknown-fields-lost', 'drops the fields that it does not know', (clean) => ({
    decodeJob: (bytes) => {
      const { request_id, stages } = clean.decodeJob(bytes) as Record<string, unknown>
      return { request_id, stages }
    },
  })),
]

/** Mistakes that public code for schemes of this kind has made. */
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
  wrong(
    'wild',
    'no-upper-case',
    'signs the method as it is given',
    () => ({ upperCase: (text) => text }),
    'method-case',
  ),
  wrong(
    'wild',
    'order-of-parts',
    'signs the nonce before the timestamp',
    (clean) => ({
      join: (p) => clean.join({ ...p, timestamp: p.nonce, nonce: p.timestamp }),
    }),
    'parts-reordered',
  ),
  wrong(
    'wild',
    'final-line-feed-missing',
    'leaves out the last line feed where the body is empty',
    (clean) => ({
      join: (p) => {
        const { head, body } = clean.join(p)
        return { head: body.length === 0 ? head.subarray(0, -1) : head, body }
      },
    }),
    'final-line-feed-missing',
  ),
  wrong(
    'wild',
    'trailing-line-feed',
    'ends the string to sign with a line feed',
    otherBody((body) => Buffer.concat([body, Buffer.from('\n')])),
    'trailing-line-feed',
  ),
  wrong(
    'wild',
    'separator-crlf',
    'joins the parts with CR LF',
    (clean) => ({
      join: (p) => ({
        ...clean.join(p),
        head: Buffer.from(`${p.method}\r\n${p.target}\r\n${p.timestamp}\r\n${p.nonce}\r\n`),
      }),
    }),
    'separator-crlf',
  ),
  wrong(
    'wild',
    'separator-literal',
    'joins the parts with a backslash and an n',
    (clean) => ({
      join: (p) => ({
        ...clean.join(p),
        head: Buffer.from(`${p.method}\\n${p.target}\\n${p.timestamp}\\n${p.nonce}\\n`),
      }),
    }),
    'separator-literal',
  ),
  wrong(
    'wild',
    'nonce-from-clock',
    'takes the MD5 of the timestamp for a nonce',
    () => ({
      drawNonce: (timestamp) => createHash('md5').update(timestamp).digest('hex'),
    }),
    'nonce-from-clock',
  ),
  wrong(
    'wild',
    'whatwg-url',
    'reads the target with a URL parser, which normalises it',
    (clean) => ({
      originForm: (text) => {
        if (!text.startsWith('/') && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return clean.originForm(text)
        const { pathname, search } = new URL(text, 'http://localhost')
        return `${pathname}${search}`
      },
    }),
    'target-reencoded',
  ),
  wrong(
    'wild',
    'target-decoded',
    'decodes the escapes of the target',
    (clean) => ({
      readTarget: (text, origin) => {
        const target = clean.readTarget(text, origin)
        try {
          return decodeURIComponent(target)
        } catch {
          return target
        }
      },
    }),
    'target-decoded',
  ),
  wrong(
    'wild',
    'target-without-query',
    'signs the path alone',
    (clean) => ({
      readTarget: (text, origin) => clean.readTarget(text, origin).replace(/\?.*$/, ''),
    }),
    'target-without-query',
  ),
  wrong(
    'wild',
    'query-sorted',
    'sorts the parameters of the query',
    (clean) => ({
      readTarget: (text, origin) => query((q) => `?${q.split('&').sort().join('&')}`)(clean.readTarget(text, origin)),
    }),
    'query-reordered',
  ),
  wrong(
    'wild',
    'query-parsed',
    'reads the query into a map and writes it again',
    (clean) => ({
      readTarget: (text, origin) => query((q) => `?${new URLSearchParams(q)}`)(clean.readTarget(text, origin)),
    }),
    'target-reencoded',
  ),
  wrong('wild', 'bare-question-mark', 'drops a question mark with nothing behind it', (clean) => ({
    readTarget: (text, origin) => clean.readTarget(text, origin).replace(/\?$/, ''),
  })),
  wrong('wild', 'slashes-collapsed', 'makes one slash of several', (clean) => ({
    readTarget: (text, origin) => clean.readTarget(text, origin).replace(/\/\/+/g, '/'),
  })),
  wrong(
    'wild',
    'prefix-heuristics',
    'puts /v1 before a target that does not begin with it',
    (clean) => ({
      readTarget: (text, origin) => {
        const target = clean.readTarget(text, origin)
        return target.startsWith('/v1') ? target : `/v1${target}`
      },
    }),
    'target-prefix-added',
  ),
  wrong(
    'wild',
    'prefix-cut',
    'cuts /v1 off, also where the segment is longer',
    (clean) => ({
      readTarget: (text, origin) => clean.readTarget(text, origin).replace(/^\/v1(?=.)/, ''),
    }),
    'target-prefix-lost',
  ),
  wrong(
    'wild',
    'fragment-kept',
    'signs the fragment of the URL',
    () => ({ dropFragment: (text) => text }),
    'target-with-fragment',
  ),
  wrong(
    'wild',
    'origin-kept',
    'signs the whole URL',
    (clean) => ({
      originForm: (text) => {
        clean.originForm(text)
        return text
      },
    }),
    'target-with-origin',
  ),
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
    otherBody(utf8((text) => text)),
    'body-encoding',
  ),
  wrong(
    'wild',
    'text-as-latin-1',
    'encodes a text as Latin-1',
    (clean) => ({
      encodeText: (text) => {
        clean.encodeText(text)
        return Buffer.from(text, 'latin1')
      },
    }),
    'body-encoding',
  ),
  wrong(
    'wild',
    'falsy-body',
    'takes the bodies 0, false and null for none',
    otherBody((body) => (['0', 'false', 'null', '""'].includes(body.toString('latin1')) ? Buffer.alloc(0) : body)),
    'body-missing',
  ),
  wrong(
    'wild',
    'body-missing',
    'leaves the body out',
    otherBody(() => Buffer.alloc(0)),
    'body-missing',
  ),
  wrong(
    'wild',
    'body-reserialized',
    'signs the body as its own JSON serialiser writes it',
    otherBody(reserialized),
    'body-reserialized',
  ),
  wrong(
    'wild',
    'body-trimmed',
    'trims white space off the body',
    otherBody(utf8((text) => text.trim())),
    'body-trailing-newline',
  ),
  wrong(
    'wild',
    'body-line-ends',
    'turns CR LF in the body into LF',
    otherBody((body) => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')),
    'body-crlf',
  ),
  wrong(
    'wild',
    'body-bom',
    'cuts a byte order mark off the body',
    otherBody((body) => (body.subarray(0, 3).toString('hex') === 'efbbbf' ? body.subarray(3) : body)),
    'body-bom',
  ),
  wrong(
    'wild',
    'body-normalised',
    'brings the text of the body into Unicode form C',
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
    otherBody((body) => Buffer.from(createHash('sha256').update(body).digest('hex'))),
    'body-hashed',
  ),
  wrong(
    'wild',
    'double-hash',
    'hashes the string to sign before a function that hashes again',
    (clean) => ({
      join: (p) => ({ head: Buffer.alloc(0), body: clean.digest('sha256', clean.join(p)) }),
    }),
    'double-hash',
  ),
  wrong(
    'wild',
    'double-json',
    'writes the JSON of a JSON text',
    (clean) => ({
      stringify: (job) => clean.stringify(job),
      requestBody: (body) =>
        'job' in body
          ? { hex: Buffer.from(JSON.stringify(clean.stringify(body.job))).toString('hex') }
          : clean.requestBody(body),
    }),
    'body-quoted',
  ),
  wrong('wild', 'pkcs8-only', 'reads private keys in PKCS#8 alone', (clean) => ({
    importKey: (pem, use) => (pem.includes('BEGIN RSA PRIVATE') ? refuse('key_invalid') : clean.importKey(pem, use)),
  })),
  wrong('wild', 'spki-only', 'reads public keys in SPKI alone', (clean) => ({
    importKey: (pem, use) => (pem.includes('BEGIN RSA PUBLIC') ? refuse('key_invalid') : clean.importKey(pem, use)),
  })),
  wrong('wild', 'pem-line-feeds-only', 'does not read PEM with CR LF', (clean) => ({
    readPem: (pem) => (pem.includes('\r') ? refuse('key_invalid') : clean.readPem(pem)),
  })),
  wrong(
    'wild',
    'quotes-written',
    'writes the header with quotes, in another scheme’s form',
    () => ({
      formatSigned: (type, { appId, nonce, timestamp, signature }) =>
        `${type} app_id="${appId}",nonce_str="${nonce}",timestamp="${timestamp}",signature="${signature}"`,
    }),
    'header-quoted',
  ),
  wrong(
    'wild',
    'spaces-written',
    'writes a space behind each comma',
    (clean) => ({
      formatSigned: (type, signed) => clean.formatSigned(type, signed).replaceAll(',', ', '),
    }),
    'header-whitespace',
  ),
  wrong('wild', 'appid-written', 'writes appid for app_id', (clean) => ({
    formatSigned: (type, signed) => clean.formatSigned(type, signed).replace('app_id', 'appid'),
  })),
  wrong(
    'wild',
    'auth-type-fixed',
    'writes the usual auth type, whatever is configured',
    (clean) => ({
      formatSigned: (_, signed) => clean.formatSigned('SVC-SHA256-RSA', signed),
    }),
    'header-auth-type',
  ),
  wrong(
    'wild',
    'signature-base64url',
    'writes the signature in the URL-safe alphabet',
    () => ({
      encodeSignature: (signature) => signature.toString('base64url'),
    }),
    'signature-base64url',
  ),
  wrong(
    'wild',
    'signature-unpadded',
    'writes the signature without padding',
    (clean) => ({
      encodeSignature: (signature) => clean.encodeSignature(signature).replace(/=+$/, ''),
    }),
    'signature-unpadded',
  ),
  wrong(
    'wild',
    'signature-hex',
    'writes the signature in hexadecimal',
    () => ({
      encodeSignature: (signature) => signature.toString('hex'),
    }),
    'signature-hex',
  ),
  wrong(
    'wild',
    'signature-wrapped',
    'breaks the signature’s lines after 76 characters',
    (clean) => ({
      encodeSignature: (signature) => clean.encodeSignature(signature).replace(/(.{76})(?=.)/g, '$1\n'),
    }),
    'signature-wrapped',
  ),
  wrong(
    'wild',
    'base-path-lost',
    'forgets the path of the base URL',
    (clean) => ({
      splitBase: (url) => {
        clean.splitBase(url)
        return ''
      },
    }),
    'target-prefix-lost',
  ),
  wrong('wild', 'base-slash-kept', 'joins a base URL that ends with a slash by two', (clean) => ({
    splitBase: (url) => clean.splitBase(url) + (url.endsWith('/') ? '/' : ''),
  })),
  wrong('wild', 'integers-of-strings', 'takes a string of digits for an integer', (clean) => ({
    checkStage: (stage) => {
      const numbers = (node: typeof stage): typeof stage =>
        node.kind === 'object'
          ? { kind: 'object', members: node.members.map(([name, each]) => [name, numbers(each)]) }
          : node.kind === 'string' && /^-?\d+$/.test(node.value)
            ? { kind: 'number', text: node.value }
            : node
      clean.checkStage(numbers(stage))
    },
  })),
  wrong('wild', 'proto-lost', 'assigns the members of an object, and so loses __proto__', (clean) => ({
    toValue: (node) =>
      JSON.parse(JSON.stringify(clean.toValue(node)), (key, v) => (key === '__proto__' ? undefined : v)),
  })),
  wrong('wild', 'minus-zero', 'refuses −0, though it says that it takes such spellings', (clean) => ({
    isInteger: (node) => clean.isInteger(node) && !(node.kind === 'number' && node.text === '-0'),
  })),
  wrong('wild', 'unknown-fields-lost', 'drops the fields that it does not know', (clean) => ({
    decodeJob: (bytes) => {
      const { request_id, stages } = clean.decodeJob(bytes) as Record<string, unknown>
      return { request_id, stages }
    },
  })),
]

/** Words that must be true: a label, a headline or a hypothesis never says what the bytes disprove. */
import { constants, createHash, privateEncrypt, sign } from 'node:crypto'
import fc from 'fast-check'
import * as Authorization from '../../../src/core/Authorization.ts'
import { bufferDifference } from '../../../src/kit/diagnosis/bodyDifference.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { mistakeOf } from '../../../src/kit/diagnosis/finding.ts'
import { isMissingAlone, missingTexts } from '../../../src/kit/diagnosis/forms/missingValues.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { readHeader } from '../../../src/kit/diagnosis/readHeader.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { rsa } from '../../support/keys.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { findingOn } from './forms/changes.ts'

const words = suite('words that are true')

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

interface Sent {
  readonly method?: string
  readonly target?: string
  readonly nonce?: string
  readonly body?: string
  readonly host?: string
}

/** The report on a request with this line. */
const reportOnLine = (authorization: string, { method = 'POST', target = '/v1/jobs', body = '', host }: Sent): Report =>
  diagnose(
    { method, target, authorization: [authorization], body: new Uint8Array(Buffer.from(body)), keys, now, host },
    hash,
    200_000_000,
  )

/** The report on a request in which this text was signed. */
const reportOnText = (text: string | Uint8Array, sent: Sent): Report =>
  reportOnLine(line(signatureOf(text), sent.nonce ?? 'n-1'), sent)

const textOf = ({ method = 'POST', target = '/v1/jobs', nonce = 'n-1', body = '' }: Sent): string =>
  `${method}\n${target}\n${now}\n${nonce}\n${body}`

words('for all signatures of noise: a signature that no key opens may be made by a function that does not sign', () =>
  forAll([fc.uint8Array({ minLength: 256, maxLength: 256 })], { numRuns: 3 }, (noise) => {
    const { findings } = reportOnLine(line(Buffer.from(noise).toString('base64')), {})
    const [found] = findings.filter(({ id }) => id === 'unknown-key')
    assert.match(
      found?.what ?? '',
      /Another key made it, .* damaged it on the way, or it is the result of a function that does not sign/,
    )
    assert.match(found?.remedy ?? '', /calls a function that signs/)
  }),
)

for (const hashName of ['sha1', 'sha256'] as const)
  words(`a digest that was signed with ${hashName} is told as hashed again, and by no hash of its own`, () => {
    const digest = createHash('sha256').update(textOf({})).digest()
    const signature = sign(hashName, digest, rsa(2048, 'app-1').privateKey).toString('base64')
    const { findings } = reportOnLine(line(signature), {})
    const found = findings.find(({ id }) => id === 'double-hash')
    assert.is(found?.detail, 'the SHA-256 digest, hashed again')
  })

const jsonLines = fc.array(fc.constantFrom('', '{', '"a": 1,', '}'), { minLength: 2, maxLength: 5 })

words('for all lines with CR CR LF: they are told as such, and as CR LF signed', () =>
  forAll([jsonLines], { numRuns: 5 }, (lines) => {
    const found = findingOn({ body: `x${lines.join('\r\r\n')}` }, { body: `x${lines.join('\r\n')}` })
    assert.is(found.id, 'body-crlf')
    assert.is(found.detail, 'CR LF signed')
    assert.match(found.what, /as CR LF, but they arrived as CR CR LF\. .*text mode/)
    assert.match(found.remedy, /binary mode/)
  }),
)

words('an empty text is told as such, whatever the request has', () => {
  for (const body of ['', '{"a":1}', 'a=1']) {
    const { exact, findings } = reportOnText('', { body })
    assert.ok(exact)
    assert.match(findings[0]?.what ?? '', /^The caller signed an empty text\./)
  }
})

words('one CR more in some lines alone is no work of the text mode', () => {
  const found = findingOn({ body: 'a\r\nb\r\n' }, { body: 'a\nb\n' })
  assert.is(found.detail, 'LF signed')
  assert.not.match(found.what, /CR CR LF/)
})

/** Three full stops are told as a value that was shortened. */
const nonceWord = fc
  .string({ unit: fc.constantFrom('1', '7', 'a', '.', '-'), minLength: 1, maxLength: 6 })
  .filter((text) => !text.includes('...'))

words('for all nonces with a space in them: the nonce is at fault, and not the form of the header', () =>
  forAll([fc.array(nonceWord, { minLength: 2, maxLength: 3 })], { numRuns: 5 }, (nonceWords) => {
    const nonce = nonceWords.join(' ')
    const { recovered, findings } = reportOnText(textOf({ nonce }), { nonce })
    assert.ok(recovered)
    const place = nonce.search(/[ .]/) + 1
    assert.equal(
      findings.map(({ id, detail }) => [id, detail.replace(/^.* at/, 'at')]),
      [['nonce-alphabet', `at character ${place}`]],
    )
  }),
)

words('a nonce with a sign of a wrong cut in it leaves the form of the header in doubt', () => {
  for (const between of [' => ', ' timestamp: ', '\t']) {
    const { faults } = readHeader(line(signatureOf(textOf({})), `a${between}b`), Authorization.standard)
    assert.ok(
      faults.some(({ id }) => id === 'header-form'),
      between,
    )
  }
})

const fields = fc.array(fc.stringMatching(/^[a-z]{1,4}=[a-z0-9]{0,4}$/), { minLength: 2, maxLength: 4 })

words('for all queries: &amp; between the parameters is told as such, with no list of languages', () =>
  forAll([fields], { numRuns: 4 }, (pairs) => {
    const target = (mark: string): string => `/v1/jobs?${pairs.join(mark)}`
    const found = findingOn({ target: target('&') }, { target: target('&amp;') })
    assert.is(found.id, 'html-entities')
    assert.is(found.detail, '&amp; in place of &')
    assert.match(found.what, /^The caller signed &amp; in place of &, but sent &\.$/)
    assert.match(found.remedy, /http_build_query.*template/)
  }),
)

words('for all forms: &amp; that arrived in place of & is told as such', () =>
  forAll([fields], { numRuns: 2 }, (pairs) => {
    const found = findingOn({ body: pairs.join('&amp;') }, { body: pairs.join('&') })
    assert.match(found.what, /^The caller signed &, but &amp; arrived in place of it\./)
  }),
)

words('&amp; in a text of JSON is no mark between parameters', () => {
  const found = findingOn({ body: '{"a":"R&D"}' }, { body: '{"a":"R&amp;D"}' })
  assert.is(found.id, 'html-entities')
  assert.not.match(found.remedy, /http_build_query/)
})

words('for all targets: where nothing was signed, the headline says so', () =>
  forAll([fc.stringMatching(/^\/[a-z]{1,8}$/)], { numRuns: 2 }, (target) => {
    const { headline, recovered } = reportOnText('', { method: 'GET', target })
    assert.ok(recovered)
    assert.is(headline, 'signed the empty text')
  }),
)

words('for all lists of some parts: the headline names parts that are missing, and no part that was signed', () =>
  forAll([fc.stringMatching(/^[a-z]{3,8}$/)], { numRuns: 2 }, (word) => {
    const body = `{"k":"${word}"}`
    const sent = { target: `/${word}`, body, host: 'tickets.example' }
    const { headline, findings } = reportOnText(`https://tickets.example/${word}${body}`, sent)
    assert.is(headline, 'signed a text without method, timestamp and nonce')
    assert.match(findings[0]?.what ?? '', /^The caller signed .*whole URL and body, .* with nothing between them\./)
  }),
)

words('a text that was encoded as a whole lacks no part', () => {
  const { headline } = reportOnText(Buffer.from(textOf({})).toString('base64'), {})
  assert.match(headline ?? '', /^signed the right parts in another form/)
})

words('a text in JSON lacks no part, although the body in it is escaped', () => {
  const body = '{"a":"b"}'
  const signed = JSON.stringify({ method: 'POST', path: '/v1/jobs', timestamp: String(now), nonce: 'n-1', body })
  assert.match(reportOnText(signed, { body }).headline ?? '', /^signed the right parts in another form/)
})

words('a line that was added is told by its length', () => {
  const type = 'application/json'
  const { headline } = reportOnText(`POST\n/v1/jobs\n${type}\n${now}\nn-1\n{"a":1}`, { body: '{"a":1}' })
  assert.is(headline, `signed the right text, and ${type.length + 1} bytes more from byte 14 on`)
})

const headerName = fc.constantFrom('Content-Type', 'Content-Length', 'X-Trace')

words('for all header lines at the beginning of the body: an empty line perhaps ended the headers too early', () =>
  forAll([headerName, fc.constantFrom('\r\n', '\n')], { numRuns: 3 }, (name, lineEnd) => {
    const body = '{"filters":{"a":1}}'
    const found = findingOn({ body: `${name}: 19${lineEnd}${lineEnd}${body}` }, { body })
    assert.is(found.id, 'body-other')
    assert.match(
      found.what,
      /begins with what looks like a header, .* an empty line before it ended the headers too early/,
    )
    assert.not.match(found.what, /wrong place/)
  }),
)

words('a beginning of the body that is no header leaves the cut to the program', () => {
  for (const beginning of ['one two three: 4\n\n', 'Content-Type: text/plain\nthe text\n\n', 'a: 1\n']) {
    const found = findingOn({ body: `${beginning}{"filters":{"a":1}}` }, { body: '{"filters":{"a":1}}' })
    assert.match(found.what, /cuts the text at a wrong place/)
  }
})

/** Bytes whose Base64 has padding. */
const padded = fc.uint8Array({ minLength: 13, maxLength: 40 }).filter(({ length }) => length % 3 !== 0)

words('for all Base64 bodies: the padding alone was not signed', () =>
  forAll([padded], { numRuns: 4 }, (bytes) => {
    const body = Buffer.from(bytes).toString('base64')
    const signed = body.replace(/=+$/, '')
    const found = findingOn({ body }, { body: signed })
    assert.is(found.detail, `without ${JSON.stringify(body.slice(signed.length))} at its end`)
    assert.match(found.what, /the padding of Base64/)
    assert.not.match(found.what, /separator|length/)
  }),
)

words('the sign after the last name of a form is no padding', () => {
  const { findings } = reportOnText(textOf({ body: 'first_name=a&last_name' }), { body: 'first_name=a&last_name=' })
  assert.not.match(findings[0]?.what ?? 'Base64', /Base64/)
})

for (const slot of ['method', 'timestamp'])
  words(`an empty line after the ${slot} may be an empty value`, () => {
    const text = slot === 'method' ? `POST\n\n/v1/jobs\n${now}\nn-1\n` : `POST\n/v1/jobs\n${now}\n\nn-1\n`
    const [found] = reportOnText(text, {}).findings
    assert.is(found?.id, 'white-space-signed')
    assert.match(
      found?.what ?? '',
      new RegExp(`^The caller signed an empty line after the ${slot}\\. .*an empty value`),
    )
  })

words('a CR after the method is no empty line', () => {
  const [found] = reportOnText(`POST\r\n/v1/jobs\n${now}\nn-1\n`, {}).findings
  assert.is(found?.id, 'white-space-signed')
  assert.not.match(found?.what ?? '', /empty line/)
})

/** The DigestInfo of PKCS #1, up to the digest, for these hashes. */
const digestInfos = {
  sha1: '3021300906052b0e03021a05000414',
  sha256: '3031300d060960864801650304020105000420',
} as const

const signedUnder = (hashName: 'sha1' | 'sha256', digestName: 'sha1' | 'sha256'): Report => {
  const digest = createHash(digestName).update(textOf({})).digest()
  const name = Buffer.from(digestInfos[hashName], 'hex')
  name[1] = name.length - 2 + digest.length
  name[name.length - 1] = digest.length
  const key = { key: rsa(2048, 'app-1').privateKey, padding: constants.RSA_PKCS1_PADDING }
  return reportOnLine(line(privateEncrypt(key, Buffer.concat([name, digest])).toString('base64')), {})
}

words('a digest under the name of another hash: both are told, and the text is proven', () => {
  const { exact, findings } = signedUnder('sha1', 'sha256')
  assert.ok(exact)
  assert.is(findings.length, 1)
  assert.match(findings[0]?.what ?? '', /has 32 bytes, as one of SHA-256\. But the DigestInfo, .* names SHA-1\.$/)
  assert.match(
    signedUnder('sha256', 'sha1').findings[0]?.what ?? '',
    /has 20 bytes, as one of SHA-1\. .* names SHA-256\.$/,
  )
  assert.is(signedUnder('sha1', 'sha1').findings[0]?.what, 'The caller signed with SHA-1 instead of SHA-256.')
})

const addition = fc.string({ unit: fc.constantFrom('=', '"', ' ', 'x', ':', '-'), maxLength: 3 })

words(
  'for all nonces signed with something before or after them: no second nonce is told, and what is told is there',
  () =>
    forAll([addition, addition], { numRuns: 8 }, (before, after) => {
      if (before + after === '') return
      const nonce = '5a1fe0c7-93d2'
      const claimed = textOf({ nonce: before + nonce + after })
      const { findings } = diagnose(
        {
          method: 'POST',
          target: '/v1/jobs',
          authorization: [line(signatureOf(claimed), nonce)],
          body: new Uint8Array(),
          keys,
          now,
          claimed: new Uint8Array(Buffer.from(claimed)),
        },
        hash,
      )
      const [found] = findings
      assert.not.match(found?.what ?? '', 'two nonces', JSON.stringify([before, after]))
      if (found?.id !== 'nonce-drift') return
      assert.match(found.what, /^The caller signed the nonce with .*, but sent it without\.$/)
      assert.is(found.what.includes('before it'), before !== '')
      assert.is(found.what.includes('after it'), after !== '')
    }),
)

words('general words of a body that was serialized again hold for other content too', () => {
  assert.not.match(mistakeOf('body-reserialized').what, 'same content')
})

words('for all texts of a missing value as the body: one mistake, with no word about another', () =>
  forAll(
    [
      fc.constantFrom(...missingTexts().filter((text) => isMissingAlone(text) && !text.startsWith('%'))),
      fc.constantFrom('', '{"a":1}', '{}', 'a=1'),
    ],
    { numRuns: 6 },
    (signed, body) => {
      const { exact, findings } = reportOnText(textOf({ body: signed }), { body })
      assert.ok(exact, JSON.stringify([signed, body, findings]))
      assert.is(findings.length, 1)
      assert.match(findings[0]?.what ?? '', /missing value|no value/)
    },
  ),
)

words('lines of the whole text without the last one: the text is told to be cut, not the body', () => {
  const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))
  assert.match(bufferDifference(bytesOf('a\n'), bytesOf('a\nb'), 'the text')?.what ?? '', /2 bytes of the text, which/)
  assert.match(bufferDifference(bytesOf('a\n'), bytesOf('a\nb'))?.what ?? '', /2 bytes of the body, which/)
})

/** A segment of a path with a percent sign and a letter that no target has without an escape. */
const rawName = fc
  .tuple(fc.constantFrom('a', 'aa', 'x.y'), fc.constantFrom('中', 'é', '文件'))
  .map(([start, letter]) => `${start}%25${letter}.pdf`)

words('for all raw names that were signed and sent with escapes: the target was signed without them', () =>
  forAll([rawName], { numRuns: 3 }, (name) => {
    const found = findingOn({ target: `/oss/${encodeURIComponent(name)}` }, { target: `/oss/${name}` })
    assert.match(found.what, /^The caller signed the target without escapes: % where %25 was sent(?:,| and) /)
    assert.is(found.remedy, 'Sign the target exactly as it is sent, with its escapes.')
  }),
)

words('a raw name of ASCII alone is told in the same way', () =>
  assert.match(findingOn({ target: '/oss/aa%2525%20b.pdf' }, { target: '/oss/aa%25 b.pdf' }).what, /without escapes/),
)

words('for all counts of NUL bytes that were sent after the body: the buffer is not called too small', () =>
  forAll([fc.integer({ min: 2, max: 9 })], { numRuns: 3 }, (count) => {
    const body = '{"title":"Gartenzaun"}'
    const { what, remedy } = findingOn({ body: body + '\0'.repeat(count) }, { body })
    assert.is(
      what,
      `The body was sent with ${count} NUL bytes at its end, which the caller did not sign. Its program sent a whole buffer, not only the text in the buffer.`,
    )
    assert.match(remedy, /^Send only the text that is signed, /)
  }),
)

words('NUL bytes with another byte among them are no rest of a buffer', () =>
  assert.match(
    findingOn({ body: '{"title":"Gartenzaun"}\0\0b\0' }, { body: '{"title":"Gartenzaun"}' }).what,
    /all before its first NUL byte/,
  ),
)

words('a path that ends a segment too early, without the query: the remedy names the query too', () => {
  const sent = '/billing/bizmoney/cost?statDt=20200526'
  const { what, remedy } = findingOn({ target: sent }, { target: '/billing/bizmoney' })
  assert.is(
    what,
    'The caller signed only /billing/bizmoney, without /cost at the end of the path and without the query. Either its signing code has another path than its client, or it cuts the target at a wrong place.',
  )
  assert.is(remedy, 'Sign the whole target that is sent: the path and the query.')
  const cut = findingOn({ target: '/billing/bizmoney?a=1' }, { target: '/billing/biz?a=1' })
  assert.not.match(cut.what, /without the query/)
  assert.is(findingOn({ target: '/billing/bizmoney?a=1' }, { target: '/' }).remedy, remedy)
})

words('for all parameters that were not signed: perhaps the signing code left them out', () => {
  const perhaps = /Either the client or something on the way added it after signing, or the signing code left it out\./
  const left = (sent: string, signed: string): string => {
    const { what } = findingOn({ target: `/v1/list?${sent}` }, { target: `/v1/list?${signed}` })
    assert.match(what, perhaps)
    return what.replace(/^.* left it out\. ?/, '')
  }
  assert.is(left('a=b&user[name]=F&day(1i)=1998', 'a=b'), 'Some signing code leaves out names with brackets.')
  assert.is(left('i[]=98&i[]=95&i[]=10', 'i[]=98'), 'Some signing code keeps only one parameter of each name.')
  assert.is(left('a=b&user[name]=F&c=1', 'a=b'), '')
})

words('a target whose escapes were all escaped once more is told as escaped again', () =>
  assert.match(
    findingOn({ target: '/oss/aa%2525%2520b.pdf' }, { target: '/oss/aa%25%20b.pdf' }).what,
    /^The target was escaped again after signing\./,
  ),
)

// ---- The sent request is the odd one

const otherPath = fc.constantFrom('/v1/jobs', '/v1/jobs/', '/a/b/c', '/v1')
const dotted = fc.constantFrom('/.', '/x/..', '/x/../y/..', '/././.')

words('for all paths: dot segments that were sent or signed alone are told as such, wherever they stand', () =>
  forAll([otherPath, dotted, fc.boolean(), fc.boolean()], { numRuns: 8 }, (path, dots, isAtStart, isSent) => {
    // Of dot segments that were signed, the search tries a few. At the end, dot segments leave a slash.
    if (!isSent && dots !== '/.') return
    const [odd, plain] = isAtStart
      ? [dots + path, path]
      : [path.replace(/\/$/, '') + dots, `${path.replace(/\/$/, '')}/`]
    const [sent, signed] = isSent ? [odd, plain] : [plain, odd]
    const { id, what } = findingOn({ target: sent }, { target: signed })
    assert.is(id, 'target-other')
    assert.match(what, isSent ? /^The caller signed the path without its dot segments/ : /with dot segments/, sent)
  }),
)

words('for all queries without a parameter: the marks are named, and no query is', () =>
  forAll([fc.integer({ min: 0, max: 3 }), fc.boolean()], { numRuns: 6 }, (count, isSent) => {
    if (!isSent && count > 1) return
    const odd = `/v1/jobs?${'&'.repeat(count)}`
    const [sent, signed] = isSent ? [odd, '/v1/jobs'] : ['/v1/jobs', odd]
    const { id, what } = findingOn({ target: sent }, { target: signed })
    assert.is(id, 'target-other')
    assert.match(what, count === 0 ? /question mark/ : / \?&+ at the end of the target, which has no parameter/)
  }),
)

words('for all short numbers that begin with one another: two values, and none is a part of the other', () =>
  forAll(
    [fc.integer({ min: 1, max: 99 }), fc.nat(9), fc.boolean()],
    { numRuns: 6 },
    (number, further, isLongerSent) => {
      const [sent, signed] = isLongerSent ? [`${number}${further}`, `${number}`] : [`${number}`, `${number}${further}`]
      const ofQuery = findingOn({ target: `/v1/jobs?limit=${sent}` }, { target: `/v1/jobs?limit=${signed}` })
      assert.match(ofQuery.what, new RegExp(`signed (?:limit=)?${signed}\\b.* but (?:limit=)?${sent}\\b`))
      assert.not.match(ofQuery.what, /in part|one target/)
      if (!isLongerSent) return
      const ofForm = findingOn({ body: `a=b&limit=${sent}` }, { body: `a=b&limit=${signed}` })
      assert.is(ofForm.what, `At the end of the body, the caller signed limit=${signed}, but limit=${sent} was sent.`)
    },
  ),
)

words('a stray & at the end joins no fields', () => {
  for (const end of ['&', '&&'])
    for (const found of [
      findingOn({ target: `/v1/jobs?a=1${end}` }, { target: '/v1/jobs?a=1' }),
      findingOn({ body: `a=1${end}` }, { body: 'a=1' }),
    ])
      assert.match(found.what, /arrived with (?:a|2) stray &/)
})

words('a fragment that was sent: both remedies remove it', () => {
  for (const target of ['/v1/jobs#', '/v1/jobs?a=1#top']) {
    const [signed = ''] = target.split('#')
    const { exact, findings } = reportOnText(textOf({ target: signed }), { target })
    assert.ok(exact)
    assert.is(findings.length, 2)
    for (const { remedy } of findings) assert.match(remedy, /^(?:Remove|Send the target without) the #/)
  }
})

words(
  'backslashes that were sent: a function that escapes quotation marks is named only if it may have written them',
  () => {
    for (const [sent, words] of [
      ['{"a"\\:1}', /before a backslash was put before each :\.$/],
      ['{\\"a"\\:1}', /before backslashes were added\.$/],
    ] as const)
      assert.match(findingOn({ body: sent }, { body: '{"a":1}' }).what, words, sent)
  },
)

words(
  'a body that a shell may have changed: the difference is told as the bytes show it, and the shell as what may do so',
  () => {
    for (const [sent, words] of [
      [
        '{\\"a\\":1}',
        /^The caller signed the body without backslashes before its quotation marks, but sent it with them\. /,
      ],
      ['{a:1}', /^The caller signed the body with its quotation marks, but sent it without them\. /],
      [`'{"a":1}'`, /^The caller signed the body without the marks ' round it, but sent it with them\. /],
      [
        `'{a:1}'`,
        /^The caller signed the body with its quotation marks, but sent it without them, and with the marks ' round it\. /,
      ],
      ['{""a"":1}', /^The caller signed each quotation mark of the body once, but sent it twice\. /],
    ] as const)
      assert.match(findingOn({ body: sent }, { body: '{"a":1}' }).what, words, sent)
  },
)

words('for all JSON: what a sender put round the body is told as it is, and no buffer and no cut is blamed', () =>
  forAll([fc.integer({ min: 0, max: 99 }), fc.nat(3)], { numRuns: 6 }, (number, kind) => {
    const body = `{"a":${number}}`
    const [sent, words] = (
      [
        [body + body, /^The body arrived twice/],
        [`${body}=`, /ends with an equals sign/],
        [`payload=${body}`, /^The body that arrived begins with payload=, which the caller did not sign\./],
        [encodeURIComponent(body), /without percent escapes, but it arrived with them\.$/],
      ] as const
    )[kind] as readonly [string, RegExp]
    const { what } = findingOn({ body: sent }, { body })
    assert.match(what, words)
    assert.not.match(what, /buffer|cuts|counts/)
  }),
)

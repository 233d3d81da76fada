import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import fc from 'fast-check'
import { alphabets, readFrom, writeIn } from '../../../src/kit/diagnosis/base64Alphabets.ts'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { windows1252 } from '../../../src/kit/diagnosis/forms/lostLetters.ts'
import { inPlaceOfSignature } from '../../../src/kit/diagnosis/inPlaceOfSignature.ts'
import { meanings } from '../../../src/kit/diagnosis/signatureText.ts'
import { unopenedFaults } from '../../../src/kit/diagnosis/unopenedFaults.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const bytes = Uint8Array.from({ length: 256 }, (_, i) => (i * 89 + 3) % 256)
const text = Buffer.from(bytes).toString('base64')
const fits = (length: number): boolean => length === 256
const idsOf = (written: string): ReadonlyArray<string> | undefined =>
  meanings(written, fits)[0]?.repairs.map(({ id }) => id)

const meaning = suite('what a signature means')

meaning('the bytes that it spells, if nothing is wrong', () => {
  const [first, ...more] = meanings(text, fits)
  assert.equal(first, { bytes, repairs: [] })
  assert.equal(more, [])
})

for (const mistake of catalogue.filter(
  ({ part, id, candidateOnly }) => part === 'signature' && id !== 'signature-byte-order' && !candidateOnly,
)) {
  meaning(`${mistake.id}: the same bytes, in each form`, () => {
    const forms = mistake.respellings(text)
    assert.ok(forms.length > 0)
    for (const { detail, text: written } of forms) {
      const [first] = meanings(written, fits)
      assert.equal(first?.bytes, bytes, detail)
      assert.equal(idsOf(written), [mistake.id], detail)
    }
  })
}

/** Bytes of signatures of usual keys, and of keys that need no padding, one `=` or two. */
const signatureBytes = fc
  .constantFrom(128, 256, 257, 384, 512)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))

meaning('for all signatures, each alphabet is read back, and named if the text differs from standard Base64', () =>
  forAll([signatureBytes, fc.constantFrom(...alphabets)], (some, alphabet) => {
    const base64 = Buffer.from(some).toString('base64')
    const written = writeIn(alphabet, base64)
    if (written === base64) return
    assert.equal(readFrom(alphabet, written), base64)
    const found = meanings(written, (length) => length === some.length)
    assert.ok(found.some(({ bytes: read }) => Buffer.from(read).equals(some)))
  }),
)

meaning('for all signatures in standard Base64 or Base64url, no other alphabet is named', () =>
  forAll([signatureBytes], (some) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const [found] = meanings(Buffer.from(some).toString(encoding), (length) => length === some.length)
      const names = found?.repairs.map(({ detail }) => detail) ?? []
      assert.ok(!alphabets.some(({ name }) => names.includes(name)), JSON.stringify(names))
    }
  }),
)

meaning('the URL alphabet without padding is told with both remedies', () => {
  const [repair, ...more] = meanings(Buffer.from(bytes).toString('base64url'), fits)[0]?.repairs ?? []
  assert.equal(more, [])
  assert.match(repair?.telling?.remedy ?? '', /with \+ and \/, and with = at its end/)
})

meaning('characters that no Base64 has are named, and a lost character is not', () => {
  const whatOf = (written: string): string => unopenedFaults(written, fits)[0]?.telling?.what ?? ''
  assert.match(whatOf(`${text.slice(0, 40)}!#${text.slice(42)}`), /it contains ! and #\./)
  assert.not.match(whatOf(text.slice(1)), /contains/)
})

meaning('several mistakes, one after the other', () => {
  const url = text.replaceAll('+', '-').replaceAll('/', '_')
  assert.equal(idsOf(encodeURIComponent(`${url}\n`)), [
    'signature-percent-encoded',
    'signature-wrapped',
    'signature-base64url',
  ])
})

/** Spellings of bytes as text, and of a text as another one. */
const spellings = {
  base64: (some: Uint8Array) => Buffer.from(some).toString('base64'),
  hex: (some: Uint8Array) => Buffer.from(some).toString('hex'),
}

for (const [inner, outer, id, detail] of [
  ['hex', 'base64', 'signature-hex', 'hexadecimal digits, then Base64'],
  ['base64', 'hex', 'signature-hex', 'Base64, then hexadecimal digits'],
  ['base64', 'base64', 'signature-double-base64', 'twice'],
] as const)
  meaning(`a chain of spellings is one mistake: ${inner}, and that text in ${outer}`, () => {
    const written = spellings[outer](Buffer.from(spellings[inner](bytes)))
    const [found] = meanings(written, (length) => length === bytes.length)
    assert.equal([...(found?.bytes ?? [])], [...bytes])
    assert.equal(
      found?.repairs.map((repair) => [repair.id, repair.detail]),
      [[id, detail]],
    )
  })

meaning('openssl dgst -hex | base64: hexadecimal digits with their label, and nothing that did not happen', () => {
  const printed = `SHA2-256(stdin)= ${Buffer.from(bytes).toString('hex')}\n`
  const [found] = meanings(Buffer.from(printed).toString('base64'), fits)
  assert.equal(found?.bytes, bytes)
  assert.equal(
    found?.repairs.map(({ id, detail }) => [id, detail]),
    [['signature-hex', 'hexadecimal digits after "SHA2-256(stdin)= ", as openssl prints them, then Base64']],
  )
})

meaning('each byte taken for a letter, and the letters in UTF-8: Latin-1 or Windows-1252', () => {
  const ofLatin1 = Buffer.from(Buffer.from(bytes).toString('latin1')).toString('base64')
  const ofWindows = Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (c) => windows1252[c.charCodeAt(0) - 0x80] ?? c),
  ).toString('base64')
  for (const written of [ofLatin1, ofWindows]) {
    assert.equal(meanings(written, fits)[0]?.bytes, bytes)
    assert.equal(idsOf(written), ['signature-as-text'])
  }
})

meaning('digits alone: what the verifier has read is said', () =>
  assert.match(
    meanings(hexOf(bytes), fits)[0]?.repairs[0]?.telling?.what ?? '',
    /the 256 bytes of the signature as 512 hexadecimal digits\. The verifier read these digits as Base64 of 384 bytes/,
  ),
)

meaning('a text of seven bits on the way: each byte without its highest bit, or a question mark for each', () => {
  const faultsOf = (bytesSent: Uint8Array) => unopenedFaults(Buffer.from(bytesSent).toString('base64'), fits)
  const [masked, ...more] = faultsOf(bytes.map((byte) => byte & 0x7f))
  assert.equal([masked?.id, more], ['signature-as-text', []])
  assert.match(masked?.telling?.what ?? '', /None of the 256 bytes is 0x80 or more, so each has lost its highest bit/)
  const [replaced] = faultsOf(bytes.map((byte) => (byte < 0x80 ? byte : 0x3f)))
  assert.match(replaced?.telling?.what ?? '', /129 of them became a question mark/)
  assert.equal(
    faultsOf(bytes).map(({ id }) => id),
    ['unknown-key'],
  )
})

const hexOf = (some: Uint8Array): string => Buffer.from(some).toString('hex')
const base64Of = (some: string): string => Buffer.from(some).toString('base64')

const firstSpellings: Readonly<Record<string, string>> = {
  base64: text,
  base64url: text.replaceAll('+', '-').replaceAll('/', '_'),
  hex: hexOf(bytes),
  HEX: hexOf(bytes).toUpperCase(),
  'hex with colons': hexOf(bytes).replace(/..(?=.)/g, '$&:'),
  'hex with hyphens': hexOf(bytes).replace(/..(?=.)/g, '$&-'),
}
const labels = [
  '',
  'SHA2-256(stdin)= ',
  'RSA-SHA256(stdin)= ',
  'RSA-SHA2-256(stdin)= ',
  '(stdin)= ',
  'SHA256(text.txt)= ',
]
const lines = (width: number, end: string) => (some: string) =>
  some.replace(new RegExp(`.{${width}}(?=.)`, 'g'), `$&${end}`) + end
const ends: ReadonlyArray<(some: string) => string> = [
  (some) => some,
  (some) => `${some}\n`,
  (some) => `${some}\r\n`,
  lines(64, '\n'),
  lines(76, '\r\n'),
]
const agains: ReadonlyArray<(some: string) => string> = [
  (some) => some,
  base64Of,
  (some) => lines(76, '\n')(base64Of(some)).trimEnd(),
  (some) => base64Of(`${base64Of(some)}\n`),
]

/** A chain of spellings, and the ids of what happened. */
interface Chain {
  readonly written: string
  readonly ids: ReadonlySet<string>
}

const chainOf = (
  spelling: string,
  label: string,
  end: number,
  again: number,
  isQuoted: boolean,
  isEscaped: boolean,
): Chain => {
  const isHex = /^hex/i.test(spelling)
  // Labels stand before digits, and openssl breaks no digits into lines that have colons or a label.
  const isPlain = /^(?:base64|base64url|hex|HEX)$/.test(spelling) && label === ''
  const printed = (ends[isPlain ? end : end % 3] as (some: string) => string)(
    (isHex ? label : '') + firstSpellings[spelling],
  )
  const inner = (agains[again] as (some: string) => string)(printed)
  const quoted = isQuoted ? `"${inner}"` : inner
  const written = isEscaped ? encodeURIComponent(quoted) : quoted
  const happened: ReadonlyArray<readonly [boolean, string]> = [
    [isHex, 'signature-hex'],
    [spelling === 'base64url', 'signature-base64url'],
    [!isHex && again > 0, 'signature-double-base64'],
    [/[\r\n]/.test(inner), 'signature-wrapped'],
    [isQuoted, 'signature-printed'],
    [written !== quoted, 'signature-percent-encoded'],
  ]
  return { written, ids: new Set(happened.flatMap(([did, id]) => (did ? [id] : []))) }
}

meaning('for all chains of spellings: each step that happened is told once, and nothing else', () =>
  forAll(
    [
      fc.constantFrom(...Object.keys(firstSpellings)),
      fc.constantFrom(...labels),
      fc.nat(ends.length - 1),
      fc.nat(agains.length - 1),
      fc.boolean(),
      fc.boolean(),
    ],
    { numRuns: 300 },
    (...given) => {
      const { written, ids } = chainOf(...given)
      const [found] = meanings(written, fits)
      const told = found?.repairs.map(({ id }) => id) ?? []
      assert.equal(told.toSorted(), [...ids].toSorted(), JSON.stringify([given, found?.repairs]))
      assert.equal(found?.bytes, bytes)
    },
  ),
)

meaning('the escapes of a JSON string', () => {
  assert.equal(idsOf(text.replaceAll('/', '\\/')), ['signature-printed'])
  assert.equal(idsOf(text.replaceAll('+', '\\u002b').replaceAll('=', '\\u003D')), ['signature-printed'])
})

meaning('the entities of a template for web pages: of Handlebars, of Mustache, of Go and of .NET', () => {
  const entities = (plus: string, slash: string, equals: string): string =>
    text.replaceAll('+', plus).replaceAll('/', slash).replaceAll('=', equals)
  for (const written of [
    entities('+', '/', '&#x3D;'),
    entities('+', '&#x2F;', '&#x3D;'),
    entities('&#43;', '/', '='),
    entities('&#x2B;', '&#47;', '&#61;'),
  ]) {
    assert.equal(idsOf(written), ['signature-printed'], written)
  }
})

meaning('a JSON Web Token and the digits of an HMAC are no signature, and are not cut off', () => {
  const token = ['{"alg":"HS256"}', '{"a":1}', 'x'.repeat(48)].map((part) => Buffer.from(part).toString('base64url'))
  for (const written of [token.join('.'), 'ab'.repeat(32)])
    assert.equal(
      unopenedFaults(written, fits).map(({ id }) => id),
      ['signature-not-rsa'],
    )
})

meaning('for all results that are no signature, as text or in Base64: the result, and not what was cut off', () => {
  for (const printed of ['1', '0', 'true', 'True', 'false', 'null', 'undefined', 'None', '[object Promise]', 'NULL'])
    for (const written of [
      printed,
      base64Of(printed),
      base64Of(`${printed}\n`),
      base64Of(printed).replace(/=+$/, ''),
    ]) {
      const faults = unopenedFaults(written, fits)
      assert.equal(
        faults.map(({ id }) => id),
        ['signature-printed'],
        written,
      )
      assert.match(faults[0]?.telling?.what ?? '', /is not a signature/)
      assert.ok(faults[0]?.detail.includes(printed), JSON.stringify(faults))
    }
})

meaning('for all signatures in letters of one case: their case was changed, and nothing was cut off', () =>
  forAll([fc.uint8Array({ minLength: 256, maxLength: 256 }), fc.boolean()], (some, isUpper) => {
    const base64 = Buffer.from(some).toString('base64')
    fc.pre(/[a-z]/.test(base64) && /[A-Z]/.test(base64) && new Set(some).size > 100)
    const written = isUpper ? base64.toUpperCase() : base64.toLowerCase()
    const [fault, ...more] = unopenedFaults(written, fits)
    assert.equal([fault?.id, more], ['signature-as-text', []])
    assert.match(fault?.telling?.what ?? '', isUpper ? /no lower-case letter/ : /no upper-case letter/)
  }),
)

meaning('only what has another length than the signatures of keys is told as such', () => {
  const [damaged] = unopenedFaults(text.replace(/^./, '*'), fits)
  assert.not.match(damaged?.telling?.what ?? '', /no RSA key makes/)
  assert.match(damaged?.telling?.what ?? '', /not Base64/)
})

meaning('bytes in front of the signature, such as the body that was given to Sum of Go', () => {
  const [fault] = unopenedFaults(Buffer.concat([Buffer.from('{"event":"a","cn":"b"}'), bytes]).toString('base64'), fits)
  assert.is(fault?.id, 'signature-printed')
  assert.match(fault?.telling?.what ?? '', /22 bytes of text before/)
})

meaning('a digest in front of the signature is read, and told only where a key opens what follows', () => {
  const written = Buffer.concat([Buffer.from(hash('sha256', bytes)), bytes]).toString('base64')
  const [found, ...more] = meanings(written, fits)
  assert.equal([found?.bytes, more], [bytes, []])
  assert.match(found?.repairs[0]?.telling?.what ?? '', /32 more bytes before the bytes of the signature/)
  assert.ok(unopenedFaults(written, fits).every(({ detail }) => !detail.includes('in front of')))
})

meaning('bytes of the length of a digest are perhaps one: it is not said as a fact', () => {
  for (const length of [20, 32, 48, 64]) {
    const [fault, ...more] = unopenedFaults(Buffer.from(bytes.subarray(0, length)).toString('base64'), fits)
    assert.equal([fault?.id, more], ['signature-not-rsa', []])
    assert.match(fault?.telling?.what ?? '', /Perhaps it is a digest or an HMAC/)
  }
})

meaning('no meaning of a text that is no signature', () => {
  for (const written of ['', '=', '%', 'not a signature', text.slice(4), 'é'.repeat(344), '-'.repeat(8192)])
    assert.equal(meanings(written, fits), [], written.slice(0, 20))
})

meaning('hexadecimal digits are Base64 of another length: the length of the keys decides', () => {
  const hex = Buffer.from(bytes).toString('hex')
  assert.is(meanings(hex, (length) => length === 384)[0]?.repairs.length, 0)
  assert.is(meanings(hex, fits)[0]?.repairs.length, 1)
  assert.is(meanings(hex, (length) => length === 256 || length === 384).length, 2)
})

meaning('for all texts: never throws, and what it answers fits', () =>
  forAll([fc.string({ unit: 'grapheme' })], (written) => {
    for (const { bytes: some, repairs } of meanings(written, (length) => length > 0)) {
      assert.ok(some.length > 0)
      assert.ok(repairs.length <= 6)
    }
  }),
)

meaning('for all signatures printed digit by digit: hexadecimal, with as many zeros lost as bytes are below 16', () =>
  forAll([fc.nat()], (seed) => {
    // Bytes as of a signature: evenly spread.
    const signature = Buffer.concat(
      Array.from({ length: 8 }, (_, i) => hash('sha256', new Uint8Array(Buffer.from(`${seed} ${i}`)))),
    )
    const printed = Array.from(signature, (byte) => byte.toString(16)).join('')
    const lost = 512 - printed.length
    fc.pre(lost > 0 && lost <= 32)
    const [fault, ...more] = unopenedFaults(printed, fits)
    assert.equal([fault?.id, more], ['signature-hex', []])
    assert.match(
      fault?.telling?.what ?? '',
      new RegExp(`${printed.length} hexadecimal digits instead of 512\\. Perhaps the first zero`),
    )
  }),
)

meaning('for all other numbers of hexadecimal digits: they are named, and not as cut off Base64', () =>
  forAll([fc.integer({ min: 131, max: 1100 })], (length) => {
    // The digits of another key, or of a digest.
    fc.pre(length % 64 !== 0 && length !== 514)
    const [fault] = unopenedFaults('9c'.repeat(1024).slice(0, length), fits)
    assert.ok(fault?.id === 'signature-hex' || length % 128 === 0, JSON.stringify(fault))
    assert.match(fault?.detail ?? '', /hexadecimal digits/)
  }),
)

/** How programs print the bytes of a signature, or words round its Base64. */
const printings: Readonly<Record<string, (signature: Buffer) => string>> = {
  'a list with commas (Uint8Array of JavaScript)': (signature) => [...signature].join(),
  'a list of Rust or Python': (signature) => `[${[...signature].join(', ')}]`,
  'a list of Go': (signature) => `[${[...signature].join(' ')}]`,
  'bytes with a sign (Java)': (signature) => `[${[...signature].map((byte) => (byte << 24) >> 24).join(', ')}]`,
  'an object of JSON': (signature) => JSON.stringify({ ...signature }),
  'the JSON of a Buffer': (signature) => JSON.stringify(signature),
  'Optional of Swift': (signature) => `Optional("${signature.toString('base64')}")`,
  'Optional of Java': (signature) => `Optional[${signature.toString('base64')}]`,
  'Some of Rust': (signature) => `Some("${signature.toString('base64')}")`,
  'a label and a colon': (signature) => `RSA-SHA256:${signature.toString('base64')}`,
  'lines as of PEM': (signature) => `-----BEGIN SIGNATURE-----${signature.toString('base64')}-----END SIGNATURE-----`,
  'quotation marks of HTML': (signature) => `&quot;${signature.toString('base64')}&quot;`,
}

for (const [name, print] of Object.entries(printings))
  meaning(`for all signatures, ${name}: the same bytes, by one mistake of printing`, () =>
    forAll([signatureBytes], (some) => {
      const written = print(Buffer.from(some))
      const [found] = meanings(written, (length) => length === some.length)
      assert.equal(found?.bytes, some, written.slice(0, 60))
      assert.equal(
        found?.repairs.map(({ id }) => id),
        ['signature-printed'],
      )
    }),
  )

meaning('for all signatures, hexadecimal digits after 0x or with blanks between the bytes: the same bytes', () =>
  forAll([signatureBytes], (some) => {
    const hex = Buffer.from(some).toString('hex')
    for (const written of [`0x${hex}`, hex.replace(/..(?=.)/g, '$& ')]) {
      const [found] = meanings(written, (length) => length === some.length)
      assert.equal(found?.bytes, some)
      assert.equal(
        found?.repairs.map(({ id }) => id),
        ['signature-hex'],
      )
    }
  }),
)

meaning('numbers that are no bytes, or too few, are no list of bytes', () => {
  for (const written of [
    [...bytes].map((byte) => byte + 256).join(),
    [...bytes.subarray(0, 32)].join(),
    [...bytes].join(';'),
    `[${[...bytes].join()}`.replace('[', '[[[['),
  ])
    assert.equal(
      meanings(written, () => true),
      [],
      written.slice(0, 20),
    )
})

const faultsOf = (written: string): ReadonlyArray<string> =>
  unopenedFaults(written, fits).map(({ id, detail }) => `${id}: ${detail}`)

meaning('a variable, a placeholder, an error or nothing in place of the signature is named', () => {
  assert.equal(faultsOf(''), ['signature-printed: nothing after signature='])
  for (const written of [`$${'{signature}'}`, '{{signature}}', '$SIGNATURE', '%s', '{sign}', '#{sig}'])
    assert.equal(faultsOf(written), [`signature-printed: ${written}, not filled in`])
  for (const written of ['YOUR_SIGNATURE_HERE', 'signature', 'base64-signature'])
    assert.equal(faultsOf(written), [`signature-printed: ${written}, a placeholder`])
  assert.equal(['xxxx', '...'].flatMap(faultsOf), ['signature-printed: 4 times x', 'signature-printed: 3 times .'])
  for (const written of ['error:0909006C:PEM routines:get_name:no start line', 'Error: no such file'])
    assert.equal(faultsOf(written), ['signature-printed: the message of an error'])
})

const derOf = (key: KeyObject, type: 'spki' | 'pkcs8' | 'pkcs1'): string =>
  (key.export({ format: 'der', type } as never) as unknown as Buffer).toString('base64')

meaning('a structure of DER that is no RSA signature is named', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const expected = (name: string): ReadonlyArray<string> => [`signature-not-rsa: ${name}`]
  for (let i = 0; i < 20; i++)
    assert.equal(
      faultsOf(sign('sha256', Buffer.from(`${i}`), ec.privateKey).toString('base64')),
      expected('an ECDSA or a DSA signature'),
    )
  assert.equal(faultsOf(derOf(rsa.publicKey, 'spki')), expected('a public key'))
  assert.equal(faultsOf(derOf(ec.publicKey, 'spki')), expected('a public key'))
  assert.equal(faultsOf(derOf(rsa.privateKey, 'pkcs8')), expected('a private key'))
  assert.equal(faultsOf(derOf(rsa.privateKey, 'pkcs1')), expected('a private key'))
})

meaning('for all bytes of the length of a signature: no structure, no placeholder and no message', () =>
  forAll([signatureBytes], (some) => {
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      assert.is(inPlaceOfSignature(Buffer.from(some).toString(encoding)), undefined)
  }),
)

/** Each sentence has its Chinese. */
const isSaid = (sentence: string | undefined): void => assert.match(say(sentence ?? ''), /[\u4e00-\u9fff]/, sentence)

for (const [mark, replaced, unchanged] of [
  ['-', '+', '/'],
  ['*', '+', '/'],
  ['.', '+', '/'],
  ['_', '/', '+'],
  ['~', '/', '+'],
] as const)
  meaning(`for all signatures: ${mark} for each ${replaced} alone is told, with ${unchanged} unchanged`, () =>
    forAll([signatureBytes, fc.boolean()], { numRuns: 50 }, (signature, isPadded) => {
      const base64 = Buffer.from(signature).toString('base64')
      fc.pre(base64.includes('+') && base64.includes('/'))
      const padded = base64.replaceAll(replaced, mark)
      const written = isPadded ? padded : padded.replace(/=+$/, '')
      const [first] = meanings(written, (length) => length === signature.length)
      assert.equal(Buffer.from(first?.bytes ?? []), Buffer.from(signature), written)
      assert.equal(
        first?.repairs.map(({ detail }) => detail),
        [`${mark} for each ${replaced}`],
      )
      const { what = '', remedy } = first?.repairs[0]?.telling ?? {}
      assert.ok(what.includes(`wrote ${mark} for each ${replaced} in`) && what.includes(`each ${unchanged} unchanged`))
      assert.is(what.includes('removed the ='), written !== padded)
      for (const sentence of [what, remedy]) isSaid(sentence)
    }),
  )

meaning('for all signatures: what stands between hexadecimal digits is not told as lines of Base64', () =>
  forAll(
    [signatureBytes, fc.integer({ min: 60, max: 200 }), fc.constantFrom(' ', '\n', '\r\n')],
    { numRuns: 50 },
    (signature, width, between) => {
      const digits = Buffer.from(signature).toString('hex')
      const written = (digits.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(between)
      const [first] = meanings(written, (length) => length === signature.length)
      assert.equal(Buffer.from(first?.bytes ?? []), Buffer.from(signature), written)
      const [apart, hex] = first?.repairs ?? []
      assert.equal([apart?.id, hex?.id], ['signature-wrapped', 'signature-hex'])
      assert.match(apart?.telling?.what ?? '', /wrote (?:spaces|line ends) between the digits of the signature\.$/)
      for (const sentence of [apart?.telling?.what, apart?.telling?.remedy]) isSaid(sentence)
    },
  ),
)

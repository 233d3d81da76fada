import fc from 'fast-check'
import { processorMs } from '../../../scripts/processorMs.ts'
import * as Authorization from '../../../src/core/Authorization.ts'
import * as Nonce from '../../../src/core/Nonce.ts'
import type { Inputs } from '../../../src/kit/conformance/Vector.ts'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { nonceFault, readHeader } from '../../../src/kit/diagnosis/readHeader.ts'
import * as arb from '../../../src/kit/testing/arbitraries.ts'
import * as like from '../../support/lookalikes.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { packaged } from '../conformance/ports/cases.ts'

const strict = Authorization.standard
const allowing = (policies: object): Authorization.Grammar => ({
  ...strict,
  policies: { ...strict.policies, ...policies },
})

const line = 'SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1700000000,signature=AAAA'
const right = { app_id: ['app-1'], nonce_str: ['n-1'], timestamp: ['1700000000'], signature: ['AAAA'] }

type Credentials = Exclude<Inputs['formatAuthorization'], { readonly token: string }>

const reading = suite('readHeader')

reading('for all authorizations: what the strict reader reads, without a fault', () =>
  forAll([arb.signed()], (signed) => {
    const { values, faults } = readHeader(like.written(signed), { ...strict, authType: signed.authType })
    assert.equal(faults, [])
    assert.equal(values, {
      app_id: [signed.appId],
      nonce_str: [signed.nonce],
      timestamp: [String(signed.timestamp)],
      signature: [signed.signature],
    })
  }),
)

reading('a JSON Web Token in place of the signature is no other form of the line', () => {
  const token = ['{"alg":"RS256"}', '{"sub":"1"}', 'x'.repeat(256)].map((text) =>
    Buffer.from(text).toString('base64url'),
  )
  const { values, faults } = readHeader(line.replace(/(?<=signature=).*/, token.join('.')), strict)
  assert.equal(faults, [])
  assert.equal(values.signature, [token.join('.')])
})

/** A text with one letter left out, or with two neighbours exchanged. */
const misspelled = (name: string, at: number, isLeftOut: boolean): string =>
  isLeftOut
    ? name.slice(0, at) + name.slice(at + 1)
    : name.slice(0, at) +
      name
        .slice(at, at + 2)
        .split('')
        .reverse()
        .join('') +
      name.slice(at + 2)

reading('for all misspelled names: the wrong name and the right one are told', () => {
  const signature = 'A1b+'.repeat(86)
  const whole = line.replace('AAAA', signature)
  return forAll([fc.constantFrom('timestamp', 'signature'), fc.nat(7), fc.boolean()], (key, at, isLeftOut) => {
    const written = misspelled(key, at, isLeftOut)
    if (written === key) return
    const { faults, values } = readHeader(whole.replace(`${key}=`, `${written}=`), strict)
    assert.equal(values.signature, [signature])
    assert.equal(values.timestamp, ['1700000000'])
    assert.equal(
      faults.map(({ id, telling }) => [id, telling?.what]),
      [['header-key-name', `The item ${key} of the header is called ${written}.`]],
    )
  })
})

reading('a name that may be the end of a token is not shown', () => {
  const { faults } = readHeader(line.replace('timestamp=', 'x9K2mQz='), strict)
  assert.not.match(JSON.stringify(faults), /x9K2mQz/)
})

reading('for all signatures with characters that Base64 does not have: the line is in no other form', () =>
  forAll([fc.constantFrom('~', '*', '!', '#', '.'), fc.integer({ min: 1, max: 80 })], (mark, at) => {
    const signature = 'A1b+'.repeat(86)
    const { faults, values } = readHeader(
      line.replace('AAAA', signature.slice(0, at) + mark + signature.slice(at + 1)),
      strict,
    )
    assert.equal(faults, [])
    assert.equal(values.nonce_str, ['n-1'])
  }),
)

/** A line, its faults with their places, and its values. */
for (const [name, text, faults, values = {}] of [
  ['quotes', line.replace('app-1', '"app-1"'), ['header-quoted 22']],
  ['single quotes', line.replace('app-1', "'app-1'"), ['header-quoted 22']],
  ['blanks behind commas', line.replaceAll(',', ', '), ['header-whitespace 28']],
  ['blanks before commas', line.replaceAll(',', '\t,'), ['header-whitespace 27']],
  ['blanks round =', line.replace('=', ' = '), ['header-whitespace 21']],
  ['a tab behind the auth type', line.replace(' ', '\t'), ['header-whitespace 14']],
  ['a quoted name', line.replace('app_id', '"app_id"'), ['header-quoted 15']],
  ['semicolons', line.replaceAll(',', ';'), ['header-separator 27']],
  ['ampersands', line.replaceAll(',', '&'), ['header-separator 27']],
  ['spaces', line.replaceAll(',', ' '), ['header-separator 14']],
  ['spaces all round', line.replaceAll(',', ' ').replace('=', ' = '), ['header-separator 14', 'header-whitespace 21']],
  ['colons', line.replace('app_id=', 'app_id:'), ['header-separator 21']],
  ['an empty item', line.replace(',', ',,'), ['header-separator 28']],
  ['a comma at the end', `${line},`, ['header-separator 78']],
  ['another auth type', line.replace('RSA ', 'RSA2 '), ['header-auth-type 0']],
  ['a comma behind the auth type', line.replace('RSA ', 'RSA, '), ['header-auth-type 0']],
  ['a comma in place of the space', line.replace('RSA ', 'RSA,'), ['header-auth-type 0']],
  ['no auth type', line.slice(15), ['header-auth-type 0']],
  ['a token in front of it', `Bearer abc, ${line}`, ['header-auth-type 0']],
  ['the name of the header', `Authorization: ${line}`, ['header-auth-type 0']],
  ['nonce for nonce_str', line.replace('nonce_str', 'nonce'), ['header-key-name 28']],
  ['other letters', line.replace('signature', 'Signature'), ['header-key-name 63']],
  ['a fifth item', `${line},version=1`, ['header-key-name 78']],
  ['the app id left out', line.replace('app_id=app-1,', ''), ['header-missing-key 64'], { app_id: [] }],
  ['the nonce twice', `${line},nonce_str=n-2`, ['header-duplicate-key 78'], { nonce_str: ['n-1', 'n-2'] }],
  ['two faults', line.replace('app-1', '"app-1"').replaceAll(',', ', '), ['header-quoted 22', 'header-whitespace 30']],
  ['a signature with = and blanks in it', line.replace('AAAA', 'AA A+/='), [], { signature: ['AA A+/='] }],
] as const) {
  reading(`mends ${name}`, () => {
    const read = readHeader(text, strict)
    const told = read.faults.map(({ id, offset }) => `${id} ${offset}`)
    assert.equal(told, faults)
    assert.equal(read.values, { ...right, ...values })
  })
}

/** What a line says of an item that is none of the four. */
const furtherItem = (text: string): string | undefined =>
  readHeader(text, strict).faults.find(({ id }) => id === 'header-key-name')?.telling?.what

reading(
  'for all items beside the four, anywhere and in quotation marks or without: they are too many, and are named',
  () =>
    forAll(
      [fc.constantFrom('version', 'serial_no', 'realm', 'mchid', 'sign_type'), fc.nat(4), fc.boolean()],
      { numRuns: 30 },
      (name, place, isQuoted) => {
        const items = line.slice('SVC-SHA256-RSA '.length).split(',')
        const text = `SVC-SHA256-RSA ${items.toSpliced(place, 0, isQuoted ? `${name}="x"` : `${name}=x`).join()}`
        assert.match(
          furtherItem(text) ?? '',
          new RegExp(`^One item of the header is not part of the scheme: ${name}\\.`),
        )
        assert.equal(
          readHeader(text, strict).faults.map(({ id }) => id),
          ['header-key-name'],
        )
      },
    ),
)

/** Other names that stand for an item, if no item has its right name. */
const otherNames = [
  ['app_id', 'client_id'],
  ['app_id', 'key_id'],
  ['nonce_str', 'nonce'],
  ['timestamp', 'ts'],
  ['timestamp', 'created'],
  ['signature', 'sign'],
] as const

reading('for all items with another name beside the right one: they are too many, wherever they stand', () =>
  forAll([fc.constantFrom(...otherNames), fc.nat(4)], { numRuns: 30 }, ([key, name], place) => {
    const items = line.slice('SVC-SHA256-RSA '.length).split(',')
    const further = `SVC-SHA256-RSA ${items.toSpliced(place, 0, `${name}=x1`).join()}`
    const { values, faults } = readHeader(further, strict)
    assert.equal(values, right)
    assert.equal(
      faults.map(({ telling }) => telling?.detail),
      [`one item too many: ${name}`],
    )
    const renamed = readHeader(line.replace(`${key}=`, `${name}=`), strict)
    assert.equal(renamed.values, right)
    assert.equal(
      renamed.faults.map(({ telling }) => telling?.what),
      [`The item ${key} of the header is called ${name}.`],
    )
  }),
)

reading('the right name in other letters beside the right one is the same item twice', () => {
  for (const name of ['appid', 'APP_ID', 'app-id'])
    assert.ok(
      readHeader(`${line},${name}=x1`, strict).faults.some(({ id }) => id === 'header-duplicate-key'),
      name,
    )
})

reading('beside an item too many, an item with a wrong name is told, as a guess if the name is another word', () => {
  const named = (name: string) =>
    readHeader(`${line},version=2`.replace('timestamp=', `${name}=`), strict).faults.map(({ telling }) => telling?.what)
  assert.equal(named('timstamp'), ['The item timestamp of the header is called timstamp.'])
  const guess =
    'The header has no item timestamp. The value of its item expires looks like one, so perhaps this item has a wrong name.'
  assert.equal(named('expires'), [guess])
  assert.match(say(guess), /[\u4e00-\u9fff]/)
  assert.match(
    say('If the item expires is the timestamp, call it timestamp. Otherwise add an item timestamp.'),
    /[\u4e00-\u9fff]/,
  )
})

reading('not: an item in place of one of the four, and a name that may be a token', () => {
  assert.is(furtherItem(line.replace('nonce_str', 'random')), undefined)
  assert.is(furtherItem(line.replace('nonce_str', 'nonce')), 'The item nonce_str of the header is called nonce.')
  for (const token of ['c2VjcmV0', 'secret=', 'abcdefghijklmnopqrst'])
    assert.match(
      furtherItem(`${line},${token}=x`.replace('==x', '=')) ?? '',
      /^One item of the header is not part of the scheme\./,
    )
  assert.match(furtherItem(`${line},a=1,b=2,c=3,d=4`) ?? '', /^4 items of the header are not part of the scheme\./)
})

reading('quotation marks round one of the four are told beside an item too many', () =>
  assert.equal(
    readHeader(`${line.replace('app-1', '"app-1"')},realm="x"`, strict).faults.map(({ id }) => id),
    ['header-quoted', 'header-key-name'],
  ),
)

reading(
  'shows the word in place of the auth type only if it names a scheme, or is the right one but for a slip',
  () => {
    const told = (text: string): string | undefined =>
      readHeader(text, strict).faults.find(({ id }) => id === 'header-auth-type')?.detail
    const items = line.slice('SVC-SHA256-RSA'.length)
    assert.is(told(`Signature${items}`), 'Signature')
    assert.is(told(`SVC-SHA256${items}`), 'SVC-SHA256')
    assert.is(told(`svc_sha256_rsa${items}`), 'svc_sha256_rsa')
    assert.is(told('Token c2VjcmV0'), 'Token')
    // A bare token, one with padding, and a password before the items.
    for (const text of ['c2VjcmV0', 'c2VjcmV0 c2VjcmV0==', `hunter2${items}`, `aws4-hunter2${items}`])
      assert.is(told(text), 'another word', text)
  },
)

reading('names only the auth type of HTTP Basic, whatever its credentials look like', () => {
  for (const text of ['Basic YTpi==', `basic ${Buffer.from(`app-1:${line}`).toString('base64')}`]) {
    const { items, values, faults } = readHeader(text, strict)
    const told = faults.map(({ id, detail }) => `${id}: ${detail}`)
    assert.equal(told, [`header-auth-type: ${text.split(' ')[0]}`])
    assert.equal([items, values], [[], { app_id: [], nonce_str: [], timestamp: [], signature: [] }])
  }
})

reading('keeps two values of an item that is written a thousand times', () => {
  const { values, faults } = readHeader(line + ',timestamp=1'.repeat(1000), strict)
  assert.equal(values.timestamp, ['1700000000', '1'])
  const ids = faults.map(({ id }) => id)
  assert.equal(ids, ['header-duplicate-key'])
})

/** The cases of the parser that pass under a policy only. */
const ofPolicies = packaged.vectors.flatMap(({ id, ...of }) =>
  of.op !== 'parseAuthorization' || of.expect.policy === undefined
    ? []
    : [{ id, policy: of.expect.policy, line: of.input.authorization[0] ?? '', signed: of.expect.value as Credentials }],
)

for (const policy of new Set(ofPolicies.map((one) => one.policy))) {
  reading(`${policy}: what it allows is a fault only without it, also in a line with another fault`, () => {
    const idsOf = (text: string, on: boolean): ReadonlyArray<string> =>
      readHeader(text, allowing({ [policy]: on })).faults.map(({ id }) => id)
    for (const { id, line, signed } of ofPolicies.filter((one) => one.policy === policy)) {
      assert.is.not(idsOf(line, false).length, 0, id)
      assert.equal(idsOf(line, true), [], id)
      assert.equal(idsOf(`Authorization: ${line}`, true), ['header-auth-type'], id)
      const { values } = readHeader(line, allowing({ [policy]: true }))
      const { appId, nonce, timestamp, signature } = signed
      assert.equal(values, { app_id: [appId], nonce_str: [nonce], timestamp: [timestamp], signature: [signature] }, id)
    }
  })
}

reading('allows what the policies allow', () => {
  const lenient = allowing({ ows: true, 'quoted-values': true, 'unknown-param': true })
  for (const text of [line.replaceAll(',', ' , '), line.replace('app-1', '"app-1"'), `${line},x=1`])
    assert.equal(readHeader(text, lenient).faults, [])
  assert.equal(readHeader(line.replace('SVC', 'svc'), strict).faults, [])
  assert.is(readHeader(line.replace('SVC', 'svc'), allowing({ 'scheme-case': false })).faults.length, 1)
  assert.is(
    readHeader(line.replace('app_id', 'appid'), allowing({ 'appid-alias': false })).faults[0]?.id,
    'header-key-name',
  )
})

reading('several wrong names are told together, in the order of the line', () => {
  const camel = line.replace('app_id', 'appId').replace('nonce_str', 'nonceStr')
  const faultsOf = (text: string) => readHeader(text, strict).faults
  assert.is(faultsOf(camel)[0]?.telling?.what, 'Items of the header have wrong names: appId and nonceStr.')
  assert.is(faultsOf(camel)[0]?.telling?.remedy, 'Call these items app_id and nonce_str.')
  assert.is(
    faultsOf(line.replace('app_id', 'appId'))[0]?.telling?.what,
    'The item app_id of the header is called appId.',
  )
  assert.not.match(say(faultsOf(camel)[0]?.telling?.what ?? ''), 'wrong names')
})

reading('names the fault of a malformed nonce', () => {
  assert.is(nonceFault('aB-9'), undefined)
  assert.is(nonceFault('a_b'), 'underscore')
  assert.is(nonceFault('{a}'), 'braces')
  assert.is(nonceFault('a+/=='), 'Base64')
  assert.is(nonceFault('a'.repeat(Nonce.rule.maxLength + 1)), 'too long')
  assert.is(nonceFault('é'), 'another character')
})

reading('the auth type twice is told so, and another word between it and the items is not', () => {
  const told = (words: string): string | undefined => {
    const [fault] = readHeader(line.replace(' ', ` ${words} `), strict).faults
    assert.is(fault?.id, 'header-auth-type')
    return fault?.telling?.what
  }
  assert.match(told('SVC-SHA256-RSA') ?? '', /the auth type twice/)
  assert.is(told('Signature'), undefined)
})

reading('reads hostile lines of any length in linear time', () => {
  const hostile = [
    '= a',
    '=',
    ' ',
    'a',
    '="',
    '= =',
    'a=',
    ' a',
    ',a=',
    '&a=',
    'app_id=',
    ' app_id=',
    '"',
    "'",
    'a :',
    '=\t',
  ]
  const k = 40_000
  const lines = [
    ...hostile.map((piece) => `SVC-SHA256-RSA ${piece.repeat(k)}`),
    `SVC-SHA256-RSA ${'='.repeat(k)}${' '.repeat(k)}${'a'.repeat(k)}`,
    `SVC-SHA256-RSA app_id=1${' '.repeat(k)}${'a'.repeat(k)}=${' '.repeat(k)}`,
    ' '.repeat(k),
    `${' '.repeat(k)}authorization`,
  ]
  const began = processorMs()
  for (const text of lines) assert.ok(readHeader(text, strict).faults.length > 0)
  // Even on a busy machine; with one backtracking expression it takes minutes.
  assert.ok(processorMs() - began < 20_000)
})

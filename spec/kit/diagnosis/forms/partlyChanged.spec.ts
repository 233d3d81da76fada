/** Some of several things were changed, or each in its own way: the text that was signed is found, and its words say what differs. */
import fc from 'fast-check'
import { say } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { draftOf } from '../../../../src/kit/diagnosis/Draft.ts'
import { membersLeftOut, placesDifference, someDifference } from '../../../../src/kit/diagnosis/partlyDifference.ts'
import type { Finding } from '../../../../src/kit/diagnosis/Report.ts'
import { partlyChanged } from '../../../../src/kit/diagnosis/search/partlyChanged.ts'
import { onlyFinding, reportOnText, textToSign } from '../../../support/signedText.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { reportOn, type Wire } from './changes.ts'

const partly = suite('some of several things were changed')

/** Enough for all texts of two mistakes. */
const budget = 3_000_000_000

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

/** Every text that is tried in place of a part. */
const textsFor = (slot: 'target' | 'body', sent: string): ReadonlySet<string> => {
  const draft = draftOf({
    method: 'POST',
    target: slot === 'target' ? sent : '/v1/jobs',
    body: bytesOf(slot === 'body' ? sent : ''),
    timestamp: '1',
    nonce: 'n',
    appId: 'app-1',
  })
  const texts = new Set([sent])
  for (const count of ['few', 'many'] as const)
    for (const { bytes } of partlyChanged(draft, slot, count)) texts.add(Buffer.from(bytes).toString())
  return texts
}

const checkTried = (slot: 'target' | 'body', sent: string, signed: string): void =>
  assert.ok(textsFor(slot, sent).has(signed), `sent ${sent}\nsigned ${signed}`)

/** Which of so many things are changed: at least one. */
const chosenOf = (count: number): fc.Arbitrary<ReadonlyArray<boolean>> =>
  fc.array(fc.boolean(), { minLength: count, maxLength: count }).filter((chosen) => chosen.includes(true))

const word = fc.stringMatching(/^[a-z]{2,6}$/)
const names = fc.uniqueArray(word, { minLength: 2, maxLength: 5 })

// ---- Some pieces of several

const exchangesInTargets = [
  ['%20', '+'],
  ['%20', ' '],
  ['+', '%20'],
  ['%2F', '/'],
  ['%3A', ':'],
  ['%3a', '%3A'],
  ['%C3%A9', 'é'],
  ['%2C', '%252C'],
  ['@', '%40'],
  ['-', '_'],
] as const

const exchangesInBodies = [
  ['\\/', '/'],
  ['/', '\\/'],
  ['%20', ' '],
  ['\\n', ' '],
  ['\\n', ''],
  ['\\u00e9', 'é'],
  ['é', '\\u00e9'],
  ['\\"', "'"],
  ['&', '&amp;'],
  ['&lt;', '<'],
  ['<', '\\u003c'],
  ["'", '&#39;'],
] as const

type Exchange = readonly [from: string, to: string]

/** Words with the same piece between them, and the same text with another piece in some places. */
const exchanged = (exchanges: ReadonlyArray<Exchange>) =>
  fc
    .tuple(fc.constantFrom(...exchanges), fc.array(word, { minLength: 3, maxLength: 9 }))
    .chain(([exchange, words]) => fc.tuple(fc.constant({ exchange, words }), chosenOf(words.length - 1)))
    .map(([{ exchange, words }, chosen]) => {
      const [from, to] = exchange
      const [first = '', ...others] = words
      const write = (pieceOf: (index: number) => string): string =>
        first + others.map((text, index) => pieceOf(index) + text).join('')
      return {
        from,
        to,
        chosen,
        sent: write(() => from),
        signed: write((index) => (chosen[index] ? to : from)),
      }
    })

partly('for all targets with up to eight pieces that are alike, and each choice of them: one of the texts', () =>
  forAll([exchanged(exchangesInTargets)], { numRuns: 40 }, ({ sent, signed }) =>
    checkTried('target', `/v1/jobs?q=${sent}&page=2`, `/v1/jobs?q=${signed}&page=2`),
  ),
)

partly('for all bodies with up to eight pieces that are alike, and each choice of them: one of the texts', () =>
  forAll([exchanged(exchangesInBodies)], { numRuns: 40 }, ({ sent, signed }) =>
    checkTried('body', `{"ref":"${sent}","n":7}`, `{"ref":"${signed}","n":7}`),
  ),
)

partly('for all choices of pieces: the words say what was signed, for how many, and of how many', () =>
  forAll([exchanged([...exchangesInTargets, ['%20', '+']])], { numRuns: 40 }, ({ from, to, sent, signed, chosen }) => {
    const count = chosen.filter(Boolean).length
    const { what = '' } = someDifference(`/v1/jobs?q=${signed}`, `/v1/jobs?q=${sent}`, 'target') ?? {}
    const name = to === ' ' && count < chosen.length ? 'a space' : `"${to}"`
    const pieces = count === chosen.length ? `for each "${from}"` : `for ${count} of the ${chosen.length} "${from}"`
    assert.ok(what.startsWith(`The caller signed ${name} ${pieces} in the target that it sent`), `${signed}\n${what}`)
    assert.match(say(what), /[\u4e00-\u9fff]/)
  }),
)

partly('the first and the last of many pieces, one alone, and all but one', () => {
  const sent = `{"ref":"${'a/'.repeat(30)}"}`
  const texts = textsFor('body', sent)
  const withEscaped = (isChosen: (index: number) => boolean): string => {
    let index = 0
    return sent.replace(/\//g, (slash) => (isChosen(index++) ? `\\${slash}` : slash))
  }
  for (let place = 1; place < 30; place++) {
    assert.ok(texts.has(withEscaped((index) => index < place)))
    assert.ok(texts.has(withEscaped((index) => index >= place)))
    assert.ok(texts.has(withEscaped((index) => index === place)))
    assert.ok(texts.has(withEscaped((index) => index !== place)))
  }
})

// ---- Parameters

/** What becomes of a parameter, written another way than the module writes it. */
const changesOfParameters: Readonly<Record<string, (name: string, value: string) => string | undefined>> = {
  'as it is': (name, value) => `outer%5B${name}%5D=${value}`,
  dropped: () => undefined,
  'with its inner name': (name, value) => `${name}=${value}`,
  'with its outer name alone': (_, value) => `outer=${value}`,
  'with a dot': (name, value) => `outer.${name}=${value}`,
  'without its value': (name) => `outer%5B${name}%5D=`,
  'with bare brackets': (name, value) => `outer[${name}]=${value}`,
}

const ways = fc.constantFrom(...Object.values(changesOfParameters))

partly('for all queries and forms of up to three parameters, each changed in its own way: one of the texts', () =>
  forAll(
    [fc.uniqueArray(word, { minLength: 2, maxLength: 3 }), fc.array(ways, { minLength: 3, maxLength: 3 }), word],
    { numRuns: 20 },
    (inner, chosenWays, value) => {
      const written = inner.map((name, index) => chosenWays[index]?.(name, value)).filter((text) => text !== undefined)
      const sent = inner.map((name) => `outer%5B${name}%5D=${value}`).join('&')
      checkTried('target', `/v1/jobs?${sent}&z=1`, `/v1/jobs?${[...written, 'z=1'].join('&')}`)
      checkTried('body', `${sent}&z=1`, [...written, 'z=1'].join('&'))
    },
  ),
)

/** What a slip leaves of a value, written another way than the module writes it. `place` is that of a lost character. */
const slips: ReadonlyArray<(value: string, place: number) => string> = [
  (value) => value,
  () => '',
  (value) => value.toUpperCase(),
  (value, place) => value.split('').toSpliced(place, 1).join(''),
  (value) => (value.startsWith('-') ? value.substring(1) : value),
]

partly('for all queries of up to three values, each with its own slip: one of the texts', () =>
  forAll(
    [
      fc.array(fc.stringMatching(/^-?[a-z]{2,5}$/), { minLength: 2, maxLength: 3 }),
      fc.array(fc.tuple(fc.constantFrom(...slips), fc.nat({ max: 5 })), { minLength: 3, maxLength: 3 }),
    ],
    { numRuns: 20 },
    (values, chosenSlips) => {
      const write = (written: ReadonlyArray<string>): string =>
        `/v1/jobs?${written.map((value, index) => `k${index}=${value}`).join('&')}`
      const slipped = values.map((value, index) => {
        const [slip, place] = chosenSlips[index] as (typeof chosenSlips)[number]
        return slip(value, place)
      })
      checkTried('target', write(values), write(slipped))
    },
  ),
)

partly('for all queries of up to ten parameters, and each choice of them: left out', () =>
  forAll(
    [
      fc
        .uniqueArray(word, { minLength: 2, maxLength: 10 })
        .chain((all) => fc.tuple(fc.constant(all), chosenOf(all.length))),
    ],
    { numRuns: 20 },
    ([all, kept]) => {
      const fields = all.map((name, index) => `${name}=${index}`)
      const keptFields = fields.filter((_, index) => kept[index])
      checkTried('target', `/v1/jobs?${fields.join('&')}`, `/v1/jobs?${keptFields.join('&')}`)
    },
  ),
)

// ---- Members

const membersOf = (all: ReadonlyArray<string>, json: (name: string, index: number) => string): string =>
  `{${all.map((name, index) => `"${name}":${json(name, index)}`).join(',')}}`

partly('for all objects, and each choice of their members or of the members of an inner object: left out', () =>
  forAll(
    [names.chain((all) => fc.tuple(fc.constant(all), chosenOf(all.length))), fc.boolean()],
    { numRuns: 30 },
    ([all, kept], isInner) => {
      const write = (chosen: ReadonlyArray<string>): string => {
        const object = membersOf(chosen, (name) => `"${name}"`)
        return isInner ? `{"inner":${object},"n":[1]}` : object
      }
      const keptNames = all.filter((_, index) => kept[index])
      const sent = write(all)
      const signed = write(keptNames)
      checkTried('body', sent, signed)
      if (sent === signed) return
      const { what = '' } = membersLeftOut(signed, sent) ?? {}
      const dropped = all.filter((name) => !keptNames.includes(name))
      for (const name of dropped) assert.ok(what.includes(isInner ? `/inner/${name}` : name), what)
      assert.match(say(what), /[\u4e00-\u9fff]/)
    },
  ),
)

partly('for all lists of objects: the members of some names, wherever they are', () =>
  forAll(
    [names.chain((all) => fc.tuple(fc.constant(all), chosenOf(all.length))), fc.integer({ min: 1, max: 4 })],
    { numRuns: 20 },
    ([all, kept], count) => {
      const write = (chosen: ReadonlyArray<string>): string => {
        const object = membersOf(chosen, (_, index) => String(all.indexOf(chosen[index] ?? '')))
        return `{"of":[${Array.from({ length: count }, () => object).join(', ')}]}`
      }
      checkTried('body', write(all), write(all.filter((_, index) => kept[index])))
    },
  ),
)

partly('for all objects: up to three members first, in any order, and the others as they are', () =>
  forAll(
    [
      fc
        .uniqueArray(word, { minLength: 4, maxLength: 8 })
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: 1, maxLength: 3 }))),
    ],
    { numRuns: 20 },
    ([all, first]) => {
      const write = (order: ReadonlyArray<string>): string => membersOf(order, (name) => `"${name}"`)
      checkTried('body', write(all), write([...first, ...all.filter((name) => !first.includes(name))]))
    },
  ),
)

partly('for all objects of more members: up to three of them alone, or all but these', () =>
  forAll(
    [
      fc
        .uniqueArray(word, { minLength: 11, maxLength: 16 })
        .chain((all) => fc.tuple(fc.constant(all), fc.subarray(all, { minLength: 1, maxLength: 3 }))),
    ],
    { numRuns: 10 },
    ([all, some]) => {
      const write = (order: ReadonlyArray<string>): string => membersOf(order, (name) => `"${name}"`)
      checkTried('body', write(all), write(some))
      checkTried('body', write(all), write(all.filter((name) => !some.includes(name))))
    },
  ),
)

partly('for all lists, numbers and elements, and each choice of them: left out, or in quotation marks', () =>
  forAll([names.chain((all) => fc.tuple(fc.constant(all), chosenOf(all.length)))], { numRuns: 20 }, ([all, chosen]) => {
    const write = (pieces: ReadonlyArray<string>, between: string): string => pieces.join(between)
    const kept = all.filter((_, index) => chosen[index])
    const elementOf = (name: string): string => `<${name}>1</${name}>`
    checkTried('body', `<r>${write(all.map(elementOf), '')}</r>`, `<r>${write(kept.map(elementOf), '')}</r>`)
    const itemsOf = (items: ReadonlyArray<string>): string => `{"of":[0,${write(items, ',')}]}`
    checkTried('body', itemsOf(all.map((name) => `"${name}"`)), itemsOf(kept.map((name) => `"${name}"`)))
    const numbersOf = (isQuoted: (index: number) => boolean): string =>
      membersOf(all, (_, index) => (isQuoted(index) ? `"${index}"` : String(index)))
    checkTried(
      'body',
      numbersOf(() => false),
      numbersOf((index) => chosen[index] === true),
    )
    checkTried(
      'body',
      numbersOf(() => true),
      numbersOf((index) => chosen[index] !== true),
    )
  }),
)

// ---- Two slips

partly('for all targets with two separators that are others: one of the texts, and both places are named', () =>
  forAll(
    [names, fc.constantFrom('_', '-', '.'), fc.constantFrom(';', '|')],
    { numRuns: 20 },
    (all, slash, ampersand) => {
      const [a = '', b = ''] = all
      checkTried('target', `/v1/${a}/${b}?a=1&b=2`, `/v1/${a}${slash}${b}?a=1${ampersand}b=2`)
      const { detail } = placesDifference(`/${a}${slash}${b}?a=1${ampersand}b`, `/${a}/${b}?a=1&b`, 'target') ?? {}
      assert.is(detail, `"${slash}" where "/" was sent, "${ampersand}" where "&" was sent`)
    },
  ),
)

// ---- Whole reports

const foundIn = (sent: Wire, signed: Wire): Finding => onlyFinding(reportOn(sent, signed, budget))

const foundInTarget = (sent: string, signed: string): string =>
  onlyFinding(reportOnText(textToSign({ method: 'GET', target: signed }), { method: 'GET', target: sent }, budget)).what

const checkFound = (found: string, what: string): void => {
  assert.ok(found.startsWith(what), found)
  assert.match(say(what), /[\u4e00-\u9fff]/)
}

partly('a replacement that left out the first escape, or the last', () => {
  checkFound(
    foundInTarget('/v1/jobs?q=a%20b%20c%20d&page=2', '/v1/jobs?q=a%20b+c+d&page=2'),
    'The caller signed "+" for 2 of the 3 "%20" in the target that it sent (not the first).',
  )
  checkFound(
    foundInTarget('/v1/u?e=a%40b.de&f=c%40d.de&g=h%40i.de', '/v1/u?e=a@b.de&f=c%40d.de&g=h@i.de'),
    'The caller signed "@" for 2 of the 3 "%40" in the target that it sent (not occurrence 2).',
  )
})

partly('parameters with their inner names, and a list as an empty value', () => {
  checkFound(
    foundInTarget('/v1/jobs?user%5Bname%5D=Ann&user%5Bage%5D=7&page=2', '/v1/jobs?name=Ann&age=7&page=2'),
    'In the target, the caller signed "name=Ann" where "user%5Bname%5D=Ann" was sent and "age=7" where "user%5Bage%5D=7" was sent.',
  )
  checkFound(
    foundInTarget('/v1/jobs?filter%5Bstate%5D=done&filter%5Bkind%5D=x&page=2', '/v1/jobs?filter=&page=2'),
    'In the target, the caller signed "filter=" where "filter%5Bstate%5D=done&filter%5Bkind%5D=x" was sent.',
  )
})

partly('a value without its sign, and another that is empty', () =>
  checkFound(
    foundInTarget('/v1/jobs?sort=-name&order=asc', '/v1/jobs?sort=name&order='),
    'In the target, the caller signed "sort=name" where "sort=-name" was sent and "order=" where "order=asc" was sent.',
  ),
)

partly('two separators of a target', () =>
  checkFound(
    foundInTarget('/v1/jobs/12?a=1&b=2', '/v1/jobs_12?a=1;b=2'),
    'In the target, the caller signed "_" where "/" was sent and ";" where "&" was sent.',
  ),
)

partly('names that lost their capitals', () =>
  checkFound(
    foundInTarget('/v1/jobs?requestid=20&statusname=done', '/v1/jobs?requestId=20&statusName=done'),
    'In the target, the caller signed "requestId=20" where "requestid=20" was sent and "statusName=done" where "statusname=done" was sent.',
  ),
)

partly('members that a list of names left out, and a member wherever it is', () => {
  const person = '{"id":7,"name":"Ann","city":"Ulm","age":30,"zip":"89073"}'
  checkFound(
    foundIn({ body: person }, { body: '{"id":7,"city":"Ulm"}' }).what,
    'The caller signed the JSON without the members name, age and zip, but it arrived with these members.',
  )
  checkFound(
    foundIn({ body: '{"k":1,"tmp":2,"sub":{"tmp":3,"v":[{"tmp":4}]}}' }, { body: '{"k":1,"sub":{"v":[{}]}}' }).what,
    'The caller signed the JSON without the members tmp, /sub/tmp and /sub/v/0/tmp, but it arrived with these members.',
  )
})

partly('some escapes of a body, and some of its lines', () => {
  checkFound(
    foundIn({ body: '{"u":"a\\/b\\/c\\/d","w":"e\\/f"}' }, { body: '{"u":"a\\/b/c/d","w":"e/f"}' }).what,
    'The caller signed "/" for 3 of the 4 "\\/" in the body that it sent (not the first).',
  )
  checkFound(
    foundIn({ body: 'one\r\ntwo\r\nthree\r\nfour' }, { body: 'one\r\ntwo\nthree\nfour' }).what,
    'The caller signed a line feed for 2 of the 3 CR LF in the body that it sent (not the first).',
  )
  checkFound(
    foundIn({ body: '{\n  "a": 1,\n  "b": 2\n}' }, { body: '{\n  "a": 1,  "b": 2\n}' }).what,
    'The caller signed the body without 1 of the 3 line feeds that it sent (only occurrence 2).',
  )
})

import fc from 'fast-check'
import type {
  AnswerDifference,
  CaseReport,
  ConformanceReport,
  GeneratedFailure,
  GeneratedReport,
  PortReport,
} from '../../../../src/kit/conformance/Report.ts'
import { pageOf } from '../../../../src/kit/conformance/reports/page.ts'
import { differenceOf } from '../../../../src/kit/conformance/reports/pageDifference.ts'
import { style } from '../../../../src/kit/conformance/reports/pageStyle.ts'
import { visibleLines } from '../../../../src/kit/conformance/reports/visible.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { type Element, elementsOf, htmlElements } from './elements.ts'
import { clean, failing, port, report, stopped } from './fixture.ts'
import { reportSaying, text } from './hostile.ts'

const page = suite('pageOf')

const source = pageOf(report)
const elements = htmlElements(source)
const texts = (found: ReadonlyArray<Element>): string => found.map((one) => one.text).join('\n')

page('declares its language, its title, and a policy that allows loading nothing', () => {
  assert.is(elements.find(({ name }) => name === 'html')?.attributes.lang, 'en')
  assert.is(elements.find(({ name }) => name === 'title')?.text, 'Conformance, suite 1.0.0: countersign, gopher, snake')
  const policy = elements.find(({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy')
  assert.match(policy?.attributes.content ?? '', /^default-src 'none'; style-src 'unsafe-inline';/)
})

page('loads nothing and runs nothing', () => {
  for (const { name, attributes } of elements) {
    assert.not.ok(['script', 'link', 'img', 'iframe', 'object', 'embed', 'form', 'base', 'svg'].includes(name), name)
    for (const [key, value] of Object.entries(attributes)) {
      assert.not.match(key, /^(on|src|style|data)/)
      if (key === 'href') assert.match(value, /^#/)
    }
  }
  assert.not.match(style, /url\(|@import/)
})

page('has unique ids, and each link has a target', () => {
  const ids = elements.flatMap(({ attributes }) => attributes.id ?? [])
  assert.is(new Set(ids).size, ids.length)
  const links = elements.flatMap(({ attributes }) => attributes.href ?? [])
  assert.ok(links.length > 20)
  for (const link of links) assert.ok(ids.includes(link.slice(1)), link)
})

page('has a heading for each part, and skips no heading level', () => {
  const levels = elements.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? Number(name[1]) : []))
  assert.is(levels.filter((level) => level === 1).length, 1)
  let previous = 0
  for (const level of levels) {
    assert.ok(level <= previous + 1, `h${level} behind h${previous}`)
    previous = level
  }
})

page('has an entry for each case of each port', () => {
  const ids = new Set(elements.flatMap(({ attributes }) => attributes.id ?? []))
  report.ports.forEach((one, place) => {
    for (const { id } of one.cases) assert.ok(ids.has(`p${place + 1}/${id}`), id)
  })
})

page('has a cell for each group of each port; its words and class agree', () => {
  const cells = elements.filter(
    ({ name, path }) => name === 'td' && path.includes('tbody') && !path.includes('article'),
  )
  assert.is(cells.length, 3 * new Set(clean.cases.map(({ group }) => group)).size)
  for (const cell of cells) assert.is(cell.attributes.class === 'good', cell.text.startsWith('✓'))
  const worst = elements.filter(
    ({ name, path, attributes }) => name === 'a' && path.at(-1) === 'td' && attributes.href?.startsWith('#p2:'),
  )
  assert.ok(worst.some((link) => link.text === '◔ 1 time-out, 3 unsupported' && link.attributes.href === '#p2:job'))
})

page('gives a failed case its flags, remedy, header, standard error and command', () => {
  const told = texts(htmlElements(pageOf({ ...report, ports: [failing] })))
  for (const part of [
    'A question mark with nothing behind it is part of the target.',
    'QUERY_MARK_LOST',
    'Take the target from the text of the URL',
    'SVC-SHA256-RSA app_id=app-1,nonce_str=',
    '[signal SIGSEGV: segmentation violation code=0x80]',
    'npx countersign conform --level full --case rsa/low-exponent-forgery -- ./gopher --harness',
    'Known until',
    'it accepts a signature by another key',
  ]) {
    assert.ok(told.includes(part), part)
  }
})

page('shows the string to sign of a case whose answer shows none', () => {
  const cases = failing.cases.flatMap((one): ReadonlyArray<CaseReport> => {
    const { difference: _, ...failure } = one.failure ?? { message: '' }
    return 'trace' in failure ? [{ ...one, failure }] : []
  })
  const found = htmlElements(pageOf({ ...report, ports: [port(cases, { name: 'x', conformant: false })] }))
  assert.is(cases.length, 1)
  assert.is(found.filter(({ name, text }) => name === 'h6' && text === 'The string to sign').length, 1)
  assert.is(found.filter(({ name, attributes }) => name === 'span' && attributes.class === 'lf').length, 4)
})

page('handles an unknown case, different groups for each port, and no cases', () => {
  const one = clean.cases[0] as CaseReport
  const bare = port([{ ...one, verdict: 'fail' }], { name: 'bare', conformant: false })
  const other = port([{ ...one, id: 'b/x', group: 'b', verdict: 'unsupported' }], { name: 'other', conformant: false })
  const found = htmlElements(pageOf({ ...report, ports: [bare, other] }))
  assert.is(found.filter(({ name }) => name === 'article').length, 1)
  assert.equal(
    found.filter(({ name, path }) => name === 'td' && path.includes('table')).map(({ text: told }) => told.trim()),
    ['', 'not part of it', 'not part of it', ''],
  )
  assert.ok(found.some(({ attributes }) => attributes.href === '#p2=unsupported'))
  const empty = htmlElements(pageOf({ ...report, ports: [port([], { name: 'none', conformant: false })] }))
  assert.ok(texts(empty).includes('No case was run.'))
})

page('opens the details if few cases failed', () => {
  const unfolded = (of: string): number =>
    htmlElements(of).filter(({ name, attributes }) => name === 'details' && 'open' in attributes).length
  const few = failing.cases.filter(({ verdict }) => verdict === 'fail')
  assert.is(unfolded(pageOf({ ...report, ports: [port(few, { name: 'x', conformant: false })] })), 3)
  assert.is(unfolded(source), 0)
})

page('shows why a port never started', () => {
  const told = texts(htmlElements(pageOf({ ...report, ports: [stopped] })))
  assert.ok(told.includes('the process ended with exit code 1 before it said hello'))
  assert.ok(told.includes("ModuleNotFoundError: No module named 'cryptography'"))
})

page('for all texts: the same elements and attributes as for harmless texts', async () => {
  const shape = (chosen: string): ReadonlyArray<string> =>
    htmlElements(pageOf(reportSaying(chosen))).map(({ name, attributes }) => `${name} ${Object.keys(attributes)}`)
  const harmless = shape('x')
  await forAll([text()], { numRuns: 60 }, (chosen) => {
    if (chosen === '') return
    assert.equal(shape(chosen), harmless)
  })
})

page('for all texts: shown, with invisible characters made visible', () =>
  forAll([text()], { numRuns: 60 }, (chosen) => {
    const shown = visibleLines(chosen)
    const found = htmlElements(pageOf(reportSaying(chosen)))
    for (const name of ['pre', 'p'])
      assert.ok(
        found.some((one) => one.name === name && one.text === shown),
        name,
      )
  }),
)

page('for all ids: two cases never share a fragment', () =>
  forAll([fc.uniqueArray(text(), { maxLength: 8 })], (ids) => {
    const cases = ids.map((id): CaseReport => ({ ...(clean.cases[0] as CaseReport), id }))
    const found = htmlElements(pageOf({ ...report, ports: [port(cases, { name: 'x' })] }))
    const anchors = found.flatMap(({ name, attributes }) => (name === 'li' ? (attributes.id ?? []) : []))
    assert.is(new Set(anchors).size, ids.length)
    for (const anchor of anchors) assert.match(anchor, /^p1\/[\w./~-]*$/)
  }),
)

const wholeReport = (caseCount: number, failures: number): ConformanceReport => {
  const bad = failing.cases.filter(({ failure }) => failure?.difference !== undefined)
  const one = port(
    Array.from({ length: caseCount }, (_, i): CaseReport => {
      const like = i < failures ? bad[i % bad.length] : clean.cases[i % clean.cases.length]
      return { ...(like as CaseReport), id: `${like?.id}-${i}` }
    }),
    { name: 'port', conformant: false },
  )
  return { ...report, ports: Array.from({ length: 6 }, () => one) }
}

page('of six ports with 450 cases each stays below 1.5 MB, however many fail', () => {
  for (const failures of [0, 30, 450]) {
    const size = Buffer.byteLength(pageOf(wholeReport(450, failures)))
    assert.ok(size < 1_500_000, `${failures} failures: ${size} bytes`)
  }
})

page('says if a case is not shown completely', () => {
  assert.match(pageOf(wholeReport(450, 60)), /in full in report\.json/)
  assert.not.match(source, /in full in report\.json/)
})

page('shortens long texts of a port', () => {
  const [said] = reportSaying('x'.repeat(1_000_000)).ports
  const cases = (said?.cases ?? []).map(
    (one): CaseReport => (one.failure === undefined ? one : { ...one, failure: { ...one.failure, rerun: 'again' } }),
  )
  // The user writes the command and the list of known failures.
  const ports = [{ ...(said as PortReport), cases, command: 'port', stale: [] }]
  const { length } = pageOf({ ...report, ports })
  assert.ok(length < 1_000_000, `${length} characters`)
})

const failure: GeneratedFailure = {
  op: 'decodeJob',
  generator: 'job',
  alsoIn: ['json'],
  rule: 'an integer has no fraction',
  cause: 'an integer has no fraction',
  input: {},
  expected: { outcome: 'reject' },
  got: '',
  message: 'it must be refused, but the port accepts it',
  path: 'job:1',
  isShrunk: true,
  rerun: 'again',
}
const generatedBy = (failures: ReadonlyArray<GeneratedFailure>): GeneratedReport => ({
  seed: 'a <seed>',
  runs: 20,
  generators: [
    { name: 'job', op: 'decodeJob', runs: 10, milliseconds: 1, verdict: failures.length > 0 ? 'fail' : 'pass' },
    { name: 'json', op: 'decodeJob', runs: 10, milliseconds: 1, verdict: failures.length > 0 ? 'fail' : 'pass' },
  ],
  failures,
  rules: { 'an integer has no fraction': { inside: 3, outside: 4 } },
})

page('has the rules that generated runs break, ports side by side, each with a link to its input', () => {
  const ports = [{ ...clean, generated: generatedBy([]) }, { ...failing, generated: generatedBy([failure]) }, stopped]
  const made = pageOf({ ...report, ports })
  const part = made.slice(made.indexOf('<h2 id="generated">'))
  const [runs = '', rule = ''] = [...part.matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(([row]) => row)
  assert.match(runs, '20, seed <code>a &lt;seed&gt;</code>')
  const [good, bad, none] = [...rule.matchAll(/<td class="(\w+)">(.*?)<\/td>/gs)].map(([, tone, inside]) => [
    tone,
    inside,
  ])
  assert.equal(good, ['good', '✓ met 7 times'])
  assert.equal(none, ['none', 'no generated runs'])
  assert.equal(bad, [
    'bad',
    '<a href="#p2/generated/job">✘ job</a> <span class="said">it must be refused, but the port accepts it</span>',
  ])
  assert.match(made, 'id="p2/generated/job"')
  assert.not.match(source, 'id="generated"', 'there is no such part without generated runs')
})

page('says what is new since the last report', () => {
  const none = { broken: [], mended: [], brokenRules: [], mendedRules: [] }
  const changes = { ...none, broken: ['target/bare-question-mark'], mendedRules: ['a <rule>'] }
  const made = pageOf({
    ...report,
    ports: [
      { ...clean, changes: none },
      { ...failing, changes },
    ],
  })
  const all = htmlElements(made)
  const heads = all.filter(({ name }) => name === 'h4').map(({ text }) => text.trim())
  assert.ok(heads.includes('New failures: 1 case'), heads.join('\n'))
  assert.ok(heads.includes('Failed last time in generated runs, and passed this time: 1 rule'))
  assert.match(made, '1 case newly failing, 1 rule no longer failing')
  assert.match(made, 'Nothing has changed.')
  assert.not.match(source, 'since the last report')
})

const difference = suite('differenceOf')

const marks = ({ of, expected, received, offset }: AnswerDifference): ReadonlyArray<Element> =>
  elementsOf(`<div>${differenceOf({ of, expected, received, offset }).markup}</div>`).filter(
    ({ name, attributes }) => name === 'mark' && attributes.class?.split(' ')[0] === 'first',
  )

const hex = (some: string | Uint8Array): { hex: string } => ({ hex: Buffer.from(some as string).toString('hex') })

for (const [what, expected, received, offset, marked] of [
  ['the first byte that differs in both texts and both dumps', 'GET\n/?\n1', 'GET\n/\n1', 5, ['?', '␊', '3f', '0a']],
  ['the end of the shorter text', 'abc', 'ab', 2, ['c', '[end]', '63', '··']],
  ['the whole character if the difference is inside it', 'xä', 'xö', 2, ['ä', 'ö', 'a4', 'b6']],
] as const)
  difference(`marks ${what}`, () => {
    const found = marks({ of: 'string to sign', expected: hex(expected), received: hex(received), offset })
    const told = found.map((mark) => mark.text)
    assert.equal(told, marked)
  })

difference('does not show a signature as text', () => {
  const expected = Uint8Array.from({ length: 256 }, (_, i) => (i * 151 + 129) & 255)
  const found = marks({
    of: 'signature',
    expected: hex(expected),
    received: hex(expected.map((byte) => byte ^ 1)),
    offset: 0,
  })
  const told = found.map((mark) => mark.text)
  assert.equal(told, ['81', '80'])
})

difference('for all long texts and positions: the mark is inside the window, and the window is short', () =>
  forAll([fc.nat({ max: 3000 }), fc.nat({ max: 3000 })], (before, behind) => {
    const expected = `${'ä'.repeat(before)}X${'ö'.repeat(behind)}`
    const received = `${'ä'.repeat(before)}Y${'ö'.repeat(behind)}`
    const parted = { of: 'header', expected: hex(expected), received: hex(received), offset: 2 * before }
    const told = marks(parted).map((mark) => mark.text)
    assert.equal(told, ['X', 'Y', '58', '59'])
    assert.ok(differenceOf(parted).markup.length < 3500)
  }),
)

difference('says in words where the two texts differ', () => {
  const words = (expected: string, received: string, offset: number): string =>
    differenceOf({ of: 'header', expected: hex(expected), received: hex(received), offset }).markup
  assert.match(words('abc', 'axc', 1), /The first byte that differs is at offset 1\./)
  assert.match(words('abc', 'ab', 2), /The received bytes end at offset 2; more were expected\./)
  assert.match(words('ab', 'abc', 2), /The received bytes continue at offset 2, where they should end\./)
  assert.match(words('ab', 'ab', 2), /The bytes of the .* are equal/)
})

difference('says if the answer is no bytes', () => {
  const { markup } = differenceOf({ of: 'header', expected: hex('a'), received: { hex: '<b>' }, offset: 0 })
  assert.match(markup, /is not bytes/)
})

const colours = suite('the colours of the page')

/** WCAG 2.2, relative luminance and contrast ratio. */
const luminance = (colour: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

colours('have the contrast of WCAG AA, light and dark', () => {
  const themes = [...style.matchAll(/:root \{([^}]*--ground[^}]*)\}/g)].map(
    ([, body = '']) =>
      new Map([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value])),
  )
  assert.is(themes.length, 3)
  for (const theme of themes) {
    const check = (text: string, ground: string): void => {
      const ratio = contrast(theme.get(text) as string, theme.get(ground) as string)
      assert.ok(ratio >= 4.5, `${text} on ${ground}: ${ratio.toFixed(2)}`)
    }
    for (const ground of ['ground', 'panel']) for (const text of ['text', 'quiet', 'link']) check(text, ground)
    for (const tone of ['good', 'bad', 'warn', 'none', 'mark']) check(tone, `${tone}-ground`)
    check('text', 'warn-ground')
  }
})

import picocolors from 'picocolors'
import type { CaseReport } from '../../../../src/kit/conformance/Report.ts'
import { type TableOptions, tableOf } from '../../../../src/kit/conformance/reports/table.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { clean, failing, port, stopped } from './fixture.ts'
import { portSaying, text } from './hostile.ts'

const plain: TableOptions = { colours: picocolors.createColors(false), width: 80 }
const coloured: TableOptions = { colours: picocolors.createColors(true), width: 80 }

const esc = String.fromCharCode(27)
const uncoloured = (table: string): string => table.replaceAll(new RegExp(`${esc}\\[\\d+m`, 'g'), '')

const table = suite('tableOf')

table('ends with the verdict', () => {
  assert.is(tableOf(clean, plain).trimEnd().split('\n').at(-1), 'conformant at level full: 93 cases in 1.2 s')
  assert.match(
    tableOf(failing, { ...plain, width: 500 }),
    /\nnot conformant at level full: 81 of 93 cases passed in 12\.8 s; .*\n$/,
  )
  assert.match(
    tableOf(stopped, plain),
    /\nnot conformant at level full: 0 of 93 cases passed in 0\.1 s; 93 not run; the run\nwas stopped\n$/,
  )
})

table('shows known failures even if the port is conformant', () => {
  const cases = clean.cases.map((one, i): CaseReport => (i === 3 ? { ...one, verdict: 'known' } : one))
  assert.match(
    tableOf({ ...clean, cases }, plain),
    /\nconformant at level full: 93 cases in 1\.2 s, 1 known failure among them\n$/,
  )
})

table('names the first case that is refused for another reason', () => {
  const first = clean.cases.find(({ reasonAgrees }) => reasonAgrees === false)
  assert.match(tableOf(clean, { ...plain, width: 500 }), `. First other reason: ${first?.id}\n`)
  const cases = clean.cases.filter((one) => one !== first)
  assert.not.match(tableOf({ ...clean, cases }, { ...plain, width: 500 }), 'First other reason')
})

table('has a row for each group, and correct sums', () => {
  const rows = [...tableOf(failing, plain).matchAll(/^ {2}\S (\S+) +(\d+)\/(\d+) +[█░]+(?: {2}(.*))?$/gm)]
  const groups = new Set(failing.cases.map(({ group }) => group))
  assert.equal(new Set(rows.map(([, name]) => name)), groups)
  for (const [row, , passed, total, rest = ''] of rows) {
    const others = [...rest.matchAll(/(\d+) /g)].reduce((sum, [, count]) => sum + Number(count), 0)
    assert.is(Number(passed) + others, Number(total), row)
  }
  const sum = (column: number): number => rows.reduce((total, row) => total + Number(row[column]), 0)
  assert.is(sum(2), failing.counts.pass)
  assert.is(sum(3), failing.cases.length)
})

table('shows one failure among many passes in the bar, and one pass among many failures', () => {
  const many = (verdict: 'pass' | 'fail', first: 'pass' | 'fail'): string => {
    const one = clean.cases[0] as CaseReport
    const cases = Array.from(
      { length: 500 },
      (_, i): CaseReport => ({ ...one, id: `${i}`, verdict: i === 0 ? first : verdict }),
    )
    return tableOf(port(cases, { name: 'many', conformant: false }), plain)
  }
  assert.match(many('pass', 'fail'), /█░/)
  assert.match(many('fail', 'pass'), /█░/)
  assert.not.match(many('pass', 'pass'), /░/)
})

table('has a distinct word for each verdict; a crash is not called a refusal', () => {
  const told = tableOf(failing, { ...plain, width: 500 })
  for (const [id, word] of [
    ['target/bare-question-mark', 'wrong answer'],
    ['rsa/low-exponent-forgery', 'crash'],
    ['job/deep-nesting', 'time-out'],
    ['authorization/quoted-values', 'protocol error'],
    ['keys-import/elliptic-curve', 'error'],
    ['base64/spare-bits', 'known failure until 2027-01-31: the decoder'],
  ]) {
    assert.ok(told.includes(`${id}  ${word}`), id)
  }
  assert.match(told, /^unsupported: encodeJob \(3 cases\)$/m)
  assert.match(told, /1 not run/)
})

table('shows for a failed case what to do, and how to repeat it', () => {
  const told = tableOf(failing, plain)
  assert.match(told, /BODY_DECODED: Sign the bytes as they are sent\./)
  assert.match(told, /again: npx countersign conform --level full --case job\/deep-nesting -- \.\/gopher --harness\n/)
  assert.match(told, /stderr: \[signal SIGSEGV/)
})

table('lists failed canaries and stale entries', () => {
  const told = tableOf(failing, plain)
  assert.match(told, /canaries: 1 of 2 passed\n✘ a forged signature: it accepts a signature by another key\n/)
  assert.match(told, /✘ nonce\/uuid: it passes now; remove it from the list\n✘ target\/no-such: no case has this id\n/)
})

table('shows twenty failed cases, and says how many more there are', () => {
  const cases = clean.cases.slice(0, 25).map((one): CaseReport => ({ ...one, verdict: 'fail' }))
  const told = tableOf(port(cases, { name: 'bad', conformant: false }), plain)
  assert.is(told.match(/^✘ .* {2}wrong answer$/gm)?.length, 20)
  assert.match(told, /and 5 more cases that did not pass/)
})

table('writes invisible characters as escapes', () => {
  const told = tableOf(portSaying('a\u001b[2J\u{e0041}\ud800b'), { ...plain, width: 500 })
  assert.ok(told.includes('a\\u001b[2J\\u{e0041}\\ud800b'))
})

table('has the same text with and without colours', () => {
  for (const one of [clean, failing, stopped]) assert.is(uncoloured(tableOf(one, coloured)), tableOf(one, plain))
  assert.is.not(tableOf(failing, coloured), tableOf(failing, plain))
})

table('without Unicode writes only ASCII', () => {
  const ascii = { ...plain, unicode: false }
  for (const one of [clean, failing, stopped]) assert.match(tableOf(one, ascii), /^[\n -~]*$/)
  assert.match(tableOf(failing, plain), /[^\n -~]/)
})

table('stays within the width, except for commands to copy', () => {
  for (const width of [60, 80, 100]) {
    for (const one of [clean, failing, stopped]) {
      for (const line of tableOf(one, { ...plain, width }).split('\n')) {
        assert.ok(line.length <= width || line.startsWith('    again: '), `${width}: ${line}`)
      }
    }
  }
})

table('for all texts: prints no control characters and no injected lines', async () => {
  const lines = (chosen: string): number => tableOf(portSaying(chosen), { ...plain, width: 1e6 }).split('\n').length
  const harmless = lines('x')
  await forAll([text()], { numRuns: 60 }, (chosen) => {
    assert.not.match(tableOf(portSaying(chosen), plain), /[^\P{Cc}\n]|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/u)
    if (chosen !== '' && !chosen.includes('\n')) assert.is(lines(chosen), harmless)
  })
})

table('shows on request how often the generated runs met each rule, and the sums', () => {
  const generated = {
    seed: 'a',
    runs: 10,
    generators: [{ name: 'string', op: 'stringToSign', runs: 10, milliseconds: 1, verdict: 'pass' }],
    failures: [],
    rules: { 'b is a letter': { inside: 4, outside: 3 }, 'a is a digit': { inside: 0, outside: 3 } },
  } as const
  const shown = tableOf({ ...clean, generated }, { ...plain, verbose: true })
  assert.match(shown, '\nseed of the generated runs: a\n')
  assert.match(shown, '\n    valid invalid  rule that decides\n')
  assert.match(shown, '\n        0       3  a is a digit\n        4       3  b is a letter\n')
  assert.match(shown, '\n        4       6  in total, 2 rules; 1 with only valid or only invalid inputs\n')
  assert.not.match(tableOf({ ...clean, generated }, plain), 'rule that decides')
  assert.not.match(tableOf(clean, { ...plain, verbose: true }), 'rule that decides')
})

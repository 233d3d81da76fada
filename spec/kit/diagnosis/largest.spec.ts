/**
 * A body of exactly the largest size, and entries of the catalogue that throw: neither ends a diagnosis.
 */
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import {
  type Draft,
  draftOf,
  isPlain,
  message,
  maxRewritten as most,
  standard,
  textOf,
} from '../../../src/kit/diagnosis/Draft.ts'
import { type Case, diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Mistake } from '../../../src/kit/diagnosis/Mistake.ts'
import { reportWords } from '../../../src/kit/diagnosis/reportWords.ts'
import { formsOf } from '../../../src/kit/diagnosis/search/attempts.ts'
import { summary } from '../../../src/kit/diagnosis/summary.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, byTurns, inTurn, suite } from '../../support/suite.ts'

/** Nested deeper than any caller nests, and less deeply than a stack of calls. */
const depth = 3000

const texts: Readonly<Record<string, string>> = {
  'one letter, again and again': 'a'.repeat(most),
  'a long text in JSON': `{"a":"${'x'.repeat(most - 8)}"}`,
  'nested JSON': `${'[{"a":'.repeat(depth)}"${'x'.repeat(most - 8 * depth - 2)}"${'}]'.repeat(depth)}`,
}

const viewOf = (body: Uint8Array) => ({
  method: 'POST',
  target: '/v1/jobs?b=2&a=1',
  timestamp: String(now),
  nonce: 'n-1',
  body,
  appId: 'app-1',
})

/** Makes every form of a mistake, and the texts that are not joined by the search itself. */
const madeBy = (mistake: Mistake, draft: Draft): number => {
  let forms = 0
  for (const { signed } of mistake.variations(draft, hash)) {
    forms++
    if (signed._tag === 'Draft' && signed.change.layout !== undefined && !isPlain(signed.change.layout))
      textOf({ ...draft, ...signed.change })
  }
  return forms
}

const largest = suite('a body of exactly the largest size')

for (const [name, text] of inTurn(3, Object.entries(texts)))
  largest(`each variation of the catalogue can be made: ${name}`, () => {
    const body = new Uint8Array(Buffer.from(text))
    assert.is(body.length, most)
    const draft = draftOf(viewOf(body))
    for (const mistake of catalogue) madeBy(mistake, draft)
  })

/** A request whose caller signed `signed`. */
const requestOf = (body: Uint8Array, signed: Uint8Array): Case => ({
  method: 'POST',
  target: viewOf(body).target,
  authorization: [line(signatureOf(signed, 'app-1'), 'n-1', String(now))],
  body,
  keys: [{ appId: 'app-1', key: publicKey(2048, 'app-1') }],
  now,
})

largest('a line feed behind the signed body is found', () => {
  const body = new Uint8Array(Buffer.from(texts['one letter, again and again'] ?? ''))
  const right = message(draftOf(viewOf(body)), hash)
  const report = diagnose(requestOf(body, Buffer.concat([right, Buffer.from('\n')])), hash)
  assert.ok(report.recovered)
  assert.equal(
    report.findings.map(({ id }) => id),
    ['trailing-line-feed'],
  )
})

const throwing = byTurns(2, suite('an entry of the catalogue that throws'))

/** Runs `test` while the entry throws instead of its form number `after`. */
const whileThrowing = (mistake: Mistake, after: number, test: () => void): void => {
  const { variations } = mistake
  const broken: Mistake['variations'] = function* (...given) {
    let made = 0
    for (const form of variations(...given)) {
      if (made++ === after) break
      yield form
    }
    throw new RangeError('a fault of this entry')
  }
  Object.assign(mistake, { variations: broken })
  try {
    test()
  } finally {
    Object.assign(mistake, { variations })
  }
}

const body = new Uint8Array(Buffer.from('{"a":[1,2]}'))
const unfound = requestOf(new Uint8Array(), Buffer.from('something else'))
const withoutQuery = requestOf(body, message({ ...draftOf(viewOf(body)), target: '/v1/jobs' }, hash))
const entries = catalogue.filter(({ slots }) => slots.length > 0)

/** Single mistakes to the end, and some pairs. */
const budget = 300_000_000

throwing('ends its own forms, whichever it is, and is noted', () => {
  for (const [i, mistake] of entries.entries())
    whileThrowing(mistake, i % 2, () => {
      const failed = new Set<string>()
      const forms = [...formsOf(mistake, draftOf(viewOf(body)), { hash, failed })]
      assert.ok(forms.length <= i % 2)
      assert.ok(failed.has(mistake.id), mistake.id)
    })
})

throwing('is skipped and named in the report', () => {
  const ids = ['method-case', 'target-other', 'timestamp-format', 'body-reserialized', 'parts-labelled']
  for (const id of inTurn(3, ids))
    whileThrowing(entries.find((each) => each.id === id) as Mistake, 1, () => {
      const report = diagnose(unfound, hash, budget)
      // Some entries are made of others, and fail with them.
      assert.ok(report.failed?.includes(id), id)
      assert.not.ok(report.complete)
    })
})

throwing('hides no other cause, but then no cause is exact: the entry might have led to the same text', () => {
  const other = entries.find(({ id }) => id === 'target-decoded') as Mistake
  whileThrowing(other, 0, () => {
    const report = diagnose(withoutQuery, hash)
    assert.ok(report.recovered)
    assert.equal(
      report.findings.map(({ id }) => id),
      ['target-without-query'],
    )
    assert.ok(report.failed?.includes('target-decoded'))
    assert.not.ok(report.exact)
  })
})

throwing('is named to people and in a log', () => {
  const mistake = entries.find(({ id }) => id === 'body-encoding') as Mistake
  whileThrowing(mistake, 0, () => {
    const report = diagnose(unfound, hash, budget)
    assert.match(reportWords(report, { keys: 1 }).message, 'body-encoding failed and was skipped; please report it')
    assert.match(summary(report), / failed=body-encoding /)
  })
})

throwing('a form that cannot be written is skipped as well', () => {
  const mistake = entries.find(({ id }) => id === 'text-encoded') as Mistake
  const { variations, layouts } = mistake
  const unwritable = {
    detail: 'a form that throws',
    rare: true as const,
    signed: {
      _tag: 'Draft' as const,
      change: {
        layout: {
          order: standard.order,
          separator: '',
          end: '',
          whole: {
            name: 'a form that throws',
            write: () => {
              throw new RangeError('a fault of this form')
            },
          },
        },
      },
    },
  }
  Object.assign(mistake, { variations: () => [unwritable], layouts: () => [] })
  try {
    assert.equal(diagnose(unfound, hash, budget).failed, ['text-encoded'])
    assert.ok(diagnose(withoutQuery, hash).recovered)
  } finally {
    Object.assign(mistake, { variations, layouts })
  }
})

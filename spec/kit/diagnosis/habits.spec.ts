/** The judge of exact reports: what it takes for true where the bytes do not show the habits, and what it never takes for true. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../support/suite.ts'
import { clientOf, reportOn, untrueReports, untruthOf } from './habits.ts'

const judge = suite('which exact reports are true')

/** Seeds of clients whose bytes do not show both of their habits, and what their reports tell. */
const alike = [
  {
    habits: 'joined by CR LF with one at the end, and the body trimmed',
    seed: 3_263_016,
    told: ['separator-crlf'],
  },
  {
    habits: 'two parts in lower case, where the other parts have no capital letter',
    seed: 3_284_000,
    told: ['text-encoded'],
  },
  {
    habits: 'the target and the nonce in upper case, where the other parts have no small letter',
    seed: 3_911_094,
    told: ['text-encoded'],
  },
  {
    habits: 'a bracket behind the signature, within quotation marks',
    seed: 3_235_098,
    told: ['header-quoted', 'signature-printed'],
  },
]

for (const { habits, seed, told } of alike)
  judge(`the report tells what the bytes show: ${habits}`, () => {
    const client = clientOf(seed)
    assert.ok(client !== undefined)
    assert.equal(
      reportOn(client).findings.map(({ id }) => id),
      told,
    )
    assert.equal(untrueReports(1, seed), [])
  })

/** The seed of a client. */
const anySeed = fc.integer({ min: 1, max: 1_000_000 }).filter((seed) => clientOf(seed) !== undefined)

judge('for all clients: an exact report is not true without one of its findings', () =>
  forAll(
    [fc.oneof(fc.constantFrom(...alike.map(({ seed }) => seed)), anySeed), fc.noShrink(fc.nat(9))],
    { numRuns: 12 },
    (seed, at) => {
      const client = clientOf(seed)
      const report = client === undefined ? undefined : reportOn(client)
      if (client === undefined || report === undefined || !report.exact) return
      const { findings } = report
      const fewer = findings.toSpliced(at % findings.length, 1)
      const ids = fewer.map(({ id }) => id).join()
      assert.ok(untruthOf(client, seed, { findings: fewer }) !== undefined, `${client.names.join()}: ${ids}`)
    },
  ),
)

/** For the specs of the laws: a sound effect keeps each, and for each law there is an effect that is wrong in one way. */
import type { Law } from '../../../src/kit/testing/laws.ts'
import { assert, suite } from '../../support/suite.ts'

/** The message with which a law fails; `undefined` if the law holds. */
export const failureOf = ({ check }: Law): Promise<string | undefined> =>
  check().then(
    () => undefined,
    (error: Error) => error.message,
  )

/** Finds a law by a part of its name. */
const lawNamed = (laws: ReadonlyArray<Law>, part: string): Law => {
  const found = laws.filter(({ name }) => name.includes(part))
  assert.is(found.length, 1, `laws named ${part}: ${found.length}`)
  return found[0] as Law
}

/** For each law a broken effect, by a part of the law's name. */
type Faults<Effect> = Readonly<Record<string, Effect>>

export const failsEachLaw = <Make>(
  what: string,
  lawsOf: (make: Make) => ReadonlyArray<Law>,
  sound: Make,
  faults: Faults<Make>,
): void => {
  const test = suite(`laws of ${what}`)
  test('a sound one keeps them all', async () => {
    for (const law of lawsOf(sound)) assert.is(await failureOf(law), undefined, law.name)
  })
  test('there is a planted fault for each', () => {
    const planted = Object.keys(faults).map((part) => lawNamed(lawsOf(sound), part).name)
    assert.equal(
      planted.toSorted(),
      lawsOf(sound)
        .map(({ name }) => name)
        .toSorted(),
    )
  })
  for (const [part, make] of Object.entries(faults))
    test(`a broken one fails: ${part}`, async () => {
      const law = lawNamed(lawsOf(make), part)
      const failure = (await failureOf(law)) ?? 'it holds'
      assert.ok(failure.startsWith(`the law is broken: ${law.name}\n`), failure)
      assert.match(failure, /given: +.*\nexpected: +.*\nseen: /s)
    })
}

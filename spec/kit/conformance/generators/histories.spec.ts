import type { GeneratedInput } from '../../../../src/kit/conformance/generators/Generator.ts'
import type { VerifyInput, VerifyKey, VerifyStep } from '../../../../src/kit/conformance/Vector.ts'
import { assert, suite } from '../../../support/suite.ts'
import { drawnBy, passed, portWith } from './drawn.ts'

const drawing = suite('generated histories')
const port = portWith()

interface Step {
  readonly appId: string
  readonly line: string
  readonly clock: number
  readonly passes: boolean
}

const stepsOf = ({ input, passes }: GeneratedInput<'verify'>): ReadonlyArray<Step> =>
  input.steps.map(({ now, later = now, authorization: [line = ''] }, i) => ({
    appId: /app_id=([^,]*)/.exec(line)?.[1] ?? '',
    line,
    clock: Math.floor(later),
    passes: (passes as ReadonlyArray<boolean>)[i] as boolean,
  }))

type Validity = 'notBefore' | 'notAfter'
/** Whether steps on one side of an edge of a key's validity, and the next second on the other, have these verdicts. */
const meetsEdge =
  (edge: Validity, passes: boolean) =>
  (drawn: GeneratedInput<'verify'>): boolean =>
    drawn.input.keys.some((key) =>
      stepsOf(drawn).some((step) => {
        const beyond = edge === 'notAfter' ? 1 : -1
        const last = key[edge]
        return (
          last !== undefined &&
          step.appId === key.appId &&
          step.passes === passes &&
          step.clock === (passes ? last : last + beyond)
        )
      }),
    )

/** A key's validity begins or ends between two steps of its app. */
const turns =
  (edge: Validity) =>
  (drawn: GeneratedInput<'verify'>): boolean =>
    drawn.input.keys.some(({ appId, [edge]: at = -1 }) => {
      const steps = stepsOf(drawn).filter((step) => step.appId === appId && at >= 0)
      const isIn = ({ clock }: Step): boolean => (edge === 'notAfter' ? clock <= at : clock >= at)
      return steps.some(
        (one, i) => one.passes && isIn(one) && steps.slice(i).some((other) => !other.passes && !isIn(other)),
      )
    })

const windowOf =
  (test: (seconds: number) => boolean, name: 'maxAge' | 'maxSkew') =>
  (drawn: GeneratedInput<'verify'>): boolean =>
    test(drawn.input[name]) && stepsOf(drawn).some(({ passes }) => passes)
const isNone = (seconds: number): boolean => seconds === 0
const isDay = (seconds: number): boolean => seconds >= 86_400

const jumps =
  (direction: 1 | -1) =>
  (drawn: GeneratedInput<'verify'>): boolean =>
    stepsOf(drawn).some(({ clock }, i, all) => direction * (clock - (all[i - 1]?.clock ?? clock)) > 10)

/** What histories are for. */
const events: { readonly [event: string]: (drawn: GeneratedInput<'verify'>) => boolean } = {
  'an age of 0': windowOf(isNone, 'maxAge'),
  'a skew of 0': windowOf(isNone, 'maxSkew'),
  'an age of a day or more': windowOf(isDay, 'maxAge'),
  'a skew of a day or more': windowOf(isDay, 'maxSkew'),
  'the clock goes forward': jumps(1),
  'the clock goes back': jumps(-1),
  'the first second of a key': meetsEdge('notBefore', true),
  'the second before it': meetsEdge('notBefore', false),
  'the last second of a key': meetsEdge('notAfter', true),
  'the second behind it': meetsEdge('notAfter', false),
  'a key that ends between two requests': turns('notAfter'),
  'a key that is not yet valid when the clock has gone back': turns('notBefore'),
  'several apps': ({ input }) => new Set(input.keys.map(({ appId }) => appId)).size > 1,
  'several keys of one app': ({ input }) => new Set(input.keys.map(({ appId }) => appId)).size < input.keys.length,
}

for (const [event, happens] of Object.entries(events)) {
  drawing(`history: ${event}`, () => assert.ok(drawnBy<'verify'>('history').some(happens)))
}

drawing('throng: a request is refused when thousands have come since it was accepted', () => {
  for (const each of drawnBy<'verify'>('throng')) {
    const steps = stepsOf(each)
    const first = steps[0] as Step
    assert.ok(first.passes && steps.slice(2000).some(({ line, passes }) => !passes && line === first.line))
  }
})

type Change = (input: VerifyInput) => VerifyInput

/** Whether a verifier that reads its input like this decides one of these otherwise. */
const isNoticed = async (names: ReadonlyArray<string>, read: Change): Promise<boolean> => {
  for (const { input, passes } of names.flatMap((name) => drawnBy<'verify'>(name))) {
    const changed = read(input)
    if (JSON.stringify(changed) === JSON.stringify(input)) continue
    const answer = await port.answer('verify', changed)
    if (JSON.stringify(passed(answer, 'verify')) !== JSON.stringify(passes)) return true
  }
  return false
}

const eachStep =
  (change: (step: VerifyStep) => VerifyStep): Change =>
  (input) => ({ ...input, steps: input.steps.map(change) })
const eachKey =
  (change: (key: VerifyKey) => VerifyKey): Change =>
  (input) => ({ ...input, keys: input.keys.map(change) })
/** Seconds in 64 bits of nanoseconds. */
const inNanoseconds = (seconds: number): number =>
  Number(BigInt.asIntN(64, BigInt(seconds) * 1_000_000_000n)) / 1_000_000_000

/** Careless verifiers, by the generators that find them. */
const careless: { readonly [generators: string]: { readonly [mistake: string]: Change } } = {
  'request-to-verify clock-to-verify': {
    'rounds a clock below 0 up': eachStep((step) => ({ ...step, now: Math.trunc(step.now) })),
    'rounds a later clock below 0 up': eachStep(({ later, ...step }) => ({
      ...step,
      ...(later !== undefined && { later: Math.trunc(later) }),
    })),
    'takes a later clock of 0 for none': eachStep(({ later, ...step }) => ({ ...step, ...(later && { later }) })),
    'takes a notAfter of 0 for none': eachKey(({ notAfter, ...key }) => ({ ...key, ...(notAfter && { notAfter }) })),
    'takes a notBefore of 0 for none': eachKey(({ notBefore, ...key }) => ({
      ...key,
      ...(notBefore && { notBefore }),
    })),
    'takes a maxAge of 0 for none': (input) => ({ ...input, maxAge: input.maxAge || 300 }),
    'takes a maxSkew of 0 for none': (input) => ({ ...input, maxSkew: input.maxSkew || 60 }),
    'takes a bodyLimit of 0 for none': (input) => ({ ...input, bodyLimit: input.bodyLimit || 1_048_576 }),
    'has a maxAge of at most 292 years': (input) => ({ ...input, maxAge: inNanoseconds(input.maxAge) }),
    'has a maxSkew of at most 292 years': (input) => ({ ...input, maxSkew: inNanoseconds(input.maxSkew) }),
  },
  'configured-verifier': {
    'knows a key of another app by its text alone': (input) => ({
      ...input,
      keys: input.keys.filter(
        ({ appId, key }) => appId !== 'third' || input.keys.some((one) => one.appId !== appId && one.key === key),
      ),
    }),
    'knows a key of another app only while it is of use': (input) => ({
      ...input,
      keys: input.keys.filter(({ appId, revoked, notAfter }) => appId !== 'third' || (!revoked && notAfter !== 0)),
    }),
  },
  // What they keep of a step and should forget.
  story: {
    'keeps a later clock': (input) => {
      let kept: number | undefined
      return eachStep(({ later = kept, ...step }) => {
        kept = later
        return { ...step, ...(later !== undefined && { later }) }
      })(input)
    },
    'keeps a permission': (input) => {
      let kept = true
      return eachStep(({ allowed = kept, ...step }) => {
        kept = allowed
        return { ...step, allowed }
      })(input)
    },
    'has a clock that never goes back': (input) => {
      let highest = Number.NEGATIVE_INFINITY
      return eachStep(({ now, later = now, ...step }) => {
        const first = Math.max(highest, now)
        highest = Math.max(first, later)
        return { ...step, now: first, later: highest }
      })(input)
    },
  },
}

for (const [generators, mistakes] of Object.entries(careless)) {
  for (const [mistake, read] of Object.entries(mistakes)) {
    drawing(`a default run finds a verifier that ${mistake}`, async () =>
      assert.ok(await isNoticed(generators.split(' '), read)),
    )
  }
}

interface Claim {
  readonly appId: string
  readonly nonce: string
  readonly clock: number
}

const hashOf = (factor: number, text: string): number =>
  [...text].reduce((hash, character) => (Math.imul(hash, factor) + character.charCodeAt(0)) | 0, 0)

/** Guards that take one claim for another, or forget one; each says whether it knows the second by the first. */
const guards: { readonly [mistake: string]: (maxAge: number) => (earlier: Claim, claim: Claim) => boolean } = {
  'keeps two generations of maxAge': (maxAge) => (a, b) =>
    a.nonce === b.nonce && Math.floor(b.clock / (maxAge || 1)) - Math.floor(a.clock / (maxAge || 1)) < 2,
  'forgets maxAge after its own clock': (maxAge) => (a, b) => a.nonce === b.nonce && b.clock - a.clock <= maxAge,
  'joins app id and nonce': () => (a, b) => a.appId + a.nonce === b.appId + b.nonce,
  'joins nonce and app id': () => (a, b) => a.nonce + a.appId === b.nonce + b.appId,
  'joins them with a hyphen': () => (a, b) => `${a.appId}-${a.nonce}` === `${b.appId}-${b.nonce}`,
  'compares numbers': () => (a, b) => a.nonce === b.nonce || Number(a.nonce) === Number(b.nonce),
  'ignores case': () => (a, b) => a.nonce.toLowerCase() === b.nonce.toLowerCase(),
  'looks at 32 characters': () => (a, b) => a.nonce.slice(0, 32) === b.nonce.slice(0, 32),
  'hashes by 31': () => (a, b) => hashOf(31, a.nonce) === hashOf(31, b.nonce),
  'hashes by 33': () => (a, b) => hashOf(33, a.nonce) === hashOf(33, b.nonce),
}

/** Whether the guard decides a step otherwise. */
const isMistaken =
  (knows: (maxAge: number) => (earlier: Claim, claim: Claim) => boolean) =>
  (drawn: GeneratedInput<'verify'>): boolean => {
    const steps = stepsOf(drawn)
    const claimOf = ({ appId, clock, line }: Step): Claim => ({
      appId,
      clock,
      nonce: /nonce_str=([^,]*)/.exec(line)?.[1] ?? '',
    })
    return steps.some((step, i) => {
      const accepted = steps.slice(0, i).filter(({ passes }) => passes)
      const isKnown = accepted.some((one) => knows(drawn.input.maxAge)(claimOf(one), claimOf(step)))
      return step.passes ? isKnown : !isKnown && accepted.some(({ line }) => line === step.line)
    })
  }

for (const [mistake, knows] of Object.entries(guards)) {
  drawing(`story finds a guard that ${mistake}`, () => assert.ok(drawnBy<'verify'>('story').some(isMistaken(knows))))
}

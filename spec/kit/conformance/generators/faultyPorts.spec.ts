/**
 * Faults that no single request shows: another order of checks, state between runs, nonces that come again, a memory that is too small; and
 * what the report says of them.
 */
import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Driver, inProcess } from '../../../../src/kit/conformance/Driver.ts'
import { rerunOf } from '../../../../src/kit/conformance/failure.ts'
import { generatorsOf } from '../../../../src/kit/conformance/generators/all.ts'
import { drawRuns } from '../../../../src/kit/conformance/generators/draws.ts'
import type { GeneratedRun } from '../../../../src/kit/conformance/generators/Generator.ts'
import { orders } from '../../../../src/kit/conformance/generators/order.ts'
import { run } from '../../../../src/kit/conformance/generators/run.ts'
import { createPort, type Port } from '../../../../src/kit/conformance/port.ts'
import { folded } from '../../../../src/kit/conformance/reports/folds.ts'
import type { Inputs } from '../../../../src/kit/conformance/Vector.ts'
import { assert, suite } from '../../../support/suite.ts'
import { packaged, reportOn, withoutCanaries } from '../ports/cases.ts'
import { signersBy } from './drawn.ts'

const faulty = suite('a port with a fault that no single request shows')

const ours = createPort({ version: '1.0.0' })
const settings = { generators: [orders], runs: orders.arbitraries.length, seed: 'a', limitMs: 10_000 }
/** It looks at permissions before anything is verified. */
const hasty: Port['answer'] = async (op, input) => {
  const answer = await ours.answer(op, input)
  if (op !== 'verify' || !Array.isArray(answer.value)) return answer
  const { steps } = input as Inputs['verify']
  const value = answer.value.map((verdict, i) =>
    steps[i]?.allowed === false ? { outcome: 'reject', reason: 'app_forbidden' } : verdict,
  )
  return { ...answer, value }
}
const briefly = { ...settings, isBrief: true, now: () => 0, rerun: (path: string) => path, onRun: () => {} }

faulty('another order of checks is a failure where the reasons are the suite’s, and counted elsewhere', async () => {
  const driver = inProcess({ ...ours, answer: hasty })
  const { reasons: _, ...undeclared } = ours.hello
  const declared = await run(driver, ours.hello, briefly)
  assert.match(
    declared.failures[0]?.message ?? '',
    /^request 2 of 5: the reason is app_forbidden, and must be \w+. The request has two faults. The port takes step \d+ of the order/,
  )
  const counted = await run(driver, undeclared, briefly)
  assert.equal(counted.failures, [])
  assert.ok(counted.order !== undefined && counted.order.agree < counted.order.of && !counted.order.isJudged)
  const right = await run(inProcess(ours), undeclared, briefly)
  assert.ok(right.order !== undefined && right.order.agree === right.order.of)
})

faulty('a reason by another name is no wrong order', async () => {
  const answer: Port['answer'] = async (op, input) =>
    JSON.parse(JSON.stringify(await ours.answer(op, input)).replaceAll('app_forbidden', 'app_not_allowed'))
  const { failures } = await run(inProcess({ ...ours, answer }), ours.hello, briefly)
  assert.match(
    failures[0]?.message ?? '',
    /: the reason is app_not_allowed, and must be app_forbidden. This is the name in reasons.json for step \d+ of the order/,
  )
})

/** Its answers to the requests of the generator `order`: a valid one, then one with both faults, one with each, and a valid one. */
const withReasons = (
  change: (reasons: ReadonlyArray<string | undefined>) => ReadonlyArray<string | undefined>,
): Port => ({
  ...ours,
  answer: async (op, input) => {
    const answer = await ours.answer(op, input)
    if (!Array.isArray(answer.value)) return answer
    const reasons = change(answer.value.map(({ reason }) => reason))
    return {
      ...answer,
      value: answer.value.map((verdict, i) => (reasons[i] ? { ...verdict, reason: reasons[i] } : verdict)),
    }
  },
})
const messagesOf = async (port: Port, path: string): Promise<ReadonlyArray<string>> => {
  const { failures } = await run(inProcess(port), ours.hello, { ...briefly, path })
  return failures.map(({ message }) => message)
}

faulty(
  'for all pairs of checks: the report names the step that is taken too early, and the step before it',
  async () => {
    const secondFirst = withReasons(([valid, , ofFirst, ofSecond, last]) => [valid, ofSecond, ofFirst, ofSecond, last])
    for (const { path, input, checks } of drawRuns(settings)) {
      assert.ok(checks !== undefined)
      const { first, second } = checks
      const { steps } = input as Inputs['verify']
      if (first.reason === second.reason || steps.length < 5) continue
      const [message = ''] = await messagesOf(secondFirst, path)
      assert.match(message, `the reason is ${second.reason}, and must be ${first.reason}. `)
      assert.match(message, first.step === second.step ? `In step ${first.step} of` : `before step ${first.step} (`)
      for (const { name, step } of [first, second])
        assert.ok(message.includes(name) && message.includes(`step ${step}`))
    }
  },
)

faulty('a port that skips a check is told so, and by which step it refuses', async () => {
  const skips = withReasons((reasons) =>
    reasons.map((reason) => (reason === 'app_unknown' ? 'signature_invalid' : reason)),
  )
  const { failures } = await run(inProcess(skips), ours.hello, briefly)
  const skipped =
    'the reason is signature_invalid, and must be app_unknown. The port skips step 6 of the order of checks (the app is known)'
  assert.match(failures[0]?.message ?? '', skipped)
})

faulty('the steps of the checks are those of the page', () => {
  const [, page = ''] = readFileSync('vectors/README.md', 'utf8').split('### The order of checks')
  const lists = page.split(/Check a .*in this order/).slice(1, 3)
  const numbersOf = (list: string): ReadonlyArray<number> => [...list.matchAll(/^(\d+)\. /gm)].map(([, n]) => Number(n))
  const orderings = new Set(drawRuns(settings).map(({ checks }) => checks?.all ?? []))
  assert.equal(
    [...orderings].map((all) => [...new Set(all.map(({ step }) => step))]),
    lists.map(numbersOf),
  )
})

/** A port that can be started again, which makes a new one. */
const restarting = (make: () => Port): Driver => {
  let port = make()
  return {
    ...inProcess(port),
    run: (op, input, limitMs) => inProcess(port).run(op, input, limitMs),
    fresh: async () => {
      port = make()
      return port.hello
    },
  }
}
faulty('what passes alone is reported as state, with the run that it fails behind', async () => {
  const ids = ['timestamp/age-at-limit', 'method/get-with-body', 'timestamp/age-over-limit']
  const forgetful = (): Port => {
    let last = 0
    return {
      ...ours,
      // A window that the verifier before had.
      answer: async (op, input) => {
        const { steps = [] } = input as Partial<Inputs['verify']>
        const isLater = (steps[0]?.now ?? 0) < last
        last = Math.max(last, steps[0]?.now ?? 0)
        return isLater ? { outcome: 'value', value: [{ outcome: 'reject', reason: 'clock' }] } : ours.answer(op, input)
      },
    }
  }
  const { cases } = await reportOn(restarting(forgetful), { ids })
  const failed = cases.flatMap(({ id, failure }) => (failure === undefined ? [] : [{ id, ...failure }]))
  assert.ok(failed.length > 0)
  for (const { message, flags } of failed) {
    assert.match(message, /^it passes alone: the port keeps state between runs; /)
    assert.equal(flags, [])
  }
  const sound = restarting(() => ours)
  assert.is((await reportOn(sound, { ids })).counts.pass, ids.length)
})

faulty('what fails behind runs that were not found in time is repeated behind them all', () => {
  const run = {
    settings: { seed: 's', level: 'full', mode: { _tag: 'Fresh' } },
    driver: { command: './port' },
  } as never
  assert.is(rerunOf(run, { path: 'story:42' }, []), 'npx countersign conform --level full --seed s -- ./port')
})

faulty('a signature that fails by chance is not reported as state', async () => {
  let hasFailed = false
  const answer: Port['answer'] = async (op, input) => {
    if (hasFailed || (input as Partial<Inputs['sign']>).times === undefined) return ours.answer(op, input)
    hasFailed = true
    return { outcome: 'reject', reason: 'chance' }
  }
  const once = restarting(() => ({ ...ours, answer }))
  const { cases } = await reportOn(once, { ids: ['nonce/fifty-in-one-second'], mode: withoutCanaries })
  assert.match(cases[0]?.failure?.message ?? '', /^it must be accepted/)
})

faulty('a mistake is reported with how many of its cases fail, the likeliest first', async () => {
  const ids = ['rsa/bits-2049', 'keys/public-bits-2049', 'rsa/exponent-65539', 'rsa/exponent-largest']
  const narrow: Port['answer'] = async (op, input) => {
    const { keys = [], key } = input as Partial<Inputs['verify'] & Inputs['rsaVerify']>
    const all = [...keys.map((one) => one.key), ...(key === undefined ? [] : [key])]
    const isUsual = all.every((pem) => createPublicKey(pem).asymmetricKeyDetails?.publicExponent === 65_537n)
    return isUsual ? ours.answer(op, input) : { outcome: 'reject', reason: 'key_invalid' }
  }
  const { cases } = await reportOn(inProcess({ ...ours, answer: narrow }), { ids })
  const [first, ...others] = folded(cases.filter(({ verdict }) => verdict === 'fail')).map(
    ([one]) => one.failure?.flags,
  )
  const found = first?.map(({ flag, cases: all, failed }) => [flag, all, failed])
  assert.equal(found, [['key-exponent-narrow', 1, 1]])
  assert.ok(others.every((flags) => flags?.every(({ cases: all = 1, failed = 1 }) => failed < all)))
})

/** The path of a story with hundreds of nonces, whose verifier must remember each. */
const longStory = ((): string => {
  const stories = generatorsOf(packaged, 'full').filter(({ name }) => name === 'story')
  const drawn = drawRuns({ generators: stories, runs: stories[0]?.arbitraries.length ?? 0, seed: 'a' })
  const hasMany = ({ input }: GeneratedRun): boolean => (input as Inputs['verify']).steps.length >= 300
  return drawn.find((run) => hasMany(run) && run.rule.startsWith('nonces and app ids'))?.path ?? 'none'
})()

faulty('a memory that is too small is reported by the rule about remembering', async () => {
  const small: Port['answer'] = async (op, input) => {
    const answer = await ours.answer(op, input)
    if (op !== 'verify' || !Array.isArray(answer.value)) return answer
    const { steps, ...settings } = input as Inputs['verify']
    const last = (await ours.answer(op, { ...settings, steps: steps.slice(-60) })).value as ReadonlyArray<unknown>
    return steps.length <= 60 ? answer : { ...answer, value: [...answer.value.slice(0, -60), ...last] }
  }
  const { generated } = await reportOn(inProcess({ ...ours, answer: small }), {
    ids: [],
    seed: 'a',
    isBrief: true,
    generated: { runs: 1, path: longStory },
  })
  assert.match(generated?.failures[0]?.rule ?? '', /^a verifier remembers each used nonce/)
})

faulty('a signer makes ten times 256 nonces, and two after each new start', async () => {
  const asked: Array<number> = []
  const make = signersBy((start, drawn) => `${start} ${drawn}`)
  const counted = (): Port => {
    const signer = make()
    return {
      ...signer,
      answer: (op, input) => {
        asked.push((input as Inputs['sign']).times ?? 1)
        return signer.answer(op, input)
      },
    }
  }
  const settings = { ids: [], seed: 'a', generated: { runs: 1, path: 'own-nonce:0' }, mode: withoutCanaries }
  const { generated } = await reportOn(restarting(counted), settings)
  assert.equal(generated?.failures, [])
  assert.equal(asked, [...Array.from({ length: 10 }, () => 256), 2, 2, 2])
})

/** By the number of a start, what its generator is seeded with. */
const seeds: Readonly<Record<string, (start: number) => number>> = {
  'alike at each start': () => 0,
  'with the second of its start': (start) => Math.min(start, 2),
}
for (const [how, seedAt] of Object.entries(seeds))
  faulty(`a signer whose generator is seeded ${how} is found`, async () => {
    const settings = { ids: [], seed: 'a', generated: { runs: 1, path: 'own-nonce:0' }, isBrief: true }
    const { generated } = await reportOn(restarting(signersBy((start, drawn) => `${seedAt(start)} ${drawn}`)), settings)
    const [failure] = generated?.failures ?? []
    assert.match(
      failure?.message ?? '',
      /^the port was asked .* after it was started again, and used the nonce [0-9a-f]{64} again$/,
    )
  })

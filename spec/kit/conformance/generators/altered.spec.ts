/** Signed, then altered: a verifier that makes any of the forbidden normalizations accepts a request that it must refuse. */

import { alterations } from '../../../../src/kit/conformance/generators/alterations.ts'
import { altered } from '../../../../src/kit/conformance/generators/altered.ts'
import { drawRuns } from '../../../../src/kit/conformance/generators/draws.ts'
import type { Generator } from '../../../../src/kit/conformance/generators/Generator.ts'
import { inputOf, plainDraft } from '../../../../src/kit/conformance/generators/requestDrafts.ts'
import type { Inputs, PortAnswer, VerifyStep } from '../../../../src/kit/conformance/Vector.ts'
import { forBodies } from '../../../../src/kit/values/forbidden/inBodies.ts'
import { forMethods, forNames, forTokens } from '../../../../src/kit/values/forbidden/inHeaders.ts'
import { forTargets } from '../../../../src/kit/values/forbidden/inTargets.ts'
import { type Normalization, normalization, pieces } from '../../../../src/kit/values/Normalization.ts'
import { assert, suite } from '../../../support/suite.ts'
import { portWith } from './drawn.ts'

const careless = suite('signed, then altered')

type VerifyInput = Inputs['verify']

/** A verifier that normalizes nothing. */
const sound = portWith()
const [generator] = altered as readonly [Generator]
/** One run of each arbitrary: so each trigger of each normalization is in one of them. */
const runs = drawRuns({ generators: [generator], runs: generator.arbitraries.length, seed: 'a' })

interface AlteredRequest {
  readonly settings: VerifyInput
  readonly step: VerifyStep
}

const [plainStep] = inputOf(plainDraft).steps as readonly [VerifyStep]

/** The requests of the runs in which this part was altered so that the normalization of this name changes it. */
const requestsFor = (name: string, part: keyof VerifyStep): ReadonlyArray<AlteredRequest> => {
  const isAltered = (step: VerifyStep): boolean => JSON.stringify(step[part]) !== JSON.stringify(plainStep[part])
  return runs.flatMap(({ input, changes = [] }) => {
    const settings = input as VerifyInput
    const steps = settings.steps.filter((step, i) => changes[i] === name && isAltered(step))
    return steps.map((step) => ({ settings, step }))
  })
}

/** Does to a request what a careless verifier does before it verifies. */
const normalize = {
  method: (step: VerifyStep, apply: Normalization['apply']) => ({ ...step, method: apply(step.method) }),
  target: (step: VerifyStep, apply: Normalization['apply']) => ({ ...step, target: apply(step.target) }),
  body: (step: VerifyStep, apply: Normalization['apply']) => {
    const bytes = 'hex' in step.body ? Buffer.from(step.body.hex, 'hex').toString('latin1') : ''
    return { ...step, body: { hex: Buffer.from(apply(bytes), 'latin1').toString('hex') } }
  },
}

const verdictOn = async ({ settings, step }: AlteredRequest): Promise<string> => {
  const { value } = await sound.answer('verify', { ...settings, steps: [step] })
  const [verdict] = value as ReadonlyArray<PortAnswer>
  return verdict?.outcome === 'accept' ? 'accepted' : (verdict?.reason ?? 'no reason')
}

/** Why a verifier that normalizes so would pass the runs; undefined if it accepts one of their requests. */
const missed = async (part: keyof typeof normalize, { name, apply }: Normalization): Promise<string | undefined> => {
  const requests = requestsFor(name, part)
  if (requests.length === 0) return `${name}: no request was altered so`
  const verdicts = await Promise.all(
    requests.map(({ settings, step }) => verdictOn({ settings, step: normalize[part](step, apply) })),
  )
  // Some normalizations make a text that no verifier takes, such as an empty method: they let nothing in.
  const isHarmless = verdicts.every((verdict) => verdict === `${part}_invalid`)
  return verdicts.includes('accepted') || isHarmless ? undefined : `${name}: ${[...new Set(verdicts)].join(', ')}`
}

const normalizationsOf = {
  method: forMethods,
  target: forTargets,
  body: forBodies,
}

for (const part of ['method', 'target', 'body'] as const)
  careless(`a verifier that normalizes the ${part} in any of these ways accepts a request of the runs`, async () => {
    const reasons = await Promise.all(normalizationsOf[part].map((row) => missed(part, row)))
    assert.equal(
      reasons.filter((reason) => reason !== undefined),
      [],
    )
  })

careless('a normalization that is never drawn is missed', async () => {
  const neverDrawn = normalization('never drawn', (text) => text, pieces('x'))
  assert.is(await missed('method', neverDrawn), 'never drawn: no request was altered so')
})

for (const [part, rows] of Object.entries(alterations))
  careless(`each trigger for the ${part} alters a valid text that is drawn`, () => {
    const idle = rows.filter((row) => row.alterations().length === 0)
    assert.equal(
      idle.map(({ normalization: { name, triggers } }) => ({ name, triggers })),
      [],
    )
  })

const namesOf = {
  app: {
    rows: forNames,
    sent: /app_id=(.*),nonce_str=/s,
    isKnown: ({ keys }: VerifyInput, name: string) => keys.some(({ appId }) => appId === name),
  },
  token: {
    rows: forTokens,
    sent: /^Bearer (.*)$/s,
    isKnown: ({ tokens }: VerifyInput, name: string) => (tokens ?? []).some(({ token }) => token === name),
  },
}

for (const [part, { rows, sent, isKnown }] of Object.entries(namesOf))
  careless(`a verifier that normalizes the name of each ${part} in any of these ways finds a known one`, () => {
    const isMet = ({ name, apply }: Normalization): boolean =>
      runs.some(({ input, changes = [] }) => {
        const settings = input as VerifyInput
        return settings.steps.some(({ authorization: [line = ''] }, i) => {
          const nameSent = sent.exec(line)?.[1]
          return changes[i] === name && nameSent !== undefined && isKnown(settings, apply(nameSent))
        })
      })
    assert.equal(
      rows.filter((row) => !isMet(row)).map(({ name }) => name),
      [],
    )
  })

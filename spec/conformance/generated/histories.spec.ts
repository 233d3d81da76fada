import * as assert from 'uvu/assert'
import type { Generator } from '../../../src/conformance/generated/Generator.ts'
import { histories } from '../../../src/conformance/generated/histories.ts'
import { requests } from '../../../src/conformance/generated/requests.ts'
import type { VerifyInput } from '../../../src/conformance/Vector.ts'
import { suite } from '../../support/suite.ts'
import { agrees, isRepeatable, meetsBothSides, passed, portWith, sample } from './law.ts'

// A crowd has hundreds of steps, so a few of them have as many as the others.
const runs: Readonly<Record<string, number>> = { crowd: 10 }

const drawing = suite('generated histories')

for (const each of [...histories, ...requests]) {
  const { name } = each
  drawing(`${name}: our own port agrees on each step`, () => agrees(each, runs[name] ?? 600))
  drawing(`${name}: each rule is met on both sides`, () => meetsBothSides(each, name === 'crowd' ? 20 : 400))
  drawing(`${name}: the same seed draws the same inputs`, () => isRepeatable(each))
  drawing(`${name}: there is a verdict for each step`, () => {
    for (const { input, passes } of sample(each, 20)) {
      const { steps } = input as VerifyInput
      assert.ok(steps.length > 0)
      if (Array.isArray(passes)) assert.is(passes.length, steps.length)
    }
  })
}

/** What lenient verifiers do to a header before they read it. */
const lenient: { readonly [mistake: string]: (lines: ReadonlyArray<string>) => ReadonlyArray<string> } = {
  'takes the first of several headers': (lines) => lines.slice(0, 1),
  'trims the header': (lines) => lines.map((line) => line.trim()),
  'splits at any white space': (lines) => lines.map((line) => line.replace(/\s+/, ' ')),
  'trims each item': (lines) => lines.map((line) => line.replace(/\s*,\s*/g, ',')),
  'skips empty items': (lines) =>
    lines.map((line) => line.replace(/ ,|,(?=,|$)/g, (comma) => comma.slice(0, -1) || '')),
  'splits at semicolons': (lines) => lines.map((line) => line.replaceAll(';', ',')),
  'takes quotes away': (lines) => lines.map((line) => line.replaceAll('"', '')),
  'reads keys in any case': (lines) =>
    lines.map((line) => line.replace(/[ ,][A-Z_]+(?==)/g, (key) => key.toLowerCase())),
  'skips unknown keys': (lines) =>
    lines.map((line) => line.replace(/,(?!app_id|nonce_str|timestamp|signature)\w+=1$/, '')),
  'has no limit of length': (lines) => lines.map((line) => line.replace(/ +/, ' ')),
  'takes Base64 for URLs': (lines) =>
    lines.map((line) =>
      line.replace(/signature=[^,]*/, (all) => `signature=${all.slice(10).replaceAll('-', '+').replaceAll('_', '/')}`),
    ),
  'takes Base64 without padding': (lines) => lines.map((line) => line.replace(/(signature=[^,=]{342})(?=,|$)/, '$1==')),
  'takes Base64 with unused bits': (lines) =>
    lines.map((line) =>
      line.replace(
        /(signature=[^,=]{342})==/,
        (all) => `signature=${Buffer.from(all.slice(10), 'base64').toString('base64')}`,
      ),
    ),
}

for (const [mistake, read] of Object.entries(lenient)) {
  drawing(`request-to-verify finds a verifier that ${mistake}`, async () => {
    const port = portWith()
    const near = sample(requests[0] as Generator<'verify'>, 3000).filter(
      ({
        input: {
          steps: [step],
        },
        passes,
      }) => {
        const lines = step?.authorization ?? []
        return String(passes) === 'false' && String(read(lines)) !== String(lines)
      },
    )
    let found = 0
    for (const { input } of near) {
      const steps = input.steps.map((step) => ({ ...step, authorization: read(step.authorization) }))
      const answer = await port.answer('verify', { ...input, steps })
      if (String(passed(answer, 'verify')) === 'true') found++
    }
    assert.ok(found > 0)
  })
}

drawing.run()

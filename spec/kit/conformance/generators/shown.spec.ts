import { toBytes } from '../../../../src/kit/conformance/content.ts'
import type { Inputs, Op } from '../../../../src/kit/conformance/Vector.ts'
import { assert, suite } from '../../../support/suite.ts'
import { drawnAt, seeds } from './drawn.ts'

const shown = suite('what a default run shows')

/** A default run of any seed has such an input, which some port takes for another. */
const shows = <O extends Op>(op: O, what: string, is: (input: Inputs[O], passes: boolean) => boolean): void =>
  shown(`${op}: ${what}`, () => {
    for (const seed of seeds)
      assert.ok(
        drawnAt('full', seed).some((run) => run.op === op && is(run.input as Inputs[O], run.passes === true)),
        seed,
      )
  })

const isSigned = ({ credentials }: Inputs['request']): boolean => 'appId' in credentials
const textOf = ({ body }: Inputs['decodeJob']): string => Buffer.from(toBytes(body)).toString()

shows(
  'request',
  'a timestamp beyond 32 bits',
  (all, passes) => passes && isSigned(all) && Number(all.timestamp) > 2 ** 32,
)
shows('request', 'a long nonce', (all, passes) => passes && isSigned(all) && all.nonce.length > 16)
shows('request', 'an auth type of its own beside a path', (all, passes) => {
  const { authType, baseUrl } = all
  return passes && isSigned(all) && authType !== 'SVC-SHA256-RSA' && /[a-z0-9]\/\w/i.test(baseUrl)
})
shows('request', 'a path under a token', (all, passes) => passes && !isSigned(all) && /[a-z]\/\w/.test(all.baseUrl))
shows('request', 'plain http under a token', (all, passes) => !passes && !isSigned(all) && /^http:/i.test(all.baseUrl))
shows('request', 'a lone half under a token', (all, passes) => !passes && !isSigned(all) && 'utf16' in all.body)
shows('request', 'no job under a token', (all, passes) => !passes && !isSigned(all) && 'job' in all.body)
shows('request', 'a job that nests too deep', ({ body }, passes) => {
  const json = 'job' in body ? JSON.stringify(body.job) : ''
  return !passes && /(?:\[|\{"a":){100}/.test(json)
})
shows('request', 'a large body', ({ body }, passes) => passes && 'hex' in body && body.hex.length > 131_072)
shows('sign', 'a large body', ({ body }, passes) => passes && 'hex' in body && body.hex.length > 131_072)
shows('sign', 'marks of a template', ({ body }, passes) => passes && 'hex' in body && /24(?:24|26)|2525/.test(body.hex))
shows('parseAuthorization', 'a token beside a wrong auth type', ({ authorization: [line = ''] }, passes) => {
  return !passes && line === 'Bearer abc'
})
shows(
  'decodeJob',
  'a text that looks like a date',
  (all, passes) => passes && textOf(all).includes('"2023-11-14T22:13:20Z"'),
)
shows('decodeJob', 'a name that is an order', (all, passes) => passes && textOf(all).includes('"$type"'))
shows('decodeJob', 'an exponent with a capital', (all, passes) => passes && /[[,]-?\d+E\d/.test(textOf(all)))
shows('decodeJob', 'a wrong stage behind hundreds', (all, passes) => {
  return !passes && textOf(all).split('"type"').length > 250
})
shows('decodeJob', 'a name twice in a stage of another type', (all, passes) => {
  if (passes || !textOf(all).includes('{"a":1,"a":2}')) return false
  const { stages } = JSON.parse(textOf(all)) as { readonly stages: ReadonlyArray<{ readonly type?: string }> }
  return stages.some(({ type = '' }) => !['INPUT_INITIALIZE', 'DIFFUSION'].includes(type))
})

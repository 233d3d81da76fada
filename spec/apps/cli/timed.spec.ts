import { timed } from '../../../src/apps/cli/timed.ts'
import { type AtOnce, known } from '../../../src/effects/AtOnce.ts'
import { assert, suite } from '../../support/suite.ts'

const timing = suite('an effect whose time is measured')

const measured = (effect: AtOnce<number, string>) => {
  const took: Array<number> = []
  let now = 0
  return {
    took,
    effect: timed(
      effect,
      () => (now += 5),
      (ms) => took.push(ms),
    ),
  }
}

timing('a task is measured once, if it fails too, and has no answer at once', async () => {
  const { took, effect } = measured((n) => () => (n > 0 ? Promise.resolve('yes') : Promise.reject(new Error('no'))))
  assert.is(effect.atOnce, undefined)
  assert.is(await effect(1)(), 'yes')
  assert.is(await effect(0)().catch(() => 'failed'), 'failed')
  assert.equal(took, [5, 5])
})

timing('an answer at once is measured; that there is none is not', () => {
  const { took, effect } = measured(known(() => 'yes'))
  assert.is(effect.atOnce?.(1), 'yes')
  assert.equal(took, [5])
  const unknown = measured(Object.assign(() => () => Promise.resolve('later'), { atOnce: () => undefined }))
  assert.is(unknown.effect.atOnce?.(1), undefined)
  assert.equal(unknown.took, [])
})

/**
 * Contract tests of every platform's clock, timer, randomness and digest.
 */
import { createHash } from 'node:crypto'
import * as Digest from '../../src/effects/Digest.ts'
import type { Platform } from '../../src/effects/Platform.ts'
import { assert, suite } from './suite.ts'

export const commonContract = (name: string, { clock, timer, entropy, digest }: Platform): void => {
  const common = suite(`${name}: clock, timer, entropy, digest`)

  common('the clock reads whole seconds since 1970', () => {
    const before = Math.floor(Date.now() / 1000)
    const now = clock.now()
    assert.ok(Number.isInteger(now) && now >= before && now <= Date.now() / 1000)
  })

  common('the timer never wakes early', async () => {
    for (const ms of [0, 0.5, 1, 3, 10, 10, 10]) {
      const start = performance.now()
      await timer.wait(ms)()
      assert.ok(performance.now() - start >= ms)
    }
  })

  common('the timer neither wakes at once nor overflows for a wait longer than 31 bits', async () => {
    const warnings: Array<Error> = []
    const keep = (warning: Error) => void warnings.push(warning)
    process.on('warning', keep)
    const woken = await Promise.race([
      timer
        .wait(2 ** 31)()
        .then(() => true),
      new Promise((resolve) => setTimeout(resolve, 30, false)),
    ])
    process.off('warning', keep)
    assert.is(woken, false)
    assert.equal(warnings, [])
  })

  common('a deferred call never comes early, and never after it is cancelled', async () => {
    const came: Array<string> = []
    const start = performance.now()
    const calledOff = timer.after(15, () => came.push('called off'))
    await new Promise<void>((resolve) => {
      timer.after(20, () => {
        came.push('put off')
        resolve()
      })
      timer.after(1, calledOff)
    })
    assert.ok(performance.now() - start >= 20)
    assert.equal(came, ['put off'])
  })

  common('elapsed time counts milliseconds', async () => {
    const before = timer.elapsed()
    await timer.wait(10)()
    const passed = timer.elapsed() - before
    assert.ok(passed >= 10 && passed < 1000, `${passed}`)
  })

  common('a nonce is 32 lower-case hexadecimal digits, and never repeats', () => {
    const nonces = Array.from({ length: 1000 }, () => entropy.nonce())
    for (const nonce of nonces) assert.match(nonce, /^[0-9a-f]{32}$/)
    assert.is(new Set(nonces).size, 1000)
    // Each of the 128 bits is sometimes 0 and sometimes 1.
    const bits = nonces.map((nonce) => BigInt(`0x${nonce}`))
    const all = (1n << 128n) - 1n
    const shown = bits.reduce((a, b) => a | b)
    assert.is(shown, all)
    const told = bits.reduce((a, b) => a & b)
    assert.is(told, 0n)
  })

  common('the digest covers all chunks', async () => {
    const chunks = ['POST\n', '', '{}'].map((text) => new TextEncoder().encode(text))
    const expected = createHash('sha256').update('POST\n{}').digest()
    assert.equal(await digest.sha256(chunks)(), new Uint8Array(expected))
    assert.equal(await digest.sha256([])(), new Uint8Array(createHash('sha256').digest()))
  })

  common('the digest of streamed chunks is the same, even if each is overwritten afterwards', async () => {
    const hash = Digest.begin(digest)
    const room = new Uint8Array(3)
    for (const text of ['POS', 'T\n{']) {
      const part = room.subarray(0, new TextEncoder().encodeInto(text, room).written)
      hash.update(part)
      room.fill(0)
    }
    hash.update(new Uint8Array(0))
    assert.equal(await hash.end(), new Uint8Array(createHash('sha256').update('POST\n{').digest()))
  })
}

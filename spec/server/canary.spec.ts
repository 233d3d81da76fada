import fc from 'fast-check'
import type { KeyInput } from '../../src/core/KeyInput.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import * as node from '../../src/server/node.ts'
import { hostilePublicKeys } from '../support/hostileKeys.ts'
import { damagedPublicKeys } from '../support/keyForms.ts'
import * as like from '../support/lookalikes.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { sign } from '../support/world.ts'
import { canary, endOf, everythingOf, keepsSecret } from './secrets.ts'
import { clock, faces, key, keys, signed } from './verdictOf.ts'

const watching = suite('secrets: the check itself')

const complains = (text: string, ...known: ReadonlyArray<KeyInput>): boolean => {
  try {
    keepsSecret(text, ...known)
    return false
  } catch {
    return true
  }
}

watching('finds a canary, and part of a key across line breaks', () => {
  const { privatePem } = key
  for (const text of [`a ${canary}`, privatePem, JSON.stringify(privatePem), privatePem.slice(400, 430)]) {
    assert.ok(complains(text, privatePem), text)
  }
  const jwk = key.privateKey.export({ format: 'jwk' })
  assert.ok(complains(String(jwk.d), jwk))
  assert.not.ok(complains('nothing here', privatePem))
  assert.ok(complains(everythingOf({ deep: { er: new Error(canary) } })))
  assert.ok(complains(everythingOf(new Error('x', { cause: canary }))))
})

for (const [name, { createVerifier }] of faces) {
  const hiding = suite(`secrets of a verifier (${name})`)

  hiding('printing a verifier shows no token', async () => {
    const verifier = await createVerifier({ keys, tokens: { a: `${canary}.token`, b: [`${canary}2`] } })
    keepsSecret(everythingOf(verifier), key.privatePem)
  })

  hiding('errors about invalid keys and settings do not show them', async () => {
    for (const { input } of [...hostilePublicKeys(), ...damagedPublicKeys()]) {
      keepsSecret(everythingOf(await endOf(createVerifier({ keys: { 'app-1': input } }))), input, key.privatePem)
    }
    for (const options of [
      { keys: { [`${canary} as a name`]: key.publicPem } },
      { keys: { 'app-1': canary } },
      { keys: { 'app-1': { key: canary } } },
      { keys, tokens: { a: `${canary} and more` } },
      { keys, tokens: { [`${canary} and more`]: 'abc' } },
      { keys, tokens: { a: canary, b: canary } },
      { keys, tokens: canary },
      { keys, authType: `${canary} x` },
      { keys, edition: canary },
      { keys, guard: canary },
      { keys, cryptoOn: canary },
      { keys: canary },
    ]) {
      const error = await endOf(createVerifier(options as unknown as node.VerifierOptions))
      assert.instance(error, node.VerificationError)
      keepsSecret(everythingOf(error))
    }
  })

  hiding('a refusal shows nothing of its request, for every reason', async () => {
    const verifier = await createVerifier({ keys, clock, tokens: { a: 'abc' } })
    const { authorization } = await sign({ body: canary })
    const signature = /signature=(.*)$/.exec(authorization)?.[1] ?? ''
    const request = { method: 'POST', target: '/v1/jobs', authorization, body: canary }
    const changes: ReadonlyArray<Partial<node.ReceivedRequest>> = [
      { method: canary.repeat(9) },
      { target: `/${canary}` },
      { target: canary },
      { body: `${canary}!` },
      { body: `${canary}\ud800` },
      { authorization: `Bearer ${canary}` },
      { authorization: `Bearer ${canary} ${canary}` },
      { authorization: `${canary} x` },
      { authorization: [authorization, canary] },
      { authorization: `${authorization},${canary}=1` },
      { authorization: `${authorization}${canary}` },
      { authorization: authorization.replace('app-1', canary) },
      { authorization: authorization.replace('nonce_str=', `nonce_str=${canary}_`) },
      { body: () => Promise.reject(new Error(canary)) },
      { body: async () => canary as never },
    ]
    for (const change of changes) {
      const error = await endOf(verifier.verify({ ...request, ...change }))
      assert.instance(error, node.VerificationError, JSON.stringify(change))
      keepsSecret(everythingOf(error), signature)
    }
  })

  hiding('for all headers: a refusal does not show the header', async () => {
    const verifier = await createVerifier({ keys, clock, tokens: { a: 'abc' } })
    const withCanary = fc
      .oneof(like.headerLike(), arb.authorization().map(String))
      .chain((text) => fc.nat({ max: text.length }).map((at) => `${text.slice(0, at)}${canary}${text.slice(at)}`))
    await forAll([withCanary], async (authorization) => {
      const error = await endOf(verifier.verify({ method: 'POST', target: '/', authorization }))
      assert.instance(error, node.VerificationError)
      keepsSecret(everythingOf(error))
    })
  })

  hiding(
    'what the program’s own callbacks throw is the cause of the refusal, and shown in nothing of ours',
    async () => {
      const fault = new Error(canary)
      const thrower = () => {
        throw fault
      }
      const rejecter = () => Promise.reject(fault)
      const own = async (): Promise<string> => canary
      for (const options of [
        { authorize: thrower },
        { authorize: rejecter },
        { guard: { claim: thrower } },
        { guard: { claim: () => rejecter } },
        { guard: { claim: () => own } },
        { keys: { keysOf: thrower } },
        { keys: { keysOf: () => rejecter } },
      ]) {
        const verdicts: Array<node.Verdict> = []
        const onVerdict = (verdict: node.Verdict) => void verdicts.push(verdict)
        const verifier = await createVerifier({ keys, clock, ...options, onVerdict } as unknown as node.VerifierOptions)
        const error = (await endOf(verifier.verify(await signed()))) as node.VerificationError
        assert.instance(error, node.VerificationError)
        const { message, stack, cause } = error
        // The guard that answers nothing lawful has thrown nothing.
        assert.is(cause, JSON.stringify(message).includes('its answer is not one') ? undefined : fault)
        keepsSecret(everythingOf({ ...error, message, stack, verdicts }))
      }
    },
  )
}

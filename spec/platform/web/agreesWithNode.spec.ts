import fc from 'fast-check'
import * as StringToSign from '../../../src/core/StringToSign.ts'
import * as arb from '../../../src/kit/testing/arbitraries.ts'
import * as node from '../../../src/platform/node/index.ts'
import * as web from '../../../src/platform/web/index.ts'
import { rsa } from '../../support/keys.ts'
import { assert, forAll, right, suite } from '../../support/suite.ts'

const { privatePem, publicPem } = rsa()

const signatures = suite('web and node')

signatures('for all requests: each platform verifies the other’s signature, and the signatures are equal', async () => {
  const signers = [right(await node.signer(privatePem)()), right(await web.signer(privatePem)())] as const
  const keys = [right(await node.verificationKey(publicPem)()), right(await web.verificationKey(publicPem)())] as const
  assert.is(keys[0].fingerprint, keys[1].fingerprint)
  await forAll([arb.parts(), arb.body()], { numRuns: 60 }, async (parts, body) => {
    const message = StringToSign.make(parts, body)
    const byNode = right(await signers[0].sign(message)())
    const byWeb = right(await signers[1].sign(message)())
    assert.is(byNode, byWeb)
    assert.ok(await keys[0].verify(message, byWeb))
    assert.ok(await keys[1].verify(message, byNode))
  })
})

signatures('for all chunks: the digests are equal', () =>
  forAll([fc.array(fc.uint8Array())], async (chunks) =>
    assert.equal(await node.digest.sha256(chunks)(), await web.digest.sha256(chunks)()),
  ),
)

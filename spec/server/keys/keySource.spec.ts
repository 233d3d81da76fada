import * as node from '../../../src/server/node.ts'
import * as der from '../../support/der.ts'
import { publicForms } from '../../support/keyForms.ts'
import { ec, rsa } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'
import { warningsOf } from '../../support/warnings.ts'
import { now, type ToSign } from '../../support/world.ts'
import { canary, endOf, everythingOf, keepsSecret } from '../secrets.ts'
import { clock, faces, signed, verdictOf } from '../verdictOf.ts'

const pem = (name: string): string => rsa(2048, name).publicPem

const request = (key = 'app-1', what: ToSign = {}): Promise<node.ReceivedRequest> =>
  signed({ key: rsa(2048, key), ...what })

/** The faults of keys that the process warns of while `run` runs; the verifier warns of its verdict besides. */
const faultsOf = async (run: () => Promise<void>) =>
  (await warningsOf(run)).filter(({ code }) => code === 'COUNTERSIGN_KEYS')

for (const [name, { createVerifier, keySource }] of faces) {
  const source = suite(`keySource (${name})`)

  const verifierOn = (lookup: node.KeyLookup, options: node.KeySourceOptions = {}): Promise<node.Verifier> =>
    createVerifier({ keys: keySource(lookup, options), clock })

  source('accepts keys in every form that a record may have', async () => {
    const forms = publicForms(rsa(2048, 'app-1')).map(({ input }) => input)
    const jwks = ['app-2', 'app-1'].map((app) => rsa(2048, app).publicKey.export({ format: 'jwk' }))
    for (const given of [
      ...forms,
      [pem('app-2'), pem('app-1')],
      { keys: jwks },
      { key: pem('app-1'), notBefore: now, notAfter: now },
      { key: forms[1], notBefore: new Date(now * 1000), notAfter: String(now), revoked: null },
    ] as ReadonlyArray<node.AppKey>) {
      for (const lookup of [() => given, async () => given]) {
        assert.is(await verdictOf((await verifierOn(lookup)).verify(await request())), 'accept')
      }
    }
  })

  source('without onProblem, the process warns of each fault once, by app, field and expectation', async () => {
    const warnings = await faultsOf(async () => {
      const rows: Readonly<Record<string, () => unknown>> = {
        'app-1': () => ({ key: pem('app-1'), notAfter: Date.now() }),
        'app-2': () => ({ key: canary }),
        'app-3': () => {
          throw new Error(canary)
        },
        'app-4': () => {
          throw new Error(canary)
        },
      }
      const lookup = (appId: string) => rows[appId]?.() as string
      for (const verifier of [await verifierOn(lookup, { ttl: 0, staleLimit: 0 })])
        for (const app of ['app-1', 'app-1', 'app-2', 'app-3', 'app-4'])
          assert.is(
            await verdictOf(verifier.verify(await request('app-1', { appId: app as never }))),
            'key_source_unavailable',
          )
    })
    const end = '; until the fault is corrected, requests are refused with 503; set onProblem to see each fault'
    assert.equal(
      warnings.map(({ name, code, message }) => [name, code, message.replace(/\d{13}/, 'N')]),
      [
        `app-1: the validity period of the key is malformed: notAfter must be a Date, null, or whole seconds since 1970, 0 to 100000000000 (found N, which looks like milliseconds: divide by 1000)`,
        'app-2: this is not a key: give one whole PEM block, DER, a JWK or a JWK Set (or, in a program, a CryptoKey or KeyObject)',
        'the look-up threw Error',
      ].map((text) => ['CountersignWarning', 'COUNTERSIGN_KEYS', `keySource: ${text}${end}`]),
    )
  })

  source('with onProblem, the process does not warn', async () => {
    const warnings = await faultsOf(async () => {
      const verifier = await verifierOn(() => 'no key', { onProblem: () => {} })
      assert.is(await verdictOf(verifier.verify(await request())), 'key_source_unavailable')
    })
    assert.equal(warnings, [])
  })

  source('a withdrawn key is refused on every node after the time to live, or after forget', async () => {
    let registered: string | undefined = pem('app-1')
    const sources = [keySource(() => registered, { ttl: 0.2 }), keySource(() => registered)]
    const nodes = await Promise.all(sources.map((keys) => createVerifier({ keys, clock })))
    const verdicts = () => Promise.all(nodes.map(async (each) => verdictOf(each.verify(await request()))))
    assert.equal(await verdicts(), ['accept', 'accept'])
    registered = undefined
    await new Promise((resolve) => setTimeout(resolve, 210))
    assert.equal(await verdicts(), ['app_unknown', 'accept'])
    sources[1]?.forget('app-1')
    assert.equal(await verdicts(), ['app_unknown', 'app_unknown'])
  })

  source('a look-up that throws or hangs is key_source_unavailable, not an unknown app', async () => {
    for (const lookup of [
      () => {
        throw new Error(canary)
      },
      () => Promise.reject(new Error(canary)),
      () => new Promise<never>(() => {}),
      // A database row may be an object whose getters throw.
      () =>
        ({
          get key() {
            throw new Error(canary)
          },
        }) as unknown as string,
    ]) {
      const problems: Array<string> = []
      const onProblem = async (appId: string, message: string) => {
        problems.push(`${appId}: ${message}`)
        throw new Error(canary)
      }
      const verifier = await verifierOn(lookup, { timeoutMs: 30, onProblem })
      const error = await endOf(verifier.verify(await request()))
      assert.is((error as node.VerificationError).reason, 'key_source_unavailable')
      assert.is((error as node.VerificationError).status, 503)
      assert.is(problems.length, 1)
      keepsSecret(everythingOf([error, problems]))
    }
  })

  source('an invalid key makes its app unavailable, and the message names only the broken rule', async () => {
    const five = [1, 2, 3, 4, 5].map((n) => rsa(2048, `five-${n}`).publicPem)
    for (const given of [
      canary,
      ec().publicPem,
      rsa().privatePem,
      { key: canary },
      7,
      five,
      { key: pem('a'), no: 1 },
    ]) {
      const problems: Array<string> = []
      const verifier = await verifierOn(() => given as string, { onProblem: (_, message) => problems.push(message) })
      const error = await endOf(verifier.verify(await request()))
      assert.is((error as node.VerificationError).reason, 'key_source_unavailable', problems[0])
      keepsSecret(everythingOf([error, problems]), rsa().privatePem)
    }
  })

  source('maxKeyBits: an app with a longer key is unavailable, above 4096 bits unless set', async () => {
    const lookup = () => [pem('app-1'), der.publicOf(8192)]
    const problems: Array<string> = []
    const strict = await verifierOn(lookup, { onProblem: (_, message) => problems.push(message) })
    assert.is(await verdictOf(strict.verify(await request())), 'key_source_unavailable')
    assert.equal(problems, [
      'app-1: the modulus is longer than the setting maxKeyBits; raise it to accept the key (found 8192 bits, above 4096)',
    ])
    const lenient = await verifierOn(lookup, { maxKeyBits: 8192 })
    assert.is(await verdictOf(lenient.verify(await request())), 'accept')
  })

  source('an invalid option is named at the start; the error for a bare function says how to wrap it', async () => {
    for (const [options, says] of [
      [{ tll: 1 }, '"tll" is not an option here'],
      [{ ttl: -1 }, 'ttl must be'],
      [{ ttl: 400 }, 'keySource: staleLimit must be at least ttl'],
      [{ timeoutMs: 0 }, 'timeoutMs must be'],
      [{ onProblem: true }, 'onProblem must be'],
      [{ cryptoOn: 'here' }, 'cryptoOn must be'],
      [{ maxKeyBits: 8193 }, 'maxKeyBits must be a whole number of bits, 2048 to 8192'],
    ] as const) {
      try {
        keySource(() => undefined, options as node.KeySourceOptions)
        assert.unreachable(says)
      } catch (error) {
        assert.instance(error, node.VerificationError, says)
        assert.match((error as Error).message, says)
      }
    }
    assert.throws(() => keySource('keys' as never), 'keySource: give it a function')
    const bare = await endOf(createVerifier({ keys: (() => undefined) as never }))
    assert.match((bare as Error).message, 'wrap it, keySource(keys)')
  })

  source('printing it shows no keys', async () => {
    const keys = keySource(() => pem('app-1'))
    await (await createVerifier({ keys, clock })).verify(await request())
    keepsSecret(everythingOf(keys), pem('app-1'))
  })
}

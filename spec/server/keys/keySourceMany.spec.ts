import type { AppId } from '../../../src/core/AppId.ts'
import * as node from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'
import { app2, sign } from '../../support/world.ts'
import { canary, endOf, everythingOf, keepsSecret } from '../secrets.ts'
import { clock, faces, toReceived, verdictOf } from '../verdictOf.ts'

const pem = (name: string): string => rsa(2048, name).publicPem
const appId = (name: string): AppId => name as AppId

const signed = new Map<string, Promise<node.ReceivedRequest>>()

/** The same request each time: signing takes longer than all the rest. */
const request = (name = 'app-1', key = name): Promise<node.ReceivedRequest> => {
  const id = `${name} ${key}`
  const made = signed.get(id) ?? sign({ key: rsa(2048, key), appId: appId(name) }).then(toReceived)
  signed.set(id, made)
  return made
}

for (const [name, { createVerifier, keySource }] of faces) {
  const source = suite(`keySource of many (${name})`)

  const verifierOn = (
    many: node.BatchLookup['lookUpMany'],
    options: node.KeySourceOptions = {},
  ): Promise<node.Verifier> => createVerifier({ keys: keySource({ lookUpMany: many }, options), clock })

  source('finds the keys of each app, in a Map or a plain object', async () => {
    const registry = new Map([
      ['app-1', pem('app-1')],
      ['app-2', pem('app-2')],
    ])
    for (const answer of [registry, Object.fromEntries(registry)]) {
      for (const many of [() => answer, async () => answer]) {
        const verifier = await verifierOn(many)
        const requests = [request('app-1'), request(app2), request('app-1', 'app-2'), request('app-3')]
        const verdicts = await Promise.all(requests.map(async (each) => verdictOf(verifier.verify(await each))))
        assert.equal(verdicts, ['accept', 'accept', 'signature_invalid', 'app_unknown'])
      }
    }
  })

  source('asks for many apps in few calls, for none of them twice, and for no more than it may', async () => {
    const calls: Array<ReadonlyArray<string>> = []
    const many = (appIds: ReadonlyArray<string>) => {
      calls.push(appIds)
      return new Map(appIds.map((each) => [each, pem('app-1')]))
    }
    const verifier = await createVerifier({ keys: keySource({ lookUpMany: many, idsPerCall: 5 }), clock })
    const requests = await Promise.all(Array.from({ length: 35 }, (_, i) => request(`app-${i % 12}`, 'app-1')))
    await Promise.all(requests.map((each) => verdictOf(verifier.verify(each))))
    const asked = calls.flat()
    assert.is(new Set(asked).size, 12)
    assert.is(asked.length, 12)
    assert.ok(calls.length <= 4, `${calls.length} calls`)
    assert.ok(calls.every((appIds) => appIds.length <= 5))
  })

  source('an app named like a member of every object does not exist', async () => {
    for (const answer of [{}, Object.create(null), new Map()]) {
      const verifier = await verifierOn(() => answer)
      for (const each of ['constructor', '__proto__', 'toString', 'size', 'get']) {
        assert.is(await verdictOf(verifier.verify(await request(each, 'app-1'))), 'app_unknown', each)
      }
    }
  })

  source('a key that is not accepted closes its own app and no other', async () => {
    const problems: Array<string> = []
    const hostile = {
      get 'app-4'() {
        throw new Error(canary)
      },
    }
    const good = { 'app-1': pem('app-1'), 'app-2': canary, 'app-3': pem('app-1') }
    const record = Object.defineProperties(hostile, Object.getOwnPropertyDescriptors(good)) as unknown as Record<
      string,
      string
    >
    const verifier = await verifierOn(() => record, { onProblem: (app, says) => problems.push(`${app}: ${says}`) })
    const verdicts: Array<string> = []
    for (const each of ['app-1', 'app-2', 'app-3', 'app-4'])
      verdicts.push(await verdictOf(verifier.verify(await request(each, 'app-1'))))
    const closed = 'key_source_unavailable'
    assert.equal(verdicts, ['accept', closed, closed, closed])
    assert.equal(problems.map((each) => each.slice(0, 5)).sort(), ['app-2', 'app-3', 'app-4'])
    keepsSecret(everythingOf(problems))
  })

  source('a call that throws, hangs or answers something else closes its apps; it is reported once', async () => {
    for (const [many, says] of [
      [() => Promise.reject(new Error(canary)), /^the look-up of \d+ apps threw Error$/],
      [() => new Promise(() => {}), /^the look-up of \d+ apps gave no answer within 60 ms$/],
      [() => [pem('app-1')], /neither a Map nor a plain object/],
      [() => undefined, /neither/],
      [() => pem('app-1'), /neither/],
      // A driver's result object.
      [() => new (class Result {})(), /neither/],
    ] as const) {
      const problems: Array<string> = []
      const verifier = await verifierOn(many as never, { timeoutMs: 60, onProblem: (_, said) => problems.push(said) })
      const requests = await Promise.all(Array.from({ length: 9 }, (_, i) => request(`app-${i}`, 'app-1')))
      const ends = await Promise.all(requests.map((each) => endOf(verifier.verify(each))))
      assert.ok(ends.every((error) => (error as node.VerificationError).reason === 'key_source_unavailable'))
      assert.ok(problems.length <= 3 && problems.every((each) => says.test(each)), problems.join('\n'))
      keepsSecret(everythingOf([ends, problems]))
    }
  })

  source('an invalid lookup or setting is named at the start', () => {
    const many = () => new Map()
    for (const [lookup, options, says] of [
      [
        undefined,
        {},
        'keySource: give keySource a function from app id to public keys, or { lookUpMany } for many app ids',
      ],
      [[many], {}, 'give keySource a function'],
      [{}, {}, 'keySource: lookUpMany must be a function'],
      [{ many }, {}, '"many" is not an option here; it is called lookUpMany now'],
      [
        { lookUpMany: many },
        { callsPerSecond: 1 },
        '"callsPerSecond" is not an option here; it is called maxCallsPerSecond now',
      ],
      [{ lookUpMany: many }, { mostKnown: 1 }, '"mostKnown" is not an option here; it is called cacheSize now'],
      [{ lookUpMnay: many }, {}, '"lookUpMnay" is not an option here; the options are lookUpMany, idsPerCall'],
      [{ lookUpMany: many, idsPerCall: 0 }, {}, 'idsPerCall must be a whole number of app ids, 1 or more'],
      [{ lookUpMany: many }, { idsPerCall: 5 }, '"idsPerCall" is not an option here'],
      [{ lookUpMany: many }, { maxCallsPerSecond: 0 }, 'maxCallsPerSecond must be a whole number of calls, 1 or more'],
      [{ lookUpMany: many }, { cacheSize: 4_000_001 }, 'cacheSize must be'],
    ] as const) {
      try {
        keySource(lookup as never, options as node.KeySourceOptions)
        assert.unreachable(says)
      } catch (error) {
        assert.instance(error, node.VerificationError, says)
        assert.match((error as Error).message, says)
      }
    }
  })
}

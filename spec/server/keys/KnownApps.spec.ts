// Histories of the cached apps, beside a plain table of who was proven, has which keys, and owns which.
import * as fc from 'fast-check'
import type { AppId } from '../../../src/core/AppId.ts'
import type { Fingerprint } from '../../../src/core/Fingerprint.ts'
import * as Signature from '../../../src/core/Signature.ts'
import type { VerificationKey } from '../../../src/effects/KeyRing.ts'
import * as KnownApps from '../../../src/server/keys/KnownApps.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

interface App {
  readonly isProven: boolean
  readonly keys: ReadonlyArray<string>
  /** As the last look-up gave them: a proof of older ones does not count. */
  readonly handed: KnownApps.Keys
}

interface Model {
  readonly apps: Map<string, App>
  readonly owners: Map<string, string>
}

type Command = fc.Command<Model, KnownApps.KnownApps>

const names = ['a', 'b', 'c', 'd', 'e']
const keyNames = ['k', 'l', 'm']
/** Fewer proven apps than there are. */
const cacheSize = 3

const appOf = (name: string): AppId => name as AppId
const fingerprintOf = (name: string): Fingerprint => name as Fingerprint
const message = { head: '', body: new Uint8Array() }
const signature = Signature.ofBytes(new Uint8Array(256))

/** A key under which each signature is right, or none. */
const keyOf = (name: string, isRight: boolean): VerificationKey => ({
  fingerprint: fingerprintOf(name),
  signatureLength: 256,
  validity: {},
  verify: () => isRight,
})

const namesOf = (keys: KnownApps.Keys): ReadonlyArray<string> => keys.map(({ fingerprint }) => fingerprint)

/** An app has these keys alone, and owns no other. */
const haveOnly = (model: Model, name: string, app: App): void => {
  model.apps.set(name, app)
  for (const [key, owner] of model.owners) if (owner === name && !app.keys.includes(key)) model.owners.delete(key)
}

const leave = (model: Model, name: string): void => {
  model.apps.delete(name)
  for (const [key, owner] of model.owners) if (owner === name) model.owners.delete(key)
}

/** An app missing from the cache was evicted: it must be proven, with more than `cacheSize` proven. */
const noticeEvictions = (model: Model, real: KnownApps.KnownApps): void => {
  const cached = KnownApps.appIds(real)
  const before = [...model.apps].filter(([, { isProven }]) => isProven).length
  for (const [name, { isProven }] of [...model.apps]) {
    if (cached.includes(appOf(name))) continue
    assert.ok(isProven && before > cacheSize, `${name} is gone`)
    leave(model, name)
  }
}

const expectSame = (model: Model, real: KnownApps.KnownApps): void => {
  noticeEvictions(model, real)
  assert.equal([...KnownApps.appIds(real)].sort(), [...model.apps.keys()].sort())
  for (const [name, { isProven, keys }] of model.apps) {
    assert.is(KnownApps.isProven(real, appOf(name)), isProven)
    assert.equal(namesOf(KnownApps.get(real, appOf(name))?.keys ?? []), keys)
  }
  for (const key of keyNames) {
    const holders = [...model.apps].filter(([, { keys }]) => keys.includes(key)).map(([name]) => name)
    assert.equal([...KnownApps.holdersOf(real, fingerprintOf(key))].sort(), holders.sort())
    assert.is(KnownApps.ownerOf(real, fingerprintOf(key)), model.owners.get(key))
  }
}

const put = (name: string, keys: ReadonlyArray<string>, isRight: boolean): Command => ({
  toString: () => `put(${name}, ${keys}, ${isRight})`,
  check: () => true,
  run: (model, real) => {
    const given = keys.map((key) => keyOf(key, isRight))
    const handed = KnownApps.put(real, appOf(name), { keys: given, since: 0, until: 1, away: false })
    haveOnly(model, name, { isProven: model.apps.get(name)?.isProven === true, keys, handed })
    expectSame(model, real)
  },
})

/** A signature is checked with a key that the last look-up gave. */
const check = (name: string): Command => ({
  toString: () => `check(${name})`,
  check: (model) => model.apps.has(name),
  run: (model, real) => {
    const app = model.apps.get(name) as App
    const isRight = app.handed[0]?.verify(message, signature) === true
    if (isRight) model.apps.set(name, { ...app, isProven: true })
    expectSame(model, real)
  },
})

/** The keys of an app are replaced or dropped, and then a signature is right under one of the old keys. */
const checkLate = (name: string, then: Command): Command => ({
  toString: () => `checkLate(${name}, ${then})`,
  check: (model) => model.apps.get(name)?.isProven === false,
  run: (model, real) => {
    const [old] = (model.apps.get(name) as App).handed
    then.run(model, real)
    const wasProven = KnownApps.isProven(real, appOf(name))
    old?.verify(message, signature)
    assert.is(KnownApps.isProven(real, appOf(name)), wasProven, 'old keys are not brought back')
    expectSame(model, real)
  },
})

const forget = (name: string, kept: ReadonlyArray<string> | undefined): Command => ({
  toString: () => `forget(${name}, ${kept})`,
  check: () => true,
  run: (model, real) => {
    KnownApps.forget(
      real,
      appOf(name),
      kept?.map((key) => keyOf(key, true)),
    )
    const before = model.apps.get(name)
    if (before?.isProven !== true) leave(model, name)
    else {
      const keys = before.keys.filter((key) => kept?.includes(key) ?? true)
      haveOnly(model, name, { isProven: true, keys, handed: before.handed })
      assert.is(KnownApps.get(real, appOf(name))?.until, Number.NEGATIVE_INFINITY, 'no key counts')
    }
    expectSame(model, real)
  },
})

const drop = (name: string): Command => ({
  toString: () => `drop(${name})`,
  check: () => true,
  run: (model, real) => {
    KnownApps.drop(real, appOf(name))
    leave(model, name)
    expectSame(model, real)
  },
})

const noteProof = (name: string, key: string): Command => ({
  toString: () => `noteProof(${name}, ${key})`,
  check: () => true,
  run: (model, real) => {
    const app = model.apps.get(name)
    const isNew = app?.keys.includes(key) === true && !model.owners.has(key)
    const others = [...model.apps].filter(([other, { keys }]) => other !== name && keys.includes(key))
    const rivals = KnownApps.noteProof(real, appOf(name), fingerprintOf(key))
    if (isNew) {
      model.owners.set(key, name)
      model.apps.set(name, { ...(app as App), isProven: true })
    }
    assert.ok(rivals.every((rival) => isNew && others.some(([other]) => rival === other)))
    const cached = others.filter(([other]) => KnownApps.appIds(real).includes(appOf(other)))
    assert.is(rivals.length, isNew ? cached.length : 0)
    expectSame(model, real)
  },
})

const name = fc.constantFrom(...names)
const keyName = fc.constantFrom(...keyNames)
const keys = fc.subarray(keyNames, { minLength: 1 })
const putting = fc.tuple(name, keys, fc.boolean()).map(([app, its, isRight]) => put(app, its, isRight))

const commands = [
  putting,
  name.map((app) => check(app)),
  fc.tuple(name, keyName).map(([app, key]) => noteProof(app, key)),
  fc.tuple(name, fc.option(fc.subarray(keyNames), { nil: undefined })).map(([app, kept]) => forget(app, kept)),
  name.map((app) => drop(app)),
  fc.tuple(name, keys).map(([app, its]) => checkLate(app, put(app, its, true))),
  name.map((app) => checkLate(app, forget(app, undefined))),
]

const caching = suite('KnownApps')

caching('for all histories: who is proven stays, who owns a key keeps it, and old keys do not come back', () =>
  forAll([fc.commands(commands, { maxCommands: 80, size: 'max' })], { numRuns: 300 }, (history) => {
    fc.modelRun(() => ({ model: { apps: new Map(), owners: new Map() }, real: KnownApps.make(cacheSize) }), history)
  }),
)

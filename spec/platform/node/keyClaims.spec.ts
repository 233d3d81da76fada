// Histories of key files beside a plain table, from which everything is worked out anew after each step.
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../../../src/core/AppId.ts'
import type { Fingerprint } from '../../../src/core/Fingerprint.ts'
import { keyError } from '../../../src/core/KeyError.ts'
import { maxKeysPerApp, type VerificationKey } from '../../../src/effects/KeyRing.ts'
import * as KeyClaims from '../../../src/platform/node/keyClaims.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

/** The names of the keys in a file, or that it is being written. */
type Content = ReadonlyArray<string> | 'broken'

interface Model {
  readonly files: Map<string, Content>
  /** What each app claims: more than its files hold while one of them is broken. */
  readonly claimed: Map<string, ReadonlySet<string>>
  /** Who proved a key, until a look begins in which that app does not claim it. */
  readonly provers: Map<string, string>
}

interface Real {
  readonly files: Map<string, KeyClaims.Held>
  readonly claims: KeyClaims.KeyClaims
}

type Command = fc.Command<Model, Real>

const apps = ['a', 'b', 'c']
const keyNames = ['k', 'l', 'm', 'n', 'o', 'p']
const filesOf = (app: string): ReadonlyArray<string> => [`${app}.0.pem`, `${app}.1.pem`, `${app}.pem`]
const appIdOf = (app: string): AppId => app as AppId
const fingerprintOf = (key: string): Fingerprint => key as Fingerprint
const keyOf = (name: string): VerificationKey => ({
  fingerprint: fingerprintOf(name),
  signatureLength: 256,
  validity: {},
  verify: () => true,
})

const isClaimedBy = ({ claimed }: Model, app: string, key: string): boolean => claimed.get(app)?.has(key) === true

const ownerOf = (model: Model, key: string): string | undefined => {
  const prover = model.provers.get(key)
  return prover !== undefined && isClaimedBy(model, prover, key) ? prover : undefined
}

const contentsOf = ({ files }: Model, app: string): ReadonlyArray<Content> =>
  filesOf(app).flatMap((file) => {
    const content = files.get(file)
    return content === undefined ? [] : [content]
  })

const keysIn = (model: Model, app: string): ReadonlyArray<string> => [
  ...new Set(contentsOf(model, app).flatMap((content) => (content === 'broken' ? [] : content))),
]

/** Why requests of the app are refused, in any order. */
const faultsOf = (model: Model, app: string): ReadonlyArray<string> => {
  const keys = keysIn(model, app)
  const taken = keys.filter((key) => ![undefined, app].includes(ownerOf(model, key)))
  return [
    ...contentsOf(model, app)
      .filter((content) => content === 'broken')
      .map(() => 'unreadable'),
    ...taken.map(() => 'same-key-for-two-apps'),
    ...(keys.length > maxKeysPerApp ? ['too-many-keys'] : []),
  ]
}

/** Its keys that another app claims as well, and none has proven. */
const sharedBy = (model: Model, app: string): ReadonlyArray<string> =>
  keysIn(model, app).filter(
    (key) => ownerOf(model, key) === undefined && apps.some((other) => other !== app && isClaimedBy(model, other, key)),
  )

const expectSame = (model: Model, { claims }: Real): void => {
  for (const app of apps) {
    const found = KeyClaims.keysOf(claims, appIdOf(app))
    const isOpen = faultsOf(model, app).length === 0
    assert.is(E.isRight(found), isOpen, `${app} is open`)
    if (E.isRight(found))
      assert.equal(
        found.right.map(({ fingerprint }) => String(fingerprint)),
        keysIn(model, app),
      )
  }
  const told = KeyClaims.problems(claims).map(([file, { rule }]) => `${file[0]} ${rule}`)
  const expected = apps.flatMap((app) => [
    ...faultsOf(model, app).map((rule) => `${app} ${rule}`),
    ...sharedBy(model, app).map(() => `${app} same-key-for-two-apps`),
  ])
  assert.equal(told.toSorted(), expected.toSorted())
  const open = apps.filter((app) => contentsOf(model, app).length > 0 && faultsOf(model, app).length === 0)
  assert.equal(
    KeyClaims.entries(claims).map(([app]) => String(app)),
    open,
  )
}

/** A file comes, changes or goes. */
const change = (model: Model, real: Real, file: string, content: Content | undefined): void => {
  const app = file[0] as string
  if (content === undefined) {
    model.files.delete(file)
    real.files.delete(file)
  } else {
    const held = content === 'broken' ? E.left(keyError('unreadable')) : E.right(content.map(keyOf))
    model.files.set(file, content)
    real.files.set(file, held)
  }
  const isSound = !contentsOf(model, app).includes('broken')
  const before = isSound ? [] : (model.claimed.get(app) ?? [])
  model.claimed.set(app, new Set([...before, ...keysIn(model, app)]))
  KeyClaims.update(real.claims, appIdOf(app), file)
  expectSame(model, real)
}

const put = (file: string, content: Content | undefined): Command => ({
  toString: () => `put(${file}, ${content ?? 'gone'})`,
  check: ({ files }) => content !== undefined || files.has(file),
  run: (model, real) => change(model, real, file, content),
})

const look = (): Command => ({
  toString: () => 'look()',
  check: () => true,
  run: (model, real) => {
    for (const key of keyNames) if (ownerOf(model, key) === undefined) model.provers.delete(key)
    KeyClaims.beginLook(real.claims)
    expectSame(model, real)
  },
})

/** In one look a file goes, and one of another name comes with its content. */
const rename = (from: string, to: string): Command => ({
  toString: () => `rename(${from}, ${to})`,
  check: ({ files }) => from !== to && files.has(from),
  run: (model, real) => {
    look().run(model, real)
    const content = model.files.get(from)
    change(model, real, from, undefined)
    change(model, real, to, content)
  },
})

const prove = (app: string, key: string): Command => ({
  toString: () => `prove(${app}, ${key})`,
  check: () => true,
  run: (model, real) => {
    const isNew = ownerOf(model, key) === undefined && isClaimedBy(model, app, key)
    if (isNew) model.provers.set(key, app)
    assert.is(KeyClaims.noteProof(real.claims, appIdOf(app), fingerprintOf(key)), isNew)
    expectSame(model, real)
  },
})

const app = fc.constantFrom(...apps)
const file = app.chain((name) => fc.constantFrom(...filesOf(name)))
const twoFiles = app.chain((name) => fc.tuple(fc.constantFrom(...filesOf(name)), fc.constantFrom(...filesOf(name))))
const content = fc.oneof(
  { weight: 5, arbitrary: fc.subarray(keyNames.slice(0, 3), { minLength: 1 }) },
  { weight: 1, arbitrary: fc.subarray(keyNames, { minLength: 4 }) },
  { weight: 1, arbitrary: fc.constant('broken' as const) },
)

const commands = [
  fc.tuple(file, content).map(([name, its]) => put(name, its)),
  fc.tuple(file, content).map(([name, its]) => put(name, its)),
  file.map((name) => put(name, undefined)),
  twoFiles.map(([from, to]) => rename(from, to)),
  fc.constant(look()),
  fc.tuple(app, fc.constantFrom(...keyNames)).map(([name, key]) => prove(name, key)),
]

const claiming = suite('keyClaims')

claiming('for all histories: a key belongs to the app that has proven it, until its sound files do not hold it', () =>
  forAll([fc.commands(commands, { maxCommands: 60, size: 'max' })], { numRuns: 300 }, (history) => {
    fc.modelRun(() => {
      const files: Real['files'] = new Map()
      const real: Real = { files, claims: KeyClaims.empty((name) => files.get(name)) }
      return { model: { files: new Map(), claimed: new Map(), provers: new Map() }, real }
    }, history)
  }),
)

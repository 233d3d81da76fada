import { execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../../../src/core/AppId.ts'
import type { Fingerprint } from '../../../src/core/Fingerprint.ts'
import { about, type KeyError, message } from '../../../src/core/KeyError.ts'
import type { KeyRing } from '../../../src/effects/KeyRing.ts'
import { type KeyRingFolderSettings, keyRingFolder } from '../../../src/platform/node/keyRingFolder.ts'
import { verificationKey } from '../../../src/platform/node/verificationKey.ts'
import { createVerifier, noReplayGuard } from '../../../src/server/node.ts'
import { toReceived } from '../../server/verdictOf.ts'
import { ec, rsa } from '../../support/keys.ts'
import { shown } from '../../support/shown.ts'
import { assert, needs, right, suite } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'

const roots: Array<string> = []
process.once('exit', () => {
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

const pemOf = (name: string): string => rsa(2048, name).publicPem
const fingerprintOf = async (name: string): Promise<string> => right(await verificationKey(pemOf(name))()).fingerprint

/** A real folder, and the problems that its key ring reports. */
const folder = (files: Readonly<Record<string, string | Uint8Array>>) => {
  const path = mkdtempSync(join(tmpdir(), 'countersign-keys-'))
  roots.push(path)
  const write = (name: string, content: string | Uint8Array) => writeFileSync(join(path, name), content)
  for (const [name, text] of Object.entries(files)) write(name, text)
  const problems: Array<readonly [file: string, rule: string]> = []
  const settings: KeyRingFolderSettings = {
    checkEveryMs: 0,
    onProblem: (file: string, { rule }: KeyError) => problems.push([file, rule]),
  }
  return {
    path,
    write,
    remove: (name: string) => rmSync(join(path, name)),
    problems,
    open: async (more: KeyRingFolderSettings = {}): Promise<KeyRing> =>
      right(await keyRingFolder(path, { ...settings, ...more })()),
    /** What is told first at the start, about which file. */
    refusal: async (): Promise<KeyError | undefined> => {
      const told: Array<KeyError> = []
      right(await keyRingFolder(path, { onProblem: (file, error) => told.push(about(file)(error)) })())
      await setImmediate()
      return told[0]
    },
  }
}

/** Whether a stat is old enough to show the next change is asked of the system's clock. */
const inAnHour = async (use: () => Promise<void>): Promise<void> => {
  const { now } = Date
  Date.now = () => now() + 3_600_000
  await use().finally(() => {
    Date.now = now
  })
}

const fingerprints = async (ring: KeyRing, app: string): Promise<ReadonlyArray<string> | 'closed'> => {
  const keys = await ring.keysOf(app as AppId)()
  return E.isLeft(keys) ? 'closed' : keys.right.map(({ fingerprint }) => fingerprint)
}

const keyErrorOf = (rule: KeyError['rule'], found: string, subject: string): KeyError => ({
  _tag: 'key_invalid',
  rule,
  found,
  subject,
})

const open = suite('keyRingFolder at the start')

open('a file holds a key in any form, whatever its ending says', async () => {
  const jwkOf = (name: string) => rsa(2048, name).publicKey.export({ format: 'jwk' })
  const der = rsa(2048, 'a').publicKey.export({ type: 'spki', format: 'der' })
  const ring = await folder({
    'app-1.der': der,
    'app-1.1.jwk': JSON.stringify(jwkOf('b')),
    'app-2.json': JSON.stringify({ keys: [jwkOf('c'), { kty: 'EC' }, jwkOf('d')] }),
    'app-3.pem': Buffer.from(`\ufeff${pemOf('e')}`),
    'v1.2.jwk': JSON.stringify(jwkOf('f')),
    'app-4.txt': 'not a key',
  }).open()
  const of = (...names: ReadonlyArray<string>) => Promise.all(names.map(fingerprintOf))
  assert.equal(await fingerprints(ring, 'app-1'), await of('b', 'a'))
  assert.equal(await fingerprints(ring, 'app-2'), await of('c', 'd'))
  assert.equal(await fingerprints(ring, 'app-3'), await of('e'))
  assert.equal(await fingerprints(ring, 'v1'), await of('f'))
  assert.equal(await fingerprints(ring, 'app-4'), [])
})

open('all keys, for a diagnosis: those of open apps, as the folder is now, and none if it is gone', async () => {
  const it = folder({ 'app-1.pem': pemOf('a'), 'app-2.pem': pemOf('b') })
  const ring = await it.open()
  const appsNow = async (): Promise<unknown> => {
    await ring.keysOf('app-1' as AppId)()
    return ring.entries?.().map(([appId, keys]) => [appId, keys.length])
  }
  assert.equal(await appsNow(), [
    ['app-1', 1],
    ['app-2', 1],
  ])
  it.write('app-2.pem', 'no key')
  assert.equal(await appsNow(), [['app-1', 1]])
  rmSync(it.path, { recursive: true })
  assert.equal(await appsNow(), [])
})

open('the same key in two forms is one key; a JWK Set with five is refused', async () => {
  const jwkOf = (name: string) => rsa(2048, name).publicKey.export({ format: 'jwk' })
  const ring = await folder({ 'app-1.pem': pemOf('a'), 'app-1.jwk': JSON.stringify(jwkOf('a')) }).open()
  assert.equal(await fingerprints(ring, 'app-1'), [await fingerprintOf('a')])
  const five = folder({ 'app-1.json': JSON.stringify({ keys: ['a', 'b', 'c', 'd', 'e'].map(jwkOf) }) })
  assert.equal(await five.refusal(), keyErrorOf('too-many-keys', '5', 'app-1.json'))
  const two = folder({ 'app-1.json': JSON.stringify(jwkOf('a')), 'app-2.pem': pemOf('a') })
  assert.is((await two.refusal())?.rule, 'same-key-for-two-apps')
})

open('an app has the keys of its files, numbered ones too; other apps have none', async () => {
  const ring = await folder({
    'app-1.pem': pemOf('a'),
    'app-1.2.pem': pemOf('b'),
    'app-1.10.pem': pemOf('c'),
    'v1.2.3.pem': pemOf('d'),
    'README.txt': 'not a key',
    'private.key': rsa().privatePem,
  }).open()
  const [a, b, c, d] = await Promise.all(['a', 'b', 'c', 'd'].map(fingerprintOf))
  assert.equal([...(await fingerprints(ring, 'app-1'))].sort(), [a, b, c].sort())
  assert.equal(await fingerprints(ring, 'v1.2'), [d])
  assert.equal(await fingerprints(ring, 'app-1.2'), [])
  assert.equal(await fingerprints(ring, 'README'), [])
  assert.equal(await fingerprints(ring, '__proto__'), [])
})

open('a missing folder is an error that names it', async () => {
  const result = await keyRingFolder('/no/such/folder')()
  assert.equal(result, E.left({ _tag: 'key_invalid', rule: 'unreadable', subject: '/no/such/folder' }))
})

open('any invalid file closes its app alone, and is told by file and rule', async () => {
  const good = { 'app-1.pem': pemOf('a') }
  const refused = async (files: Readonly<Record<string, string>>) => {
    const keys = folder({ ...good, 'app-0.pem': pemOf('z'), ...files })
    assert.equal(await fingerprints(await keys.open(), 'app-0'), [await fingerprintOf('z')])
    const error = await keys.refusal()
    return error === undefined ? undefined : `${error.subject}: ${error.rule}`
  }
  assert.is(await refused({}), undefined)
  assert.is(await refused({ 'app-2.pem': rsa().privatePem }), 'app-2.pem: private-for-public')
  assert.is(await refused({ 'app-2.pem': ec().publicPem }), 'app-2.pem: not-rsa')
  assert.is(await refused({ 'app-2.pem': '' }), 'app-2.pem: missing')
  assert.is(await refused({ 'app-2.pem': ' '.repeat(100_000) }), 'app-2.pem: not-a-key')
  assert.is(await refused({ 'app-2.pem': pemOf('b') + pemOf('c') }), 'app-2.pem: two-blocks')
  assert.is(await refused({ 'app 2.pem': pemOf('b') }), 'app 2.pem: app-id')
  assert.is(await refused({ '.pem': pemOf('b') }), '.pem: app-id')
  assert.is(await refused({ [`${'a'.repeat(129)}.pem`]: pemOf('b') }), `${'a'.repeat(129)}.pem: app-id`)
  assert.is(await refused({ 'app-2.pem': pemOf('a') }), 'app-1.pem: same-key-for-two-apps')
  const five = Object.fromEntries(['b', 'c', 'd', 'e'].map((name, i) => [`app-1.${i}.pem`, pemOf(name)]))
  assert.is(await refused(five), 'app-1.pem: too-many-keys')
})

needs('mkfifo', open)('a named pipe is unreadable; the ring does not wait for it', async () => {
  const keys = folder({})
  execFileSync('mkfifo', [join(keys.path, 'app-1.pem')])
  assert.is((await keys.refusal())?.rule, 'unreadable')
})

open('a huge file is no key, and is not read', async () => {
  const keys = folder({ 'app-1.pem': '' })
  truncateSync(join(keys.path, 'app-1.pem'), 2 ** 33)
  assert.is((await keys.refusal())?.rule, 'not-a-key')
})

open('printing it shows nothing of the keys', async () => {
  const ring = await folder({ 'app-1.pem': pemOf('a') }).open()
  assert.not.ok(/PUBLIC|(?:\d+, ?){4}|[A-Za-z0-9+/]{30}/.test(shown(ring)))
})

const follow = suite('keyRingFolder while it is in use')

/** An accepted request of the app was signed with this key. */
const prove = async (ring: KeyRing, app: string, key: string): Promise<void> =>
  ring.noteProof?.(app as AppId, (await fingerprintOf(key)) as Fingerprint)

follow('a key that no app has proven closes none, and both are told of', async () => {
  const keys = folder({ 'app-1.pem': pemOf('a'), 'app-2.pem': pemOf('a') })
  const ring = await keys.open()
  const a = [await fingerprintOf('a')]
  assert.equal(await fingerprints(ring, 'app-1'), a)
  assert.equal(await fingerprints(ring, 'app-2'), a)
  assert.equal(keys.problems, [
    ['app-1.pem', 'same-key-for-two-apps'],
    ['app-2.pem', 'same-key-for-two-apps'],
  ])
  await prove(ring, 'app-3', 'a')
  await prove(ring, 'app-2', 'b')
  assert.equal(await fingerprints(ring, 'app-1'), a)
  await prove(ring, 'app-2', 'a')
  assert.is(await fingerprints(ring, 'app-1'), 'closed')
  assert.equal(await fingerprints(ring, 'app-2'), a)
  assert.equal(keys.problems.slice(2), [['app-1.pem', 'same-key-for-two-apps']])
  // Who proves it later, with a request that was checked before, changes nothing.
  await prove(ring, 'app-1', 'a')
  assert.equal(await fingerprints(ring, 'app-2'), a)
})

follow('a verifier tells the ring of each accepted request: the owner of the private half keeps its key', async () => {
  const keys = folder({ 'app-1.pem': pemOf('app-1'), 'evil.pem': pemOf('app-1') })
  const ring = await keys.open()
  const verifier = await createVerifier({ keys: ring, clock: () => now, guard: noReplayGuard('a test') })
  const verdict = async (app: string, key: string) =>
    verifier.verify(toReceived(await sign({ appId: app as AppId, key: rsa(2048, key) }))).then(
      ({ appId }) => appId,
      ({ reason }) => reason,
    )
  assert.is(await verdict('evil', 'another'), 'signature_invalid')
  assert.is(await verdict('app-1', 'app-1'), 'app-1')
  assert.is(await verdict('evil', 'app-1'), 'key_source_unavailable')
  assert.is(await verdict('app-1', 'app-1'), 'app-1')
})

follow('a key belongs to the app that has proven it, until that drops it', async () => {
  const keys = folder({ 'app-1.pem': pemOf('a'), 'app-2.pem': pemOf('b'), 'app-3.pem': pemOf('c') })
  const ring = await keys.open()
  await prove(ring, 'app-1', 'a')
  keys.write('app-2.1.pem', pemOf('a'))
  assert.equal(await fingerprints(ring, 'app-1'), [await fingerprintOf('a')])
  assert.is(await fingerprints(ring, 'app-2'), 'closed')
  assert.equal(await fingerprints(ring, 'app-3'), [await fingerprintOf('c')])
  assert.equal(keys.problems, [['app-2.1.pem', 'same-key-for-two-apps']])
  // As while somebody writes it anew.
  keys.write('app-1.pem', pemOf('a').slice(0, 100))
  assert.is(await fingerprints(ring, 'app-1'), 'closed')
  assert.is(await fingerprints(ring, 'app-2'), 'closed')
  keys.write('app-1.pem', pemOf('a'))
  assert.equal(await fingerprints(ring, 'app-1'), [await fingerprintOf('a')])
  keys.remove('app-1.pem')
  assert.equal(await fingerprints(ring, 'app-1'), [])
  assert.is((await fingerprints(ring, 'app-2')).length, 2)
})

follow('a file that has been there for long closes its app when it is emptied', async () => {
  const keys = folder({ 'app-1.pem': pemOf('a') })
  await inAnHour(async () => {
    const ring = await keys.open()
    assert.equal(await fingerprints(ring, 'app-1'), [await fingerprintOf('a')])
    keys.write('app-1.pem', '')
    assert.ok(E.isLeft(await ring.keysOf('app-1' as AppId)()))
    assert.equal(keys.problems, [['app-1.pem', 'missing']])
  })
})

follow('a broken file closes only its app, is reported once, and can be repaired', async () => {
  const keys = folder({ 'app-1.pem': pemOf('a'), 'app-1.1.pem': pemOf('b'), 'app-2.pem': pemOf('c') })
  const ring = await keys.open()
  const [a, b, c] = await Promise.all(['a', 'b', 'c'].map(fingerprintOf))
  keys.write('app-1.1.pem', pemOf('b').slice(0, 200))
  for (let i = 0; i < 3; i++) {
    assert.is(await fingerprints(ring, 'app-1'), 'closed')
    assert.equal(await fingerprints(ring, 'app-2'), [c])
  }
  assert.equal(keys.problems, [['app-1.1.pem', 'cut-off']])
  const refused = await ring.keysOf('app-1' as AppId)()
  assert.ok(E.isLeft(refused) && refused.left._tag === 'key_source_unavailable')
  assert.is(refused.left.detail, message({ _tag: 'key_invalid', rule: 'cut-off', subject: 'app-1.1.pem' }))

  // Broken in another way: reported again.
  keys.write('app-1.1.pem', rsa().privatePem)
  assert.is(await fingerprints(ring, 'app-1'), 'closed')
  assert.equal(keys.problems.at(-1), ['app-1.1.pem', 'private-for-public'])

  keys.write('app-1.1.pem', pemOf('b'))
  assert.equal([...(await fingerprints(ring, 'app-1'))].sort(), [a, b].sort())
  keys.write('app-1.1.pem', '')
  assert.is(await fingerprints(ring, 'app-1'), 'closed')
  assert.is(keys.problems.length, 3)
  keys.remove('app-1.1.pem')
  assert.equal(await fingerprints(ring, 'app-1'), [a])
})

follow('a missing folder closes every app, until it is back', async () => {
  const keys = folder({ 'app-1.pem': pemOf('a') })
  const ring = await keys.open()
  renameSync(keys.path, `${keys.path}-gone`)
  assert.is(await fingerprints(ring, 'app-1'), 'closed')
  assert.is(await fingerprints(ring, 'unknown'), 'closed')
  assert.equal(keys.problems, [[keys.path, 'unreadable']])
  renameSync(`${keys.path}-gone`, keys.path)
  assert.equal(await fingerprints(ring, 'app-1'), [await fingerprintOf('a')])
})

follow('the folder is checked no more often than the setting says', async () => {
  const keys = folder({ 'app-1.pem': pemOf('a') })
  const ring = await keys.open({ checkEveryMs: 3_600_000 })
  keys.remove('app-1.pem')
  assert.equal(await fingerprints(ring, 'app-1'), [await fingerprintOf('a')])
})

follow('answers synchronously while the last check is recent, and not when the folder must be checked', async () => {
  const keys = folder({ 'app-1.pem': pemOf('a') })
  const calm = await keys.open({ checkEveryMs: 3_600_000 })
  assert.equal(calm.keysOf.atOnce?.('app-1' as AppId), await calm.keysOf('app-1' as AppId)())
  const eager = await keys.open({ checkEveryMs: 0 })
  assert.is(eager.keysOf.atOnce?.('app-1' as AppId), undefined)
})

follow('a callback that throws does not stop the ring', async () => {
  const keys = folder({ 'app-1.pem': pemOf('a') })
  const ring = await keys.open({
    onProblem: () => {
      throw new Error('from the callback')
    },
  })
  keys.write('app-2.pem', '')
  assert.is(await fingerprints(ring, 'app-2'), 'closed')
  assert.equal(await fingerprints(ring, 'app-1'), [await fingerprintOf('a')])
})

follow('refuses unknown settings, and names all invalid ones', () => {
  const settings = { checkEveryMs: '1', onProblem: true, check: 1 } as never
  assert.throws(
    () => keyRingFolder('.', settings),
    /^keyRingFolder: checkEveryMs must be .+; onProblem must be a function; "check" is not an option here/,
  )
})

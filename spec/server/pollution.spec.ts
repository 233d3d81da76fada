/**
 * A polluted `Object.prototype`, as a hole in another library leaves it, changes no setting and no verdict.
 * One run records which names the library reads that an object does not have itself: no other name can matter. These few are
 * then polluted, each; `COUNTERSIGN_ALL=1 npm test -- pollution` draws more values for each.
 */
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { createSigner } from '../../src/client/node.ts'
import { memoryGuard } from '../../src/guards/memory/memory.ts'
import { createVerifier, keySource } from '../../src/server/node.ts'
import { rsa, type TestKey } from '../support/keys.ts'
import { assert, drawn, forAll, suite } from '../support/suite.ts'

/** Every name that the library's code mentions. */
const mentioned = new Set(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^(?:kit|apps)/.test(file))
    .flatMap((file) => readFileSync(`src/${file}`, 'utf8').match(/[A-Za-z_$][\w$-]*/g) ?? []),
)

const values: ReadonlyArray<unknown> = [
  true,
  false,
  0,
  1,
  10 ** 9,
  '',
  'host',
  'Right',
  'first',
  '*',
  null,
  [],
  ['x'],
  {},
  { maxAge: 10 ** 9 },
  () => true,
  () => [],
  async () => undefined,
]

const made = () => ({ ours: rsa(2048, 'app-1'), theirs: rsa(2048, 'app-2') })

async function* once(bytes: Uint8Array) {
  yield bytes
}

const jwk = ({ publicKey }: TestKey) => publicKey.export({ format: 'jwk' }) as never

/** What happens to an honest request, the same again, and wrong ones, by a verifier and a signer of ours. */
const story = async (pollute: () => void = () => {}, isBefore = true): Promise<ReadonlyArray<string>> => {
  const { ours, theirs } = made()
  if (isBefore) pollute()
  const signer = await createSigner({ appId: 'app-1', privateKey: ours.privatePem })
  const stranger = await createSigner({ appId: 'app-2', privateKey: theirs.privatePem })
  const verifiers = [
    await createVerifier({ keys: { 'app-1': ours.publicPem } }),
    await createVerifier({ keys: { 'app-1': { key: ours.publicPem } }, tokens: { 'app-1': 'abc' } }),
    await createVerifier({ keys: keySource(async (app) => (app === 'app-1' ? ours.publicPem : undefined)) }),
    await createVerifier({ keys: { 'app-1': jwk(ours) }, guard: await memoryGuard({}) }),
  ]
  if (!isBefore) pollute()
  const told: Array<string> = []
  for (const verifier of verifiers) {
    const signed = await signer.sign({ method: 'POST', url: '/v1/jobs', body: '{}' })
    const { authorization, method, target } = signed
    const honest = { method, target, authorization, body: '{}' }
    const unnamed = await signer.sign({ method: 'GET', url: '/v1/jobs/1' })
    told.push(
      await verifier.verify({ method: 'GET', target: unnamed.target, authorization: unnamed.authorization }).then(
        ({ appId }) => `accepted ${appId}`,
        ({ reason }) => reason,
      ),
    )
    const streamed = await signer.sign({ method: 'POST', url: '/v1/jobs', body: '{}' })
    told.push(
      await verifier
        .verifyStream({ method, target, authorization: streamed.authorization, body: once(Buffer.from('{}')) })
        .then(
          ({ appId }) => `accepted ${appId}`,
          ({ reason }) => reason,
        ),
    )
    const { authorization: forged } = await stranger.sign({ method: 'POST', url: '/v1/jobs', body: '{}' })
    for (const request of [
      honest,
      honest,
      { ...honest, body: '{"a":1}' },
      { ...honest, authorization: forged },
      { ...honest, authorization: 'Bearer abc' },
      { method, target, body: '{}' },
      { method, target, authorization: 'Bearer abc' },
    ]) {
      told.push(
        await verifier.verify(request as typeof honest).then(
          ({ appId }) => `accepted ${appId}`,
          ({ reason }) => reason,
        ),
      )
    }
  }
  return told
}

type Member = (name: string) => { readonly get: () => unknown } | { readonly value: unknown; readonly writable: true }

/** Puts members under these names, as enumerable as a hole in another library leaves them. */
const polluting = (names: Iterable<string>, member: Member) => (): void => {
  for (const name of names) {
    const made = member(name)
    // The setter keeps assignments of programs working, as a writable value does.
    const set = function (this: object, value: unknown): void {
      Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true })
    }
    const how = 'get' in made ? { ...made, set } : made
    Object.defineProperty(Object.prototype, name, { ...how, configurable: true, enumerable: true })
  }
}

/** The story with this pollution, which is taken away afterwards. */
const under = async (
  names: ReadonlyArray<string>,
  member: Member,
  isBefore: boolean,
): Promise<ReadonlyArray<string>> => {
  try {
    return await story(polluting(names, member), isBefore)
  } catch (e) {
    return [`failed: ${e}`]
  } finally {
    for (const name of names) delete (Object.prototype as Record<string, unknown>)[name]
  }
}

/** With one of these the language itself fails: `Object.defineProperty` throws, objects are awaited, iterators end. */
const ofTheLanguage = new Set(['value', 'writable', 'get', 'set', 'configurable', 'enumerable', 'then', 'return'])

/** The names that the library's code reads and the object does not have, so that a pollution could answer. */
const inheritedReads = async (): Promise<ReadonlyArray<string>> => {
  const read = new Set<string>()
  const names = [...mentioned].filter((name) => !(name in Object.prototype) && !ofTheLanguage.has(name))
  const recording: Member = (name) => ({
    get: () => {
      if (/\/src\//.test(new Error().stack?.split('\n')[2] ?? '')) read.add(name)
      return undefined
    },
  })
  assert.equal(await under(names, recording, true), await story())
  return [...read]
}

const pollution = suite('a polluted Object.prototype')

pollution('changes no verdict, before the start or after it, under any name that is read', async () => {
  const expected = await story()
  const names = await inheritedReads()
  assert.ok(names.length > 4, 'something is read')
  for (const name of names)
    await forAll(
      [fc.constantFrom(...values), fc.boolean(), fc.boolean()],
      { numRuns: drawn(72, 2) },
      async (value, isGetter, isBefore) => {
        const member: Member = () => (isGetter ? { get: () => value } : { value, writable: true })
        assert.equal(await under([name], member, isBefore), expected, name)
      },
    )
})

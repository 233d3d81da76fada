/** Refused requests in files: written by a real verifier into a real folder, and read back. */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import * as PublicKey from '../../../src/core/PublicKey.ts'
import * as RequestTarget from '../../../src/core/RequestTarget.ts'
import { isExplainable, type RefusedRequest } from '../../../src/effects/RefusedRequest.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { readRequest } from '../../../src/kit/diagnosis/pasted/readRequest.ts'
import { contentOf } from '../../../src/kit/diagnosis/Received.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { type KeepSettings, keepRefusals } from '../../../src/platform/node/keepRefusals.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { inFolder } from '../../support/folder.ts'
import { rsa } from '../../support/keys.ts'
import { refusedRequest } from '../../support/refusedRequest.ts'
import { assert, forAll, right, suite, until } from '../../support/suite.ts'
import { warningsOf } from '../../support/warnings.ts'
import { now, sign } from '../../support/world.ts'

const keys = { 'app-1': rsa(2048, 'app-1').publicPem }

/** A listener, and what it has told: paths with how many were skipped, or the code of an error. */
const keeping = (settings: KeepSettings) => {
  const told: Array<readonly [path: string, skipped: number]> = []
  const problems: Array<string> = []
  const causes: Array<string> = []
  const onRefusal = keepRefusals({
    onSkipped: (cause) => causes.push(cause),
    tell: (path, { skipped }) => told.push([path, skipped]),
    onProblem: (error) => problems.push(String((error as NodeJS.ErrnoException).code)),
    ...settings,
  })
  const has = (n: number): Promise<void> => until(() => told.length + problems.length >= n)
  return { onRefusal, told, problems, causes, has }
}

const keep = suite('keepRefusals')

const known = [{ appId: 'app-1', key: right(PublicKey.parse(rsa(2048, 'app-1').publicPem)) as PublicKey.PublicKey }]

const body = fc.oneof(fc.constantFrom('{"a":1}', '{"a": 1}', '', '{"a":1}\n').map(Buffer.from), fc.uint8Array())
const target = fc.constantFrom('/v1/jobs', '/v1/jobs/', '/v1/jobs?a=%2F', '/v1/jobs?a=/', '/v1/jobs?b=\xe9', '/a b')
const spoilings = [
  (line: string) => line,
  (line: string) => line.replace('app-1', '"app-1"'),
  (line: string) => line.replaceAll(',', ', '),
  (line: string) => line.replace('SVC', 'S\xe9'),
  (line: string) => line.replace(/timestamp=\d/, 'timestamp=0'),
  (line: string) => line.replace(/signature=.{9}/, 'signature='),
  () => 'Bearer S3CRET',
]
const spoilt = fc.constantFrom(...spoilings)

keep('for all requests of a real verifier: the file has the same report, long after it came', () =>
  inFolder(async (folder) => {
    const { onRefusal, told, has } = keeping({ folder, perMinute: 1000 })
    const refused: Array<RefusedRequest> = []
    const listen = (request: RefusedRequest): void => {
      if (isExplainable(request)) refused.push(request)
      onRefusal(request)
    }
    const verifier = await createVerifier({ keys, clock: () => now, onRefusal: listen })
    const reasons = new Set<string>()
    await forAll(
      [target, target, body, body, spoilt],
      {
        numRuns: 12,
        examples: spoilings.map((spoil) => ['/v1/jobs', '/v1/jobs/', new Uint8Array(2), new Uint8Array(2), spoil]),
      },
      async (signed, sent, before, after, spoil) => {
        const isTarget = RequestTarget.isRequestTarget(signed)
        const { authorization } = await sign({ target: isTarget ? signed : '/', body: before })
        const request = { method: 'POST', target: sent, authorization: spoil(authorization), body: after }
        await verifier.verify(request).catch(() => {})
        await has(refused.length)
        const live = refused.at(-1)
        const path = told.at(-1)?.[0]
        if (live === undefined || path === undefined) return
        reasons.add(live.reason)
        const read = right(readRequest(readFileSync(path)))
        const given = { keys: known, settings: live.settings }
        const ofLive = diagnose({ ...live, ...given, body: live.body ?? new Uint8Array() }, hash, 5e5)
        const ofFile = diagnose({ ...given, ...read, body: right(contentOf(read.body)) }, hash, 5e5)
        assert.equal(ofFile, ofLive)
        assert.is(read.bodyMissing === true, live.body === undefined)
      },
    )
    assert.ok(reasons.size > 3, [...reasons].join())
  }),
)

keep('the folder and the files are for their owner alone; names sort, and hold nothing of the request', () =>
  inFolder(async (root) => {
    const folder = join(root, 'new/refused')
    const { onRefusal, told, has } = keeping({ folder })
    const target = '/../../etc/passwd\0S3CRET'
    for (const at of [now, now, now + 1]) onRefusal(refusedRequest({ target, now: at, appId: '../S3CRET' }))
    onRefusal(refusedRequest({ now: Number.POSITIVE_INFINITY }))
    onRefusal(refusedRequest({ now: -1 }))
    await has(5)
    const names = readdirSync(folder).sort()
    const [first, ...later] = told.map(([path]) => path.slice(folder.length + 1))
    assert.equal([later.pop(), first, ...later], names)
    for (const name of names) assert.match(name, /^\d{8}T\d{6}Z-00000\d-[0-9a-f]{8}-signature_invalid\.http$/)
    assert.is(statSync(join(folder, names[0] ?? '')).mode & 0o777, 0o600)
    assert.is(statSync(folder).mode & 0o777, 0o700)
  }),
)

keep('no token, and no refusal that a diagnosis cannot explain', () =>
  inFolder(async (folder) => {
    const { onRefusal, told, has } = keeping({ folder })
    const verifier = await createVerifier({ keys, tokens: { a: 'right' }, clock: () => now, onRefusal })
    const head = { method: 'GET', target: '/', body: '' }
    for (const line of ['Bearer S3CRET', 'S3CRET x', 'Basic S3CRET', 'SVC-SHA256-RSA S3CRET'])
      await verifier.verify({ ...head, authorization: line }).catch(() => {})
    await verifier.verify({ ...head, authorization: [] }).catch(() => {})
    await has(3)
    const shown = told.map(([path]) => /-([a-z_]+)\.http$/.exec(path)?.[1])
    assert.equal(shown, ['scheme_unsupported', 'scheme_unsupported', 'authorization_malformed'])
    for (const [path] of told) assert.not.match(readFileSync(path, 'latin1'), 'S3CRET')
  }),
)

keep('so many files and so many bytes: the oldest go, and files of others stay', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'notes.http'), 'mine')
    symlinkSync('/nowhere', join(folder, 'link'))
    const few = keeping({ folder, files: 3 })
    for (let i = 0; i < 7; i++) few.onRefusal(refusedRequest({ now: now + i }))
    await few.has(7)
    assert.equal(readdirSync(folder).sort(), [
      ...few.told.slice(4).map(([path]) => path.slice(folder.length + 1)),
      'link',
      'notes.http',
    ])
    const size = statSync(few.told[6]?.[0] ?? '').size
    const small = keeping({ folder, bytes: 2 * size, bodyLimit: 2 })
    small.onRefusal(refusedRequest({ now: now + 8 }))
    small.onRefusal(refusedRequest({ now: now + 9, body: Buffer.alloc(3) }))
    small.onRefusal(refusedRequest({ now: now + 9, target: `/${'a'.repeat(3 * size)}` }))
    await small.has(2)
    const kept = readdirSync(folder).filter((name) => /^\d/.test(name))
    assert.is(kept.length, 1, 'the line about the body takes more bytes than a small body')
    assert.match(readFileSync(join(folder, kept[0] ?? ''), 'latin1'), 'Countersign-Body: not kept')
  }),
)

keep('what a process has left in the middle of a write goes after a minute', () =>
  inFolder(async (folder) => {
    const draft = (n: number): string => `20260101T000000Z-00000${n}-00000000-signature_invalid.http.new`
    for (const n of [1, 2]) writeFileSync(join(folder, draft(n)), '')
    utimesSync(join(folder, draft(1)), 0, 0)
    const { onRefusal, has } = keeping({ folder })
    onRefusal(refusedRequest())
    await has(1)
    assert.equal(readdirSync(folder).length, 2)
    assert.ok(readdirSync(folder).includes(draft(2)))
  }),
)

keep('perMinute requests a minute, and 16 that wait; the others are counted', () =>
  inFolder(async (folder) => {
    const slow = keeping({ folder, perMinute: 2 })
    for (let i = 0; i < 5; i++) slow.onRefusal(refusedRequest())
    await slow.has(2)
    const skips = slow.told.map(([, skipped]) => skipped)
    assert.equal(skips, [3, 0])
    assert.equal(slow.causes, ['perMinute', 'perMinute', 'perMinute'])
    const many = keeping({ folder })
    for (let i = 0; i < 20; i++) many.onRefusal(refusedRequest())
    many.onRefusal(refusedRequest({ target: '/\n' }))
    await many.has(16)
    const shown = many.told.map(([, skipped]) => skipped)
    assert.equal(shown, [5, ...Array(15).fill(0)])
    assert.equal(many.causes, Array(5).fill('disk'))
    // The next file counts them, so that a folder alone tells of them.
    many.onRefusal(refusedRequest())
    await many.has(17)
    assert.match(readFileSync(many.told[16]?.[0] ?? '', 'latin1'), '\r\nCountersign-Skipped: 5\r\n')
    assert.not.match(readFileSync(many.told[15]?.[0] ?? '', 'latin1'), 'Countersign-Skipped')
  }),
)

keep('a body as it was, although its owner overwrites it', () =>
  inFolder(async (folder) => {
    const { onRefusal, told, has } = keeping({ folder })
    const body = Buffer.from('{}')
    onRefusal(refusedRequest({ body }))
    body.fill(0)
    await has(1)
    assert.match(readFileSync(told[0]?.[0] ?? '', 'latin1'), /\r\n\r\n\{\}$/)
  }),
)

keep('a folder that cannot be written stops nothing: it is told, or the process warns once', () =>
  inFolder(async (root) => {
    writeFileSync(join(root, 'file'), '')
    const { onRefusal, problems, told, causes, has } = keeping({ folder: join(root, 'file') })
    for (let i = 0; i < 2; i++) onRefusal(refusedRequest())
    await has(2)
    assert.equal([problems, told], [['EEXIST', 'EEXIST'], []])
    assert.equal(causes, ['fault', 'fault'])
    const warnings = await warningsOf(async (heard) => {
      const silent = keepRefusals({ folder: join(root, 'file') })
      for (let i = 0; i < 3; i++) silent(refusedRequest())
      await until(() => heard.length > 0)
      for (let i = 0; i < 50; i++) await new Promise(setImmediate)
    })
    assert.is(warnings.length, 1)
    assert.match(String(warnings[0]), 'cannot write a file in')
  }),
)

keep('a full disk leaves no half file, and the next is kept', () =>
  inFolder(async (root) => {
    // A folder in the place of the file: the last step of the write fails, as every step may.
    const folder = join(root, 'refused')
    mkdirSync(folder)
    const { onRefusal, problems, told, has } = keeping({ folder })
    onRefusal(refusedRequest())
    await has(1)
    const run = /-([0-9a-f]{8})-/.exec(told[0]?.[0] ?? '')?.[1]
    mkdirSync(join(folder, `20231114T221320Z-000001-${run}-signature_invalid.http/x`), { recursive: true })
    chmodSync(folder, 0o700)
    onRefusal(refusedRequest())
    onRefusal(refusedRequest())
    await has(3)
    assert.is(problems.length, 1)
    assert.not.ok(readdirSync(folder).some((name) => name.endsWith('.new')))
    const skips = told.map(([, skipped]) => skipped)
    assert.equal(skips, [0, 1])
  }),
)

keep('wrong settings are thrown, all at once', () => {
  assert.throws(
    () => keepRefusals({ folder: '', files: 0, tell: 'x' } as never),
    /^keepRefusals: folder must be .*; files must be .*; tell must be/,
  )
  assert.throws(() => keepRefusals({ folder: 'a', file: 1 } as never), '"file" is not an option here')
})

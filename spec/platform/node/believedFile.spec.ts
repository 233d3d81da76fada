// Key folders and token files on real files, where a stat lies, a file gives no answer, or a path changes its kind.
import { execFileSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { AppId } from '../../../src/core/AppId.ts'
import type { Fingerprint } from '../../../src/core/Fingerprint.ts'
import type { Token } from '../../../src/core/Token.ts'
import { message } from '../../../src/core/TokenList.ts'
import type { KeyRing } from '../../../src/effects/KeyRing.ts'
import type { TokenBook } from '../../../src/effects/TokenBook.ts'
import { answerMs, believedMs, maxAtOnce } from '../../../src/platform/node/believedFile.ts'
import { keyRingFolder, keyRingFolderOn } from '../../../src/platform/node/keyRingFolder.ts'
import { tokenFile, tokenFileOn } from '../../../src/platform/node/tokenBook.ts'
import { verificationKey } from '../../../src/platform/node/verificationKey.ts'
import { virtualTimer } from '../../server/virtualTimer.ts'
import { inFolder } from '../../support/folder.ts'
import { rsa } from '../../support/keys.ts'
import { slowLoop } from '../../support/slowLoop.ts'
import { silent, turnByTurn, unchanging } from '../../support/strangeFiles.ts'
import { assert, forAll, needs, right, suite } from '../../support/suite.ts'

const pemOf = (name: string): string => rsa(2048, name).publicPem
const names = new Map<string, string>()
for (const name of ['a', 'b', 'c', 'd']) names.set(right(await verificationKey(pemOf(name))()).fingerprint, name)

/** The names of an app's keys, in alphabetical order. */
const keysOf = async (ring: KeyRing, app: string): Promise<string> => {
  const keys = await ring.keysOf(app as AppId)()
  if (E.isLeft(keys)) return 'closed'
  return keys.right.map(({ fingerprint }) => names.get(fingerprint)).sort().join(' ') // biome-ignore format: one line
}

/** Writes files, by name, with the PEM of the key of that name, or with another text. */
const write = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, key] of Object.entries(files))
    writeFileSync(join(folder, name), key.length === 1 ? pemOf(key) : key)
}

const ringOn = async (folder: string, settings = {}) => {
  const timer = virtualTimer()
  const problems: Array<string> = []
  const onProblem = (file: string, { rule, found }: { readonly rule: string; readonly found?: string }) =>
    problems.push(`${file}: ${rule}${found === undefined ? '' : ` (${found})`}`)
  const ring = right(await keyRingFolderOn(timer)(folder, { onProblem, ...settings })())
  return { ...timer, ring, problems }
}

const believed = suite('a file whose stat shows no change')

believed(`counts for ${believedMs} ms after it was read, and is then read again`, () =>
  inFolder((folder) =>
    unchanging(async () => {
      write(folder, { 'app-1.pem': 'a', 'app-2.pem': 'nothing' })
      const { ring, pass } = await ringOn(folder)
      write(folder, { 'app-1.pem': 'b', 'app-2.pem': 'nothinG' })
      await pass(believedMs - 1)
      assert.is(await keysOf(ring, 'app-1'), 'a')
      await pass(1)
      assert.is(await keysOf(ring, 'app-1'), 'b')
      write(folder, { 'app-1.pem': 'c' })
      await pass(believedMs)
      assert.is(ring.keysOf.atOnce?.('app-1' as AppId), undefined)
      const together = await Promise.all(Array.from({ length: 20 }, () => keysOf(ring, 'app-1')))
      assert.equal(new Set(together), new Set(['c']))
      // A broken one, too.
      assert.is(await keysOf(ring, 'app-2'), 'closed')
      write(folder, { 'app-2.pem': pemOf('d').slice(0, -1) })
      rmSync(join(folder, 'app-1.pem'))
      await pass(believedMs)
      assert.is(await keysOf(ring, 'app-2'), 'd')
    }),
  ),
)

believed('makes every other be read anew: keys that have moved between files are found', () =>
  inFolder((folder) =>
    unchanging(async () => {
      write(folder, { 'app-1.pem': 'a', 'app-2.pem': 'b', 'app-3.pem': 'c' })
      const { ring, pass } = await ringOn(folder)
      write(folder, { 'app-1.pem': 'b', 'app-2.pem': 'c', 'app-3.pem': 'a' })
      await pass(believedMs)
      await keysOf(ring, 'app-1')
      await pass(1000)
      assert.equal(await Promise.all(['app-1', 'app-2', 'app-3'].map((app) => keysOf(ring, app))), ['b', 'c', 'a'])
    }),
  ),
)

const slow = suite('a file that gives no answer')

slow('closes its app once it is not believed any longer; others are open all the time; an answer opens it', () =>
  inFolder(async (folder) => {
    write(folder, { 'app-1.pem': 'a', 'app-2.pem': 'b' })
    const { ring, pass, problems } = await ringOn(folder)
    const path = join(folder, 'app-2.pem')
    await silent(
      (each) => each === path,
      async ({ opened, quiet, end }) => {
        for (let passed = 2000; passed <= believedMs + 4000; passed += 2000) {
          await pass(2000)
          const answers: Array<string> = []
          const asked = ['app-1', 'app-2'].map(async (app) => answers.push(`${app}: ${await keysOf(ring, app)}`))
          await quiet()
          // The look that meets the silence takes its time; those behind it do not wait.
          if (passed === 2000) await pass(answerMs)
          await quiet()
          const isBelieved = passed + answerMs < believedMs
          assert.equal(answers.sort(), ['app-1: a', `app-2: ${isBelieved ? 'b' : 'closed'}`])
          await Promise.all(asked)
        }
        // One thread of the pool, however often somebody asks.
        assert.is(opened(path), 1)
        assert.equal(problems, ['app-2.pem: unreadable (it cannot be read in time)'])
        await end()
        await pass(1000)
        assert.is(await keysOf(ring, 'app-2'), 'b')
      },
    )
  }),
)

slow('opens its app once it answers, also where two requests wait for one reading and one of them gives up', () =>
  inFolder(async (folder) => {
    write(folder, { 'app-1.pem': 'a' })
    const { ring, pass } = await ringOn(folder, { checkEveryMs: 60_000 })
    await silent(
      (path) => path === join(folder, 'app-1.pem'),
      async ({ quiet, end }) => {
        await pass(believedMs)
        const first = keysOf(ring, 'app-1')
        await quiet()
        await pass(answerMs - 1)
        const second = keysOf(ring, 'app-1')
        await quiet()
        await pass(1)
        assert.is(await first, 'closed')
        await end()
        await second
        for (const ms of [believedMs, 1, 60_000]) {
          await pass(ms)
          assert.is(await keysOf(ring, 'app-1'), 'a', `after ${ms} ms more`)
        }
      },
    )
  }),
)

slow('at the start closes its app alone', () =>
  inFolder((folder) => {
    write(folder, { 'app-1.pem': 'a', 'app-2.pem': 'b' })
    return silent(
      (path) => path === join(folder, 'app-2.pem'),
      async ({ quiet }) => {
        const timer = virtualTimer()
        const opening = keyRingFolderOn(timer)(folder)()
        await quiet()
        await timer.pass(answerMs)
        const ring = right(await opening)
        assert.equal([await keysOf(ring, 'app-1'), await keysOf(ring, 'app-2')], ['a', 'closed'])
      },
    )
  }),
)

slow(`takes a thread, and a hundred take ${maxAtOnce}: a hung file system leaves the process one`, () =>
  inFolder(async (folder) => {
    write(folder, Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`app-${i}.pem`, 'no key'])))
    write(folder, { 'app-1.pem': 'a' })
    const { ring, pass } = await ringOn(folder)
    await silent(
      (path) => path.startsWith(join(folder, 'app')),
      async ({ opened, quiet, end }) => {
        await pass(1000)
        const asked = Promise.all(Array.from({ length: 100 }, (_, i) => keysOf(ring, `app-${i}`)))
        await quiet()
        await pass(2 * answerMs)
        assert.is((await asked)[1], 'a')
        await pass(believedMs)
        assert.is(await keysOf(ring, 'app-1'), 'closed')
        const shown = readdirSync(folder).reduce((sum, name) => sum + opened(join(folder, name)), 0)
        assert.is(shown, maxAtOnce)
        await end()
        await pass(1000)
        assert.is(await keysOf(ring, 'app-1'), 'a')
      },
    )
  }),
)

slow('may be the folder: what its files say counts all the same, and new files do not', () =>
  inFolder(async (folder) => {
    write(folder, { 'app-1.pem': 'a', 'app-2.pem': 'b' })
    const { ring, pass, problems } = await ringOn(folder)
    await silent(
      (path) => path === folder,
      async ({ quiet, end }) => {
        write(folder, { 'app-1.pem': 'c', 'app-3.pem': 'd' })
        rmSync(join(folder, 'app-2.pem'))
        await pass(1000)
        const asked = keysOf(ring, 'app-1')
        await quiet()
        await pass(answerMs)
        assert.is(await asked, 'a')
        await pass(believedMs)
        const all = await Promise.all(['app-1', 'app-2', 'app-3'].map((app) => keysOf(ring, app)))
        assert.equal(all, ['c', 'closed', ''])
        assert.equal(problems, [`${folder}: unreadable (it cannot be read in time)`])
        await end()
        await pass(1000)
        assert.equal([await keysOf(ring, 'app-2'), await keysOf(ring, 'app-3')], ['', 'd'])
      },
    )
  }),
)

needs('mkfifo', slow)('is no FIFO, whenever one comes and goes', () =>
  inFolder(async (folder) => {
    write(folder, { 'app-1.pem': 'a', 'app-2.pem': 'b' })
    const fifo = join(folder, 'fifo')
    execFileSync('mkfifo', [fifo])
    const ring = right(await keyRingFolder(folder, { checkEveryMs: 0 })())
    const path = join(folder, 'app-2.pem')
    let round = 0
    const swap = () => {
      if (round++ % 2 === 0) symlinkSync(fifo, `${path}-new`)
      else write(folder, { 'app-2.pem-new': 'b' })
      renameSync(`${path}-new`, path)
    }
    const seen = new Set<string>()
    for (let i = 0; i < 150; i++) {
      const asked = Promise.all([keysOf(ring, 'app-1'), keysOf(ring, 'app-2')])
      // Between any two steps of the look.
      for (let step = i % 7; step >= 0; step--) await new Promise(setImmediate)
      swap()
      const [one, two] = await asked
      assert.is(one, 'a')
      seen.add(two)
    }
    assert.equal([...seen].sort(), ['b', 'closed'])
  }),
)

const busy = suite('a busy event loop')

const turns = fc.array(fc.constantFrom(20, 150, 220, 300, 2500), { minLength: 60, maxLength: 60 })

busy('closes no app of a folder on a healthy disk, however long its turns are', () =>
  forAll([turns, fc.integer({ min: 1, max: 4 })], { numRuns: 8 }, (turnsMs, filesOfEach) =>
    inFolder((folder) =>
      unchanging(() =>
        turnByTurn(async (turn) => {
          const keyOf: Readonly<Record<string, string>> = { 'app-1': 'a', 'app-2': 'b', 'app-3': 'c', 'app-4': 'd' }
          for (const [app, key] of Object.entries(keyOf))
            for (let i = 0; i < filesOfEach; i++) write(folder, { [`${app}.${i}.pem`]: key })
          const { timer, turn: block } = slowLoop()
          const problems: Array<string> = []
          const settled = async <A>(promise: Promise<A>): Promise<A> => {
            let isOver = false
            void promise.finally(() => {
              isOver = true
            })
            while (!isOver) {
              block(1)
              await turn()
            }
            return promise
          }
          const onProblem = (file: string): void => void problems.push(file)
          const ring = right(await settled(keyRingFolderOn(timer)(folder, { onProblem })()))
          const asked: Array<Promise<readonly [string, string]>> = []
          for (const ms of turnsMs) {
            block(ms)
            for (const app of Object.keys(keyOf)) asked.push(keysOf(ring, app).then((found) => [app, found]))
            await turn()
          }
          for (const [app, found] of await settled(Promise.all(asked))) assert.is(found, keyOf[app], app)
          assert.equal(problems, [])
        }),
      ),
    ),
  ),
)

busy('takes no tokens away on a healthy disk', () =>
  forAll([turns], { numRuns: 8 }, (turnsMs) =>
    inFolder((folder) =>
      turnByTurn(async (turn) => {
        const path = join(folder, 'tokens')
        writeFileSync(path, 'app-1 an-example\n')
        const { timer, turn: block } = slowLoop()
        const problems: Array<unknown> = []
        let book: TokenBook | undefined
        void tokenFileOn(timer)(path, { onProblem: (error) => problems.push(error) })().then((made) => {
          book = right(made)
        })
        while (book === undefined) await turn()
        const asked: Array<Promise<unknown>> = []
        let answers = 0
        for (const ms of turnsMs) {
          block(ms)
          asked.push(
            book
              .find('an-example' as Token)()
              .finally(() => answers++),
          )
          await turn()
        }
        while (answers < asked.length) {
          block(1)
          await turn()
        }
        for (const found of await Promise.all(asked)) assert.equal(found, E.right(O.some('app-1')))
        assert.equal(problems, [])
      }),
    ),
  ),
)

const histories = suite('key folders: properties')

const files = ['app-1.pem', 'app-1.1.pem', 'app-2.pem', 'app-3.jwk'] as const
type File = (typeof files)[number]
const apps = ['app-1', 'app-2', 'app-3'] as const
const appOf = (file: string): string => file.slice(0, 5)
const keys = ['a', 'b', 'c', 'd'] as const

type Step =
  | { readonly do: 'write' | 'rename over' | 'link' | 'change the linked'; readonly file: File; readonly key: string }
  | { readonly do: 'remove' | 'break' | 'FIFO' | 'folder' | 'dangling link'; readonly file: File }
  | { readonly do: 'move'; readonly file: File; readonly to: File }
  | { readonly do: 'prove'; readonly app: string; readonly key: string }
  | { readonly do: 'pass'; readonly ms: number }

const aFile = fc.constantFrom(...files)
const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('write', 'rename over', 'link', 'change the linked'),
      file: aFile,
      key: fc.constantFrom(...keys),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('remove', 'break', 'FIFO', 'folder', 'dangling link'), file: aFile }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move'), file: aFile, to: aFile }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('prove'), app: fc.constantFrom(...apps), key: fc.constantFrom(...keys) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass'), ms: fc.constantFrom(1, 500, 1000, 4000, 9999, 10_000) }),
  },
)

/** A real folder, and what each path in it holds: a key, or something else that closes its app. */
const changing = (folder: string) => {
  const held = new Map<File, string>()
  const linked = new Map<File, string>()
  const put = (file: File, key: string): void => void held.set(file, key)
  const clear = (file: File): void => {
    rmSync(join(folder, file), { recursive: true, force: true })
    held.delete(file)
    linked.delete(file)
  }
  const make: { readonly [K in Step['do']]?: (file: File, key: string, to: File) => void } = {
    write: (file, key) => {
      if (!keys.includes(held.get(file) as never)) clear(file)
      const link = linked.get(file)
      if (link !== undefined) linked.delete(file)
      if (link !== undefined) rmSync(join(folder, file))
      write(folder, { [file]: key })
      put(file, key)
    },
    'rename over': (file, key) => {
      if (held.get(file) === 'folder') clear(file)
      write(folder, { new: key })
      renameSync(join(folder, 'new'), join(folder, file))
      linked.delete(file)
      put(file, key)
    },
    link: (file, key) => {
      clear(file)
      write(folder, { [`${file}-linked`]: key })
      symlinkSync(`${file}-linked`, join(folder, file))
      linked.set(file, key)
      put(file, key)
    },
    'change the linked': (file, key) => {
      if (!linked.has(file)) return
      write(folder, { [`${file}-linked`]: key })
      put(file, key)
    },
    remove: clear,
    break: (file) => {
      clear(file)
      write(folder, { [file]: 'broken' })
      put(file, 'broken')
    },
    FIFO: (file) => {
      clear(file)
      // A link of the first: a process for each would take most of the time.
      const first = join(folder, 'fifo')
      if (!existsSync(first)) execFileSync('mkfifo', [first])
      linkSync(first, join(folder, file))
      put(file, 'FIFO')
    },
    folder: (file) => {
      clear(file)
      mkdirSync(join(folder, file))
      put(file, 'folder')
    },
    'dangling link': (file) => {
      clear(file)
      symlinkSync('nowhere', join(folder, file))
      put(file, 'dangling')
    },
    move: (file, _, to) => {
      const key = held.get(file)
      if (file === to || linked.has(file) || key === undefined) return
      clear(to)
      renameSync(join(folder, file), join(folder, to))
      held.delete(file)
      put(to, key)
    },
  }
  const contentsOf = (app: string): ReadonlyArray<string> => files.filter((file) => appOf(file) === app && held.has(file)).map((file) => held.get(file) as string) // biome-ignore format: one line
  return {
    take: (step: Step): void => {
      if (step.do !== 'pass' && step.do !== 'prove')
        make[step.do]?.(step.file, 'key' in step ? step.key : '', 'to' in step ? step.to : step.file)
    },
    keysIn: (app: string) => new Set(contentsOf(app).filter((each) => keys.includes(each as never))),
    isSound: (app: string) => contentsOf(app).every((each) => keys.includes(each as never)),
  }
}

const first: ReadonlyArray<Step> = ['app-1.1.pem', 'app-3.jwk'].map((file) => ({ do: 'write', file, key: 'b' }) as Step)
const renamed: Array<Step> = [
  ...first,
  { do: 'prove', app: 'app-1', key: 'b' },
  { do: 'move', file: 'app-1.1.pem', to: 'app-1.pem' },
]

const prove = (ring: KeyRing, app: string, key: string): void => {
  for (const [fingerprint, name] of names) if (name === key) ring.noteProof?.(app as AppId, fingerprint as Fingerprint)
}

needs('mkfifo', histories)(
  'an app has exactly the keys of its sound files, but for those that another has proven',
  () =>
    forAll([fc.array(aStep, { maxLength: 25 })], { numRuns: 40, examples: [[renamed]] }, (history) =>
      inFolder(async (folder) => {
        const { take, keysIn, isSound } = changing(folder)
        const ring = right(await keyRingFolder(folder, { checkEveryMs: 0 })())
        const owners = new Map<string, string>()
        const isOpen = (app: string) =>
          isSound(app) && [...keysIn(app)].every((key) => (owners.get(key) ?? app) === app)
        for (const step of history) {
          // Only an open app can have a request accepted.
          if (step.do === 'prove' && isOpen(step.app) && keysIn(step.app).has(step.key)) {
            prove(ring, step.app, step.key)
            owners.set(step.key, step.app)
          }
          take(step)
          for (const [key, app] of owners) if (isSound(app) && !keysIn(app).has(key)) owners.delete(key)
          const answers = [await keysOf(ring, 'app-1'), await keysOf(ring, 'app-2'), await keysOf(ring, 'app-3')]
          const expected = apps.map((app) => (isOpen(app) ? [...keysIn(app)].sort().join(' ') : 'closed'))
          assert.equal(answers, expected)
        }
      }),
    ),
)

needs('mkfifo', histories)(
  'whatever a stat shows, a key stood in a file of its app while it was believed, and is of one app once that has proven it',
  () =>
    unchanging(() =>
      forAll([fc.array(aStep, { maxLength: 25 })], { numRuns: 40 }, (history) =>
        inFolder(async (folder) => {
          const { take, keysIn, isSound } = changing(folder)
          const { ring, pass, elapsed } = await ringOn(folder)
          const lastIn = new Map<string, number>()
          const note = () => {
            for (const app of apps) for (const key of keysIn(app)) lastIn.set(`${app} ${key}`, elapsed())
          }
          const ask = async (): Promise<ReadonlyArray<string>> => {
            const answers: Array<string> = []
            for (const app of apps) answers.push(await keysOf(ring, app))
            return answers
          }
          for (const step of history) {
            note()
            take(step)
            if (step.do === 'pass') {
              await pass(step.ms)
              note()
            }
            // Each app proves what it can; of two, the first has the key.
            for (const [i, answer] of (await ask()).entries())
              for (const key of answer === 'closed' ? [] : answer.split(' ')) prove(ring, apps[i] as string, key)
            const answers = await ask()
            const open = answers.flatMap((answer) => (answer === 'closed' || answer === '' ? [] : answer.split(' ')))
            assert.is(new Set(open).size, open.length, `one key in two apps: ${answers}`)
            for (const [i, app] of apps.entries())
              for (const key of answers[i] === 'closed' || answers[i] === '' ? [] : (answers[i] as string).split(' '))
                assert.ok(elapsed() - (lastIn.get(`${app} ${key}`) ?? Number.NaN) < believedMs, `${key} of ${app}`)
          }
          // And what stays as it is comes out: a sound app whose keys nobody else has is open.
          for (let i = 0; i < 2; i++) {
            await pass(believedMs)
            await ask()
          }
          for (const app of apps) {
            const own = [...keysIn(app)].sort()
            const isShared = apps.some((other) => other !== app && own.some((key) => keysIn(other).has(key)))
            if (isShared || apps.some((each) => !isSound(each))) continue
            assert.is(await keysOf(ring, app), own.join(' '))
          }
        }),
      ),
    ),
)

const tokens = suite('tokenFile while it is in use')

const find = async (
  book: { readonly find: (token: Token) => () => Promise<E.Either<{ readonly detail: string }, O.Option<AppId>>> },
  token: string,
) => {
  const found = await book.find(token as Token)()
  return E.isLeft(found) ? found.left.detail : O.toUndefined(found.right)
}

tokens('a token that is withdrawn or added counts after a second, whatever a stat shows', () =>
  inFolder((folder) =>
    unchanging(async () => {
      const path = join(folder, 'tokens')
      const timer = virtualTimer()
      write(folder, { tokens: 'app-1 abc\n' })
      const book = right(await tokenFileOn(timer)(path)())
      write(folder, { tokens: 'app-2 xyz\n' })
      await timer.pass(999)
      assert.equal([await find(book, 'abc'), await find(book, 'xyz')], ['app-1', undefined])
      await timer.pass(1)
      assert.equal([await find(book, 'abc'), await find(book, 'xyz')], [undefined, 'app-2'])
    }),
  ),
)

tokens('a file that is wrong, or gone, takes every token away until it is mended, and is told once', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'tokens')
    const problems: Array<string> = []
    write(folder, { tokens: 'app-1 abc\n' })
    const book = right(
      await tokenFile(path, { checkEveryMs: 0, onProblem: (error) => problems.push(message(error)) })(),
    )
    write(folder, { tokens: 'app-1 abc\napp-2 CANARY!\n' })
    for (let i = 0; i < 3; i++) assert.match((await find(book, 'abc')) ?? '', `${path}: line 2: the token must be`)
    rmSync(path)
    assert.is(await find(book, 'abc'), `${path}: the file cannot be read`)
    write(folder, { tokens: 'app-1 abc\n' })
    assert.is(await find(book, 'abc'), 'app-1')
    assert.is(problems.length, 2)
    assert.not.match(problems.join(), 'CANARY')
  }),
)

tokens('a file that gives no answer counts while it is believed', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'tokens')
    const timer = virtualTimer()
    write(folder, { tokens: 'app-1 abc\n' })
    const book = right(await tokenFileOn(timer)(path)())
    await silent(
      (each) => each === path,
      async ({ opened, quiet, end }) => {
        await timer.pass(1000)
        const asked = find(book, 'abc')
        await quiet()
        await timer.pass(answerMs)
        assert.is(await asked, 'app-1')
        await timer.pass(believedMs)
        assert.match((await find(book, 'abc')) ?? '', 'the file cannot be read in time')
        assert.is(opened(path), 1)
        await end()
        await timer.pass(1000)
        assert.is(await find(book, 'abc'), 'app-1')
      },
    )
  }),
)

needs('mkfifo', tokens)('a pipe is an error', () =>
  inFolder(async (folder) => {
    execFileSync('mkfifo', [join(folder, 'tokens')])
    const result = await tokenFile(join(folder, 'tokens'))()
    assert.ok(E.isLeft(result) && result.left.rule === 'no-file')
  }),
)

tokens('refuses unknown settings', () => {
  assert.throws(() => tokenFile('.', { checkEveryMs: -1, every: 1 } as never), /^tokenFile: checkEveryMs .+"every"/)
})

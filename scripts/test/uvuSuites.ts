// What a runner must know of a suite, and uvu keeps in closures: that it was made, its hooks, its `.only`. Two seams show
// it: uvu assigns a suite's name to `state.__suite__`, and `.run()` hands the suite's insides to `bind`.

export type Handler = (state: unknown) => unknown

interface Test {
  readonly name: string
  handler: Handler
}

interface Named {
  readonly __suite__: string
}

interface Insides {
  readonly tests: Test[]
  readonly only: Test[]
  readonly skips: number
  readonly state: Named
  readonly before: Handler[]
  readonly after: Handler[]
  readonly aEach: Handler[]
}

export interface QueuedSuite extends Insides {
  /** uvu's own runner: it answers the failures in words, or `true` for none. */
  readonly run: () => Promise<[errors: string | true, passed: number, skipped: number, total: number]>
}

export interface Suites {
  readonly queued: readonly QueuedSuite[]
  /** Those whose `.run()` is missing. */
  readonly forgotten: readonly Named[]
}

const isInsides = (value: unknown): value is Insides =>
  typeof value === 'object' && value !== null && 'aEach' in value && 'only' in value

// uvu looks at these when it loads: it is to queue the suites, and leave the running to us.
const runs: QueuedSuite['run'][] = []
Object.assign(globalThis, { UVU_DEFER: true, UVU_QUEUE: [runs] })
const { test: unnamed } = await import('uvu')

/** The suites that `load` makes, none of them run yet. */
export const suitesOf = async (load: () => Promise<unknown>): Promise<Suites> => {
  const states: Named[] = []
  Object.defineProperty(Object.prototype, '__suite__', {
    configurable: true,
    set(this: Named, name: string) {
      states.push(this)
      Object.defineProperty(this, '__suite__', { configurable: true, enumerable: true, value: name, writable: true })
    },
  })

  const insides: Insides[] = []
  const { bind } = Function.prototype
  Function.prototype.bind = function (this: (...args: unknown[]) => unknown, ...args: [unknown, ...unknown[]]) {
    if (isInsides(args[1])) insides.push(args[1])
    return bind.apply(this, args)
  }

  try {
    await load()
    unnamed.run() // what is still in it was never run
  } finally {
    Function.prototype.bind = bind
    Reflect.deleteProperty(Object.prototype, '__suite__')
  }

  const leftover = insides.pop()
  const forgotten = states.filter((state) => !insides.some((suite) => suite.state === state))
  if (leftover && leftover.tests.length + leftover.only.length > 0) forgotten.push(leftover.state)
  return {
    queued: insides.map((suite, index) => Object.assign(suite, { run: runs[index] as QueuedSuite['run'] })),
    forgotten,
  }
}

// A coverage-guided search, as of AFL: inputs that reach a new branch, or a branch in a new order of magnitude of times, are
// kept and changed further.

export interface Failure {
  readonly bytes: Uint8Array
  readonly message: string
}

/** xorshift32: every run with the same seed draws the same numbers. */
export const randomOf = (seed: number): ((below: number) => number) => {
  let state = seed | 0 || 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const longest = 4096

type Random = ReturnType<typeof randomOf>

const concat = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat(parts))

/** One change of a copy. */
const changed = (
  bytes: Uint8Array,
  other: Uint8Array,
  words: ReadonlyArray<Uint8Array>,
  random: Random,
): Uint8Array => {
  const at = random(bytes.length + 1)
  const end = Math.min(bytes.length, at + 1 + random(1 << random(8)))
  const before = bytes.subarray(0, at)
  const after = bytes.subarray(at)
  const pick = (): Uint8Array => words[random(words.length)] as Uint8Array
  switch (random(10)) {
    case 0:
    case 1:
    case 2: {
      const copy = bytes.slice()
      const old = copy[at] ?? 0
      const values = [old ^ (1 << random(8)), old + random(9) - 4, random(256)]
      if (at < copy.length) copy[at] = values[random(3)] as number
      return copy
    }
    case 3:
      return concat(before, Uint8Array.of(random(256)), after)
    case 4:
      return concat(before, bytes.subarray(end))
    case 5:
      return concat(before, pick(), after)
    case 6:
      return concat(before, pick(), bytes.subarray(end))
    case 7: {
      const piece = bytes.subarray(at, end)
      return concat(before, ...Array.from({ length: 1 + random(1 << random(6)) }, () => piece), after)
    }
    case 8: {
      const from = random(other.length + 1)
      return concat(before, other.subarray(from, from + 1 + random(1 << random(8))), bytes.subarray(end))
    }
    default:
      return concat(before, other.subarray(random(other.length + 1)))
  }
}

/** 1, 2, 3, 4–7, 8–15, 16–31, 32–127, more. */
const magnitude = (count: number): number =>
  count < 4 ? count : count < 8 ? 4 : count < 16 ? 5 : count < 32 ? 6 : count < 128 ? 7 : 8

export interface Search {
  readonly counters: Uint32Array
  readonly check: (bytes: Uint8Array) => void
  readonly words: ReadonlyArray<Uint8Array>
  readonly random: Random
  /** Called before each run, so that another thread knows the input of a run without an end. */
  readonly before: (bytes: Uint8Array) => void
  /** Asked after each hundred runs. */
  readonly isOver: () => boolean
}

export interface Searched {
  readonly runs: number
  readonly branches: number
  /** The inputs that reached something new. */
  readonly kept: ReadonlyArray<Uint8Array>
  readonly failures: ReadonlyArray<Failure>
  /** In milliseconds. */
  readonly slowest: number
}

/** The first line, without numbers and quoted text: one fault fails in many ways. */
const kindOf = (message: string): string => message.split('\n', 1)[0]?.replace(/\d+|"[^"]*"|'[^']*'/g, '_') ?? ''

export const search = (seeds: ReadonlyArray<Uint8Array>, s: Search): Searched => {
  const { counters, check, words, random, before, isOver } = s
  const seen = new Set<number>()
  const kept: Array<Uint8Array> = []
  const failures = new Map<string, Failure>()
  let runs = 0
  let slowest = 0

  const failureOf = (bytes: Uint8Array): string | undefined => {
    try {
      check(bytes)
      return undefined
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    }
  }

  const run = (bytes: Uint8Array): void => {
    before(bytes)
    counters.fill(0)
    const began = performance.now()
    const message = failureOf(bytes)
    slowest = Math.max(slowest, performance.now() - began)
    runs++
    if (message !== undefined) {
      const kind = kindOf(message)
      const known = failures.get(kind)
      if (known === undefined || bytes.length < known.bytes.length)
        failures.set(kind, { bytes: minimal(bytes, (b) => kindOf(failureOf(b) ?? '') === kind), message })
      return
    }
    let isNew = false
    for (let i = 0; i < counters.length; i++) {
      const count = counters[i] as number
      if (count === 0) continue
      const place = i * 9 + magnitude(count)
      if (!seen.has(place)) {
        seen.add(place)
        isNew = true
      }
    }
    if (isNew) kept.push(bytes)
  }

  for (const seed of seeds) run(seed)
  if (kept.length === 0) run(new Uint8Array(0))
  const pool = (): Uint8Array =>
    // Half of the time one of the newest.
    kept[random(2) === 0 ? random(kept.length) : kept.length - 1 - random(Math.min(8, kept.length))] ??
    kept[0] ??
    new Uint8Array(0)
  while (!isOver()) {
    for (let i = 0; i < 100; i++) {
      let bytes = pool()
      for (let n = 1 << random(4); n > 0; n--) bytes = changed(bytes, pool(), words, random)
      run(bytes.subarray(0, longest).slice())
    }
  }
  const branches = new Set([...seen].map((place) => Math.floor(place / 9))).size
  return { runs, branches, kept, failures: [...failures.values()], slowest }
}

/** A smaller input of the same kind: pieces are cut out while that holds. */
export const minimal = (bytes: Uint8Array, holds: (bytes: Uint8Array) => boolean): Uint8Array => {
  let least = bytes
  for (let size = least.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < least.length; ) {
      const without = concat(least.subarray(0, at), least.subarray(at + size))
      if (holds(without)) least = without
      else at += size
    }
  }
  return least
}

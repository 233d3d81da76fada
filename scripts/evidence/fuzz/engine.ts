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

/** A search under way. */
interface State {
  readonly search: Search
  /** Each branch with each magnitude that was reached, as one number. */
  readonly seen: Set<number>
  readonly kept: Array<Uint8Array>
  /** By kind, the smallest input of each. */
  readonly failures: Map<string, Failure>
  runs: number
  slowest: number
}

const magnitudes = 9
/** Inputs that are made before the search asks whether it is over. */
const atOnce = 100

export const search = (seeds: ReadonlyArray<Uint8Array>, given: Search): Searched => {
  const state: State = { search: given, seen: new Set(), kept: [], failures: new Map(), runs: 0, slowest: 0 }
  for (const seed of seeds) run(state, seed)
  if (state.kept.length === 0) run(state, new Uint8Array(0))
  while (!given.isOver()) for (let i = 0; i < atOnce; i++) run(state, nextInput(state))
  const { seen, kept, failures, runs, slowest } = state
  const branches = new Set([...seen].map((place) => Math.floor(place / magnitudes))).size
  return { runs, branches, kept, failures: [...failures.values()], slowest }
}

/** A kept input with a few changes. */
const nextInput = (state: State): Uint8Array => {
  const { words, random } = state.search
  let bytes = keptInput(state)
  for (let n = 1 << random(4); n > 0; n--) bytes = changed(bytes, keptInput(state), words, random)
  return bytes.subarray(0, longest).slice()
}

/** Any of the kept inputs; half of the time one of the newest. */
const keptInput = ({ kept, search: { random } }: State): Uint8Array => {
  const at = random(2) === 0 ? random(kept.length) : kept.length - 1 - random(Math.min(8, kept.length))
  return kept[at] ?? kept[0] ?? new Uint8Array(0)
}

/** Runs an input, and keeps it if it fails in a new way or reaches something new. */
const run = (state: State, bytes: Uint8Array): void => {
  const { before, counters, check } = state.search
  before(bytes)
  counters.fill(0)
  const began = performance.now()
  const message = failureOf(check, bytes)
  state.slowest = Math.max(state.slowest, performance.now() - began)
  state.runs++
  if (message !== undefined) takeFailure(state, bytes, message)
  else if (takeReached(state)) state.kept.push(bytes)
}

const failureOf = (check: Search['check'], bytes: Uint8Array): string | undefined => {
  try {
    check(bytes)
    return undefined
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}

/** The first line, without numbers and quoted text: one fault fails in many ways. */
const kindOf = (message: string): string => message.split('\n', 1)[0]?.replace(/\d+|"[^"]*"|'[^']*'/g, '_') ?? ''

const takeFailure = ({ failures, search: { check } }: State, bytes: Uint8Array, message: string): void => {
  const kind = kindOf(message)
  const known = failures.get(kind)
  if (known !== undefined && bytes.length >= known.bytes.length) return
  const isOfKind = (other: Uint8Array): boolean => kindOf(failureOf(check, other) ?? '') === kind
  failures.set(kind, { bytes: minimal(bytes, isOfKind), message })
}

/** Notes what the last run reached. Tells whether any of it is new. */
const takeReached = ({ seen, search: { counters } }: State): boolean => {
  const sizeBefore = seen.size
  for (let i = 0; i < counters.length; i++) {
    const count = counters[i] as number
    if (count > 0) seen.add(i * magnitudes + magnitude(count))
  }
  return seen.size > sizeBefore
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

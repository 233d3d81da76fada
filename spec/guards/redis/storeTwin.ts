/**
 * A twin of the two scripts of src/guards/redis/redisClaim.ts, and of the Redis that runs them, as pure functions. The search
 * (guardWorld.ts) runs it; redisTwin.live.spec.ts holds it equal to the real scripts.
 *
 * It has no memory limit and no expiry: a key of the guard expires a day after its claims.
 */
export type Hash = Readonly<Record<string, string>>

export interface Store {
  /** In seconds, by the server's own clock. */
  readonly now: number
  readonly runId: string
  readonly replId: string
  readonly role: 'master' | 'slave'
  /** Commands since the server's start. */
  readonly processed: number
  readonly hashes: Readonly<Record<string, Hash>>
}

/** What Redis would answer: an array of texts and nulls. */
export type Reply = ReadonlyArray<string | null>

export interface Ran {
  readonly store: Store
  readonly reply: Reply
}

/** A copy of the store that a script changes: a hash that is written is a new object. */
interface Work {
  readonly store: Store
  readonly hashes: Record<string, Hash>
}

/** Runs a command of the guard: `EVAL` or `EVALSHA`, the script, the number of its keys, keys and arguments. */
export const run = (store: Store, [, , count, ...rest]: ReadonlyArray<string>): Ran => {
  const work: Work = { store, hashes: { ...store.hashes } }
  const keys = rest.slice(0, Number(count))
  const args = rest.slice(Number(count))
  const reply = keys.length === 1 ? read(work, keys[0] as string, args) : claimAll(work, keys, args)
  return { store: { ...store, processed: store.processed + 1, hashes: work.hashes }, reply }
}

const write = ({ hashes }: Work, key: string, fields: Hash): void => {
  hashes[key] = { ...hashes[key], ...fields }
}

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))

/** What the server says of itself, as far as the guard reads it. */
export const infoOf = ({ now, runId, replId, role }: Store): string =>
  `redis_version:7.0.15\r\nrun_id:${runId}\r\nserver_time_usec:${now}000000\r\nrole:${role}\r\nmaster_replid:${replId}\r\nmaxmemory_policy:noeviction\r\n`

// ---- An app's key that was ahead

interface App {
  readonly age: number
  readonly newest: number
  readonly earlier: number
  readonly floor: number
}

const appIn = (field: string | undefined): App => {
  const found = /^(\d+) (-?\d+) (-?\d+) (\d+)$/.exec(field ?? '')
  const [age = 0, newest = -1, earlier = -1, floor = 0] = found === null ? [] : found.slice(1).map(Number)
  return { age, newest, earlier, floor }
}

const textOfApp = ({ age, newest, earlier, floor }: App): string => `${age} ${newest} ${earlier} ${floor}`

/** The same at the state's age: what is forgotten by then raises the floor. */
const aged = (app: App, age: number): App => {
  if (app.age === age) return app
  if (app.age === age - 1) return { age, newest: -1, earlier: app.newest, floor: Math.max(app.floor, app.earlier + 1) }
  return { age, newest: -1, earlier: -1, floor: Math.max(app.floor, app.newest + 1, app.earlier + 1) }
}

// ---- The reading

const read = (work: Work, key: string, args: ReadonlyArray<string>): Reply => {
  const { store, hashes } = work
  const [seen = '', next = '', ticketSeen, runId, replId, known, need = '0', drawn = '', ...floors] = args
  const { epoch: current, ticket: left, floor: stored } = hashes[key] ?? {}
  const info = infoOf(store)
  if (store.role !== 'master') return [current ?? null, info, '', '0']
  const isHere = store.runId === runId && store.replId === replId
  const isWritten = next !== '' && (current ?? '') === seen && left === ticketSeen && isHere
  const epoch = isWritten ? next : current
  const ticket = isWritten || left === undefined ? `${drawn}:${store.processed}` : left
  if (isWritten) write(work, key, { epoch: next, ticket })
  else if (left === undefined) write(work, key, { ticket })
  let floor = Number(stored ?? 0)
  if (epoch !== undefined && epoch !== known) {
    if (Number(need) > floor) {
      floor = Number(need)
      write(work, key, { floor: need })
    }
    raiseApps(work, key, floors)
  }
  return [epoch ?? null, info, ticket, String(floor)]
}

const raiseApps = (work: Work, key: string, floors: ReadonlyArray<string>): void => {
  for (let i = 0; i < floors.length; i += 2) {
    const tally = floors[i] as string
    const app = appIn(work.hashes[key]?.[tally])
    write(work, key, { [tally]: textOfApp({ ...app, floor: Math.max(app.floor, Number(floors[i + 1])) }) })
  }
}

// ---- The claims

interface Asked {
  readonly life: number
  readonly ahead: number
  readonly quota: number
  readonly floor: number
  readonly fence: number
}

/** The generations, as the state tells them. */
interface Generations {
  readonly life: number
  readonly begun: number
  readonly serial: number
  readonly newest: number
  readonly earlier: number
  readonly floor: number
  readonly age: number
}

const claimAll = (work: Work, keys: ReadonlyArray<string>, args: ReadonlyArray<string>): Reply => {
  const [stateKey = '', claimsKey = '', earlierKey = '', ...tallies] = keys
  const { store } = work
  const [text, replId, ...settings] = args
  const [life = 0, ahead = 0, quota = 0, floorAsked = 0, fence = 0] = settings.slice(0, 5).map(Number)
  const asked: Asked = { life, ahead, quota, floor: floorAsked, fence }
  const time = `${store.now}000`
  const isHere = store.role === 'master' && store.replId === replId
  if (work.hashes[stateKey]?.epoch !== text || !isHere) return [time]

  const before = generationsOf(work, stateKey, claimsKey, earlierKey, asked)
  const begun = renewed(work, claimsKey, earlierKey, before)
  const here = work.hashes[claimsKey] ?? {}
  const there = begun.earlier >= 0 ? (work.hashes[earlierKey] ?? {}) : {}
  const now = withoutLost(begun, here, there, begun.serial !== before.serial)
  const isChanged = Number(work.hashes[stateKey]?.life ?? Number.NaN) !== now.life || !isSame(now, work, stateKey)
  if (isChanged) write(work, stateKey, fieldsOf(now))
  if (here[''] === undefined) write(work, claimsKey, { '': String(now.serial) })

  const claims = tallies.map((tally, i) => {
    const [id = '', token = '', stamp = ''] = settings.slice(5 + 3 * i, 8 + 3 * i)
    return { id, token, stamp: Number(stamp), tally }
  })
  const held = claims.map(({ id }) => here[id] ?? there[id])
  const replies = claims.map((claim, i) => claimOne(work, [stateKey, claimsKey], asked, now, claim, held[i]))
  return [time, String(now.floor > asked.floor ? now.floor : 0), ...replies]
}

const generationsOf = (
  work: Work,
  stateKey: string,
  claimsKey: string,
  earlierKey: string,
  asked: Asked,
): Generations => {
  const state = work.hashes[stateKey] ?? {}
  const { now } = work.store
  const life = Math.max(asked.life, numberOf(state.life) ?? 0)
  const floor = Math.max(asked.floor, numberOf(state.floor) ?? 0)
  const age = numberOf(state.age) ?? 0
  const mostOf = (key: string): number => (work.hashes[key] === undefined ? -1 : now + asked.ahead)
  if (state.begun === undefined)
    return { life, begun: now, serial: now, newest: mostOf(claimsKey), earlier: mostOf(earlierKey), floor, age }
  const [begun = 0, serial = 0, newest = 0, earlier = 0] = [state.begun, state.serial, state.newest, state.earlier].map(
    Number,
  )
  return { life, begun: Math.min(begun, now), serial, newest, earlier, floor, age }
}

/** When the current generation is old enough, it takes the place of the earlier one, which is forgotten. */
const renewed = ({ store, hashes }: Work, claimsKey: string, earlierKey: string, g: Generations): Generations => {
  if (store.now < g.begun + g.life) return g
  delete hashes[earlierKey]
  const floor = Math.max(g.floor, g.earlier + 1)
  const claims = hashes[claimsKey]
  if (claims === undefined) return { ...g, floor }
  hashes[earlierKey] = claims
  delete hashes[claimsKey]
  const { newest, serial, age } = g
  return { ...g, floor, begun: store.now, serial: serial + 1, earlier: Math.max(newest, 0), newest: -1, age: age + 1 }
}

/** A generation without its marker was lost, unless it only begins. */
const withoutLost = (g: Generations, here: Hash, there: Hash, isRenewed: boolean): Generations => {
  const isEarlierLost = there[''] === undefined && g.earlier >= 0
  const kept = isEarlierLost ? { ...g, floor: Math.max(g.floor, g.earlier + 1), earlier: -1, age: g.age + 1 } : g
  if (here[''] !== undefined) return kept
  return { ...kept, floor: Math.max(kept.floor, kept.newest + 1), newest: -1, age: isRenewed ? kept.age : kept.age + 2 }
}

const names = ['life', 'begun', 'serial', 'newest', 'earlier', 'floor', 'age'] as const

const fieldsOf = (g: Generations): Hash => Object.fromEntries(names.map((name) => [name, String(g[name])]))

/** The script writes the state when something but the guard's own floor has changed. */
const isSame = (g: Generations, { hashes }: Work, stateKey: string): boolean =>
  names.every(
    (name) => name === 'floor' || (name === 'age' && g.age === 0) || hashes[stateKey]?.[name] === String(g[name]),
  )

interface Claim {
  readonly id: string
  readonly token: string
  readonly stamp: number
  readonly tally: string
}

const claimOne = (
  work: Work,
  [stateKey = '', claimsKey = '']: ReadonlyArray<string>,
  asked: Asked,
  { serial, floor, age }: Generations,
  { id, token, stamp, tally }: Claim,
  heldBefore: string | undefined,
): string | null => {
  const app = aged(appIn(work.hashes[stateKey]?.[tally]), age)
  const held = heldBefore ?? work.hashes[claimsKey]?.[id]
  if (stamp < floor || stamp < app.floor) return '<'
  if (stamp > work.store.now + asked.ahead) return '>'
  if (held !== undefined) return held
  const tallied = work.hashes[tally] ?? {}
  const isCurrent = tallied.serial === String(serial)
  const before = isCurrent ? Number(tallied.earlier) : tallied.serial === String(serial - 1) ? Number(tallied.count) : 0
  const count = isCurrent ? Number(tallied.count) : 0
  if (!isCurrent) write(work, tally, { serial: String(serial), count: String(count), earlier: String(before) })
  if (count + before >= asked.quota) return '#'
  const fenced = work.store.now + asked.fence
  if (stamp > fenced && stamp > app.newest) write(work, stateKey, { [tally]: textOfApp({ ...app, newest: stamp }) })
  if (stamp <= fenced && stamp > Number(work.hashes[stateKey]?.newest)) write(work, stateKey, { newest: String(stamp) })
  write(work, claimsKey, { [id]: token })
  write(work, tally, { count: String(count + 1) })
  return null
}

/**
 * A map with a largest size. A new entry takes the place of an old one that has not been read for long: CLOCK, the
 * second-chance algorithm. A read only sets a flag, so that a million entries cost no more per read than ten.
 */
export interface BoundedMap<K, V> {
  /** The value; this counts as a use. */
  readonly get: (key: K) => V | undefined
  readonly has: (key: K) => boolean
  /** Replaces the value of a key that is there; a new key may evict another one. */
  readonly set: (key: K, value: V) => void
  /** `onEvict` hears nothing of it. */
  readonly delete: (key: K) => void
  readonly clear: () => void
  readonly keys: () => Iterable<K>
}

interface Cell<V> {
  value: V
  isUsed: boolean
}

/** If all entries are in use, an eviction must not visit all of them. */
const mostChances = 16

export const make = <K, V>(most: number, onEvict: (key: K, value: V) => void = () => {}): BoundedMap<K, V> => {
  const cells = new Map<K, Cell<V>>()
  // The clock's hand. A new iterator would step over the holes of all former evictions, for each eviction.
  let hand = cells.entries()

  const evict = (): void => {
    for (let chances = mostChances; ; chances--) {
      const step = hand.next()
      if (step.done === true) {
        hand = cells.entries()
        continue
      }
      const [key, cell] = step.value
      if (cell.isUsed && chances > 0) {
        cell.isUsed = false
        continue
      }
      cells.delete(key)
      onEvict(key, cell.value)
      return
    }
  }

  return {
    get: (key) => {
      const cell = cells.get(key)
      if (cell === undefined) return undefined
      cell.isUsed = true
      return cell.value
    },
    has: (key) => cells.has(key),
    set: (key, value) => {
      const cell = cells.get(key)
      if (cell !== undefined) {
        cell.value = value
        return
      }
      if (cells.size >= most) evict()
      cells.set(key, { value, isUsed: false })
    },
    delete: (key) => void cells.delete(key),
    clear: () => cells.clear(),
    keys: () => cells.keys(),
  }
}

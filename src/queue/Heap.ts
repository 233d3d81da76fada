/**
 * A binary heap in an array, for `FairOrder`: the first item of a given order is at index 0, and the children of the item at `i`
 * are at `2 * i + 1` and `2 * i + 2`. Adding or removing one of n items takes about log n steps.
 */
type IsBefore<A> = (one: A, other: A) => boolean

/** Makes a heap of the array itself. */
export const of = <A>(items: Array<A>, isBefore: IsBefore<A>): Array<A> => {
  for (let i = (items.length >> 1) - 1; i >= 0; i--) sinkFrom(items, i, items[i] as A, isBefore)
  return items
}

/** Adds an item. */
export const push = <A>(heap: Array<A>, item: A, isBefore: IsBefore<A>): void => {
  let at = heap.length
  heap.push(item)
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent] as A
    if (!isBefore(item, above)) break
    heap[at] = above
    at = parent
  }
  heap[at] = item
}

/** Removes the first item. */
export const pop = <A>(heap: Array<A>, isBefore: IsBefore<A>): A | undefined => {
  const first = heap[0]
  const last = heap.pop()
  if (heap.length > 0) sinkFrom(heap, 0, last as A, isBefore)
  return first
}

/** Puts the item at `start`, or below it: no child may be before its parent. */
const sinkFrom = <A>(heap: Array<A>, start: number, item: A, isBefore: IsBefore<A>): void => {
  let at = start
  for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
    const right = child + 1
    const next = right < heap.length && isBefore(heap[right] as A, heap[child] as A) ? right : child
    if (!isBefore(heap[next] as A, item)) break
    heap[at] = heap[next] as A
    at = next
  }
  heap[at] = item
}

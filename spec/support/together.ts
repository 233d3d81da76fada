/** Tests that wait for a browser or for other processes begin together; each reports for itself. */

type Work = () => Promise<void>
type Define = (name: string, handler: Work) => void

/** At most so many are under way; the others wait for their turn. */
const limitTo = (most: number) => {
  const waiting: Array<() => void> = []
  let free = most
  const release = (): void => {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }
  return async (work: Work): Promise<void> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    await work().finally(release)
  }
}

/** Of the tests of all suites of a group, `most` run at once. They must not depend on each other. */
export const groupOf = (most: number): ((test: Define) => Define) => {
  const limited = limitTo(most)
  const begins: Array<() => Promise<void>> = []
  return (test) => (name, work) => {
    let result: Promise<void> | undefined
    const begin = (): Promise<void> => {
      if (result === undefined) {
        result = limited(work)
        // Its own test reports a failure, later.
        result.catch(() => {})
      }
      return result
    }
    begins.push(begin)
    test(name, () => {
      for (const each of begins.splice(0)) void each()
      return begin()
    })
  }
}

export const together = (test: Define): Define => groupOf(3)(test)

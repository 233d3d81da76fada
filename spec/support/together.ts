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

/** `test`, of whose tests `most` run at once. They must not depend on each other. */
export const together = (test: Define, most = 3): Define => {
  const limited = limitTo(most)
  const works: Array<Work> = []
  let results: ReadonlyArray<Promise<void>> | undefined
  const beginAll = (): ReadonlyArray<Promise<void>> => {
    const begun = works.map(limited)
    // Its own test reports a failure, later.
    for (const each of begun) each.catch(() => {})
    return begun
  }
  return (name, work) => {
    const place = works.push(work) - 1
    test(name, () => {
      results ??= beginAll()
      return results[place] as Promise<void>
    })
  }
}

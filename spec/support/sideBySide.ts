/**
 * For tests that mostly wait, each in a world of its own: the first one begins them all, of several suites too, `most` at a time.
 * Each is told by its own result.
 */
type Body = () => void | Promise<void>
type Register = (name: string, run: Body) => void

export const sideBySide = (most = 4): ((test: Register) => Register) => {
  const waiting: Array<() => void> = []
  let running = 0
  const begin = (): void => {
    for (; running < most && waiting.length > 0; running++) waiting.shift()?.()
  }
  const end = (): void => {
    running--
    begin()
  }
  return (test) => (name, run) => {
    const ended = new Promise<void>((resolve, reject) => {
      waiting.push(() => {
        // In `then`, a `run` that throws at once becomes a rejection too.
        const result = Promise.resolve().then(run)
        void result.finally(end).then(resolve, reject)
      })
    })
    // A body may fail before its own test awaits it. Without a handler, Node would report an unhandled rejection.
    ended.catch(() => {})
    test(name, () => {
      begin()
      return ended
    })
  }
}

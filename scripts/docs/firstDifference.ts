/** Where two texts part, as people read it: a few lines of each, and under which heading they stand. Nothing if they do not. */
export const firstDifference = (kept: string, now: string, lines = 5): string | undefined => {
  if (kept === now) return undefined
  const [before, after] = [kept.split('\n'), now.split('\n')]
  const at = after.findIndex((line, i) => line !== before[i])
  const first = at < 0 ? after.length : at
  // From the end, so that one line that came in shows as one line.
  let same = 0
  while (same < Math.min(before.length, after.length) - first && before.at(-1 - same) === after.at(-1 - same)) same++
  const part = (text: ReadonlyArray<string>, mark: string): ReadonlyArray<string> => {
    const all = text.slice(first, text.length - same)
    const more = all.length > lines ? [`${mark} … and ${all.length - lines} more lines`] : []
    return [...all.slice(0, lines).map((line) => `${mark} ${line}`), ...more]
  }
  const heading = after.slice(0, first + 1).findLast((line) => /^(?:==|--) /.test(line)) ?? 'the beginning'
  return [`line ${first + 1}, under ${heading}`, ...part(before, '-'), ...part(after, '+')].join('\n')
}

/**
 * A log in which each line begins with a time, or with the name of a service: what build servers and containers put before the output
 * of a program. Only what stands before all lines is taken off.
 *
 *     2026-11-29T12:44:01.1234567Z POST /v1/jobs HTTP/1.1        GitHub Actions, GitLab, kubectl --timestamps
 *     [pod/jobs-1/app] POST /v1/jobs HTTP/1.1                    kubectl logs --prefix, perhaps with --timestamps
 *     [2026-11-29T12:44:01.123Z] POST /v1/jobs HTTP/1.1          Jenkins
 *     2026-11-29T12:44:01.1Z stdout F POST /v1/jobs HTTP/1.1     a container of Kubernetes, by CRI
 *     worker-1  | POST /v1/jobs HTTP/1.1                         docker compose
 *     I/flutter (11021): method: POST                            logcat of Android
 *     2026-11-29T12:44:01.123456789Z stdout P POST /v1           containerd and CRI-O: `P` is a part of a line, `F` its end
 */

const time = '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d)'

/** CRI writes F before a whole line, and P before a part of a line of more than 16 KB, which goes on in the next. */
const stampOfCri = new RegExp(`^${time} std(?:out|err) ([FP])(?: |$)`)

const stamps: ReadonlyArray<RegExp> = [
  stampOfCri,
  new RegExp(`^${time}(?: \\d\\d[OE][+ ]?)?(?: |$)`),
  new RegExp(`^\\[${time}\\](?: |$)`),
  /^[\w.-]{1,64} {1,64}\|(?: |$)/,
  new RegExp(`^\\[pod/[\\w./-]{1,256}\\](?: ${time})?(?: |$)`),
]

/** Fewer lines are no log. */
const fewestLines = 3

/**
 * What logcat writes before each line, such as `I/flutter ( 1234): `. The programs that log there show where a body ends by marks of
 * their own, such as `--> END POST` of OkHttp.
 */
const tags: ReadonlyArray<RegExp> = [
  /^[VDIWEF]\/flutter {0,4}\( {0,8}\d{1,9}\): ?/,
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} {1,8}\d{1,9}-\d{1,9} {1,8}\S{1,64} {1,32}\S{1,128} {1,32}[VDIWEF](?: {1,2}|$)/,
]

/** The log of Android without them; undefined if some line has none. */
export const withoutTags = (log: string): string | undefined => withoutEach(log, tags)

/** The log without times; undefined if some line has none. */
export const withoutStamps = (log: string): string | undefined => withoutParts(log) ?? withoutEach(log, stamps)

const partOfLine = new RegExp(`^${time} (stdout|stderr) ([PF])(?::[\\w:]{1,32})? (.*)$`)

/**
 * The log of a container with its long lines joined from their parts. Parts of stdout and of stderr are joined apart. `P` marks a part
 * that goes on, `F` the last part: `… stdout P {"a":` and `… stdout F 1}` become `{"a":1}`. If the log has a line with `P`, lines of
 * another form stay as they are. If it has none, the result is undefined as soon as one line has another form.
 */
const withoutParts = (log: string): string | undefined => {
  const logLines = log
    .split('\n')
    .map((logLine) => logLine.replace(/\r$/, ''))
    .filter((logLine) => logLine !== '')
  const matches = logLines.map((logLine) => partOfLine.exec(logLine))
  const hasParts = matches.some((partMatch) => partMatch?.[2] === 'P')
  if (logLines.length === 0 || (!hasParts && matches.includes(null))) return undefined
  const open = new Map<string, string>()
  const whole: Array<string> = []
  for (const [i, partMatch] of matches.entries()) {
    const [, stream = '', kind, part = ''] = partMatch ?? []
    const begun = (open.get(stream) ?? '') + part
    if (partMatch === null) whole.push(logLines[i] ?? '')
    else open.set(stream, kind === 'P' ? begun : '')
    if (kind === 'F') whole.push(begun)
  }
  return [...whole, ...[...open.values()].filter((begun) => begun !== '')].join('\n')
}

const withoutEach = (log: string, patterns: ReadonlyArray<RegExp>): string | undefined => {
  const logLines = log.split('\n').map((logLine) => logLine.replace(/\r$/, ''))
  const writtenLines = logLines.filter((logLine) => logLine.trim() !== '')
  if (writtenLines.length < fewestLines) return undefined
  const stamp = patterns.find((pattern) => writtenLines.every((logLine) => pattern.test(logLine)))
  if (stamp === undefined) return undefined
  return logLines
    .map((logLine, i) => {
      const isPart = stamp === stampOfCri && stampOfCri.exec(logLine)?.[1] === 'P'
      return logLine.replace(stamp, '') + (isPart || i === logLines.length - 1 ? '' : '\n')
    })
    .join('')
}

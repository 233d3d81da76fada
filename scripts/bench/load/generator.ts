/**
 * wrk, which sends the requests: how it is started, and what it says when it is done.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Requests } from './requests.ts'

const script = fileURLToPath(new URL('replay.lua', import.meta.url))

export const connections = 64

/** Latencies and the time that it took, without the start, in microseconds. */
export interface Outcome {
  /** Requests that were taken from the file, with those under way at the end. */
  readonly sent: number
  readonly answers: number
  readonly micros: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** Answers of status 400 and above. */
  readonly refused: number
  /** Connections that failed, and answers that took longer than `patience`. */
  readonly lost: number
}

const members = ['sent', 'answers', 'micros', 'p50', 'p99', 'max', 'refused', 'lost'] as const satisfies ReadonlyArray<
  keyof Outcome
>

/** What `replay.lua` says in its last line; undefined if it did not come so far, or says no numbers. */
export const parse = (output: string): Outcome | undefined => {
  const said = /^replayed (\{.*\})$/m.exec(output)?.[1]
  if (said === undefined) return undefined
  let outcome: Record<string, unknown>
  try {
    outcome = JSON.parse(said)
  } catch {
    return undefined
  }
  const whole = members.every((name) => Number.isSafeInteger(outcome[name]))
  return whole ? (outcome as unknown as Outcome) : undefined
}

/** How long wrk waits for an answer before it counts it as lost. */
const patience = '5s'

/** One thread of wrk against `port` for `seconds`, whole ones: it knows no others. */
export const replay = (
  port: number,
  { args }: Requests,
  seconds: number,
  pinned: ReadonlyArray<string> = [],
): Promise<Outcome> => {
  const settings = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', patience, '-s', script]
  const [file = '', ...rest] = [
    ...pinned,
    'wrk',
    ...settings,
    `http://127.0.0.1:${port}/v1/jobs`,
    '--',
    ...args,
    String(connections),
  ]
  return new Promise((resolve, reject) => {
    execFile(file, rest, { timeout: (seconds + 20) * 1000 }, (error, stdout, stderr) => {
      const outcome = parse(stdout)
      if (error === null && outcome !== undefined) return resolve(outcome)
      reject(new Error(`wrk did not come to its end: ${stderr.trim() || error?.message || stdout.trim()}`))
    })
  })
}

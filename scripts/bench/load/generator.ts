/**
 * wrk, the load generator: how it is started, and its result.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Requests } from './requests.ts'

const script = fileURLToPath(new URL('replay.lua', import.meta.url))
/** After this time, wrk counts an answer as lost. */
const patience = '5s'

export const connections = 64

const members = ['sent', 'answers', 'micros', 'p50', 'p99', 'max', 'refused', 'lost'] as const

/**
 * `sent`: requests taken from the file, with those under way at the end; `micros`: the time without the start; `p50`, `p99`,
 * `max`: latencies in microseconds; `refused`: answers of status 400 and above; `lost`: connections that failed, and answers
 * that took longer than `patience`.
 */
export type Outcome = Readonly<Record<(typeof members)[number], number>>

/** The last line of `replay.lua`; `undefined` if it is missing or has no numbers. */
export const parse = (output: string): Outcome | undefined => {
  try {
    const outcome = JSON.parse(/^replayed (\{.*\})$/m.exec(output)?.[1] ?? 'null')
    return members.every((name) => Number.isSafeInteger(outcome?.[name])) ? outcome : undefined
  } catch {
    return undefined
  }
}

/** One thread of wrk against `port`, for a whole number of `seconds`. */
export const replay = (port: number, { args }: Requests, seconds: number): Promise<Outcome> => {
  const settings = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', patience, '-s', script]
  const all = [...settings, `http://127.0.0.1:${port}/v1/jobs`, '--', ...args, String(connections)]
  return new Promise((resolve, reject) => {
    execFile('wrk', all, { timeout: (seconds + 20) * 1000 }, (error, stdout, stderr) => {
      const outcome = parse(stdout)
      if (error === null && outcome !== undefined) return resolve(outcome)
      reject(new Error(`wrk did not come to its end: ${stderr.trim() || error?.message || stdout.trim()}`))
    })
  })
}

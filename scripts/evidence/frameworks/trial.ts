/** Starts a stand, sends it the probes and stops it. */
import { privateKey } from '../../../spec/support/examplePrograms.ts'
import { type Outcome, probeServer } from './probes.ts'
import { sendTo } from './send.ts'
import { plainJob, type Stand } from './stands.ts'

export interface Trial {
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** What the server has written. */
  readonly log: string
}

export const probeStand = async (stand: Stand): Promise<Trial> => {
  const { start, send = sendTo } = stand
  const { url, log, stop } = await start()
  try {
    const outcomes = await probeServer({ path: '/v1/jobs', job: plainJob, ...stand, send: send(url), privateKey })
    return { outcomes, log: log() }
  } finally {
    await stop()
  }
}

import { ofMillis } from '../../core/Timestamp.ts'
import type { Clock } from '../../effects/Clock.ts'

/** The system's clock. */
export const clock: Clock = { now: () => ofMillis(Date.now()) }

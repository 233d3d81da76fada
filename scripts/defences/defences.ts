// Every single defence of the project, in the order in which a request meets them.
import type { Defence } from './defence.ts'
import { dependencies } from './dependencies.ts'
import { keys } from './keys.ts'
import { memory } from './memory.ts'
import { protocol } from './protocol.ts'
import { secrets } from './secrets.ts'
import { clients } from './sending.ts'
import { serving } from './serving.ts'
import { stores } from './stores.ts'
import { verifying } from './verifying.ts'

export const defences: ReadonlyArray<Defence> = [
  ...serving,
  ...verifying,
  ...protocol,
  ...keys,
  ...memory,
  ...stores,
  ...secrets,
  ...clients,
  ...dependencies,
]

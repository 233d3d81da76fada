// Every mutant of the project, in the order in which a request meets the defences.
import { clients } from './clients.ts'
import { forwarding } from './forwarding.ts'
import { guards } from './guards.ts'
import { keys } from './keys.ts'
import type { Mutant } from './Mutant.ts'
import { protocol } from './protocol.ts'
import { serving } from './serving.ts'
import { verifying } from './verifying.ts'

export const mutants: ReadonlyArray<Mutant> = [serving, forwarding, verifying, protocol, keys, guards, clients].flat()

import { ours } from '../../core/Policies.ts'
import { policiesOf } from '../../kit/conformance/compareAnswer.ts'
import { createPort } from '../../kit/conformance/port.ts'
import { servePort } from '../../kit/conformance/serve.ts'
import { type Command, command, optional } from './grammar.ts'
import type { Outcome } from './Outcome.ts'
import { allPolicies, policyList } from './policies.ts'
import { write } from './terminal.ts'
import { version } from './version.ts'

export const port: Command = command({
  args: { policies: optional(policyList('LIST', allPolicies), 'take exactly these policies (our own unless set)') },
  example: '--policies appid-alias,unknown-stage',
  run: async ({ policies: taken }, { stdin, stdout }): Promise<Outcome> => {
    const policies = taken === undefined ? ours : policiesOf(taken)
    await servePort(createPort({ policies, version }), stdin, (line) => write(stdout, line))
    return { exit: 0, text: '', json: {} }
  },
})

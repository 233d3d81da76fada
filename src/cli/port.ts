import process from 'node:process'
import { createPort } from '../conformance/port.ts'
import { servePort } from '../conformance/serve.ts'
import { ours, type Policies } from '../core/Policies.ts'
import { parsed } from './arguments.ts'
import { type Command, command, optional } from './grammar.ts'
import type { Outcome } from './Outcome.ts'
import { write } from './output.ts'
import { version } from './version.ts'

const names = Object.keys(ours)

/** Exactly these policies; an empty list takes none. */
const policies = parsed('LIST', `names of policies with commas between them: ${names.join(', ')}`, (given) => {
  const taken = given.split(',').filter((name) => name !== '')
  return taken.every((name) => names.includes(name))
    ? (Object.fromEntries(names.map((name) => [name, taken.includes(name)])) as unknown as Policies)
    : undefined
})

export const port: Command = command({
  args: { policies: optional('policies', policies, 'take exactly these policies (our own unless set)') },
  example: '--policies appid-alias,unknown-stage',
  run: async ({ policies: taken = ours }): Promise<Outcome> => {
    await servePort(createPort({ policies: taken, version }), process.stdin, (line) => write(process.stdout, line))
    return { exit: 0, text: '', json: {} }
  },
})

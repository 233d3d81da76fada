/** The commands of `countersign` by their names, for the command line and its help. Each is loaded when it is called. */
import type { Command, Entry } from './grammar.ts'

const command = <N extends string>(name: N, about: string, from: () => Promise<Record<N, Command>>) => ({
  [name]: { about, load: async () => (await from())[name] },
})

/** Every command, in the order in which a newcomer needs them. */
export const commands: Readonly<Record<string, Entry>> = {
  ...command('keygen', 'make an RSA key pair', () => import('./keygen.ts')),
  ...command('key', 'show the form, the bits and the fingerprint of a key file', () => import('./key.ts')),
  ...command('sign', 'sign a request and print its Authorization header', () => import('./sign.ts')),
  ...command('verify', 'say whether a request would be accepted, and if not, why', () => import('./verify.ts')),
  ...command('diagnose', 'find out what the caller of a refused request did wrong', () => import('./diagnose.ts')),
  ...command('explain', 'say what a reason for a refusal means, and what to do', () => import('./explain.ts')),
  ...command('submit', 'submit a job: send POST /v1/jobs with the bytes of a file', () => import('./submit.ts')),
  ...command('fetch', 'sign and send any request, once or until it is done', () => import('./fetch.ts')),
  ...command('serve', 'imitate the service on this machine, and verify', () => import('./serve.ts')),
  ...command('inspector', 'look at a request in the browser; nothing leaves it', () => import('./inspector.ts')),
  ...command('vectors', 'check, list or write the conformance vectors', () => import('./vectors.ts')),
  ...command('conform', 'run all vectors on a port (your code, in any language)', () => import('./conform.ts')),
  ...command('completion', 'print a script that completes this command in a shell', () => import('./completion.ts')),
  ...command('port', 'be a port: read questions on standard input, and answer them', () => import('./port.ts')),
}

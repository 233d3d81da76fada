import type { Command } from './grammar.ts'

export interface Entry {
  /** What it does, in one line. */
  readonly about: string
  /** Loaded when it is asked for: a command should not wait for the others. */
  readonly load: () => Promise<Command>
}

/** Every command, in the order in which a newcomer needs them. */
export const commands: Readonly<Record<string, Entry>> = {
  keygen: { about: 'make an RSA key pair', load: async () => (await import('./keygen.ts')).keygen },
  sign: {
    about: 'sign a request and print its Authorization header',
    load: async () => (await import('./sign.ts')).sign,
  },
  verify: {
    about: 'say whether a request would be accepted, and if not, why',
    load: async () => (await import('./verify.ts')).verify,
  },
  diagnose: {
    about: 'find out what the caller of a refused request did wrong',
    load: async () => (await import('./diagnose.ts')).diagnose,
  },
  submit: {
    about: "submit a job: POST /v1/jobs with a file's bytes",
    load: async () => (await import('./submit.ts')).submit,
  },
  serve: {
    about: 'stand in for the service on this machine, and verify',
    load: async () => (await import('./serve.ts')).serve,
  },
  inspector: {
    about: 'look at a request in the browser; nothing leaves it',
    load: async () => (await import('./inspector.ts')).inspector,
  },
  vectors: {
    about: 'the conformance vectors: check, list or write them',
    load: async () => (await import('./vectors.ts')).vectors,
  },
  conform: {
    about: 'put every vector to a port in another language, and report',
    load: async () => (await import('./conform.ts')).conform,
  },
  port: {
    about: 'be a port: answer the conformance protocol on standard input',
    load: async () => (await import('./port.ts')).port,
  },
  completion: {
    about: 'print the completions for bash, zsh or fish',
    load: async () => (await import('./completion.ts')).completion(commands),
  },
}

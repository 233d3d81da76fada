/** A certificate and its key, from files that somebody renews while the server runs. */
import { readFile } from 'node:fs/promises'
import { setInterval } from 'node:timers/promises'
import { createSecureContext, type Server } from 'node:tls'

export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** What is in the files; each may be its text instead. Rejects, with words that name the files, if they cannot be read or do not belong together. */
export const certificateOf = async (files: Certificate): Promise<Certificate> => {
  const isText = (option: 'cert' | 'key'): boolean => files[option].includes('-----BEGIN ')
  // Not the text: it may be the key.
  const called = (option: 'cert' | 'key'): string => `--${option} ${isText(option) ? '(as text)' : files[option]}`
  const read = async (option: 'cert' | 'key'): Promise<string> =>
    isText(option)
      ? files[option]
      : readFile(files[option], 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
          throw new Error(`${called(option)}: the file cannot be read (${code})`)
        })
  const cert = await read('cert')
  const key = await read('key')
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'no reason given'
    throw new Error(
      `${called('cert')} and ${called('key')}: expected a certificate in PEM and its private key (${why})`,
    )
  }
  return { cert, key }
}

/**
 * Gives the server each new certificate, within `everyMs`. The old one stays while the files do not do: they are
 * replaced one after the other. `say` hears of a fault that lasts, once, as an error.
 */
export const renewing = (
  server: Pick<Server, 'setSecureContext'>,
  files: Certificate,
  first: Certificate,
  say: (words: string, level: 'info' | 'error') => void,
  everyMs = 1000,
): { readonly stop: () => void } => {
  let current = first
  let faults = 0
  const look = async (): Promise<void> => {
    try {
      const found = await certificateOf(files)
      faults = 0
      if (found.cert === current.cert && found.key === current.key) return
      server.setSecureContext({ ...found })
      current = found
      say('the certificate was renewed', 'info')
    } catch (error) {
      faults += 1
      if (faults === 3) say(`${(error as Error).message}; the certificate before it stays in use`, 'error')
    }
  }
  // One look after the other.
  const stopping = new AbortController()
  const watch = async (): Promise<void> => {
    for await (const _ of setInterval(everyMs, undefined, { ref: false, signal: stopping.signal })) await look()
  }
  watch().catch(() => {})
  return { stop: () => stopping.abort() }
}

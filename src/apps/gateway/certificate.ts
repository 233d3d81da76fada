/** A certificate and its key, from files that somebody renews while the server runs. */
import { X509Certificate } from 'node:crypto'
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
    const found = why === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH' ? ', but this key belongs to another certificate' : ''
    throw new Error(
      `${called('cert')} and ${called('key')}: expected a certificate in PEM and its private key${found} (${why})`,
    )
  }
  return { cert, key }
}

/** When a certificate in PEM ends, in milliseconds since 1970. */
export const endOf = (cert: string): number => Date.parse(new X509Certificate(cert).validTo)

/** Undefined before the end. */
export const endedWords = (cert: string, now: number): string | undefined =>
  endOf(cert) > now ? undefined : `the certificate ended on ${dayOf(cert)}: callers refuse it`

const dayOf = (cert: string): string => new Date(endOf(cert)).toISOString().slice(0, 10)

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
  now: () => number = Date.now,
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
      const ended = endedWords(found.cert, now())
      if (ended === undefined) say(`the certificate was renewed; it ends on ${dayOf(found.cert)}`, 'info')
      else say(ended, 'error')
    } catch (error) {
      faults += 1
      if (faults === 3) say(`${(error as Error).message}; the previous certificate stays in use`, 'error')
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

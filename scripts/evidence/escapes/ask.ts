// What a library sends for a target with every character in its path and in its query, read off a socket.
import { spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import type { Library } from '../../../src/diagnosis/forms/escapes.ts'
import { libraries } from './libraries.ts'

/** Every visible character, the space, and one letter beyond ASCII for them all. */
const characters = [...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)), 'é']
const places = ['path', 'query'] as const

/** The number tells the request by, whatever becomes of the rest. */
const targetOf = (place: (typeof places)[number], text: string, number: number): string =>
  place === 'path' ? `/${number}/a${text}z` : `/${number}/?k=a${text}z`

const escaped = (text: string): string => Array.from(Buffer.from(text), (byte) => `%${byte.toString(16)}`).join('')

/** The targets that arrive, by their number; a library refuses some. */
const sentBy = async (
  prepare: (origin: string) => Promise<ReadonlyArray<string>>,
  targets: ReadonlyArray<string>,
): Promise<ReadonlyMap<number, string>> => {
  const sent = new Map<number, string>()
  const server = createServer((socket) => {
    let text = ''
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (!text.includes('\r\n\r\n')) return
      const [, target = ''] = /^\S+ (.*) HTTP\/1\.[01]\r\n/.exec(text) ?? []
      const number = /^\/(\d+)\//.exec(target)?.[1]
      if (number !== undefined) sent.set(Number(number), target)
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const [command = '', ...args] = await prepare(origin)
    const child = spawn(command, args, {
      env: { ...process.env, no_proxy: '*' },
      stdio: ['pipe', 'ignore', process.env.DEBUG ? 'inherit' : 'ignore'],
    })
    child.stdin.end(targets.map((target) => `${Buffer.from(target).toString('hex')}\n`).join(''))
    await new Promise((done, fail) => child.on('error', fail).on('close', done))
  } finally {
    server.close()
  }
  return sent
}

/** What the library of this name does to targets. */
export const ask = async (name: string): Promise<Library> => {
  const library = libraries.find((one) => one.name === name)
  if (library === undefined) throw new Error(`there is no library ${name}`)
  const texts = [...characters, '%7e', '%2f']
  const targets = places.flatMap((place, i) => texts.map((text, j) => targetOf(place, text, i * texts.length + j)))
  const sent = await sentBy(library.prepare, targets)
  if (sent.size < targets.length / 2) throw new Error(`${name} sent ${sent.size} of ${targets.length} requests`)
  const answer = (place: (typeof places)[number], text: string): string | undefined => {
    const number = places.indexOf(place) * texts.length + texts.indexOf(text)
    const [before = '', after = ''] = targetOf(place, '\n', number).split('\n')
    const target = sent.get(number)
    return target?.startsWith(before) && target.endsWith(after)
      ? target.slice(before.length, target.length - after.length)
      : undefined
  }
  const escapes = (place: (typeof places)[number]): string =>
    characters.filter((c) => answer(place, c)?.toLowerCase() === escaped(c)).join('')
  const rewrites = (text: string, as: string): boolean => places.every((place) => answer(place, text) === as)
  return {
    name,
    path: escapes('path'),
    query: escapes('query'),
    ...(answer('query', ' ') === '+' ? { plus: true } : {}),
    ...(rewrites('%2f', '%2F') ? { upper: true } : {}),
    ...(rewrites('%7e', '~') ? { decodes: true } : {}),
  }
}

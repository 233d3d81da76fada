/**
 * Headless Firefox from the PATH, driven by Marionette, its own protocol: playwright-core drives builds of its own only. Each message is a
 * JSON array with its length in front.
 */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { requireTool } from '../../scripts/tools.ts'
import { lastingFolder } from './folder.ts'

export interface Firefox {
  readonly visit: (address: string) => Promise<void>
  /** Runs the body of a function in the page; its `arguments` are `given`, and it may return a promise. */
  readonly run: (body: string, ...given: ReadonlyArray<unknown>) => Promise<unknown>
  /** Of the whole page, as PNG. */
  readonly screenshot: () => Promise<Buffer>
  readonly close: () => Promise<void>
}

/** The messages that come, each by its length and a colon. */
const receiving = (socket: Socket, take: (message: Answer) => void): void => {
  let rest = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (let colon = rest.indexOf(':'); colon > 0; colon = rest.indexOf(':')) {
      const end = colon + 1 + Number(rest.subarray(0, colon))
      if (rest.length < end) return
      const message: unknown = JSON.parse(rest.subarray(colon + 1, end).toString())
      rest = rest.subarray(end)
      // The first is a greeting.
      if (Array.isArray(message)) take(message as unknown as Answer)
    }
  })
}

type Answer = readonly [type: 1, id: number, error: { readonly message: string } | null, value: unknown]

/** Firefox writes its port into the profile as soon as it listens. */
const portIn = async (profile: string): Promise<number> => {
  for (;;) {
    try {
      const port = Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8'))
      if (port > 0) return port
    } catch {
      // Not yet.
    }
    await setTimeout(50)
  }
}

/** Starts Firefox with a profile of its own. Anything but the page is left to its defaults: it is what users have. */
export const launchFirefox = async (): Promise<Firefox> => {
  const profile = lastingFolder()
  writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n')
  const args = ['--headless', '--no-remote', '--marionette', '--profile', profile]
  const child = spawn(requireTool('firefox-esr'), args, { stdio: 'ignore', env: { ...process.env, HOME: profile } })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const socket = connect(await portIn(profile), '127.0.0.1')
  const waiting = new Map<number, (answer: Answer) => void>()
  receiving(socket, (answer) => waiting.get(answer[1])?.(answer))
  let last = 0
  const ask = (command: string, given: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last
      const text = JSON.stringify([0, id, `WebDriver:${command}`, given])
      waiting.set(id, ([, , error, value]) => {
        waiting.delete(id)
        if (error === null) resolve(value)
        else reject(new Error(`${command}: ${error.message}`))
      })
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  const answerTo = async (command: string, given: object): Promise<unknown> =>
    ((await ask(command, given)) as { readonly value: unknown }).value
  await ask('NewSession', {})
  return {
    visit: async (address) => void (await ask('Navigate', { url: address })),
    run: (script, ...given) => answerTo('ExecuteScript', { script, args: given }),
    screenshot: async () => Buffer.from(String(await answerTo('TakeScreenshot', { full: true })), 'base64'),
    close: async () => {
      child.kill()
      await gone
    },
  }
}

/**
 * The libraries beside which this one is measured. They are no dependencies of the project: they are fetched once, in these
 * versions, into a folder of their own, and nothing of theirs is run at installing.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

export const versions = {
  'wechatpay-axios-plugin': '0.9.6',
  'fast-jwt': '6.3.6',
  jsonwebtoken: '9.0.3',
  jose: '6.2.17',
  'http-message-signatures': '1.0.6',
  'http-signature': '1.4.0',
  'lru-cache': '11.5.3',
} as const

const place = 'node_modules/.cache/countersign/peers'
const folder = resolve(place)
const manifest = JSON.stringify({ name: 'peers', private: true, dependencies: versions }, undefined, 2)
/** Written when all of them are there, so that an installation that broke off counts for nothing. */
const stamp = join(folder, 'installed.json')

const installed = (): boolean => {
  try {
    return readFileSync(stamp, 'utf8') === manifest
  } catch {
    return false
  }
}

const install = async (): Promise<void> => {
  console.error(`fetching the peers into ${place}, once: ${Object.keys(versions).join(', ')}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), manifest)
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--legacy-peer-deps']
  const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000']
  try {
    await promisify(execFile)('npm', ['install', ...quiet, ...patience], {
      cwd: folder,
      timeout: 180_000,
      env: ownEnvironment(),
    })
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? error)
    const cause = /^npm (?:error|ERR!) (?:code )?(E[A-Z]+|ENOTFOUND)/m.exec(said)?.[1] ?? 'see npm install there'
    throw new Error(`the peers could not be fetched into ${place} (${cause}); is the package registry within reach?`)
  }
  writeFileSync(stamp, manifest)
}

/** Without what `npm run` sets for its own children, which would lead npm back to this project. */
const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_(?!config_)|INIT_CWD)/i.test(name)))

let fetching: Promise<void> | undefined

/** Makes sure that the peers are there; costs nothing when they are. What failed once in a run is not tried again. */
export const fetchPeers = (): Promise<void> => {
  fetching ??= installed() ? Promise.resolve() : install()
  return fetching
}

/** What a peer, or a package that came with one, exports, as its own users load it. */
export const load = async <A>(name: string, how: 'require' | 'import' = 'require'): Promise<A> => {
  const find = createRequire(join(folder, 'package.json'))
  return how === 'require' ? find(name) : await import(pathToFileURL(find.resolve(name)).href)
}

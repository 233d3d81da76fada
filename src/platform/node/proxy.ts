/**
 * The way through a proxy: CONNECT for https, so that the proxy sees neither target nor signature; for http the absolute form.
 */
import type { Agent, RequestOptions } from 'node:http'
import type * as Https from 'node:https'
import process from 'node:process'
import type { Duplex } from 'node:stream'
import * as E from 'fp-ts/lib/Either.js'
import * as BaseUrl from '../../core/BaseUrl.ts'
import * as Settings from '../../core/Settings.ts'
import { inspect } from '../../core/untrusted.ts'

export interface ProxyServer {
  /** Of one agent; holds the password. */
  readonly name: string
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  readonly headers: Readonly<Record<string, string>>
}

/** The option `proxy`. */
export const proxyRule: Settings.Field<ProxyServer | undefined> = (name, value) => {
  if (value === undefined) return E.right(undefined)
  const proxy = typeof value === 'string' ? parse(value) : undefined
  return proxy === undefined
    ? Settings.complain(`${name} must be the URL of a proxy, such as http://proxy.example:3128, or false`)
    : E.right(proxy)
}

const parse = (text: string): ProxyServer | undefined => {
  // As curl does: an environment often names the host and port alone.
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'https:'
  if (!isTls && protocol !== 'http:') return undefined
  const credentials = inspect(() => [username, password].map(decodeURIComponent).join(':'), undefined)
  if (credentials === undefined) return undefined
  const basic = { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
  return {
    name: url,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || (isTls ? 443 : 80)),
    isTls,
    headers: credentials === ':' ? {} : basic,
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** The environment's proxy. A base URL of plain http is on loopback, and what is sent there must not leave the machine. */
export const proxyFor = (base: BaseUrl.BaseUrl, env: Environment): ProxyServer | undefined => {
  const authority = BaseUrl.origin(base).replace(/^https?:\/\//, '')
  if (isLoopback(authority)) return undefined
  const variable = (name: string) => env[name] || env[name.toUpperCase()]
  const proxy = variable('https_proxy') || variable('all_proxy')
  return proxy === undefined || isExempt(authority, variable('no_proxy') ?? '') ? undefined : parse(proxy)
}

export const isLoopback = (authority: string): boolean => E.isRight(BaseUrl.parse(`http://${authority}`))

/**
 * `*`, or names with commas or spaces between them, as curl reads them: `example.com`, `.example.com` and `example.com.` mean the
 * host and all below it, `10.0.0.0/8` and `fd00::/8` the addresses of a network. A name may have a port.
 */
const isExempt = (authority: string, exempt: string): boolean => {
  const host = authority.replace(/:\d+$/, '')
  const address = host.replace(/^\[(.*)\]$/, '$1')
  const names = exempt
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '')
  return names.some((name) => {
    if (name === '*' || name === authority || name === host) return true
    const below = name.replace(/^\*?\.?/, '').replace(/\.(?=$|:\d+$)/, '')
    if (host === below || authority === below || host.endsWith(`.${below}`) || authority.endsWith(`.${below}`))
      return true
    return inspect(() => isWithin(address, name.replace(/^\[(.*)\]/, '$1')), false)
  })
}

/** Whether the address is this one, in whatever spelling, or of this network. Throws if the number of bits is out of range. */
const isWithin = (address: string, network: string): boolean => {
  const { BlockList, isIP } = process.getBuiltinModule('node:net')
  const [first = '', bits] = network.split('/')
  if (isIP(address) === 0 || isIP(address) !== isIP(first)) return false
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  if (bits === undefined) list.addAddress(first, family)
  else if (/^\d+$/.test(bits)) list.addSubnet(first, Number(bits), family)
  return list.check(address, family)
}

/** node:http or node:https, not loaded before a request: with node:tls they take a server half a megabyte. */
export const transport = (isTls: boolean): Pick<typeof Https, 'Agent' | 'request'> =>
  process.getBuiltinModule(isTls ? 'node:https' : 'node:http') as typeof Https

/** A proxy that is silent for so long opens no way. */
const connectMs = 30_000

/** The agent, which now reaches every service through the proxy. */
export const tunnel = (agent: Agent, proxy: ProxyServer, ca: string | undefined): Agent => {
  const direct = agent.createConnection.bind(agent) as (options: object) => Duplex
  return Object.assign(agent, {
    createConnection: (options: RequestOptions, made: (error: Error | null, socket?: Duplex) => void): void => {
      const { host, port, isTls, headers } = proxy
      const to = `${options.host?.includes(':') ? `[${options.host}]` : options.host}:${options.port}`
      const asking = transport(isTls).request({
        host,
        port,
        method: 'CONNECT',
        path: to,
        headers: { Host: to, ...headers },
        agent: false,
        ...(isTls && { ca }),
        timeout: connectMs,
      })
      const fail = (detail: string, cause?: Error) =>
        made(Object.assign(new Error('the proxy failed', { cause }), { proxy: detail }))
      asking.once('connect', ({ statusCode }, socket: Duplex) => {
        if (statusCode === 200) return made(null, direct({ ...options, socket }))
        socket.destroy()
        fail(String(statusCode))
      })
      asking.once('timeout', () => asking.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })))
      asking.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'no code', error))
      asking.end()
    },
  })
}

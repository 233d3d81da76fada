/** The proxies of src/server/adapters/proxies.md, each started with the lines of the page at a port of its own for each set of lines. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { requireTool } from '../../../scripts/tools.ts'
import { lastingFolder } from '../../support/folder.ts'
import { until } from '../../support/suite.ts'

/** Lines of the page, and where they are tried. */
export interface Site {
  readonly lines: string
  /** On which the proxy listens. */
  readonly port: number
  /** Of the service behind it, in the place of 8788. */
  readonly service: number
}

/** What to start: the arguments of the tool, and its files, in a folder that is empty before. */
interface Setup {
  readonly files: Readonly<Record<string, string>>
  readonly args: ReadonlyArray<string>
}

export interface Stand {
  readonly tool: string
  readonly setUp: (folder: string, sites: ReadonlyArray<Site>) => Setup
}

const indented = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by))

const nginx: Stand = {
  tool: 'nginx',
  setUp: (folder, sites) => {
    const isOutside = (line: string) => /^(?:map|upstream) /.test(line)
    // Each site has a service of its own.
    const linesOf = ({ lines }: Site, n: number) =>
      lines.replaceAll(/(?<=^upstream |proxy_pass http:\/\/)app\b/gm, `app-${n}`).split('\n')
    const servers = sites.map((site, n) => {
      const here = linesOf(site, n).filter((line) => !isOutside(line))
      return `server {\n  listen 127.0.0.1:${site.port};\n${here.join('\n')}\n}`
    })
    const outside = new Set(sites.flatMap((site, n) => linesOf(site, n).filter(isOutside)))
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const conf = [
      `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors;`,
      `events {}\nhttp {\naccess_log off; ${temporary.join(' ')}`,
      `proxy_cache_path ${folder}/cache keys_zone=jobs:1m;`,
      ...outside,
      ...servers,
      '}',
    ]
    return {
      files: { 'nginx.conf': conf.join('\n') },
      args: ['-p', folder, '-e', `${folder}/errors`, '-c', `${folder}/nginx.conf`],
    }
  },
}

const apache: Stand = {
  tool: 'apache2',
  setUp: (folder, sites) => {
    const modules = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'rewrite', 'filter', 'deflate', 'headers']
    const conf = [
      `ServerRoot ${folder}\nPidFile ${folder}/pid\nErrorLog ${folder}/errors\nServerName localhost`,
      `DefaultRuntimeDir ${folder}\nMutex file:${folder}`,
      ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
      ...sites.map(
        ({ lines, port }) =>
          `Listen 127.0.0.1:${port}\n<VirtualHost *:${port}>\nRewriteEngine on\n${lines}\n</VirtualHost>`,
      ),
    ]
    return { files: { 'httpd.conf': conf.join('\n') }, args: ['-X', '-f', `${folder}/httpd.conf`] }
  },
}

const haproxy: Stand = {
  tool: 'haproxy',
  setUp: (folder, sites) => {
    const conf = sites.map(({ lines, port }, n) =>
      lines
        .replace('frontend jobs', `frontend jobs-${n}`)
        .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
        .replaceAll(/(default_backend|backend) service/g, `$1 service-${n}`),
    )
    const common =
      'global\n  expose-experimental-directives\ndefaults\n  timeout connect 5s\n  timeout client 30s\n  timeout server 30s\n'
    return { files: { 'haproxy.cfg': `${common}${conf.join('\n')}\n` }, args: ['-q', '-f', `${folder}/haproxy.cfg`] }
  },
}

const caddy: Stand = {
  tool: 'caddy',
  setUp: (folder, sites) => {
    const conf = sites.map(({ lines, port }) => lines.replace(/^:8080 \{/, `http://:${port} {\n  bind 127.0.0.1`))
    return {
      files: { Caddyfile: `{\n  admin off\n  auto_https off\n}\n${conf.join('\n')}\n` },
      args: ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    }
  },
}

const envoy: Stand = {
  tool: 'envoy',
  setUp: (folder, sites) => {
    const listener = ({ lines, port }: Site, n: number): string => {
      const isRoute = lines.startsWith('match:')
      const route = isRoute ? lines : 'match: { prefix: / }\nroute: { cluster: service }'
      return `- address: { socket_address: { address: 127.0.0.1, port_value: ${port} } }
  filter_chains:
  - filters:
    - name: envoy.filters.network.http_connection_manager
      typed_config:
        "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
        stat_prefix: jobs
        http_filters:
        - name: envoy.filters.http.router
          typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router }
${indented(isRoute ? '' : lines, 8)}
        route_config:
          virtual_hosts:
          - name: jobs
            domains: ["*"]
            routes:
            -
${indented(route.replace('cluster: service', `cluster: service-${n}`), 14)}
`
    }
    const cluster = ({ service }: Site, n: number): string => `- name: service-${n}
  type: STATIC
  load_assignment:
    cluster_name: service-${n}
    endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: ${service} } } } }] }]
`
    const conf = `static_resources:\n  listeners:\n${indented(sites.map(listener).join(''), 2)}  clusters:\n${indented(sites.map(cluster).join(''), 2)}`
    return {
      files: { 'envoy.yaml': conf },
      args: ['-c', join(folder, 'envoy.yaml'), '--concurrency', '1', '--disable-hot-restart', '--log-level', 'error'],
    }
  },
}

const traefik: Stand = {
  tool: 'traefik',
  setUp: (folder, sites) => {
    const isMiddleware = ({ lines }: Site): boolean => lines.startsWith('stripPrefix:')
    const settings = sites.find((site) => !isMiddleware(site))?.lines ?? ''
    const entries = sites.map((site, n) =>
      (isMiddleware(site) ? settings : site.lines)
        .replace('entryPoints:\n', '')
        .replace('web:', `web-${n}:`)
        .replace(':8080', `127.0.0.1:${site.port}`),
    )
    const routers = sites.map(
      (site, n) => `    jobs-${n}:
      entryPoints: [web-${n}]
      rule: "PathPrefix(\`/\`)"
      service: service-${n}
${isMiddleware(site) ? `      middlewares: [without-${n}]\n` : ''}`,
    )
    const middlewares = sites.map((site, n) =>
      isMiddleware(site) ? `    without-${n}:\n${indented(site.lines, 6)}\n` : '',
    )
    const services = sites.map(
      ({ service }, n) => `    service-${n}: { loadBalancer: { servers: [{ url: "http://127.0.0.1:${service}" }] } }\n`,
    )
    const fixed = `global: { checkNewVersion: false, sendAnonymousUsage: false }\nlog: { level: ERROR }\n`
    return {
      files: {
        'traefik.yml': `entryPoints:\n${entries.join('\n')}\nproviders: { file: { filename: ${folder}/routes.yml } }\n${fixed}`,
        'routes.yml': `http:\n  routers:\n${routers.join('')}  middlewares:\n${middlewares.join('')}  services:\n${services.join('')}`,
      },
      args: [`--configfile=${folder}/traefik.yml`],
    }
  },
}

/** By the heading of the page. */
export const stands: Readonly<Record<string, Stand>> = {
  nginx,
  Apache: apache,
  HAProxy: haproxy,
  Caddy: caddy,
  Envoy: envoy,
  Traefik: traefik,
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Whether an unsigned request reaches the service, which refuses it. A proxy may listen before it knows its routes. */
const reaches = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: '/api/v1/jobs', agent: false })
      .on('response', ({ statusCode }) => resolve(statusCode === 401))
      .on('error', () => resolve(false))
  })

/** Starts a proxy, and resolves to what ends it when every site reaches its service. Rejects with its output if it ends before. */
export const start = async ({ tool, setUp }: Stand, sites: ReadonlyArray<Site>): Promise<() => Promise<void>> => {
  const folder = lastingFolder()
  const at = sites.map((site) => ({
    ...site,
    lines: site.lines.replaceAll('127.0.0.1:8788', `127.0.0.1:${site.service}`),
  }))
  const { files, args } = setUp(folder, at)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const home = join(folder, 'home')
  mkdirSync(home)
  const env = { ...process.env, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home }
  const child = spawn(requireTool(tool), args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  child.once('exit', () => running.delete(child))
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${tool} ended with ${child.exitCode}: ${said}`)
    return (await Promise.all(sites.map(({ port }) => reaches(port)))).every((does) => does)
  })
  return async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

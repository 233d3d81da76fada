/** Real programs behind and in front of a gateway: WSGI in Python, net/http in Go, PHP, and nginx. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { requireTool } from '../../../scripts/tools.ts'
import { lastingFolder } from '../../support/folder.ts'
import { freePort } from '../../support/loopback.ts'

/** What a program says that it got. */
export interface Seen {
  readonly method: string
  readonly target: string
  /** In hexadecimal. */
  readonly body: string
  /** The headers under the names that CGI gives them. */
  readonly said: Readonly<Record<string, string>>
}

export interface Program {
  readonly port: number
  readonly seen: ReadonlyArray<Seen>
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const started = (tool: string, args: ReadonlyArray<string>): ChildProcess => {
  const child = spawn(tool.includes('/') ? tool : requireTool(tool), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy() !== undefined)).on('error', () =>
      resolve(false),
    )
  })

const reachable = async (port: number, child: ChildProcess): Promise<void> => {
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Its first line is `listening PORT`, unless the port is given. */
const program = async (tool: string, args: ReadonlyArray<string>, given?: number): Promise<Program> => {
  const child = started(tool, args)
  child.stderr?.resume()
  const seen: Array<Seen> = []
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  let port = given ?? 0
  if (given === undefined) {
    const [line] = (await once(lines, 'line')) as [string]
    port = Number(/^listening (\d+)$/.exec(line)?.[1])
  }
  lines.on('line', (line) => seen.push(JSON.parse(line)))
  await reachable(port, child)
  return { port, seen }
}

const folder = 'spec/apps/gateway/upstreams'

/** Built first: a program that `go run` started would outlive it. */
const go = async (): Promise<Program> => {
  const into = lastingFolder()
  const built = join(into, 'upstream')
  const build = started('go', ['build', '-o', built, `${folder}/main.go`])
  let said = ''
  build.stderr?.on('data', (text) => (said += text))
  const [code] = await once(build, 'exit')
  if (code !== 0) throw new Error(said)
  return program(built, [])
}

const php = async (): Promise<Program> => {
  const port = await freePort()
  return program('php', ['-S', `127.0.0.1:${port}`, `${folder}/router.php`], port)
}

export const programs: Readonly<Record<string, { readonly tool: string; readonly start: () => Promise<Program> }>> = {
  wsgi: { tool: 'python3', start: () => program('python3', [`${folder}/wsgi.py`]) },
  go: { tool: 'go', start: go },
  php: { tool: 'php', start: php },
}

/** nginx with its most forgiving settings, before each port; resolves to the ports to call. */
export const nginxBefore = async (ports: ReadonlyArray<number>): Promise<ReadonlyArray<number>> => {
  const home = lastingFolder()
  const fronts: Array<number> = []
  for (const _ of ports) fronts.push(await freePort())
  const server = (port: number, i: number): string => `server {
    listen 127.0.0.1:${fronts[i]};
    underscores_in_headers on;
    ignore_invalid_headers off;
    location / {
      proxy_pass http://behind-${i};
      proxy_http_version 1.1;
      proxy_request_buffering ${port % 2 === 0 ? 'on' : 'off'};
      proxy_set_header Host $http_host;
      proxy_set_header Connection "";
    }
  }
  upstream behind-${i} { server 127.0.0.1:${port}; keepalive 16; }`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  )
  const conf = `daemon off; master_process off; pid ${home}/pid; error_log ${home}/errors;
events {}
http { access_log off; ${temporary.join(' ')} ${ports.map(server).join('\n')} }`
  writeFileSync(join(home, 'nginx.conf'), conf)
  const child = started('nginx', ['-p', home, '-e', `${home}/errors`, '-c', join(home, 'nginx.conf')])
  let said = ''
  child.stderr?.on('data', (text) => (said += text))
  child.stdout?.resume()
  await Promise.all(fronts.map((port) => reachable(port, child))).catch((error: Error) => {
    throw new Error(`nginx: ${error.message}\n${said}`)
  })
  return fronts
}

export const stopAll = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

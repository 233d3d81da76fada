// The scripts in the real shells: a key is pressed, and the line that the shell then runs is read.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { requireTool } from '../../../scripts/tools.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { countersign, file, home } from './command.ts'

const scriptOf = async (shell: string): Promise<string> => (await countersign(['completion', shell])).out

/** Runs instead of the command, and shows its arguments. */
const showing = `countersign() { printf 'ran'; printf '<%s>' "$@"; echo; }`

file('completed/job.json', '')
file('completed/my-key/public_key.pem', '')
mkdirSync(join(home, 'completed/keys'))

/** Types lines at a terminal, and reads what the shell ran for each. */
const typed = async (command: string, lines: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const terminal = spawn(requireTool('script'), ['-qec', command, '/dev/null'], {
    cwd: join(home, 'completed'),
    env: { ...process.env, TERM: 'dumb', INPUTRC: '/dev/null' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let out = ''
  terminal.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk
  })
  const ran = (): ReadonlyArray<string> => [...out.matchAll(/^ran((?:<[^>]*>)+)/gm)].map(([, words]) => String(words))
  // The time limit of the suite ends a hopeless wait.
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await once(terminal.stdout, 'data')
  }
  await until(() => out.includes('ready> '))
  for (const [i, line] of lines.entries()) {
    terminal.stdin.write(`${line}\r`)
    // A key that is pressed before the next prompt completes nothing.
    await until(() => ran().length > i && out.lastIndexOf('ready> ') > out.lastIndexOf('\nran<'))
  }
  terminal.stdin.end('exit\r')
  await once(terminal, 'close')
  return ran()
}

/** Tabs complete; with the line that the shell should run. An equals sign or a blank stands between option and value. */
const cases: ReadonlyArray<readonly [typed: string, ran: string]> = [
  ['ver\t--ed\tmain\t', '<verify><--edition mainland>'],
  ['verify --edition=main\t', '<verify><--edition=mainland>'],
  ['serve --keys ke\t', '<serve><--keys><keys>'],
  ['serve --no-p\tappid\t', '<serve><--no-policy appid-alias>'],
  ['submit --policy int6\t jo\t', '<submit><--policy><int64-string><job.json>'],
  ['verify --bo\tjo\t', '<verify><--body job.json>'],
  ['sign --app-id x --private-key my\tpub\t', '<sign><--app-id><x><--private-key><my-key/public_key.pem>'],
  ['vect\tch\t', '<vectors><check>'],
  ['completion z\t', '<completion><zsh>'],
  ['help inspe\t', '<help><inspector>'],
  ['conform --level sig\t -- tai\t x', '<conform><--level><signer><--><tail><x>'],
]

/** The same arguments, whether a shell sets an equals sign or a blank, and whether a folder's slash stays. */
const normal = (words: string): string => words.replaceAll(/(--[a-z-]+)(?:=|><)(?=[^-])/g, '$1 ').replaceAll('/>', '>')

const completing = suite('completion in the real shells')

const check = async (command: string): Promise<void> => {
  const ran = await typed(
    command,
    cases.map(([line]) => `countersign ${line}`),
  )
  const shown = ran.map(normal)
  assert.equal(
    shown,
    cases.map(([, words]) => normal(words)),
  )
}

needs('bash', completing)('bash', async () => {
  file('completed/bashrc', `PS1='ready> '\nset +o history\n${showing}\n${await scriptOf('bash')}`)
  await check('bash --noprofile --rcfile bashrc -i')
})

needs('zsh', completing)('zsh: sourced behind compinit', async () => {
  const script = await scriptOf('zsh')
  file('completed/sourced/.zshrc', `PS1='ready> '\nautoload -Uz compinit\ncompinit -u -D\n${showing}\n${script}`)
  await check(`env ZDOTDIR=${join(home, 'completed/sourced')} zsh -i`)
})

needs('zsh', completing)('zsh: a file in a folder of fpath', async () => {
  file('completed/functions/_countersign', await scriptOf('zsh'))
  const folder = join(home, 'completed/functions')
  const rc = `PS1='ready> '\nfpath=(${folder} $fpath)\nautoload -Uz compinit\ncompinit -u -D\n${showing}\n`
  file('completed/autoloaded/.zshrc', rc)
  await check(`env ZDOTDIR=${join(home, 'completed/autoloaded')} zsh -i`)
})

needs('fish', completing)('fish: what its engine offers for a line', async () => {
  file('completed/countersign.fish', await scriptOf('fish'))
  const offered = (line: string): ReadonlyArray<string> =>
    execFileSync(requireTool('fish'), ['--no-config', '-c', 'source countersign.fish; complete -C "$argv"', line], {
      cwd: join(home, 'completed'),
      encoding: 'utf8',
      env: { ...process.env, HOME: home },
    })
      .split('\n')
      .flatMap((row) => (row === '' ? [] : [row.split('\t')[0] ?? '']))
  for (const [line, words] of [
    ['ver', ['verify']],
    ['verify --ed', ['--edition']],
    ['verify --edition ', ['international', 'mainland']],
    ['verify --edition=main', ['--edition=mainland']],
    ['serve --keys ke', ['keys/']],
    ['serve --no-policy appid', ['appid-alias']],
    ['submit jo', ['job.json']],
    ['sign --private-key my-key/', ['my-key/public_key.pem']],
    ['verify --app-id ', []],
    ['vectors ', ['check', 'list', 'write']],
    ['completion ', ['bash', 'fish', 'zsh']],
    ['help inspe', ['inspector']],
    // The word sign is a value here, and no command.
    ['verify --app-id sign --priv', []],
  ] as const)
    assert.equal([...offered(`countersign ${line}`)].sort(), words, line)
})

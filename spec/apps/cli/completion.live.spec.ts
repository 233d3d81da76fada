/** Completion, in each shell that has it: the shell sources the script that the command prints, and completes a line. */
import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { requireTool } from '../../../scripts/tools.ts'
import { commands } from '../../../src/apps/cli/commands.ts'
import { completionLines } from '../../../src/apps/cli/completionLines.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { countersign, file, home, program } from './command.ts'

const completing = suite('countersign completion')

chmodSync(join(home, file('bin/countersign', `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)), 0o755)

const inShell = (shell: string, ...args: ReadonlyArray<string>): string =>
  execFileSync(requireTool(shell), args, {
    cwd: home,
    encoding: 'utf8',
    env: { ...process.env, HOME: home, TERM: 'xterm', PATH: `${join(home, 'bin')}:${process.env.PATH}` },
  })

const words = async (...typed: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  (await completionLines(typed)).split('\n').flatMap((line) => (line === '' ? [] : [line.replace(/\t.*/, '')]))

completing('commands, options that are not given yet, and values of closed lists', async () => {
  assert.equal(await words(''), [...Object.keys(commands), 'help', '--version'])
  assert.equal(await words('si'), ['sign'])
  assert.equal(await words('help', 'ver'), ['verify'])
  assert.equal(await words('keygen', '--'), ['--out', '--bits', '--json', '--help'])
  assert.equal(await words('keygen', '--out', 'x', '--o'), [])
  assert.equal(await words('keygen', '--bits', ''), ['2048', '3072', '4096'])
  assert.equal(await words('fetch', '--header', 'A: b', '--hea'), ['--header'])
  assert.equal(await words('keygen', '--out', ''), [':files'])
  assert.equal(await words('key', ''), [':files'])
  assert.equal(await words('conform', '--', 'python3', ''), [':files'])
  assert.equal(await words('no-such', ''), [':files'])
  assert.equal(await words('sign', '--nonce', ''), [])
})

completing('every command completes each of its options, with what it is for', async () => {
  for (const [name, { load }] of Object.entries(commands)) {
    const { args } = await load()
    const lines = await completionLines([name, '--'])
    for (const { kind, name: option, about } of args)
      if (kind !== 'operand') assert.ok(lines.includes(`--${option}\t${about}\n`), `${name} --${option}`)
  }
})

needs('bash', completing)('bash', async () => {
  file('complete.bash', (await countersign(['completion', 'bash'])).out)
  const completed = (...typed: ReadonlyArray<string>): string =>
    inShell(
      'bash',
      '-c',
      `source complete.bash; complete -p countersign; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _countersign; printf "%s\\n" "\${COMPREPLY[@]}"`,
      'bash',
      'countersign',
      ...typed,
    )
  assert.is(completed('si'), 'complete -F _countersign countersign\nsign\n')
  assert.match(completed('keygen', '--bits', '3'), '\n3072\n')
  assert.is(completed('keygen', '--out', ''), 'complete -F _countersign countersign\n\n')
})

needs('fish', completing)('fish', async () => {
  file('complete.fish', (await countersign(['completion', 'fish'])).out)
  const completed = (line: string): string => inShell('fish', '-N', '-c', `source complete.fish; complete -C '${line}'`)
  assert.match(completed('countersign si'), /^sign\tsign a request and print/)
  assert.match(completed('countersign keygen --bits 3'), /^3072/)
  assert.match(completed('countersign key complete.f'), /^complete\.fish/)
})

needs('zsh', completing)('zsh', async () => {
  file('complete.zsh', (await countersign(['completion', 'zsh'])).out)
  // An interactive zsh in a pseudo-terminal of zsh's own. The Tab completes, and the line that it makes goes into a file.
  file(
    'inner.zsh',
    `autoload -Uz compinit; compinit -u -D; source ./complete.zsh
finish() { zle complete-word; print -r -- "$BUFFER" > line.part; mv line.part line.txt }
zle -N finish; bindkey '^I' finish
`,
  )
  file(
    'outer.zsh',
    `zmodload zsh/zpty; rm -f line.txt
zpty -b shell zsh -f -i
zpty -w shell 'source ./inner.zsh'
zpty -w -n shell "$1"$'\\t'
until [[ -e line.txt ]]; do zpty -r -t shell seen || sleep 0.02; done
zpty -d shell; cat line.txt
`,
  )
  const completed = (line: string): string => inShell('zsh', '-f', 'outer.zsh', line)
  assert.is(completed('countersign keyg'), 'countersign keygen \n')
  assert.is(completed('countersign keygen --bi'), 'countersign keygen --bits \n')
  assert.is(completed('countersign keygen --bits 3'), 'countersign keygen --bits 3072 \n')
  assert.is(completed('countersign key complete.z'), 'countersign key complete.zsh \n')
})

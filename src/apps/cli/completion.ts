/**
 * What a shell needs to complete a command line: scripts for bash, zsh and fish, made from what the grammar knows.
 */
import { shellQuoted } from '../../kit/diagnosis/pasted/curlCommand.ts'
import { oneOf } from './arguments.ts'
import type { Entry } from './commands.ts'
import { type Command, type Completion, command, type Named, operand } from './grammar.ts'

/** A command, or the word `help`. */
interface Word {
  readonly name: string
  readonly about: string
  readonly options: ReadonlyArray<Named>
  readonly operand: Completion | 'command' | undefined
}

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** The command, for these commands; itself among them. */
export const completion = (commands: Readonly<Record<string, Entry>>): Command =>
  command({
    args: { shell: operand(oneOf('bash|zsh|fish', shells), 'the shell; its script goes to standard output') },
    example: 'bash',
    run: async ({ shell }) => {
      const script = scripts[shell](await wordsOf(commands))
      return { exit: 0, text: script, json: { shell, script } }
    },
  })

const wordsOf = async (commands: Readonly<Record<string, Entry>>): Promise<ReadonlyArray<Word>> => {
  const words = Object.entries(commands).map(async ([name, { about, load }]): Promise<Word> => {
    const { args } = await load()
    const operands = args.filter(({ kind }) => kind === 'operand')
    const isRest = operands.some(({ repeatable }) => repeatable)
    const options = args.filter(({ kind }) => kind !== 'operand')
    return { name, about, options, operand: isRest ? 'command' : operands[0]?.completes }
  })
  const help = { name: 'help', about: 'show what a command takes', options: [], operand: Object.keys(commands) }
  return [...(await Promise.all(words)), help]
}

type Offered = Word['operand']

const takesValue = ({ kind }: Named): boolean => kind === 'option'

/** Readline splits `--option=value` at the equals sign, and completes file names where a function finds nothing. */
const bash = (words: ReadonlyArray<Word>): string => {
  const offer = (offered: Offered): string => {
    if (offered === undefined) return 'compopt +o default 2>/dev/null'
    if (offered === 'file') return ':'
    if (offered === 'folder') return 'compopt +o default -o dirnames 2>/dev/null'
    if (offered === 'command') return 'COMPREPLY=($(compgen -c -- "$cur"))'
    return `COMPREPLY=($(compgen -W ${shellQuoted(offered.join(' '))} -- "$cur"))`
  }
  const values = words.flatMap(({ name, options }) =>
    options.filter(takesValue).map((arg) => `    '${name} --${arg.name}') ${offer(arg.completes)}; return ;;`),
  )
  const operands = words.flatMap(({ name, operand: offered }) =>
    offered === undefined || offered === 'command' ? [] : [`    ${name}) ${offer(offered)}; return ;;`],
  )
  const options = words.map(
    ({ name, options }) => `    ${name}) options='${options.map((arg) => `--${arg.name}`).join(' ')}' ;;`,
  )
  return `# Completions of countersign for bash: eval "$(countersign completion bash)"
_countersign() {
  local cur=\${COMP_WORDS[COMP_CWORD]} option=\${COMP_WORDS[COMP_CWORD-1]} word=\${COMP_WORDS[1]} options= i
  COMPREPLY=()
  if [[ $cur == = ]]; then
    cur=
  elif [[ $option == = ]]; then
    option=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${words.map(({ name }) => name).join(' ')} --help --version' -- "$cur"))
    return
  fi
  for ((i = 2; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} == -- ]]; then
      ((i == COMP_CWORD - 1)) && COMPREPLY=($(compgen -c -- "$cur"))
      return
    fi
  done
  case "$word $option" in
${values.join('\n')}
  esac
  [[ $cur == -* ]] || case $word in
${operands.join('\n')}
  esac
  case $word in
${options.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$options" -- "$cur"))
}
complete -o default -F _countersign countersign
`
}

const zsh = (words: ReadonlyArray<Word>): string => {
  /** A colon ends a part of a specification, and a bracket the description. */
  const escaped = (text: string): string => text.replace(/[\\:[\]]/g, '\\$&')
  const action = (offered: Offered): string => {
    if (offered === undefined) return ' '
    if (offered === 'file') return '_files'
    if (offered === 'folder') return '_files -/'
    return offered === 'command' ? '_normal' : `(${offered.join(' ')})`
  }
  const option = (arg: Named): string => {
    const { name, about, shows, repeatable, completes } = arg
    const described = `[${escaped(about)}]`
    const value = takesValue(arg) ? `:${escaped(shows)}:${action(completes)}` : ''
    return shellQuoted(`${repeatable ? '*' : ''}--${name}${takesValue(arg) ? '=' : ''}${described}${value}`)
  }
  const rest = (offered: Offered): ReadonlyArray<string> =>
    offered === undefined ? [] : [shellQuoted(`${offered === 'command' ? '*::' : '1:'} :${action(offered)}`)]
  const arguments_ = words.map(
    ({ name, options, operand: offered }) =>
      `        ${name}) _arguments -S ${[...options.map(option), ...rest(offered)].join(' ')} ;;`,
  )
  return `#compdef countersign
# Completions of countersign for zsh: source <(countersign completion zsh), behind compinit
_countersign() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C '--help[show the commands]' '--version[show the version]' '1: :->word' '*:: :->rest' && return
  case $state in
    word)
      local -a words_and_about=(
${words.map(({ name, about }) => `        ${shellQuoted(`${name}:${about}`)}`).join('\n')}
      )
      _describe command words_and_about ;;
    rest)
      case $words[1] in
${arguments_.join('\n')}
      esac ;;
  esac
}
# A file in a folder of fpath is the body of the function.
if [ "$funcstack[1]" = _countersign ]; then _countersign "$@"; else compdef _countersign countersign; fi
`
}

const fish = (words: ReadonlyArray<Word>): string => {
  const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
  const offer = (offered: Offered): string => {
    if (offered === undefined) return '-f'
    if (offered === 'file' || offered === 'command') return '-F'
    return offered === 'folder' ? "-f -a '(__fish_complete_directories)'" : `-f -a ${quoted(offered.join(' '))}`
  }
  const base = 'complete -c countersign'
  const first = words.map(({ name, about }) => `${base} -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`)
  const others = words.flatMap(({ name, options, operand: offered }) => {
    const when = `${base} -n '__countersign_word ${name}'`
    const optionLines = options.map((arg) => {
      const value = takesValue(arg) ? ` -r ${offer(arg.completes)}` : ''
      return `${when} -l ${arg.name}${value} -d ${quoted(arg.about)}`
    })
    return offered === undefined ? optionLines : [`${when} ${offer(offered)}`, ...optionLines]
  })
  return `# Completions of countersign for fish: countersign completion fish | source
function __countersign_word
  set -l words (commandline -opc)
  test "$words[2]" = "$argv[1]"
end
${base} -f
${base} -n __fish_use_subcommand -l help -d 'show the commands'
${base} -n __fish_use_subcommand -l version -d 'show the version'
${[...first, ...others].join('\n')}
`
}

const scripts: Readonly<Record<Shell, (words: ReadonlyArray<Word>) => string>> = { bash, zsh, fish }

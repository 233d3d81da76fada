/**
 * Completion in bash, zsh and fish. `countersign completion bash` prints a script for the shell. With each Tab the script asks
 * `countersign --complete WORD...`, where the last word is the one that is being typed, and shows the lines that come back: a word,
 * a tab, and what it is for. `:files` alone leaves the word to the shell, as the name of a file. So the script never grows old.
 */
import * as args from './arguments.ts'
import { type Command, command, operand } from './grammar.ts'

export const completion: Command = command({
  args: { shell: operand(args.oneOf('SHELL', ['bash', 'zsh', 'fish']), 'bash, zsh or fish') },
  example: 'bash',
  run: async ({ shell }) => ({ exit: 0, text: scripts[shell], json: { script: scripts[shell] } }),
})

const bash = `_countersign() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = :files ]; then compopt -o default 2>/dev/null; COMPREPLY=(); return; fi
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(countersign --complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _countersign countersign
`

const zsh = `#compdef countersign
_countersign() {
  local line
  local -a described
  for line in "\${(@f)$(countersign --complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then _files; return; fi
    [[ -n $line ]] && described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe countersign described
}
compdef _countersign countersign
`

const fish = `function __countersign_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l lines (countersign --complete $words[2..-1] 2>/dev/null)
  if test "$lines[1]" = :files
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $lines
  end
end
complete -c countersign -f -a '(__countersign_complete)'
`

const scripts = { bash, zsh, fish } as const

/** The reference ports whose sources are changed. */
import type { Words } from './operators.ts'

export interface MutatedPort {
  readonly name: string
  readonly folder: string
  /** The files that hold the behaviour of the port. */
  readonly isSource: RegExp
  /** Functions that the suite does not judge: traces, the hello, a removed op. */
  readonly unjudged: ReadonlyArray<string>
  /** The program that prints the sites of one file. */
  readonly sites: ReadonlyArray<string>
  /** What builds the port in a copy of its folder. */
  readonly build?: (folder: string) => ReadonlyArray<string>
  readonly run: (folder: string) => ReadonlyArray<string>
  readonly words: Words
}

const here = 'scripts/evidence/portMutants'

const python: MutatedPort = {
  name: 'python',
  folder: 'vectors/ports/python',
  isSource: /^(?!test_).*\.py$/,
  unjudged: ['trace_of', 'trace_of_step', 'padded_block', 'hello'],
  sites: ['python3', '-B', `${here}/sites.py`],
  run: (folder) => ['python3', '-B', `${folder}/port.py`],
  words: {
    and: 'and',
    or: 'or',
    yes: 'True',
    no: 'False',
    negated: (condition) => `(not (${condition}))`,
    always: () => 'True',
    never: () => 'False',
    nothing: 'pass',
    otherException: 'KeyboardInterrupt',
    noFlag: 're.NOFLAG',
    mistaken: {
      all: 'any',
      any: 'all',
      endswith: 'startswith',
      find: 'rfind',
      floor: 'ceil',
      fullmatch: 'match',
      match: 'search',
      max: 'min',
      min: 'max',
      partition: 'rpartition',
      search: 'match',
      startswith: 'endswith',
    },
  },
}

const go: MutatedPort = {
  name: 'go',
  folder: 'vectors/ports/go',
  isSource: /^(?!.*_test).*\.go$/,
  unjudged: [],
  sites: ['go', 'run', `${here}/sites.go`],
  build: (folder) => ['go', 'build', '-C', folder, '-ldflags=-s -w', '-o', 'port', '.'],
  run: (folder) => [`${folder}/port`],
  words: {
    and: '&&',
    or: '||',
    yes: 'true',
    no: 'false',
    negated: (condition) => `!(${condition})`,
    always: (condition) => `((${condition}) || true)`,
    never: (condition) => `((${condition}) && false)`,
    nothing: '',
    otherException: '',
    noFlag: '',
    mistaken: {
      Ceil: 'Floor',
      CutPrefix: 'CutSuffix',
      Floor: 'Ceil',
      HasPrefix: 'HasSuffix',
      Is6: 'Is4',
      TrimLeft: 'Trim',
      TrimRight: 'Trim',
      TrimSuffix: 'TrimPrefix',
    },
  },
}

export const mutatedPorts: ReadonlyArray<MutatedPort> = [python, go]

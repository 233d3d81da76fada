/**
 * What comes with the suite beside its cases, for authors of ports: skeletons of ports in nine languages, tests of ports in five,
 * the page and its license. In the repository they are in `vectors/`; in the package most are in its one packed file.
 */
import { textBeside } from './suite.ts'

/** The beginning of a port: it says hello and answers `stringToSign`. An author copies it and adds the other operations. */
export interface Skeleton {
  /** The file name that the language demands: Java's compiler accepts no other. */
  readonly file: string
  /** The command that compiles it, in the folder of the file. */
  readonly build?: string
  /** The command that starts it there. */
  readonly run: string
}

export type SkeletonLanguage = 'python' | 'go' | 'java' | 'rust' | 'php' | 'c' | 'csharp' | 'ruby' | 'elixir'

/** The skeletons, by language. spec/kit/conformance/skeletons.live.spec.ts starts each of them. */
export const skeletons: Readonly<Record<SkeletonLanguage, Skeleton>> = {
  python: { file: 'port.py', run: 'python3 port.py' },
  go: { file: 'port.go', build: 'go build -o port port.go', run: './port' },
  java: { file: 'Port.java', build: 'javac Port.java', run: 'java Port' },
  rust: { file: 'port.rs', build: 'rustc -O --edition 2021 -o port port.rs', run: './port' },
  php: { file: 'port.php', run: 'php port.php' },
  c: { file: 'port.c', build: 'cc -std=c11 -O2 -o port port.c', run: './port' },
  csharp: { file: 'Port.cs', build: 'mcs Port.cs', run: 'mono Port.exe' },
  ruby: { file: 'port.rb', run: 'ruby port.rb' },
  elixir: { file: 'port.exs', run: 'elixir port.exs' },
}

export const skeletonLanguages = Object.keys(skeletons) as ReadonlyArray<SkeletonLanguage>

const placeOf = ({ file }: Skeleton): string => `skeletons/${file}`

/** Their files, by their names in `vectors/`. */
export const skeletonFiles: ReadonlyArray<string> = Object.values(skeletons).map(placeOf)

/** The program text of a skeleton. Throws if the installation lacks it. */
export const skeletonText = (language: SkeletonLanguage): string => textBeside(placeOf(skeletons[language]))

/** Tests that read `flat.jsonl`, for authors to copy, by their names in `vectors/`. */
export const nativeTests: ReadonlyArray<string> = [
  'ports/python/test_vectors.py',
  'ports/python/requirements-test.txt',
  'ports/go/vectors_test.go',
  'ports/java/test/VectorsTest.java',
  'ports/rust/tests/vectors.rs',
  'ports/php/VectorsTest.php',
]

/** The page of the suite, and its license. */
export const pages: ReadonlyArray<string> = ['README.md', 'LICENSE']

/**
 * No change of the public interface since the last release without a word in CHANGELOG.md: names that are gone, and declarations that have
 * changed, are named as code in the section of the next release.
 */
import { readFileSync } from 'node:fs'
import { newestSection } from '../../scripts/release/changes.ts'
import {
  readSurface,
  releasedInterface,
  type Surface,
  surfaceOf,
  untoldChanges,
  writeSurface,
} from '../../scripts/release/surface.ts'
import { assert, suite } from '../support/suite.ts'

const now = surfaceOf(readFileSync('spec/project/declarations.txt', 'utf8'))
const changelog = readFileSync('CHANGELOG.md', 'utf8')

const told = suite('CHANGELOG.md names')

told('what has changed in the public interface since the last release', () => {
  const section = newestSection(changelog)
  const words = section?.date === undefined ? (section?.words ?? '') : ''
  assert.equal(
    untoldChanges(readSurface(readFileSync(releasedInterface, 'utf8')), now, words),
    [],
    [
      'Name it as code under "## NEXT (unreleased)", at the top of CHANGELOG.md, with what to write instead.',
      'If no user can notice it, or the last version is not published yet: node --import ./scripts/typescript.mjs scripts/release.ts head',
    ].join('\n'),
  )
})

told('each export of 0.1.0 that is gone', () => {
  const older = readSurface(readFileSync('spec/project/released/0.1.0.txt', 'utf8'))
  assert.ok(older.size > 500)
  assert.equal(untoldChanges(older, now, changelog), [])
  assert.ok(untoldChanges(older, now, changelog.replaceAll('`Scope`', '')).includes('gone: countersign Scope'))
})

const declarations = `== countersign/plain ==
It names types of: nothing else
type Settings from plain/sign
Nonce: all of core/Nonce
sign from plain/sign
writeKey from plain/keys as write

-- plain/sign --
import { Limit } from 'plain/Limit'
export interface Settings {
    readonly limit: Limit;
}
export declare const sign: (settings: Settings) => string;

-- plain/Limit --
export type Limit = number;
`
const before = surfaceOf(declarations)
const changesWith = (from: string, replacement: string, words = '', older: Surface = before): ReadonlyArray<string> => {
  assert.ok(declarations.includes(from))
  return untoldChanges(older, surfaceOf(declarations.replaceAll(from, replacement)), words)
}

const surface = suite('the list of the public interface')

surface('has exports, and declarations with a digest, and is read as it was written', () => {
  assert.equal(
    [...before].map(([name, digest]) => `${name}${digest && ' #'}`),
    [
      'countersign/plain Settings',
      'countersign/plain Nonce',
      'countersign/plain sign',
      'countersign/plain writeKey',
      'Settings #',
      'sign #',
      'Limit #',
    ],
  )
  assert.equal(new Map([...readSurface(writeSurface(before))].sort()), new Map([...before].sort()))
})

const changes: ReadonlyArray<
  readonly [what: string, from: string, replacement: string, untold: ReadonlyArray<string>]
> = [
  ['nothing', 'number', 'number', []],
  ['an export that is gone', 'writeKey from plain/keys as write\n', '', ['gone: countersign/plain writeKey']],
  [
    'an entry point that is gone',
    '== countersign/plain ==',
    '== countersign/other ==',
    [
      'gone: countersign/plain Settings',
      'gone: countersign/plain Nonce',
      'gone: countersign/plain sign',
      'gone: countersign/plain writeKey',
    ],
  ],
  ['a member', 'readonly limit', 'readonly bound', ['changed: Settings']],
  [
    'a member that must be given',
    '    readonly limit',
    '    readonly more: 1;\n    readonly limit',
    ['changed: Settings'],
  ],
  ['a type that an export leads to', 'Limit = number', 'Limit = string', ['changed: Limit']],
  ['an argument', '(settings: Settings)', '(settings?: Settings)', ['changed: sign']],
  ['the module alone', 'plain/Limit', 'plain/numbers', []],
]
for (const [what, from, replacement, untold] of changes)
  surface(`shows the change of ${what}`, () => {
    assert.equal(changesWith(from, replacement), untold)
    const words = untold.map((line) => `\`${line.slice(line.lastIndexOf(' ') + 1)}\``).join(' ')
    assert.equal(changesWith(from, replacement, words), [])
    assert.equal(
      changesWith(from, replacement, words.replaceAll('`', '')),
      untold,
      'a word that is no code tells nothing',
    )
  })

surface('without a digest is compared by name alone', () => {
  const names = new Map([...before.keys()].map((name) => [name, '']))
  assert.equal(changesWith('Limit = number', 'Limit = string', '', names), [])
  assert.equal(changesWith('sign from plain/sign\n', '', '', names), ['gone: countersign/plain sign'])
})

/**
 * Turns of speech that readers with English as a second language stumble over, each with the plain words to write instead.
 * None comes back into the guides, or into messages and the texts of the command.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { insideGuides } from '../../scripts/docs/guides.ts'
import { texts } from '../support/guides.ts'
import { assert, suite } from '../support/suite.ts'

/** As a regular expression, and what to write instead. */
const refusedTurns: Readonly<Record<string, string>> = {
  'in words': 'with an error, or leave it out',
  'hears? of': 'is called, learns, gets',
  mend: 'fix',
  mends: 'fixes',
  mended: 'fixed',
  'stands in': 'is in, imitates',
  'stands? (?:beside|at|there|behind|between|for)': 'is beside, is the …, means',
  'is one like any other': 'is an ordinary …',
  '(?:closes|close) its app': "refuses its app's requests",
  'comes? no further': 'ends there',
  'comes of': 'results from',
  'as good as': 'almost',
  'as ever': 'as usual',
  'of the very second': 'of the same second',
  whoever: 'people who, the caller, the server',
  "nobody's": 'no … of',
  'dear(?:er|est)?': 'expensive',
  '(?:is|are|be) told': 'is reported, is shown, is called with',
  'asks nobody': 'name who is not asked',
  '(?:behind|in front of) `?verified`?': 'after verified, before verified',
  'in front of (?:every|the|a) (?:body )?(?:parser|handler)s?': 'before',
  '(?:is|are) left open': 'it is not defined whether',
  'in (?:its|their) place': 'instead of the …',
  'vouch(?:es)? for': 'can check',
  '(?:first|last) alone': 'only the first, only the last',
  'takes? (?:it|them) for an?': 'treats it as, believes that it is',
  '(?:makes?|made) of (?:it|them|this)': 'does with, reads as',
  '\\. where (?:it|they|one|nothing|none|this|two|an? \\w+)': 'if, at the head of a sentence',
  'in earnest': 'in production',
  'hands? on': 'forwards, passes',
  'takes? over': 'becomes the new …',
  'passes? twice': 'is accepted twice',
  'keeps? out': 'refuses',
  'at fault': 'made the mistake, has the fault',
  'serves? as': 'is used as',
  '(?:such as that|the ones?) of': 'repeat the noun',
  junk: 'invalid requests',
  'unless set': 'default: …',
  'may repeat': 'You can give this option several times',
  ', for it': 'because it',
  whichever: 'any …',
  'have (?:it|them) (?:print|write)': 'let the program …',
  '(?:signed|hashed) over': 'the signed text, the hash of …',
  'one a line': 'one on each line',
  'each for itself': 'separately',
  'in front too': 'also before the first …',
  '(?:shared|forgotten|measured) by (?:one|another)': 'name who has it',
  'the same is true': 'repeat the subject and the verb',
  'in any case': 'in upper or lower case, always',
  'under any (?:policy|policies|setting|option)': 'whatever the … is',
  'every second (?:call|run|request)': 'one of two …',
  '\\. or (?:an?|the|its?|this|these|they|one|nothing|claims|`)': 'or, in one sentence, or a list of cases',
  '\\. also if': 'or if, in one sentence',
  'one of a kind': 'if others of this kind are possible',
  'without an? question to': 'without asking',
  'the seconds above': 'name the number',
  '(?:seconds?|minutes?) late': '… behind the expected time or rate',
  'takes? (?:\\w+ )?for none': 'treats as missing',
  'but for (?:an?|the|its|this|what)': 'except',
  '(?:requests|claims|calls|ids|bytes|forgeries|signatures|refusals|once|\\d+) a (?:second|minute)': '… per …',
}

const found = (text: string): ReadonlyArray<string> =>
  Object.entries(refusedTurns).flatMap(([turn, plain]) =>
    [...text.matchAll(new RegExp(`\\b${turn.replaceAll(' ', '\\s+')}(?!\\w)`, 'gi'))].map(
      ([words]) => `“${words.replaceAll(/\s+/g, ' ')}”: write ${plain}`,
    ),
  )

/** Without code and the targets of links. */
const proseOf = (markdown: string): string =>
  markdown
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, (code) => (code === '`verified`' ? code : '`'))
    .replaceAll(/\]\([^)]*\)/g, ']')

/** Heads of tables in which a column says nothing, other than the first: a reader guesses what its cells are. */
const silentHeads = (markdown: string): ReadonlyArray<string> =>
  [...markdown.replaceAll(/^```.*?^```$/gms, '').matchAll(/^\|.*\|$(?=\n\|-)/gm)]
    .map(([head]) => head)
    .filter((head) => /\|\s*\|/.test(head.replace(/^\|\s*\|/, '|')))

const plain = suite('plain words')

plain('a refused turn is found in each of its forms, also across lines, and no other word is', () => {
  assert.is(found('Forgeries are\nrefused in\nwords.').length, 1)
  assert.equal(found('The parser is behind `verified`.'), [
    '“behind `verified`”: write after verified, before verified',
  ])
  assert.equal(found('It waits. Where a key is\nmissing, it stops. Say where it is.'), [
    '“. Where a key”: write if, at the head of a sentence',
  ])
  assert.equal(found('Up to 20 claims a second. Then a second claim waits, and 500 calls per second begin.').length, 1)
  assert.equal(found('The limit is 5 unless\nset. It applies unless settled.').length, 1)
  assert.equal(found('Names may be in any case. Each second call waits, in any cases.').length, 1)
  assert.equal(found('Log it here, for it hides headers. Wait for it, for its value is late.'), [
    '“, for it”: write because it',
  ])
  assert.equal(
    found('The process ended. Or\nthe clock is ahead. Or write it, and read the word Or. The rest').length,
    1,
  )
  assert.equal(found('Recommended: an amended endearing whoeverness, passwords.'), [])
  assert.is(proseOf('a `mend` [x](behind.md)\n```sh\nmend\n```\n').includes('mend'), false)
})

plain('each guide is free of refused turns', () => {
  const pages = [...texts, ...insideGuides.map((path) => [path, readFileSync(path, 'utf8')] as const)]
  const wrong = pages.flatMap(([path, text]) => found(proseOf(text)).map((turn) => `${path}: ${turn}`))
  // What a release has said stays as it was.
  const released = 'CHANGELOG.md: “unless set”: write default: …'
  assert.is(wrong.filter((words) => words !== released).join('\n'), '')
})

plain('a column of a table has a head, other than the first, in each guide', () => {
  assert.equal(silentHeads('| | a |\n|---|---|\n| option | |\n'), [])
  assert.equal(silentHeads('| option | |\n|---|---|\n| a | b |\n'), ['| option | |'])
  assert.equal(silentHeads('| option | | b |\n|---|---|---|\n'), ['| option | | b |'])
  const wrong = [...texts].flatMap(([path, text]) => silentHeads(text).map((head) => `${path}: ${head}`))
  assert.is(wrong.join('\n'), '')
})

/** Texts that hold a blank, of lines that are no comments. */
const messagesOf = (source: string): ReadonlyArray<string> =>
  source
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .flatMap((line) => [...line.matchAll(/'([^'\n]* [^'\n]*)'|`([^`\n]* [^`\n]*)`|"([^"\n]* [^"\n]*)"/g)])
    .map(([, single, template, double]) => single ?? template ?? double ?? '')

plain('a message is free of refused turns, other than a name in the values that specs draw', () => {
  const line = "throw new Error('it is refused in words')"
  assert.equal(messagesOf(`// 'in words'\n${line}`).flatMap(found).length, 1)
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    // A report's list is called mended: a name, inside of a template.
    (name) => name.endsWith('.ts') && !/^kit\/(?:values\/|testing\/laws\/|conformance\/reports\/pagePort)/.test(name),
  )
  const wrong = sources.flatMap((name) =>
    messagesOf(readFileSync(join('src', name), 'utf8'))
      .flatMap(found)
      .map((turn) => `${name}: ${turn}`),
  )
  assert.ok(sources.length > 100)
  assert.is(wrong.join('\n'), '')
})

plain('the words about vectors are free of refused turns', () => {
  const files = ['flags', 'checks', 'reasons', 'policies'].map((name) => `vectors/${name}.json`)
  const cases = readdirSync('vectors/cases').filter((name) => name.endsWith('.ts'))
  const told = [
    // A key is an id, which never changes.
    ...files.map((path) => [path, JSON.stringify(Object.values(JSON.parse(readFileSync(path, 'utf8'))))] as const),
    ...cases.map((name) => [name, messagesOf(readFileSync(join('vectors/cases', name), 'utf8')).join('\n')] as const),
  ]
  assert.is(told.flatMap(([path, text]) => found(text).map((turn) => `${path}: ${turn}`)).join('\n'), '')
})

/** A remedy has its addressee: what is said to the caller names nothing that only the operator of the service can do. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { translate } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { assert, byTurns, suite } from '../../support/suite.ts'
import { textsGiven } from './chinese/sentencesIn.ts'
import { reportOn } from './forms/changes.ts'

const remedies = suite('remedies')

/** A search for a late form takes long. */
const searchRemedies = byTurns(2, remedies)

/** What callers have no hand in. */
const ofOperator = /\bverif|\bprox(?:y|ies)\b|\bgateway|\bmiddleware|\bCDN\b|\bon the way\b|\badapter\b|\boperator\b/i

/** The caller can look at its own proxy. */
const exceptions = [
  'Send only the signed line, and remove the other line. It may come from the Auth tab of Postman, a netrc file or a proxy.',
]

const folder = 'src/kit/diagnosis'
/** Guesses are shown to the operator alone. */
const files = ['', 'forms', 'catalogue'].flatMap((under) =>
  readdirSync(join(folder, under))
    .filter((name) => name.endsWith('.ts') && !['guesses.ts', 'remedies.ts'].includes(name))
    .map((name) => join(folder, under, name)),
)

/** The texts of members of this name. */
const membersNamed = (path: string, name: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === name) found.push(node.initializer.getText())
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true))
  return found.filter((text) => /^['"`]/.test(text))
}

const forCallers = files.flatMap((path) => [
  ...textsGiven(path, { forBoth: 0, said: 1, makeTelling: 1 }),
  ...membersNamed(path, 'remedy'),
])

remedies('no remedy for callers speaks of what only the operator can change', () => {
  assert.ok(forCallers.length > 60, String(forCallers.length))
  const ofMistakes = catalogue.map(({ remedy, remedyFor }) => remedyFor?.caller ?? remedy)
  const wrong = [...forCallers, ...ofMistakes].filter((text) => ofOperator.test(text) && !exceptions.includes(text))
  assert.equal([...new Set(wrong)], [])
})

remedies('a remedy for both is what the caller and the operator are told, one after the other', () => {
  const both = catalogue.filter(({ remedyFor }) => remedyFor !== undefined)
  assert.ok(both.length > 1)
  for (const { remedy, remedyFor } of both) assert.is(remedy, `${remedyFor?.caller} ${remedyFor?.operator}`)
})

remedies('each part of a remedy for both has a Chinese text', () => {
  for (const { remedyFor } of catalogue)
    for (const text of remedyFor === undefined ? [] : [remedyFor.caller, remedyFor.operator])
      assert.match(translate(text) ?? '', /[\u4e00-\u9fff]/, text)
})

for (const [what, sent, signed] of [
  ['JSON that was written anew', { body: '{"a":1}' }, { body: '{"a": 1}' }],
  ['strings that arrived trimmed', { body: '{"a":"x"}' }, { body: '{"a":"x "}' }],
  ['other line ends', { body: 'a\nb\n' }, { body: 'a\r\nb\r\n' }],
  ['a prefix', { target: '/v1/jobs' }, { target: '/api/v1/jobs' }],
  ['no query', { target: '/v1/jobs?a=1' }, { target: '/v1/jobs' }],
  ['a parameter more', { target: '/v1/jobs?a=1&b=2' }, { target: '/v1/jobs?a=1' }],
  ['an escaped slash', { target: '/v1/a/b' }, { target: '/v1/a%2Fb' }],
  ['the path in the query', { target: '/index.php?q=v1/jobs' }, { target: '/v1/jobs' }],
] as const)
  searchRemedies(`both are told of ${what}, each on its own`, () => {
    const [found] = reportOn(sent, signed).findings
    assert.ok(found?.remedyFor !== undefined, JSON.stringify(found))
    const { caller, operator } = found.remedyFor
    assert.is(found.remedy, `${caller} ${operator}`)
    assert.not.match(caller, ofOperator)
  })

remedies('a remedy for the caller alone has no addressees', () =>
  assert.is(reportOn({ body: 'a' }, { body: 'a\n' }).findings[0]?.remedyFor, undefined),
)

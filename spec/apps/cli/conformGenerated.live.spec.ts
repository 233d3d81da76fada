import { sideBySide } from '../../support/sideBySide.ts'
import { assert, byTurns, suite } from '../../support/suite.ts'
import { countersign, fails, file, ourPort, read } from './command.ts'
import { cases, conform, wrongPort } from './conforming.ts'

const suiteOfRuns = suite('countersign conform: generated runs')
const generated = byTurns(2, sideBySide(3)(suiteOfRuns))

/** It builds the string to sign from the wrong parts, and so fails generated runs of `stringToSign`. */
const wrong = (): ReadonlyArray<string> => wrongPort('always-reject')

generated('come after the cases, from a seed that is shown', async () => {
  const { code, out, err } = await conform(['--generated', '300', '--seed', 'a', '--json', ...cases('rsa/plain')])
  assert.is(code, 0, err + out)
  const { generated: report } = JSON.parse(out)
  assert.is(report.seed, 'a')
  assert.is(report.runs, 300)
  assert.equal(report.failures, [])
})

generated('that fail are shown, saved as cases, and run from the file', async () => {
  // How far a failure shrinks depends on the time that it may take.
  const options = ['--generated', '200', '--seed', 'a', '--no-shrink', ...cases('rsa/plain')]
  const table = await conform([...options, '--save', 'saved.json'], wrong())
  assert.is(table.code, 1)
  assert.match(table.out, /^✘ generated\/string {2}wrong answer$/m)
  assert.match(table.out, /again: npx countersign conform --level full --seed a --path string:[\d:]+ -- /)
  const saved = JSON.parse(read('saved.json')).cases
  assert.ok(saved.length > 0)
  // A failure that is saved already is not saved twice.
  await conform([...options, '--save', 'saved.json'], wrong())
  assert.equal(JSON.parse(read('saved.json')).cases, saved)
  const again = await conform(['--cases', 'saved.json', '--json'], wrong())
  assert.is(again.code, 1)
  assert.is(JSON.parse(again.out).counts.fail, saved.length)
  const [first] = JSON.parse(again.out).cases
  assert.match(first.failure.input, /^\{"/)
  assert.match(first.failure.rerun, `countersign conform --cases saved.json --case ${first.id} -- `)
  const ours = await conform(['--cases', 'saved.json', '--json'])
  assert.is(ours.code, 0, ours.out)
  assert.is(JSON.parse(ours.out).counts.pass, saved.length)
})

generated('are repeated alone by the command that the report shows', async () => {
  const seed = "it's any"
  const { out } = await conform(['--generated', '100', '--seed', seed, '--json', ...cases('rsa/plain')], wrong())
  const [{ path, input, rerun }] = JSON.parse(out).generated.failures
  assert.match(rerun, `--level full --seed 'it'\\''s any' --path ${path} -- `)
  const command = ['conform', '--json', '--level', 'full', '--seed', seed, '--path', path, '--', ...wrong()]
  const again = await countersign(command)
  assert.is(again.code, 1)
  const { cases: ran, generated: report } = JSON.parse(again.out)
  assert.equal(ran, [])
  assert.is(report.runs, 1)
  assert.equal(report.failures[0].input, input)
  const mended = await countersign([...command.slice(0, -wrong().length), ...ourPort()])
  assert.is(mended.code, 0, mended.err)
})

generated('are emitted and judged', async () => {
  const options = ['conform', '--generated', '100', '--seed', 'a', ...cases('rsa/plain'), '--write-runs', 'drawn.jsonl']
  const { code, out, err } = await countersign([...options, '--json'])
  assert.is(code, 0, err)
  assert.equal(JSON.parse(out), { emitted: 'drawn.jsonl', cases: 1, generated: { seed: 'a', runs: 100 } })
  const answers = (await countersign(['port'], { stdin: read('drawn.jsonl') })).out
  const judge = ['conform', '--runs', 'drawn.jsonl', '--answers', file('drawn-answers.jsonl', answers)]
  const passed = await countersign(judge)
  assert.is(passed.code, 0, passed.err)
  assert.match(passed.out, '1 case of the suite and 100 generated runs passed')
  file('drawn.jsonl', read('drawn.jsonl').split('\n').slice(0, 50).join('\n'))
  const cut = await countersign(judge)
  assert.is(cut.code, 2)
  assert.match(
    cut.err,
    '--runs drawn.jsonl: it is not complete: its last line must be {"type":"bye"}; write it again with --write-runs',
  )
})

generated('say what is wrong with the command line', async () => {
  const nothing = /: with this --seed and --level full, there is no such run/
  for (const [args, words] of [
    [['--path', 'string:0'], /--path needs the --seed of the failure/],
    [['--seed', 'a', '--path', `string:0${':0'.repeat(500)}`], nothing],
    [['--seed', 'a', '--path', 'no-such:1'], nothing],
    [['--seed', 'a', '--path', 'string'], nothing],
    [
      ['--save', file('kept.json', '{"cases":[]}')],
      /--save kept\.json: at \/behaviour, expected a text, found nothing/,
    ],
    [['--save', 'no/such/folder.json'], /no\/such\/folder\.json: /],
    [['--cases', 'kept.json'], /--cases kept\.json: at \/behaviour, expected a text, found nothing/],
    [['--answers', 'a', '--runs', 'b', '--seed', 'a'], /give --generated, --seed and --path to --write-runs/],
    [['--answers', 'a', '--runs', 'b', '--preceded-by', 'rsa/plain'], /--preceded-by needs a port/],
    [['--write-runs', 'a', '--preceded-by', 'rsa/plain'], /--preceded-by needs a port/],
  ] as const)
    await fails(['conform', ...args, '--', './no-such-port'], words)
  assert.is(read('kept.json'), '{"cases":[]}')
})

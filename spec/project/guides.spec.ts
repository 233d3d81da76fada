/** What the guides must hold. That their snippets run is shown by guides.live.spec.ts. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { insideGuides } from '../../scripts/docs/guides.ts'
import * as AppId from '../../src/core/AppId.ts'
import * as Nonce from '../../src/core/Nonce.ts'
import { docsOf } from '../../src/core/Package.ts'
import { table } from '../../src/core/Policies.ts'
import { code, reasons, type VerifyError } from '../../src/core/VerifyError.ts'
import type { JobReason } from '../../src/job/JobError.ts'
import { verifyErrors } from '../../src/kit/testing/arbitraries.ts'
import { blocksOf, isRun, programs, textOf, texts } from '../support/guides.ts'
import { roundTripTable } from '../support/roundTrips.ts'
import { outputComments, shownOutputs } from '../support/shownOutput.ts'
import { assert, suite } from '../support/suite.ts'

const all = [...texts.values()].join('\n')
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

const naming = suite('the guides are whole')

naming('shows no code that nobody runs', () => {
  for (const [path, text] of texts) {
    const others = blocksOf(text).filter((block) => !isRun(block) && !programs.includes(block.code))
    const strange = others.filter(
      ({ language, code }) => !/^(?:text|console)?$/.test(language) && !/^npm (?:ci|init|install)/.test(code),
    )
    assert.equal(strange, [], path)
  }
})

/** Texts that no snippet prints: drawings, formats, settings of other programs, and commands for another machine. */
const otherTexts: Readonly<Record<string, ReadonlyArray<string>>> = {
  'README.md': ['CALLER, with the private key', '                     a request to send '],
  'src/apps/gateway/README.md': ['location / {', 'map $request_uri $rest '],
  'src/core/README.md': ['method LF target LF', 'Authorization: SVC-SHA256-RSA app_id=ID'],
  // One failure of a port with a planted mistake, after a long run.
  'src/kit/conformance/README.md': ['✘ generated/string'],
  'src/start/firstCall.zh.md': ['调用方（持有私钥）'],
  // Settings of proxies, all of them.
  'src/server/adapters/proxies.md': [''],
  'src/server/operate/README.md': ['npm install countersign', 'jq '],
}

/** Numbers of lines that are empty like the line before, outside of code. */
const doubledBlanks = (markdown: string): ReadonlyArray<number> => {
  const withoutCode = markdown.replaceAll(/^```.*?^```$/gms, (code) => code.replaceAll(/^$/gm, 'code'))
  const lines = withoutCode.split('\n')
  return lines.flatMap((line, index) =>
    index > 0 && line.trim() === '' && lines[index - 1]?.trim() === '' ? [index + 1] : [],
  )
}

naming('has no two empty lines in a row, except in code', () => {
  assert.equal(doubledBlanks('a\n\nb\n\n```sh\nc\n\n\nd\n```\n'), [])
  assert.equal(doubledBlanks('a\n\n\nb\n \n\n```sh\nc\n```\n'), [3, 6])
  for (const path of [...texts.keys(), ...insideGuides])
    assert.equal(doubledBlanks(readFileSync(path, 'utf8')), [], path)
})

naming('every other text is the output of a snippet, and marked as `console`, so that it is compared', () => {
  for (const [path, text] of texts) {
    const strange = blocksOf(text)
      .filter(({ language, code }) => /^(?:text)?$/.test(language) && !programs.includes(code))
      .filter(({ code }) => !otherTexts[path]?.some((beginning) => code.startsWith(beginning)))
    assert.equal(strange, [], path)
  }
})

naming('an output is shown after a snippet that is run, and a comment shows one only in such a snippet', () => {
  for (const [path, text] of texts) {
    assert.equal(
      shownOutputs(text).filter(({ snippet }) => snippet < 0),
      [],
      path,
    )
    const programsShown = blocksOf(text).filter((block) => programs.includes(block.code))
    assert.equal(
      programsShown.flatMap(({ code }) => outputComments(code)),
      [],
      path,
    )
  }
})

naming('chains no setHeader: node:http2 answers nothing there, so the first request would end the process', () => {
  for (const code of [...programs, ...[...texts.values()].flatMap(blocksOf).map(({ code }) => code)])
    assert.not.match(code, /\b(?:set|append)Header\([^\n]*\)\s*\./)
})

naming('shows every program that is run for its sake, word for word', () => {
  const shown = [...texts.values()].flatMap(blocksOf).map(({ code }) => code)
  for (const program of programs) assert.ok(shown.includes(program), program)
})

naming('the README is short, and has the two commands', () => {
  assert.ok(textOf('README.md').split('\n').length <= 300)
  assert.match(textOf('README.md'), '```sh\nnpm ci && npm start\nnpm ci && npm test\n```')
  assert.ok(textOf('.github/CONTRIBUTING.md').split('\n').length <= 150)
})

naming('every round trip that the specs run, and no other', () =>
  assert.ok(textOf('src/core/README.md').includes(`\n\n${roundTripTable}\n\n`), roundTripTable),
)

naming('every policy, with its default and its meaning', () => {
  const rules = textOf('src/core/README.md')
  for (const [name, { ours, means }] of Object.entries(table))
    assert.match(rules, `| \`${name}\` | ${ours ? 'on' : 'off'} | ${means} |\n`)
})

naming('how long a nonce and an app id may be, as their rules do', () => {
  for (const guide of ['src/core/README.md', 'vectors/README.md'])
    for (const [part, { maxLength }] of Object.entries({ nonce: Nonce.rule, 'app id': AppId.rule }))
      assert.match(textOf(guide), `| ${part} | 1 to ${maxLength} `)
})

naming('how many runs are generated unless another number is set', () => {
  const [, number = ''] = /^const generatedRuns = (\d+)$/m.exec(readFileSync('src/apps/cli/conform.ts', 'utf8')) ?? []
  const written = Number(number).toLocaleString('en')
  assert.match(textOf('vectors/README.md'), `After the cases come ${written} generated runs`)
  assert.match(textOf('src/kit/conformance/README.md'), `after the cases; default: ${written}`)
  assert.match(textOf('CHANGELOG.md'), `\`conform\` draws ${written} generated runs`)
})

naming('each reason and each code of a refusal under its own heading, to which an error leads, and no other', () => {
  const [name, ...path] = docsOf('').slice(0, -1).split('/')
  assert.is(name, manifest.name)
  const headings = [...textOf(path.join('/')).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
  const refusals = Object.keys(verifyErrors).map((_tag) => ({ _tag }) as VerifyError)
  const jobReasons: Record<JobReason, true> = { job_malformed: true, job_invalid: true, misconfigured: true }
  const named = new Set([...reasons, ...refusals.map(code), ...Object.keys(jobReasons)])
  assert.equal(headings.toSorted(), [...named].toSorted())
})

naming('every entry point of the package', () => {
  for (const entry of Object.keys(manifest.exports))
    if (entry !== './package.json') assert.match(textOf('README.md'), `\`countersign${entry.slice(1)}\``)
})

naming('only scripts that there are', () => {
  const named = [...all.matchAll(/npm run ([a-z:]+)|npm (start|test)\b/g)].map(([, run, short]) => run ?? short)
  for (const name of named) assert.ok(String(name) in manifest.scripts, `npm run ${name}`)
})

/** The interfaces whose members are options, by the guide that has them in a table. */
const options: Readonly<Record<string, Readonly<Record<string, string | ReadonlyArray<string>>>>> = {
  'src/server/README.md': { 'server/Verifier': 'VerifierOptions', 'core/VerifyPolicy': 'Settings' },
  'src/server/adapters/README.md': { 'server/adapters/AdapterOptions': 'AdapterOptions' },
  'src/guards/README.md': {
    'guards/settings': ['LifetimeOptions', 'QuotaOption', 'ClockOption', 'WarningOption'],
    'guards/memory/MemorySettings': 'Settings',
    'guards/memory/memory': 'MemoryGuardOptions',
    'guards/lmdb/LmdbSettings': 'Settings',
    'guards/redis/RedisSettings': 'Settings',
    'guards/postgres/PostgresSettings': 'Settings',
  },
  'src/client/README.md': {
    'client/createClient': 'CommonOptions',
    'client/createSigner': 'AppOptions',
    'client/ownEffects': 'OwnEffects',
  },
  'src/kit/testing/README.md': { 'kit/testing/signedRequest': 'RequestToTest' },
  'src/kit/diagnosis/README.md': {
    'kit/diagnosis/explainRefusals': 'ExplainSettings',
    'platform/node/keepRefusals': 'KeepSettings',
  },
}

naming('every option of a verifier, a guard, a client, explainRefusals and keepRefusals', () => {
  for (const [guide, interfaces] of Object.entries(options)) {
    const named = Object.entries(interfaces).flatMap(([file, names]) =>
      [names].flat().map((name) => [file, name] as const),
    )
    for (const [file, name] of named) {
      const source = readFileSync(`src/${file}.ts`, 'utf8')
      const members = new RegExp(`^export interface ${name}\\b.*?^}`, 'ms').exec(source)?.[0] ?? ''
      const names = [...members.matchAll(/^ {2}readonly (\w+)/gm)].map(([, member]) => member)
      assert.ok(names.length > 0, `src/${file}.ts ${name}`)
      // A first timestamp is for tests alone.
      for (const option of names)
        if (option !== 'floor')
          assert.match(textOf(guide), new RegExp(`^\\|[^|]*\`${option}\``, 'm'), `${guide} ${option}`)
    }
  }
})

/** Targets of links and images that are not elsewhere on the net. */
const linksOf = (text: string): ReadonlyArray<string> =>
  [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^[a-z]+:/.test(target))

/** Of the headings, as Markdown is shown on the web. A heading with code has none: the site leaves the code out of its anchor. */
const anchorsOf = (text: string): ReadonlyArray<string> =>
  [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ ([^`\n]*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

const linking = suite('a link in a guide')

linking('leads to no heading with code', () => {
  assert.equal(anchorsOf('# A, b\n## After `c`\n## After c\n'), ['a-b', 'after-c'])
})

linking('leads to a file, and to a heading in it', () => {
  const ports = readdirSync('vectors/ports').map((name) => `vectors/ports/${name}/README.md`)
  for (const path of [...texts.keys(), ...ports]) {
    for (const link of linksOf(readFileSync(path, 'utf8'))) {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      assert.ok(existsSync(target), `${path}: ${link}`)
      if (anchor) assert.ok(anchorsOf(readFileSync(target, 'utf8')).includes(anchor), `${path}: ${link}`)
    }
  }
})

linking('of the published package leads to a file in it', () => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=silent'])
  const [{ files }] = JSON.parse(String(output)) as [{ readonly files: ReadonlyArray<{ readonly path: string }> }]
  const packed = files.map(({ path }) => path)
  const papers = packed.filter((path) => path.endsWith('.md'))
  for (const path of ['README.md', 'src/server/README.md', 'vectors/README.md']) assert.ok(papers.includes(path), path)
  for (const path of papers) {
    for (const link of linksOf(readFileSync(path, 'utf8'))) {
      const target = join(dirname(path), link.split('#')[0] ?? '')
      // The package has no pictures: they are for the repository and the site.
      const isPicture = /\.(?:webp|svg)$/.test(target) && existsSync(target)
      assert.ok(link.startsWith('#') || isPicture || packed.includes(target), `${path}: ${link}`)
    }
  }
})

linking('never leads to an address that a stranger could register: package.json names none before there is one', () => {
  for (const member of ['repository', 'bugs', 'homepage']) assert.not(member in manifest, member)
})

/**
 * Each skeleton in its own language: compiled and started by the commands that `countersign port --skeleton` shows, it is right in
 * every case of `stringToSign` and says that it does nothing else yet. At each commit CI starts every third of them.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { skeletonLanguages, skeletons, skeletonText } from '../../../src/kit/conformance/beside.ts'
import { command } from '../../../src/kit/conformance/command.ts'
import { conform } from '../../../src/kit/conformance/conform.ts'
import { isNoHello } from '../../../src/kit/conformance/Driver.ts'
import { lastingFolder } from '../../support/folder.ts'
import { assert, inTurn, needs, suite } from '../../support/suite.ts'
import { packaged } from './ports/cases.ts'

const folder = lastingFolder()
const signed = packaged.vectors.filter(({ op }) => op === 'stringToSign').map(({ id }) => id)
const unbegun = 'rsa/plain'

/** The first word of the command that compiles a skeleton, or of the one that starts it. */
const toolOf = ({ build, run }: { readonly build?: string; readonly run: string }): string =>
  (build ?? run).split(' ')[0] as string

const skeleton = suite('a skeleton of a port')

for (const language of inTurn(3, skeletonLanguages)) {
  const { file, build, run } = skeletons[language]
  needs(toolOf(skeletons[language]), skeleton)(`in ${language} passes each case of stringToSign`, async () => {
    writeFileSync(join(folder, file), skeletonText(language))
    if (build !== undefined) execFileSync('sh', ['-c', build], { cwd: folder })
    const driver = command(['sh', '-c', `cd '${folder}' && exec ${run}`], { suite: packaged.version })
    const report = await conform(driver, { suite: packaged, ids: [...signed, unbegun], seed: language })
    if (isNoHello(report)) throw new Error(report.detail)
    const others = report.cases.filter(({ verdict }) => verdict !== 'pass').map(({ id, verdict }) => [id, verdict])
    assert.equal(others, [[unbegun, 'unsupported']])
    assert.is(report.restarts, 0)
  })
}

// `npm run evidence -- frameworks [NAME…]`: the probes, sent to each framework with the smallest program of its guide. Prints a line for
// each, and under it the outcomes that neither the contract nor the guide's table has. `--outcomes` prints all of them.
import process from 'node:process'
import { flag, readArguments } from '../terminal.ts'
import { differencesFrom } from './frameworks/contract.ts'
import { type Stand, stands } from './frameworks/stands.ts'
import { probeStand } from './frameworks/trial.ts'

const { values, positionals } = readArguments({ outcomes: flag }, 'name')
const words = positionals.map((word) => word.toLowerCase())
const isChosen = ({ name }: Stand): boolean =>
  words.length === 0 || words.some((word) => name.toLowerCase().includes(word))

let failed = 0
for (const stand of stands.filter(isChosen)) {
  try {
    const { outcomes, log } = await probeStand(stand)
    const differences = differencesFrom(stand, outcomes)
    failed += differences.length
    console.log(`${differences.length === 0 ? 'as expected' : 'differs'}: ${stand.name}`)
    for (const { probe, outcome, expected } of differences) console.log(`    ${probe}: ${outcome}, not ${expected}`)
    if (values.outcomes) console.log(Object.fromEntries(outcomes))
    if (differences.length > 0) console.log(log.slice(-4000))
  } catch (error) {
    failed += 1
    console.log(`fails: ${stand.name}\n${(error as Error).message.slice(0, 4000)}`)
  }
}
process.exit(failed === 0 ? 0 : 1)

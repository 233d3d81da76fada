/**
 * Each framework, wrapper and runtime that a guide names keeps the contract of `verified`, by the same requests over the wire. In CI
 * they take turns; by hand all of them run.
 */
import { differencesFrom } from '../../../scripts/evidence/frameworks/contract.ts'
import { type Stand, stands } from '../../../scripts/evidence/frameworks/stands.ts'
import { probeStand } from '../../../scripts/evidence/frameworks/trial.ts'
import { assert, inTurn, suite } from '../../support/suite.ts'

const frameworks = suite('a framework keeps the contract, but for what its guide names')

const heavy = stands.filter(({ isHeavy }) => isHeavy)
const light = stands.filter(({ isHeavy }) => !isHeavy)

const hold = (stand: Stand): void =>
  frameworks(stand.name, async () => {
    const { outcomes, log } = await probeStand(stand)
    assert.equal(differencesFrom(stand, outcomes), [], log.slice(-4000))
  })

for (const stand of [...inTurn(heavy.length, heavy), ...inTurn(8, light)]) hold(stand)

/** No secret leaves a report, and no value of the body a ticket without the body: each place and kind with many forms of each mistake. */
import { byTurns, suite } from '../../support/suite.ts'
import { hidesBodyOf, hidesSecretOf, kindsOfBody, places } from './redactions.ts'

const redaction = suite('redaction of all forms')
const test = byTurns(4, redaction)
const slice = { first: 0, every: 1, most: 30 }

for (const [place, sentWith] of Object.entries(places))
  test(`no output has a secret of ${place}, whatever the mistake`, () => hidesSecretOf(sentWith, slice))

for (const [kind, bodyWith] of Object.entries(kindsOfBody))
  test(`a ticket without the body has no value of ${kind}, whatever the mistake`, () => hidesBodyOf(bodyWith, slice))

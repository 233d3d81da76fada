// What `npm run defences` takes away stands where it is looked for: that it is missed when it is gone is tried in `npm run test:beyond`.
import { readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { defences } from '../../scripts/defences/defences.ts'
import { suite } from '../support/suite.ts'

const quoting = suite('the defences')

quoting('each stands in its file, once', () => {
  const elsewhere = defences.flatMap(({ file, code, without }) => {
    const places = readFileSync(file, 'utf8').split(code).length - 1
    return places === 1 ? [] : [`${without}: ${places} times in ${file}`]
  })
  assert.equal(elsewhere, [])
})

quoting.run()

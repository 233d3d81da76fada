/**
 * The libraries that need nothing but their language still escape what the table says. `npm run evidence -- escapes` asks the
 * others, too.
 */
import * as assert from 'uvu/assert'
import { ask } from '../../../scripts/evidence/escapes/ask.ts'
import { libraries as asked } from '../../../scripts/evidence/escapes/libraries.ts'
import { libraries } from '../../../src/diagnosis/forms/escapes.ts'
import { needs } from '../../support/needs.ts'
import { suite } from '../../support/suite.ts'

const asking = suite('libraries that are asked')

for (const { name, needs: tool } of asked)
  if (tool !== undefined)
    needs(tool, asking)(name, async () => {
      const told = await ask(name)
      const known = libraries.find((library) => library.name === name)
      // Newer editions of the URL standard also escape ^ in a path.
      const plain = { ...told, path: told.path.replace('^', '') }
      assert.ok(
        [told, plain].some((one) => JSON.stringify(one) === JSON.stringify(known)),
        JSON.stringify(told),
      )
    })

asking.run()

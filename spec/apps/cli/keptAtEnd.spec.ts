/** What `serve --keep` says at its end: the requests that are still being written count too. */
import { readdirSync } from 'node:fs'
import { refusals } from '../../../src/apps/cli/refusals.ts'
import { keyRing } from '../../../src/platform/node/keyRing.ts'
import { inFolder } from '../../support/folder.ts'
import { refusedRequest } from '../../support/refusedRequest.ts'
import { assert, right, suite } from '../../support/suite.ts'

const atEnd = suite('serve --keep: the last line')

for (const count of [1, 3, 70])
  atEnd(`${count} requests just before the end are counted as they are in the folder`, () =>
    inFolder(async (folder) => {
      const lines: Array<string> = []
      const say = (words: string): void => void lines.push(words)
      const { onRefusal, end } = refusals(
        {
          explain: false,
          keep: folder,
          url: 'http://127.0.0.1:1',
          prefix: undefined,
          ring: right(await keyRing({})()),
          settings: {},
        },
        say,
        say,
      )
      for (let i = 0; i < count; i++) onRefusal(refusedRequest())
      await end()
      const saved = readdirSync(folder).length
      const verb = saved === 1 ? 'was' : 'were'
      assert.is(lines.at(-1), `--keep ${folder}: ${saved} of ${count} refused requests ${verb} saved`)
    }),
  )

import { commands } from '../../../src/apps/cli/commands.ts'
import { assert, suite } from '../../support/suite.ts'
import { countersign } from './command.ts'

const completion = suite('countersign completion')

for (const shell of ['bash', 'zsh', 'fish']) {
  completion(`${shell}: the script knows every command and every option`, async () => {
    const { code, out, err } = await countersign(['completion', shell])
    assert.equal([code, err], [0, ''])
    for (const [name, { load }] of Object.entries(commands)) {
      const { args } = await load()
      const lines = out.split('\n').filter((line) => line.includes(name))
      for (const { kind, name: option } of args) {
        if (kind === 'operand') continue
        const spelled = shell === 'fish' ? ` -l ${option} ` : `--${option}`
        assert.ok(
          lines.some((line) => line.includes(spelled)),
          `${name} ${option}`,
        )
      }
    }
    const { script } = JSON.parse((await countersign(['completion', shell, '--json'])).out)
    assert.is(script, out)
  })
}

completion('another shell is an error that names the three', async () => {
  const { code, err } = await countersign(['completion', 'tcsh'])
  assert.is(code, 2)
  assert.match(err, 'error: bash|zsh|fish: expected bash, zsh or fish; found "tcsh"')
})

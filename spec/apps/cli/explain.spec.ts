/** The command `explain`: it says what the guide says, of every reason there is. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { columnsOf, wrappedColumns } from '../../../src/apps/cli/columns.ts'
import { sectionsOf } from '../../../src/apps/cli/explain.ts'
import { reasons } from '../../../src/core/VerifyError.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { countersign, publicKey } from './command.ts'

const explaining = suite('countersign explain')

/** Words of a text without marks and line ends. */
const wordsOf = (text: string): string => text.replace(/[`*]/g, '').replace(/\s+/g, ' ').trim()

explaining('explains every reason, within the width of a terminal and without marks of Markdown', async () => {
  const guide = readFileSync('src/server/refusals.md', 'utf8')
  for (const reason of [...reasons, 'token_invalid', 'job_malformed', 'internal']) {
    const { code, out } = await countersign(['explain', reason])
    assert.is(code, 0)
    assert.ok(out.startsWith(`${reason}\n\n`))
    assert.not.match(out, /`|\*\*|\]\(|^- /m)
    assert.ok(
      out.split('\n').every((line) => line.length <= 80 || !line.includes(' ')),
      reason,
    )
    const [, said = ''] = guide.split(`\n## ${reason}\n`)
    const [first = ''] = said.trim().split(/[[\n]/)
    assert.ok(wordsOf(out).includes(wordsOf(first)), reason)
  }
})

explaining('shows caller and operator of nonce_replayed as the guide has them', async () => {
  const { out } = await countersign(['explain', 'nonce_replayed', '--json'])
  const { reason, explanation } = JSON.parse(out)
  assert.is(reason, 'nonce_replayed')
  assert.match(explanation, /^This nonce was accepted before, with this key\.\n\nCaller: /)
  assert.match(explanation, '\n\nOperator: ')
})

explaining('has every reason in Chinese too, under the same name and within the width of a terminal', async () => {
  const [english = '', chinese = ''] = ['', '.zh'].map((end) => readFileSync(`src/server/refusals${end}.md`, 'utf8'))
  assert.equal([...sectionsOf(chinese).keys()], [...sectionsOf(english).keys()])
  for (const reason of sectionsOf(chinese).keys()) {
    const { code, out } = await countersign(['explain', reason, '--lang', 'zh'])
    assert.is(code, 0)
    assert.ok(out.startsWith(`${reason}\n\n`))
    assert.not.match(out, /`|\*\*|\]\(|^- /m)
    // A mark that ends a sentence begins no line.
    assert.not.match(out, /^[，。、：；）]/m)
    assert.ok(
      out.split('\n').every((line) => columnsOf(line) <= 80),
      out,
    )
  }
  const { out } = await countersign(['explain', 'nonce_replayed', '--lang', 'zh', '--json'])
  assert.match(JSON.parse(out).explanation, /\n\n调用方：每次发送都用新的随机串重新签名。/)
})

explaining('a text is wrapped at blanks and between Chinese characters, and joined it is the same', () =>
  forAll([fc.string({ unit: fc.constantFrom('签', '名', '，', '（', '）', 'a', 'b', '-', ' ') })], (drawn) => {
    const text = drawn.replace(/ +/g, ' ').trim()
    const lines = wrappedColumns(text, 12)
    assert.is(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''))
    for (const line of lines) {
      const hasNoPlace = !/ |[签名].*[签名ab（-]|[ab）-][签名（]/.test(line)
      assert.ok(columnsOf(line) <= 12 || hasNoPlace, JSON.stringify(line))
    }
  }),
)

explaining('verify names this command, and it answers', async () => {
  const args = ['verify', '--public-key', publicKey, '--method', 'GET', '--target', '/', '--authorization', 'x']
  const [, reason = ''] = /more: countersign explain (\w+)\n/.exec((await countersign(args)).out) ?? []
  assert.is((await countersign(['explain', reason])).code, 0)
})

explaining('a name that is none is told with the likeliest, or with all', async () => {
  const near = await countersign(['explain', 'nonce_replay'])
  assert.equal([near.code, near.err], [2, 'error: there is no reason nonce_replay; is it nonce_replayed?\n'])
  assert.match((await countersign(['explain', 'zzz'])).err, 'the reasons are authorization_missing, ')
  assert.match((await countersign(['explain', 'a b\u001b'])).err, 'there is no reason of that name')
})

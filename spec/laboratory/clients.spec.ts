import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { suite } from '../support/suite.ts'
import { languages, pascal } from './languages.ts'

const extensions: Readonly<Record<string, string>> = {
  python: 'py',
  javascript: 'js',
  rust: 'rs',
  ruby: 'rb',
  shell: 'sh',
  perl: 'pl',
}
const clients = 'spec/laboratory/clients'
const test = suite('laboratory')

test('each language has clients, and each client a file, a fault and one place in its manifest', () => {
  for (const language of Object.keys(languages)) {
    const folder = join(clients, language)
    const listed: ReadonlyArray<Record<string, unknown>> = JSON.parse(
      readFileSync(join(folder, 'manifest.json'), 'utf8'),
    )
    const extension = extensions[language] ?? language
    const files = listed.map(({ name }) => `${language === 'java' ? pascal(`${name}`) : name}.${extension}`)
    assert.equal(readdirSync(folder).sort(), [...files, 'manifest.json'].sort(), language)
    for (const client of listed) {
      assert.type(client.accepted, 'boolean')
      assert.ok(['yes', 'text-only', 'no'].includes(`${client.knowable}`), `${client.name}`)
      assert.ok(`${client.fault}`.length > 0 && `${client.phrase}`.length > 0, `${client.name}`)
    }
    assert.ok(existsSync(join('spec/laboratory/kit', language)), language)
  }
})

test.run()

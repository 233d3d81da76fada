// What the compiler says about a wrong row of keys: the last lines name the field and the unit.
import ts from 'typescript'
import { assert, suite } from '../../support/suite.ts'

const program = `
import { createVerifier, keySource } from '../../../src/server/node.ts'
declare const row: { pem: string; text: string }
createVerifier({ keys: { 'app-1': { key: row.pem, notAfter: row.text } } })
createVerifier({ keys: { 'app-1': [{ key: row.pem, revoked: 'yes' }] } })
keySource(async () => ({ key: row.pem, notBefore: row.text }))
keySource({ many: async () => new Map([['app-1', { key: row.pem, notAfter: true }]]) })
`

const errors = suite('the compiler')

errors('names the field and the unit of a wrong row', () => {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
  const name = 'spec/server/keys/wrongRows.ts'
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (path) => path.endsWith(name) || fileExists(path)
  host.readFile = (path) => (path.endsWith(name) ? program : readFile(path))
  host.getSourceFile = (path, ...rest) =>
    path.endsWith(name)
      ? ts.createSourceFile(path, program, ts.ScriptTarget.ES2023, true)
      : getSourceFile.call(host, path, ...rest)
  const compiled = ts.createProgram([name], options, host)
  const found = compiled.getSemanticDiagnostics(compiled.getSourceFile(name))
  const ends = found.map(({ messageText }) =>
    ts
      .flattenDiagnosticMessageText(messageText, '\n')
      .split('\n')
      .slice(-2)
      .map((line) => line.trim()),
  )
  assert.equal(ends, [
    [
      "Types of property 'notAfter' are incompatible.",
      "Type 'string' is not assignable to type 'SecondsOrDate | null | undefined'.",
    ],
    [
      "Types of property 'revoked' are incompatible.",
      `Type '"yes"' is not assignable to type 'boolean | SecondsOrDate | null | undefined'.`,
    ],
    [
      "Types of property 'notBefore' are incompatible.",
      "Type 'string' is not assignable to type 'SecondsOrDate | null | undefined'.",
    ],
    [
      "Types of property 'notAfter' are incompatible.",
      "Type 'boolean' is not assignable to type 'SecondsOrDate | null | undefined'.",
    ],
  ])
})

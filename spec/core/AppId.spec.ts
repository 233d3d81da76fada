import * as AppId from '../../src/core/AppId.ts'
import { keepsItsRule } from './textContract.ts'

keepsItsRule({
  name: 'AppId',
  parse: AppId.parse,
  of: /[0-9A-Za-z._~-]/,
  lengths: [1, 128],
  taken: ['123', '0123', 'app-1', 'App-1', 'a.b_c~d', '.', '..', '~', '__proto__', 'constructor'],
  refused: { 'what some reader decodes': ['%41'], 'a second header': ['a\r\nX: y'] },
})

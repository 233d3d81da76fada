import * as Authorization from '../../src/core/Authorization.ts'
import * as Token from '../../src/core/Token.ts'
import { keepsItsRule } from './textContract.ts'

keepsItsRule({
  name: 'Token',
  parse: Token.parse,
  of: /[0-9A-Za-z._~+/-]/,
  // It fills the longest header.
  lengths: [1, Authorization.maxLength - 'Bearer '.length],
  padding: '=',
  taken: ['mF_9.B5f-4.1JqM', 'eyJhbGciOiJSUzI1NiJ9.e30.AA-_', 'YWJj/+==', 'a', 'a=======', `a${'='.repeat(8184)}`],
  refused: {
    'only =, and = inside': ['=', '==', '=a', 'a=b', 'a==b='],
    'padding beyond its length': [`a${'='.repeat(8185)}`],
    'the longest almost valid text': [`${'a'.repeat(4000)}${'='.repeat(4000)}!`],
  },
})

import * as AuthType from '../../src/core/AuthType.ts'
import { keepsItsRule } from './textContract.ts'

keepsItsRule({
  name: 'AuthType',
  parse: AuthType.parse,
  of: /[0-9A-Za-z!#$%&'*+.^_`|~-]/,
  lengths: [1, 64],
  taken: ['SVC-SHA256-RSA', AuthType.standard, 'svc-sha256-rsa', 'A', 'Bearer2', 'Beare', "!#$%&'*+-.^_`|~"],
  refused: { 'Bearer in any case: a signed header must not read as a token': ['Bearer', 'bearer', 'BEARER', 'bEaReR'] },
})

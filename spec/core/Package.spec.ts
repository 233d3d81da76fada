import * as Package from '../../src/core/Package.ts'
import { assert, suite } from '../support/suite.ts'

const unserved = suite('unserved')

unserved('names the package, what is served, what was found, and what to do', () => {
  const { fastify } = Package
  assert.is(Package.unserved(fastify, '4.29.1'), 'countersign takes fastify 5, not 4.29.1: npm install fastify@latest')
  assert.is(Package.unserved(fastify), 'countersign takes fastify 5, not this: npm install fastify@latest')
})

import * as E from 'fp-ts/lib/Either.js'
import { ours } from '../../src/core/Policies.ts'
import type * as VerifyError from '../../src/core/VerifyError.ts'
import * as VerifyPolicy from '../../src/core/VerifyPolicy.ts'
import { verifierSettings } from '../../src/kit/testing/arbitraries/settings.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { keepsItsGrammar } from './grammarContract.ts'

/** Settings from an untyped program. */
const parse = (settings: object) => VerifyPolicy.parse(settings as VerifyPolicy.Settings)

/** Asserts a refusal that names the setting. */
const refused = (settings: object, name: string): void => {
  const policy = parse(settings)
  assert.ok(E.isLeft(policy), `${name} = ${JSON.stringify(settings)}`)
  if (E.isLeft(policy)) {
    assert.is(policy.left._tag, 'misconfigured')
    assert.ok(policy.left.detail.includes(name), policy.left.detail)
  }
}

const { policies } = VerifyPolicy.defaults
/** Each error names the setting. */
keepsItsGrammar(
  'the settings of a verifier',
  verifierSettings,
  (given) =>
    E.mapLeft(({ detail }: VerifyError.Misconfigured) => ({
      _tag: Object.keys(given).find((name) => detail.includes(name)) ?? detail,
    }))(parse(given)),
  {
    'another word': 'edition',
    'no text': 'edition',
    'no whole number': 'maxAge maxSkew bodyLimit',
    'a number out of its range': 'maxAge maxSkew bodyLimit',
    'no number': 'maxAge maxSkew bodyLimit',
    'no record': 'policies',
    'an unknown name': 'policies',
    'neither true nor false': 'policies',
    '': 'authType',
  },
  (given) => ({
    ...VerifyPolicy.defaults,
    ...given,
    ...('policies' in given && { policies: { ...policies, ...(given.policies as object) } }),
  }),
)

const settings = suite('VerifyPolicy.parse')

settings('without settings: the defaults', () => {
  assert.equal(parse({}), E.right(VerifyPolicy.defaults))
  assert.equal(VerifyPolicy.defaults, {
    edition: 'international',
    authType: 'SVC-SHA256-RSA',
    maxAge: 300,
    maxSkew: 60,
    bodyLimit: 1_048_576,
    policies: ours,
  })
})

settings('names the unit', () => {
  refused({ maxAge: -1 }, 'seconds')
  refused({ maxSkew: -1 }, 'seconds')
  refused({ bodyLimit: -1 }, 'bytes')
})

settings('refuses a policy that does not exist, by name', () => {
  for (const name of ['OWS', 'method_case', 'toString', 'constructor'])
    refused({ policies: { [name]: true } }, JSON.stringify(name))
  for (const name of ['ows ', '', '-----BEGIN PRIVATE KEY-----'])
    refused({ policies: { [name]: true } }, 'a name that is not shown')
  refused({ policies: JSON.parse('{"__proto__":true}') }, '"__proto__"')
})

settings('for all policies: returns the given settings', () =>
  forAll([arb.verifyPolicy()], (policy) => assert.equal(parse(policy), E.right(policy))),
)

/** Requests with a token. */

import { withEach } from '../../values/characters.ts'
import * as Draw from '../../values/Draw.ts'
import { each, mapped } from '../../values/Grammar.ts'
import { linesRule, severalLines, tokenRule } from '../../values/header.ts'
import { lookalikes, ofTokensAlone, words } from '../../values/lookalikes.ts'
import { targetRule } from '../../values/parts.ts'
import {
  bits,
  both,
  type Change,
  type Changes,
  characters,
  type Draft,
  having,
  otherApp,
  otherCase,
  padding,
  signedDrafts,
  tokens,
  unchanged,
} from './requestDrafts.ts'

/** The holder of the token. */
const holder = 'token-app'

const tokensOf =
  (known: ReadonlyArray<string>, sent: string): Change =>
  (draft) => ({
    ...draft,
    // An app id of `0` is one as any other.
    tokens: known.map((token, i) => ({ appId: String(i), token })),
    token: sent,
  })

const withToken =
  (sent: string, known: string): Change =>
  (draft) => ({
    ...draft,
    tokens: [
      { appId: otherApp(draft.parts.appId), token: `other-${known}` },
      { appId: holder, token: known },
    ],
    token: sent,
  })

/** A token as the verifier knows it, and as it is sent. */
const sentAs = (change: Draw.Draw<(token: string) => string>): Draw.Draw<Change> =>
  Draw.tuple(characters, padding, change).map(([text, end, to]) => withToken(to(text + end), text + end))

export const tokenDrafts: Draw.Draw<Draft> = Draw.tuple(signedDrafts, tokens).map(([draft, token]) =>
  withToken(token, token)({ ...draft, edition: 'international' }),
)

/** Pairs of tokens of which none counts as the other. */
const tokenPairs = [...lookalikes, ...ofTokensAlone]

/** All of these tokens with one verifier. Of each pair both are known, or the first alone; both come, and the last one known or unknown. */
const manyTokens = (areBothKnown: boolean, first: 0 | 1, isLastKnown: boolean): Draw.Draw<Change> => {
  const all = [...new Set(tokenPairs.flat())]
  const known = areBothKnown ? all : [...new Set(tokenPairs.map((pair) => pair[first]))]
  return Draw.shuffled(all, all.length).map((sent) => {
    const isLast = (token: string): boolean => known.includes(token) === isLastKnown
    const [last = 'a-token', ...others] = [...sent.filter(isLast), ...sent.filter((token) => !isLast(token))]
    return (draft) => ({
      ...tokensOf(known, last)(draft),
      before: others,
    })
  })
}

/** Nothing is signed here, but the target is no URL of a signer either, which may lose its fragment. */
export const tokenTargets: Changes = both(
  targetRule,
  mapped(each(['/', '/%23', '/a?b']), (target) => having({ target })),
  mapped(each(['/#', '/a#', '/a#b', '/a?b#c', '/a%23#']), (target) => having({ target })),
)

export const exactToken: Changes = both(
  'a token is compared exactly',
  [
    sentAs(Draw.constant((token) => token)),
    manyTokens(true, 0, true),
    ...([0, 1] as const).map((first) => manyTokens(false, first, true)),
    ...mapped(each([...words, 'Bearer', 'bearer']), (word) => tokensOf([word, `${word}0`], word)),
    // Of the app 0, which is no less an app than others; of the last of many; of an app that has several.
    ...mapped(each([0, 999]), (at) => {
      const all = Array.from({ length: 1000 }, (_, i) => `token-${i}`)
      return tokensOf(all, all[at] as string)
    }),
    ...mapped(each(['one', 'two', 'three']), (token) => (draft: Draft) => ({
      ...draft,
      tokens: ['one', 'two', 'three'].map((each) => ({ appId: holder, token: each })),
      token,
    })),
    ...mapped(each(words), (appId) => (draft: Draft) => ({
      ...draft,
      tokens: [{ appId, token: 'a-token' }],
      token: 'a-token',
    })),
  ],
  [
    ...([0, 1] as const).map((first) => manyTokens(false, first, false)),
    ...mapped(each(words), (word) => tokensOf([`${word}0`], word)),
    sentAs(Draw.constant((token: string) => `${token}=`)),
    sentAs(bits.map((at) => (token: string) => otherCase(token, at))),
    ...mapped(each(['constructor', '__proto__', 'toString', 'undefined', 'null', 'token-app']), (token) =>
      tokensOf(['a-token'], token),
    ),
  ],
)

export const tokenSamples: Changes = [
  ...both(
    tokenRule,
    tokens.map((token) => withToken(token, token)),
    [
      ...withEach(Draw.constant('ab'), '!"#$%&\'()*,:;<>?@[\\]^`{|}\t\0\x7f\xe9').map((wrongs) =>
        Draw.tuple(tokens, wrongs).map(([token, wrong]) => withToken(wrong + token, token)),
      ),
      tokens.map((token) => withToken(`=${token}`, token)),
      tokens.map((token) => withToken(`${token}=x`, token)),
      ...each(['', '=']).map((sent) => Draw.tuple(sent, tokens).map(([one, token]) => withToken(one, token))),
    ],
  ),
  ...both(
    'a token is compared exactly',
    mapped(each(['Bearer2', 'beare', 'x']), (authType) => (draft: Draft) => ({ ...draft, authType })),
    [],
  ),
  ...both(
    linesRule,
    unchanged,
    mapped(severalLines, (lines) => (draft) => ({ ...draft, lines })),
  ),
  // The second time it is another, or the same: no guard remembers tokens.
  ...both(
    'a token may come any number of times',
    Draw.constant((draft) => ({ ...draft, again: draft.token })),
    Draw.constant((draft) => ({ ...draft, again: `${draft.token}x=` })),
  ),
]

// ---- Settings with which no verifier can be made

/** Requests with a token. */
import * as Draw from '../../values/Draw.ts'
import { each, mapped } from '../../values/Grammar.ts'
import { linesRule, severalLines } from '../../values/header.ts'
import { lookalikes, ofTokensAlone, words } from '../../values/lookalikes.ts'
import { targetRule } from '../../values/parts.ts'
import { batches } from './altered.ts'
import { commonSamples, lineSamples } from './commonRequests.ts'
import type { Drawn } from './Generator.ts'
import {
  both,
  type Draft,
  having,
  inputOf,
  known,
  plain,
  requestsOf,
  signedDrafts,
  some,
  tokens,
} from './requestDrafts.ts'

/** One verifier knows some tokens, and gets these, one after the other. */
const bearing = (
  held: ReadonlyArray<string>,
  sent: ReadonlyArray<string>,
  appOf: (i: number) => string = (i) => words[i] ?? String(i),
): Drawn<'verify'> => {
  const draft: Draft = { ...plain, keys: [], tokens: held.map((token, i) => ({ appId: appOf(i), token })) }
  return {
    input: { ...inputOf(draft), steps: sent.flatMap((token) => inputOf({ ...draft, token }).steps) },
    rule: 'a token is compared exactly, and may come any number of times',
    passes: sent.map((token) => held.includes(token)),
    names: sent.map((token) => (held.includes(token) ? 'a known token' : 'a token that resembles a known one')),
  }
}

/** Pairs of tokens of which none counts as the other. */
const tokenPairs = [...lookalikes, ...ofTokensAlone]
const alike = [...new Set(tokenPairs.flat())]
const named = [...words, 'Bearer', 'bearer', 'app', 'a-token', 'A', 'a']
const thousand = Array.from({ length: 1000 }, (_, i) => `token-${i}`)

const tokenDraft: Draft = { ...plain, token: known }
/** Nothing is signed here, but the target is no URL of a signer either, which may lose its fragment. */
const targets = both(
  targetRule,
  mapped(each(['/', '/%23', '/a?b']), (target) => having({ target })),
  mapped(each(['/#', '/a#', '/a#b', '/a?b#c', '/a%23#']), (target) => having({ target })),
)
const lines = both(
  linesRule,
  [],
  mapped(severalLines, (all) => (draft) => ({ ...draft, lines: all })),
)

export const tokenRequests: ReadonlyArray<Draw.Draw<Drawn<'verify'>>> = [
  ...[alike, ...[0, 1].map((place) => [...new Set(tokenPairs.map((pair) => pair[place] as string))])].map((held) =>
    Draw.shuffled(alike, alike.length).map((sent) => bearing(held, sent)),
  ),
  ...[0, 1, 2, 3].map((least) =>
    Draw.tuple(Draw.shuffled(named, least, 12), Draw.shuffled(named, named.length)).map(([held, sent]) =>
      bearing(held, sent),
    ),
  ),
  Draw.constant(thousand).map((held) => bearing(held, ['token-0', 'token-999', 'token-1000', 'token-', 'token-0'])),
  ...[tokens, tokens].map((all) =>
    Draw.array(all, { minLength: 1, maxLength: 6 }).map((some) => {
      const held = [...new Set(some)]
      return bearing(held, [...held, ...held.map((token) => `${token}=`), ...held], () => 'app')
    }),
  ),
  ...batches([...lineSamples, ...targets, ...lines], tokenDraft),
  ...requestsOf(
    signedDrafts.map((draft): Draft => ({ ...draft, edition: 'international', tokens: plain.tokens, token: known })),
    commonSamples.flatMap(some),
  ),
]

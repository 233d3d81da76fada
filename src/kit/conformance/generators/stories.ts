/**
 * The generators of stories: histories for one rule each, with drawn sizes and orders. Each attacks a bug that a random history seldom meets:
 * a guard that forgets by its own clock, nonces compared as numbers, a nonce that a refused request uses up, a memory of 4,096 entries. A
 * story has only events: the model of `played.ts` knows the verdicts, and `historyOf` signs.
 */
import { alphanumerics } from '../../values/characters.ts'
import * as Gen from '../../values/Gen.ts'
import { mapEach } from '../../values/Labelled.ts'
import { alikeAppIds, alikeWhenJoined, lookalikes } from '../../values/lookalikes.ts'
import {
  anyTimes,
  clockGoesBack,
  clockLeaps,
  fullAges,
  leaps,
  nothingLeftBehind,
  overADay,
  replayedAtTheEnd,
  windows,
} from './clockStories.ts'
import { crowdsOfHundreds, crowdsOfRefusals, thousands } from './crowdStories.ts'
import { type Generator, generatorFrom } from './Generator.ts'
import {
  alikeJoined,
  checkedAgainEachTime,
  keyHandedOver,
  manyApps,
  manyNonces,
  nonceInOtherMessages,
  refusalsBurnNoNonce,
  sameNonceForEachKey,
} from './nonceStories.ts'
import { historyOf, play, replay } from './played.ts'
import { inGroups } from './requestDrafts.ts'
import { newRequest, type Story } from './Story.ts'
import { similarPairs } from './signedRequest.ts'

const generatorOfStories = (name: string, gens: ReadonlyArray<Gen.Gen<Story>>): Generator =>
  generatorFrom(
    name,
    'verify',
    mapEach(gens, ({ rule, setting, events }) => ({ ...historyOf(setting, play(setting, events)), rule })),
  )

export const stories: ReadonlyArray<Generator> = [
  generatorOfStories('story', [
    ...windows.flatMap((window) => [
      replayedAtTheEnd(window, 1, replay, fullAges(window.maxAge)),
      replayedAtTheEnd(window, 1, replay, anyTimes),
      replayedAtTheEnd(window, 0.6, replay, anyTimes),
      replayedAtTheEnd(window, 1, newRequest, anyTimes),
    ]),
    ...[1, 2, 61, 1000, 86_400, 10_000_000].flatMap((seconds) => [
      clockGoesBack(seconds, false),
      clockGoesBack(seconds, false, { fault: 'stranger' }),
      clockGoesBack(seconds, true),
    ]),
    ...leaps,
    // Among many chains, a claim at the far clock sweeps the chain of an early claim.
    Gen.constant(clockLeaps(overADay, 200, 300)),
    ...[-100_000, -400, -61, -1, 1, 61, 240, 300, 301, 100_000].flatMap((gap) => [
      nothingLeftBehind(gap, 'now'),
      nothingLeftBehind(gap, 'later'),
    ]),
    manyNonces(Gen.constant(''), Gen.constant('')),
    manyNonces(Gen.stringOf(alphanumerics, 1, 3), Gen.constant('')),
    manyNonces(Gen.constant(''), Gen.stringOf(alphanumerics, 1, 3)),
    ...[true, false].flatMap((areBothKnown) =>
      inGroups([...lookalikes, ...alikeAppIds], 12).map((pairs) => manyApps(pairs, areBothKnown)),
    ),
    ...alikeWhenJoined.map(alikeJoined),
    ...[similarPairs, ['app-1', 'app-1-next', 'app-2', 'bits-2049'] as const].flatMap((keyPairs) => [
      sameNonceForEachKey(keyPairs, () => 'app'),
      sameNonceForEachKey(keyPairs, (i) => `app-${i}`),
    ]),
    nonceInOtherMessages,
    checkedAgainEachTime,
    refusalsBurnNoNonce(true),
    refusalsBurnNoNonce(false),
    keyHandedOver(replay),
    keyHandedOver(newRequest),
  ]),
  generatorOfStories('crowd', [...crowdsOfHundreds, ...crowdsOfRefusals]),
  generatorOfStories('throng', thousands),
]

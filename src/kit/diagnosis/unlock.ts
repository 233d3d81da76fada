/**
 * Finds the key that opens a signature, by RSA with each known key. The text of the signature may need repairs before it is Base64;
 * each is reported as a finding.
 */

import type * as Bytes from '../../core/Bytes.ts'
import { numbers } from '../../core/PublicKey.ts'
import type { Hash } from '../../effects/Hash.ts'
import { belongsTo, type KnownKey } from './Case.ts'
import { type ByteOrder, byteOrders } from './forms/byteOrders.ts'
import type { Progress } from './Report.ts'
import { open, type Recovered, read } from './recover.ts'
import type { Repair } from './signatureRepairs.ts'
import { type Meaning, meaningsInTurn } from './signatureText.ts'
import type { Telling } from './Telling.ts'

export interface Opened {
  readonly matchingKey: KnownKey
  /** Whether the key is one of the app that the header names. */
  readonly isAppsKey: boolean
  readonly repairs: ReadonlyArray<Repair>
  /** The readings of the block. At most one of them is more than chance. */
  readonly recovered: readonly [Recovered, ...ReadonlyArray<Recovered>]
}

export interface Unlocked {
  readonly opened?: Opened
  /** Whether every key was tried; otherwise the search was stopped. */
  readonly complete: boolean
}

/** Whether chance cannot make such a block. */
export const isCertain = (recovered: Recovered): boolean => recovered._tag !== 'Pss' || recovered.evidence === 'certain'

/** Whether the reading is worth a search and a word in the report. */
export const isLikely = (recovered: Recovered): boolean =>
  isCertain(recovered) || (recovered._tag === 'Pss' && recovered.evidence === 'likely')

/**
 * Under a public exponent of 3 anybody can make a block that begins as they like. Then only a whole padding counts, or a
 * digest that is met.
 */
const isForgeable = (recovered: Recovered): boolean => recovered._tag === 'Bare' || recovered._tag === 'Foreign'

const exchangedWords: Telling = {
  what: 'The two bytes of each pair of the signature are exchanged. hexdump and od -x print numbers of 16 bits like this.',
  remedy: 'Encode the bytes of the signature in Base64 in their own order, for example with openssl base64 -A.',
}

/** A meaning whose bytes are in another order. */
interface Reordered {
  readonly bytes: Bytes.Bytes
  readonly repairs: ReadonlyArray<Repair>
  readonly isReordered: boolean
}

const reorderedBy =
  ({ name, reorder }: ByteOrder) =>
  ({ bytes, repairs }: Meaning): Reordered => ({
    bytes: reorder(bytes),
    repairs: [
      ...repairs,
      {
        id: 'signature-byte-order',
        detail: name,
        ...(name === 'pairs of bytes exchanged' && { telling: exchangedWords }),
      },
    ],
    isReordered: true,
  })

/** The meanings of the text, and then their bytes in other orders. */
function* spellingsOf(signatureText: string, fits: (length: number) => boolean): Generator<Reordered, void, void> {
  const fitting: Array<Meaning> = []
  for (const meaning of meaningsInTurn(signatureText, fits)) {
    fitting.push(meaning)
    yield { ...meaning, isReordered: false }
  }
  for (const order of byteOrders) yield* fitting.map(reorderedBy(order))
}

const leastExponent = 65_537n

/** Tries the app's own keys first, and pauses after each of the others, for there may be many. */
export function* unlock(
  signatureText: string,
  appId: string | undefined,
  keys: ReadonlyArray<KnownKey>,
  hash: Hash,
): Generator<Progress, Unlocked, 'enough' | undefined> {
  const isOwn = belongsTo(appId)
  const ordered = [...keys.filter(isOwn), ...keys.filter((knownKey) => !isOwn(knownKey))]
  const spellings = spellingsOf(signatureText, (length) => keys.some(({ key }) => key.signatureLength === length))
  let chance: { readonly opened?: Opened } = {}
  for (const { bytes, repairs, isReordered } of spellings) {
    for (const [i, knownKey] of ordered.entries()) {
      const [firstReading, ...furtherReadings] = contentOf(bytes, knownKey, hash)
      if (firstReading !== undefined) {
        const opened: Opened = {
          matchingKey: knownKey,
          isAppsKey: isOwn(knownKey),
          repairs,
          recovered: [firstReading, ...furtherReadings],
        }
        const certain = opened.recovered.find(isCertain)
        if (certain !== undefined) return { opened: { ...opened, recovered: [certain] }, complete: true }
        // A likely reading is not likely if the bytes had to be reordered.
        if (!isReordered && chance.opened === undefined) chance = { opened }
      }
      // The app's own keys are few, and without them there is no verdict.
      if (!isOwn(knownKey) && (yield { tried: 0, work: 0, mistakes: 0, share: 0 }) === 'enough') {
        const isLast = i === ordered.length - 1 && spellings.next().done === true
        return { ...chance, complete: isLast }
      }
    }
  }
  return { ...chance, complete: true }
}

const contentOf = (signature: Bytes.Bytes, { key }: KnownKey, hash: Hash): ReadonlyArray<Recovered> => {
  const block = open(signature, key)
  if (block === undefined) return []
  const recovered = read(block, key.bits, hash)
  const [, exponent] = numbers(key)
  return exponent < leastExponent ? recovered.filter((reading) => !isForgeable(reading)) : recovered
}

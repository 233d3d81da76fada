/**
 * How a guard's claims are spread over a Redis Cluster: by 64 hash tags, the same for every verifier and for ever. All keys of
 * one tag lie in one slot, and so on one primary: the claims, their tallies, and the epoch that vouches for them.
 *
 * The tags are numbers chosen so that their slots lie evenly among the 16,384: the tag of shard n is the smallest number whose
 * slot is in the n-th part of 64. So each of two, three or sixteen primaries with equal ranges has its equal share.
 */

/** Not to be changed: verifiers that disagree would each accept a request. */
export const shards = 64

const slots = 16_384

/** CRC-16/XMODEM of a text of ASCII, as Redis Cluster computes it. */
export const crc16 = (text: string): number => {
  let crc = 0
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i) << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

/** The slot of a hash tag. */
export const slotOf = (tag: string): number => crc16(tag) % slots

/** The hash tag of each shard, without its braces. */
export const tags = (): ReadonlyArray<string> => {
  const found = new Map<number, string>()
  for (let n = 0; found.size < shards; n++) {
    const part = Math.floor(slotOf(`${n}`) / (slots / shards))
    if (!found.has(part)) found.set(part, `${n}`)
  }
  return Array.from({ length: shards }, (_, part) => found.get(part) as string)
}

/** The shard of a claim, by the claim's id, which is a hash. */
export const shardOf = (id: Uint8Array): number => (id[0] as number) % shards

/**
 * SipHash-1-3 with 128 bits of output (Aumasson and Bernstein 2012; the reference implementation's 128-bit variant), over
 * strings whose code units are bytes.
 *
 * Keyed, so that a caller cannot choose where its nonces fall in the table. 1-3 is what other hash tables use for that; a
 * collision could only refuse a request of the caller who made it. In 32-bit halves, because a BigInt is an allocation.
 */

/** The four 64-bit words of the state, low half first; then the number of absorbed bytes. */
export type State = Int32Array

/** The initial state for a key of 32 hexadecimal digits. */
export const keyed = (hex: string): State => {
  const k0 = word(hex, 0)
  const k1 = word(hex, 8)
  const k2 = word(hex, 16)
  const k3 = word(hex, 24)
  return Int32Array.of(
    k0 ^ 0x70736575,
    k1 ^ 0x736f6d65,
    // 0xee selects 128 bits of output.
    k2 ^ 0x6e646f6d ^ 0xee,
    k3 ^ 0x646f7261,
    k0 ^ 0x6e657261,
    k1 ^ 0x6c796765,
    k2 ^ 0x79746573,
    k3 ^ 0x74656462,
    0,
  )
}

/** Four bytes in hexadecimal, little-endian. */
const word = (hex: string, at: number): number => {
  let n = 0
  for (let i = 6; i >= 0; i -= 2) n = (n << 8) | Number.parseInt(hex.slice(at + i, at + i + 2), 16)
  return n
}

/** The state after a prefix that many inputs share. The prefix's length must be a multiple of 8. */
export const absorb = (state: State, text: string): State => {
  const after = new Int32Array(9)
  run(state, text, text.length >>> 3, 0, after)
  after[8] = (state[8] as number) + text.length
  return after
}

/**
 * Writes the hash of the absorbed prefix and `text` to `out`: four words, least significant first. Returns the bitwise OR
 * of the code units; above 0xff, the text was not one of bytes.
 */
export const digest = (state: State, text: string, out: Int32Array): number =>
  run(state, text, (text.length >>> 3) + 1, 6, out)

/**
 * Absorbs `blocks` blocks of eight bytes, then runs `finish` rounds. An incomplete last block ends in the total length
 * modulo 256. With `finish` 0, `out` becomes the state.
 */
const run = (state: State, text: string, blocks: number, finish: 0 | 6, out: Int32Array): number => {
  let v0l = state[0] as number
  let v0h = state[1] as number
  let v1l = state[2] as number
  let v1h = state[3] as number
  let v2l = state[4] as number
  let v2h = state[5] as number
  let v3l = state[6] as number
  let v3h = state[7] as number
  const length = text.length
  let bits = 0

  for (let step = 0; step < blocks + finish; step++) {
    let ml = 0
    let mh = 0
    if (step < blocks) {
      const at = step << 3
      if (at + 8 <= length) {
        const c0 = text.charCodeAt(at)
        const c1 = text.charCodeAt(at + 1)
        const c2 = text.charCodeAt(at + 2)
        const c3 = text.charCodeAt(at + 3)
        const c4 = text.charCodeAt(at + 4)
        const c5 = text.charCodeAt(at + 5)
        const c6 = text.charCodeAt(at + 6)
        const c7 = text.charCodeAt(at + 7)
        bits |= c0 | c1 | c2 | c3 | c4 | c5 | c6 | c7
        ml = c0 | (c1 << 8) | (c2 << 16) | (c3 << 24)
        mh = c4 | (c5 << 8) | (c6 << 16) | (c7 << 24)
      } else {
        mh = ((state[8] as number) + length) << 24
        for (let i = length - 1; i >= at; i--) {
          const c = text.charCodeAt(i)
          bits |= c
          if (i - at < 4) ml |= c << ((i - at) << 3)
          else mh |= c << ((i - at - 4) << 3)
        }
      }
    } else if (step === blocks) {
      v2l ^= 0xee
    } else if (step === blocks + 3) {
      out[0] = v0l ^ v1l ^ v2l ^ v3l
      out[1] = v0h ^ v1h ^ v2h ^ v3h
      v1l ^= 0xdd
    }
    v3l ^= ml
    v3h ^= mh

    // One SipRound. The carry out of the low halves is computed without a branch, because half would be mispredicted.
    let t = (v0l + v1l) | 0
    v0h = (v0h + v1h + (((v0l & v1l) | ((v0l | v1l) & ~t)) >>> 31)) | 0
    v0l = t
    t = (v1l << 13) | (v1h >>> 19)
    v1h = ((v1h << 13) | (v1l >>> 19)) ^ v0h
    v1l = t ^ v0l
    t = v0l
    v0l = v0h
    v0h = t
    t = (v2l + v3l) | 0
    v2h = (v2h + v3h + (((v2l & v3l) | ((v2l | v3l) & ~t)) >>> 31)) | 0
    v2l = t
    t = (v3l << 16) | (v3h >>> 16)
    v3h = ((v3h << 16) | (v3l >>> 16)) ^ v2h
    v3l = t ^ v2l
    t = (v0l + v3l) | 0
    v0h = (v0h + v3h + (((v0l & v3l) | ((v0l | v3l) & ~t)) >>> 31)) | 0
    v0l = t
    t = (v3l << 21) | (v3h >>> 11)
    v3h = ((v3h << 21) | (v3l >>> 11)) ^ v0h
    v3l = t ^ v0l
    t = (v2l + v1l) | 0
    v2h = (v2h + v1h + (((v2l & v1l) | ((v2l | v1l) & ~t)) >>> 31)) | 0
    v2l = t
    t = (v1l << 17) | (v1h >>> 15)
    v1h = ((v1h << 17) | (v1l >>> 15)) ^ v2h
    v1l = t ^ v2l
    t = v2l
    v2l = v2h
    v2h = t

    v0l ^= ml
    v0h ^= mh
  }

  if (finish === 0) {
    out[0] = v0l
    out[1] = v0h
    out[2] = v1l
    out[3] = v1h
    out[4] = v2l
    out[5] = v2h
    out[6] = v3l
    out[7] = v3h
  } else {
    out[2] = v0l ^ v1l ^ v2l ^ v3l
    out[3] = v0h ^ v1h ^ v2h ^ v3h
  }
  return bits
}

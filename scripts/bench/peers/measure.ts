/**
 * Rows of the bench that compare countersign with other libraries (the peers). All candidates of a comparison take turns in one run,
 * beside the bare primitive of node:crypto, and each handles the same requests of 400 signed bytes:
 *
 *   verifyRows   the program `verifyRequest`, without a guard, and each peer
 *   faceRows     `createVerifier` with its guard, and the fastest peer, by wall time
 *   signRows     the program `signRequest`, `createSigner`, and each peer
 *
 * Before the run each peer shows that it refuses an altered body and a stale request. A library that accepts one ends the run.
 */
import { createSigner } from 'countersign/client'
import { platform } from 'countersign/node'
import { createVerifier, type Verifier } from 'countersign/server'
import { interleaved, type Row, rateOf, type Turn } from '../measure.ts'
import { noClaim, privatePem, publicPem, type Sample, sample } from '../requests.ts'
import { signTurns } from '../sign.ts'
import { bare, envWith, whole } from '../verify.ts'
import { comparisons, type Figures } from './compare.ts'
import { httpMessageSignatures } from './httpMessageSignatures.ts'
import { fastJwt, jose, jsonWebToken } from './jsonWebToken.ts'
import { appId, type Content, maxAge, type Peer } from './Peer.ts'

const rounds = 35
const warmUp = 4

/** The size of each string to sign, in bytes. */
const signedBytes = 400

const currentSeconds = (): number => Math.floor(Date.now() / 1000)

const contentOf = ({ request }: Sample, timestamp: number): Content => ({
  method: request.method,
  target: request.target,
  timestamp,
  nonce: platform.entropy.nonce(),
  body: request.body as Buffer,
})

const accepts = async (peer: Peer, signed: unknown): Promise<boolean> => {
  try {
    return (await peer.verify(signed)) === true
  } catch {
    return false
  }
}

/** Throws unless the peer accepts a request that it signed, refuses it with another body, and refuses a stale one. */
const mustVerify = async (peer: Peer): Promise<void> => {
  const request = sample(signedBytes)
  const signed = await peer.sign(contentOf(request, currentSeconds()))
  if (!(await accepts(peer, signed))) throw new Error(`${peer.name} refuses what it has signed`)
  const otherBody = Buffer.from('{"text":"a lighthouse at dusk"}')
  if (await accepts(peer, peer.withBody(signed, otherBody))) throw new Error(`${peer.name} accepts an altered body`)
  const stale = await peer.sign(contentOf(request, currentSeconds() - maxAge - 600))
  if (await accepts(peer, stale)) throw new Error(`${peer.name} accepts what is stale`)
}

/** The libraries, each loaded and tested by `mustVerify`. */
const checkedPeers = async (): Promise<ReadonlyArray<Peer>> => {
  const peers: Array<Peer> = []
  for (const make of [fastJwt, jsonWebToken, jose, httpMessageSignatures]) peers.push((await make()) as Peer)
  for (const peer of peers) await mustVerify(peer)
  return peers
}

/** A turn in which the peer verifies these tokens. A synchronous answer is not awaited, because `await` costs time. */
const verifyTurn =
  (peer: Peer, tokens: ReadonlyArray<unknown>): Turn =>
  async () => {
    for (const token of tokens) {
      const answer = peer.verify(token)
      const isAccepted = typeof answer === 'boolean' ? answer : await answer
      if (!isAccepted) throw new Error(`${peer.name} refuses`)
    }
    return tokens.length
  }

/** Samples are dated this many seconds ahead: a guard remembers only what is newer than its start. */
const aheadOfProgram = 20
const aheadOfGuards = 50

export const verifyRows = async (): Promise<ReadonlyArray<Row>> => {
  const peers = await checkedPeers()
  const timestamp = currentSeconds() + aheadOfProgram
  const samples = Array.from({ length: 400 }, () => sample(signedBytes, timestamp))
  const turns: Record<string, Turn> = {
    bare: bare(samples),
    program: whole(samples, { ...(await envWith(noClaim)), clock: platform.clock }),
  }
  for (const peer of peers) {
    const tokens: Array<unknown> = []
    for (const each of samples) tokens.push(await peer.sign(contentOf(each, timestamp)))
    turns[peer.name] = verifyTurn(peer, tokens)
  }
  const nanoseconds = await interleaved(turns, rounds, warmUp)
  return [...peerRows(peers, nanoseconds, '', 'of createVerify'), ...comparisons('verify', nanoseconds, peers)]
}

/** A row for each peer: its rate relative to the bare primitive. */
const peerRows = (
  peers: ReadonlyArray<Peer>,
  nanoseconds: Figures,
  suffix: '' | '-sign',
  unit: string,
): ReadonlyArray<Row> =>
  peers.map(({ name }) => ({
    id: `peer-${name}${suffix}`,
    value: rateOf(nanoseconds[name] ?? [], nanoseconds.bare ?? []),
    unit,
  }))

/** A guard accepts a request once. So each turn takes the next `size` of the requests, which no turn has taken before. */
const inBatches = <A>(requests: ReadonlyArray<A>, size: number, turnWith: (batch: ReadonlyArray<A>) => Turn): Turn => {
  let taken = 0
  return () => {
    const batch = requests.slice(taken, taken + size)
    taken += size
    return turnWith(batch)()
  }
}

const newVerifier = (): Promise<Verifier> => createVerifier({ keys: { [appId]: publicPem }, cryptoOn: 'loop' })

const faceTurn =
  (verifier: Verifier, samples: ReadonlyArray<Sample>): Turn =>
  async () => {
    for (const { request } of samples) await verifier.verify(request as never)
    return samples.length
  }

/** `face`: one verifier for all turns, whose guard remembers them all. `first`: a new verifier for each turn. */
export const faceRows = async (): Promise<ReadonlyArray<Row>> => {
  const peer = (await fastJwt()) as Peer
  const turns = 50
  const size = 400
  const timestamp = currentSeconds() + aheadOfGuards
  const samples = Array.from({ length: turns * size }, () => sample(signedBytes, timestamp))
  const tokens: Array<unknown> = []
  for (const each of samples) tokens.push(await peer.sign(contentOf(each, timestamp)))
  const steadyVerifier = await newVerifier()
  const newVerifiers: Array<Verifier> = []
  for (let i = 0; i < turns; i++) newVerifiers.push(await newVerifier())
  const nanoseconds = await interleaved(
    {
      bare: inBatches(samples, size, bare),
      face: inBatches(samples, size, (batch) => faceTurn(steadyVerifier, batch)),
      first: inBatches(samples, size, (batch) => faceTurn(newVerifiers.pop() as Verifier, batch)),
      peer: inBatches(tokens, size, (batch) => verifyTurn(peer, batch)),
    },
    turns - warmUp,
    warmUp,
    'wall',
  )
  const { bare: primitive, face, first, peer: fastest } = nanoseconds
  const unit = 'of createVerify, wall time'
  return [
    { id: 'verify-400-face', value: rateOf(face, primitive), unit: `${unit}, createVerifier and its guard` },
    { id: 'verify-400-first', value: rateOf(first, primitive), unit: `${unit}, 400 requests of a new verifier` },
    { id: 'face-vs-fast-jwt', value: rateOf(face, fastest), unit: '× fast-jwt' },
  ]
}

/** Signatures in one turn of a candidate. */
const signaturesPerTurn = 60

/** A turn in which the peer signs. Each request has its own nonce and its own reading of the clock, as ours have. */
const signTurn =
  (peer: Peer, model: Sample): Turn =>
  async () => {
    for (let i = 0; i < signaturesPerTurn; i++) {
      const signed = peer.sign(contentOf(model, currentSeconds()))
      if (signed instanceof Promise) await signed
    }
    return signaturesPerTurn
  }

export const signRows = async (): Promise<ReadonlyArray<Row>> => {
  const peers = await checkedPeers()
  const model = sample(signedBytes)
  const { outgoing, bare: primitive, program } = await signTurns(signaturesPerTurn)
  const signer = await createSigner({ appId, privateKey: privatePem, cryptoOn: 'loop' })
  const face = async (): Promise<number> => {
    for (let i = 0; i < signaturesPerTurn; i++) await signer.sign(outgoing)
    return signaturesPerTurn
  }
  const turns: Record<string, Turn> = { bare: primitive, program, face }
  for (const peer of peers) turns[peer.name] = signTurn(peer, model)
  const nanoseconds: Figures = await interleaved(turns, rounds, warmUp)
  const unit = 'of crypto.sign'
  const faceRate = rateOf(nanoseconds.face ?? [], nanoseconds.bare ?? [])
  return [
    { id: 'sign-400-face', value: faceRate, unit: `${unit}, by createSigner` },
    ...peerRows(peers, nanoseconds, '-sign', unit),
    ...comparisons('sign', nanoseconds, peers),
  ]
}

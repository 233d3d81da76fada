/**
 * Ours beside the peers, in one interleaved run with the bare primitive: each verifies and signs the same request of 400
 * bytes. A library that accepts what was altered, or what is stale, is no peer, and stops the run.
 */
import { createSigner } from 'countersign/client'
import { platform } from 'countersign/node'
import { createVerifier, type Verifier } from 'countersign/server'
import { interleaved, type Row, rateOf, type Turn } from '../measure.ts'
import { noClaim, privatePem, publicPem, type Sample, sample } from '../requests.ts'
import { signTurns } from '../sign.ts'
import { bare, envWith, whole } from '../verify.ts'
import { comparisons } from './compare.ts'
import { httpMessageSignatures } from './httpMessageSignatures.ts'
import { fastJwt, jose, jsonWebToken } from './jsonWebToken.ts'
import { appId, type Content, maxAge, type Peer } from './Peer.ts'

const rounds = 35
const warmUp = 4

const seconds = (): number => Math.floor(Date.now() / 1000)

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

/** Accepts what it signed, and refuses it with another body, and when it has become too old. */
const mustCheck = async (peer: Peer): Promise<void> => {
  const fresh = sample(400)
  const signed = await peer.sign(contentOf(fresh, seconds()))
  if (!(await accepts(peer, signed))) throw new Error(`${peer.name} refuses what it has signed`)
  const other = Buffer.from('{"text":"a lighthouse at dusk"}')
  if (await accepts(peer, peer.withBody(signed, other))) throw new Error(`${peer.name} accepts an altered body`)
  const stale = await peer.sign(contentOf(fresh, seconds() - maxAge - 600))
  if (await accepts(peer, stale)) throw new Error(`${peer.name} accepts what is stale`)
}

/** Loaded, and seen to check what it has to. */
const checkedPeers = async (): Promise<ReadonlyArray<Peer>> => {
  const peers: Array<Peer> = []
  for (const make of [fastJwt, jsonWebToken, jose, httpMessageSignatures]) peers.push((await make()) as Peer)
  for (const peer of peers) await mustCheck(peer)
  return peers
}

const verifyTurn =
  (peer: Peer, tokens: ReadonlyArray<unknown>): Turn =>
  async () => {
    for (const token of tokens) {
      const answer = peer.verify(token)
      if ((typeof answer === 'boolean' ? answer : await answer) !== true) throw new Error(`${peer.name} refuses`)
    }
    return tokens.length
  }

export const verifyRows = async (): Promise<ReadonlyArray<Row>> => {
  const peers = await checkedPeers()
  // Ahead of every guard's start, before which none remembers.
  const now = seconds() + 20
  const samples = Array.from({ length: 400 }, () => sample(400, now))
  const turns: Record<string, Turn> = {
    bare: bare(samples),
    program: whole(samples, { ...(await envWith(noClaim)), clock: platform.clock }),
  }
  for (const peer of peers) {
    const tokens: Array<unknown> = []
    for (const each of samples) tokens.push(await peer.sign(contentOf(each, now)))
    turns[peer.name] = verifyTurn(peer, tokens)
  }
  const ns = await interleaved(turns, rounds, warmUp)
  const unit = 'of createVerify'
  const rate = (name: string): number => rateOf(ns[name] ?? [], ns.bare ?? [])
  return [
    ...peers.map(({ name }): Row => ({ id: `peer-${name}`, value: rate(name), unit })),
    ...comparisons('verify', ns, peers),
  ]
}

/** Each turn takes requests that no turn has taken: one verifier remembers them all, and `first` are new ones. */
export const faceRows = async (): Promise<ReadonlyArray<Row>> => {
  const peer = await fastJwt()
  const turns = 50
  const size = 400
  // Ahead of every guard's start, before which none remembers.
  const now = seconds() + 50
  const samples = Array.from({ length: turns * size }, () => sample(400, now))
  const tokens = samples.map((each) => peer.sign(contentOf(each, now)))
  const verifiers: Array<Verifier> = []
  for (let i = 0; i <= turns; i++)
    verifiers.push(await createVerifier({ keys: { [appId]: publicPem }, cryptoOn: 'loop' }))
  const [steady] = verifiers
  const distinct = <A>(all: ReadonlyArray<A>, turn: (some: ReadonlyArray<A>) => Turn): Turn => {
    let at = 0
    return () => {
      at += size
      return turn(all.slice(at - size, at))()
    }
  }
  const face = (verifier: () => Verifier | undefined): Turn =>
    distinct(samples, (some) => async () => {
      const one = verifier() as Verifier
      for (const { request } of some) await one.verify(request as never)
      return size
    })
  const ns = await interleaved(
    {
      bare: distinct(samples, bare),
      face: face(() => steady),
      first: face(() => verifiers.pop()),
      peer: distinct(tokens, (some) => verifyTurn(peer as Peer, some)),
    },
    turns - warmUp,
    warmUp,
    'wall',
  )
  const unit = 'of createVerify, wall time'
  return [
    { id: 'verify-400-face', value: rateOf(ns.face, ns.bare), unit: `${unit}, createVerifier and its guard` },
    { id: 'verify-400-first', value: rateOf(ns.first, ns.bare), unit: `${unit}, 400 requests of a new verifier` },
    { id: 'face-vs-fast-jwt', value: rateOf(ns.face, ns.peer), unit: '× fast-jwt' },
  ]
}

export const signRows = async (): Promise<ReadonlyArray<Row>> => {
  const peers = await checkedPeers()
  const times = 60
  const model = sample(400)
  const { outgoing, ...ours } = await signTurns(times)
  const face = await createSigner({ appId, privateKey: privatePem, cryptoOn: 'loop' })
  const turns: Record<string, Turn> = {
    ...ours,
    face: async () => {
      for (let i = 0; i < times; i++) await face.sign(outgoing)
      return times
    },
  }
  for (const peer of peers) {
    turns[peer.name] = async () => {
      for (let i = 0; i < times; i++) {
        // A nonce and a reading of the clock for each, as ours has them.
        const signed = peer.sign(contentOf(model, seconds()))
        if (signed instanceof Promise) await signed
      }
      return times
    }
  }
  const ns = await interleaved(turns, rounds, warmUp)
  const unit = 'of crypto.sign'
  const rate = (name: string): number => rateOf(ns[name] ?? [], ns.bare ?? [])
  return [
    { id: 'sign-400-face', value: rate('face'), unit: `${unit}, by createSigner` },
    ...peers.map(({ name }): Row => ({ id: `peer-${name}-sign`, value: rate(name), unit })),
    ...comparisons('sign', ns, peers),
  ]
}

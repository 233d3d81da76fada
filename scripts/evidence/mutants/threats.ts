// What an attacker may try. SECURITY.md calls a threat out of scope in the words given here.

export interface Threat {
  readonly id: string
  readonly attack: string
  readonly outOfScope?: string
}

export const threats: ReadonlyArray<Threat> = [
  { id: 'T1', attack: 'forge a signature: lenient padding, a small exponent, another length' },
  { id: 'T2', attack: 'register a weak key, or one that is read in two ways' },
  { id: 'T3', attack: 'change a byte of method, target, timestamp, nonce or body' },
  { id: 'T4', attack: 'move bytes from one part to another' },
  { id: 'T5', attack: 'repeat a request to the same process' },
  { id: 'T6', attack: 'send copies of a request at once' },
  { id: 'T7', attack: 'repeat a request to another process or machine' },
  { id: 'T8', attack: 'repeat a request after a restart or a crash' },
  { id: 'T9', attack: 'repeat a request after a failover, a flush or an eviction of the store' },
  { id: 'T10', attack: 'repeat a request when a clock has stepped' },
  { id: 'T11', attack: 'repeat a request at the edges of the window' },
  { id: 'T12', attack: "claim another app's request as one's own" },
  { id: 'T13', attack: 'repeat a request to another service or environment', outOfScope: 'the host is not signed' },
  { id: 'T14', attack: "use up another caller's nonce, or fill the guard" },
  { id: 'T15', attack: 'send two Authorization lines' },
  { id: 'T16', attack: 'send an item of the header twice, or an unknown one' },
  { id: 'T17', attack: 'make the header slow to read' },
  { id: 'T18', attack: 'make the server read or hold a large body before anything is proven' },
  { id: 'T19', attack: 'have a target rewritten between signer and verifier' },
  { id: 'T20', attack: 'have something else than the received bytes verified' },
  { id: 'T21', attack: 'spell a timestamp so that two readers read it differently' },
  { id: 'T22', attack: "set a client's clock, and have it sign for later" },
  { id: 'T23', attack: 'guess a token by timing, or bring a token where a signature belongs' },
  { id: 'T24', attack: 'read a secret in an error or a log' },
  { id: 'T25', attack: 'take away the store or the key source' },
  { id: 'T26', attack: 'get in by a dependency of the protocol' },
  { id: 'T27', attack: 'delay the requests of others by a flood of forgeries' },
  { id: 'T28', attack: 'use a stolen or withdrawn key, and leave no trace of which' },
  { id: 'T29', attack: 'tell the service behind a gateway another request than was verified, or another caller' },
]

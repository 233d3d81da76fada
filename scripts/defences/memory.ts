// Defences of the memory guard, and of what every guard is made of.
import { type Defence, inFile } from './defence.ts'

const guard = inFile('src/guards/memory.ts', 'guards/memory.')
const generations = inFile('src/guards/Generations.ts', 'guards/memory.')
const table = inFile('src/guards/ClaimTable.ts', 'guards/ClaimTable')
const lifetime = inFile('src/guards/Lifetime.ts', 'guards/memory.')
const mark = inFile('src/guards/DurableMark.ts', 'guards/DurableMark')
const file = inFile('src/guards/highWaterFile.ts', 'guards/highWaterFile')

export const memory: ReadonlyArray<Defence> = [
  guard('T5', 'what is remembered is not looked for', 'if (table.has(hash)) return repeated', ''),
  table(
    'T5',
    'a slot that has died ends the search for what lies behind it',
    'if (owner === 0) return false',
    'return false',
  ),
  table(
    'T5',
    'what lives is lost when its shard grows',
    'if (alive[owner] === 0) continue\n    let to',
    'if (alive[owner] === 0 || from % 2 === 1) continue\n    let to',
  ),
  guard(
    'T12',
    'nonces are counted for all keys together',
    'SipHash.absorb(seed, blocks(fingerprint))',
    "SipHash.absorb(seed, blocks(''))",
  ),
  guard(
    'T14',
    'the key of the hash is known, so that hashes that meet can be made',
    'SipHash.keyed(entropy.nonce())',
    "SipHash.keyed('0'.repeat(32))",
  ),
  guard('T14', 'one key may fill the guard', 'if (key.live >= quota && quota < cap) return full', ''),
  guard('T14', 'the guard has no cap', 'if (generations.size() >= cap) generations.forgetOne()', ''),

  guard(
    'T8',
    'a guard that starts takes timestamps from before',
    'floor ?? clock.now(), stored + 1',
    'floor ?? 0, stored + 1',
  ),
  guard(
    'T8',
    'the high-water mark is not looked at',
    'Math.max(floor ?? clock.now(), stored + 1)',
    'floor ?? clock.now()',
  ),
  guard('T8', 'the timestamp of the high-water mark itself is taken again', 'stored + 1)', 'stored)'),
  guard(
    'T8',
    'a claim is first before its mark is on the disk',
    'mark.covers(c.timestamp) || c.timestamp < generations.floor()',
    'mark.raise(c.timestamp)() && true',
  ),
  guard(
    'T8',
    'a claim is first although its mark could not be written',
    'E.isLeft(raised) ? raised : claimed(c)',
    'claimed(c)',
  ),
  mark('T8', 'a mark counts that could not be written', 'if (E.isRight(outcome)) mark =', 'mark ='),
  mark(
    'T8',
    'a claim waits for a write that is lower than its timestamp',
    'if (running !== undefined && timestamp <= running.mark)',
    'if (running !== undefined)',
  ),
  file('T8', 'a mark that was cut short counts', '([0-9]+)\\n$/', '([0-9]+)\\n?$/'),
  file(
    'T8',
    'a damaged file is no mark',
    'TE.fromOption(() =>',
    '((_: () => unknown) => (o: O.Option<Timestamp.Timestamp>) => TE.right(O.toUndefined(o) ?? 0))(() =>',
  ),
  file(
    'T8',
    'a mark is written over the old one, and is lost if that is cut short',
    'await fs.rename(',
    'await fs.copyFile(',
  ),

  guard('T10', 'what lies below the floor is taken', 'if (timestamp < generations.floor()) return forgotten', ''),
  generations(
    'T10',
    'the floor stays where it is when claims are forgotten',
    'floor = Math.max(floor, generation.newestTimestamp + 1)',
    '',
  ),
  generations(
    'T11',
    'the floor rises to what is forgotten, and not above it',
    'generation.newestTimestamp + 1)',
    'generation.newestTimestamp)',
  ),
  generations(
    'T10',
    'the floor sinks',
    'floor = Math.max(floor, generation.newestTimestamp + 1)',
    'floor = generation.newestTimestamp + 1',
  ),
  generations(
    'T10',
    'a claim’s timestamp does not count for the floor',
    'if (timestamp > newestTimestamp) newestTimestamp = timestamp',
    '',
  ),
  generations(
    'T10',
    'when the clock steps back, lives are shortened',
    'if (now > lastReading) lastReading = now',
    'lastReading = now',
  ),
  lifetime('T11', 'a claim lives for max age alone', 'life: maxAge + maxSkew + margin', 'life: maxAge'),
  lifetime('T11', 'a claim lives without the skew', 'life: maxAge + maxSkew + margin', 'life: maxAge + margin'),
  lifetime('T11', 'a claim lives without the margin', 'life: maxAge + maxSkew + margin', 'life: maxAge + maxSkew'),

  guard(
    'T25',
    'where memory is out, everything is a first claim',
    "return answer(E.left({ _tag: 'guard_unavailable',",
    "return first\n      return answer(E.left({ _tag: 'guard_unavailable',",
  ),
  guard(
    'T8',
    'a claim is answered at once whose mark is not on the disk',
    'mark.covers(c.timestamp) || c.timestamp < generations.floor() ? claimed(c).now : undefined',
    'claimed(c).now',
  ),
]

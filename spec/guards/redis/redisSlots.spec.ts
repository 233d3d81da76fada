import { crc16, shardOf, shards, slotOf, tags } from '../../../src/guards/redis/redisSlots.ts'
import { assert, suite } from '../../support/suite.ts'

const slots = suite('guards/redis/redisSlots')

slots('are those of the specification of Redis Cluster', () => {
  assert.is(crc16('123456789'), 0x31c3)
  assert.is(crc16(''), 0)
  assert.is(slotOf('foo'), 12_182)
})

slots('of the tags lie one in each 64th of all slots', () =>
  assert.equal(
    tags().map((tag) => Math.floor(slotOf(tag) / 256)),
    Array.from({ length: 64 }, (_, shard) => shard),
  ),
)

slots('never change: verifiers of every version find the claims of the others', () => {
  const all = tags()
  assert.is(shards, 64)
  assert.is(crc16(all.join(' ')), 44770)
  const shown = [0, 1, 62, 63].map((shard) => all[shard])
  assert.equal(shown, ['10', '18', '48', '40'])
})

slots('of a claim is that of its first byte', () => {
  assert.is(shardOf(Buffer.from([0, 9])), 0)
  assert.is(shardOf(Buffer.from([63, 9])), 63)
  assert.is(shardOf(Buffer.from([64, 9])), 0)
  assert.is(shardOf(Buffer.from([255, 9])), 63)
})

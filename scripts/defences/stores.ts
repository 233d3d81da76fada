// Defences of the guards that keep their claims in a store. Those of Redis need one.
import { type Defence, inFile } from './defence.ts'

const lmdb = inFile('src/guards/lmdb.ts', 'guards/lmdb.spec')
const lmdbLaw = inFile('src/guards/lmdb.ts', 'guards/lmdbLaw')
const store = inFile('src/guards/LmdbStore.ts', 'guards/lmdb.spec')
const note = inFile('src/guards/Epoch.ts', 'guards/redis.spec')
const info = inFile('src/guards/RedisInfo.ts', 'guards/redis.spec')
const client = inFile('src/guards/RedisClient.ts', 'guards/redis.spec')
const redis = inFile('src/guards/redis.ts', 'guards/redis.live')
const attempts = inFile('src/guards/redis.ts', 'guards/redisAttempts.live')
const epoch = inFile('src/guards/RedisEpoch.ts', 'guards/redis.live')

export const stores: ReadonlyArray<Defence> = [
  inFile('src/guards/claimId.ts', 'guards/lmdb.spec')(
    'T12',
    'nonces are counted for all keys together in a store',
    'fingerprint}\\n',
    "''}",
  ),
  store(
    'T6',
    'a claim is looked for first and written afterwards',
    `claims.ifNoExists(claim.id, () => {
      claims.put(claim.id, nothing)
      order.put(whole(claim.reading), member(claim))
    })`,
    `claims.doesExist(claim.id)
      ? Promise.resolve(false)
      : root.transaction(() => {
          claims.put(claim.id, nothing)
          order.put(whole(claim.reading), member(claim))
          return true
        })`,
  ),
  inFile('src/guards/LmdbStore.ts', 'guards/lmdbFloor')(
    'T8',
    'whoever asks for a longer life sets the floor anew',
    '{ ...stored, life: beginning.life }',
    'beginning',
  ),
  store(
    'T11',
    'the life of claims is that of the first process',
    'else if (stored.life < beginning.life) {',
    'else if (false) {',
  ),
  store(
    'T10',
    'the floor stays where it is when claims are forgotten',
    'Math.max(highest, timestamp + 1), floor)',
    'highest, floor)',
  ),
  store(
    'T10',
    'the floor rises to what is forgotten in a database, and not above it',
    'Math.max(highest, timestamp + 1)',
    'Math.max(highest, timestamp)',
  ),
  store(
    'T9',
    'what one process has found is forgotten although another has swept since',
    'guard.ifVersion(stateKey, version, () => {',
    '((run) => root.transaction(() => (run(), true)))(() => {',
  ),
  store('T9', 'a process reads what was there when its turn began', 'root.resetReadTxn()', ''),
  lmdb(
    'T8',
    'what lies below the floor of a database is taken',
    "if (c.timestamp < readFloor()) return E.right('forgotten')\n      const isNew",
    'const isNew',
  ),
  lmdbLaw(
    'T6',
    'the floor is not read again when a claim is in',
    "c.timestamp < readFloor() ? 'forgotten' : 'first'",
    "'first'",
  ),
  lmdb('T25', 'a database has no cap', 'claims > cap ? Math.max(', 'false ? Math.max('),
  inFile('src/guards/lmdb.ts', 'guards/lmdbRefusal')(
    'T25',
    'a database that fails lets everything pass',
    'return E.left(await failed(e))',
    "return (await failed(e)) && E.right('first')",
  ),

  inFile('src/guards/lmdb.ts', 'guards/lmdbDeadline')(
    'T25',
    'a database that is locked is waited for',
    'return within(timer, deadlineMs)(',
    'return ((task) => (_) => task)(',
  ),
  inFile('src/guards/lmdb.ts', 'guards/lmdbDeadline')(
    'T25',
    'claims that wait for a locked database have no bound',
    'if (late > 0) return',
    'if (false) return',
  ),

  note('T9', 'a Redis that has started anew is taken for the same', 'epoch.run_id === server.runId &&', ''),
  note('T9', 'a replica that was promoted is taken for the same', ' && epoch.replid === server.replId', ''),
  note('T9', 'a Redis that is no primary any more is believed', "server.role === 'master' &&", ''),
  info(
    'T9',
    'a server that does not tell who it is is believed',
    'if (!isId(runId) || !isId(replId) ||',
    'if (false &&',
  ),
  client('T9', 'the commands of a claim may go over several connections', "|| 'acquire' in parts)", ')'),
  client(
    'T9',
    'the commands of a claim may change their order',
    'if (options.enableAutoPipelining === true)',
    'if (false)',
  ),
  client(
    'T25',
    'a claim waits in the client until Redis is back',
    'client.isReady ? client.sendCommand([...command]) : notReady()',
    'client.sendCommand([...command])',
  ),

  redis(
    'T6',
    'every attempt at a claim has the same token',
    'const token = freshToken(entropy)',
    "const token = 'AAAAAAAAAAAA'",
  ),
  redis('T11', 'a claim lives for max age alone in Redis', 'String(life * 1000)', 'String(maxAge * 1000)'),
  redis(
    'T9',
    'that the epoch is another one is not noticed',
    'if (text !== known.text || !Epoch.isOf(known.epoch, server)) {',
    'if (false) {',
  ),
  redis(
    'T5',
    'a key that holds something else is a first claim',
    'holder !== undefined && isToken(holder) ? repeated : E.left(RedisEpoch.unexpected)',
    'holder !== undefined && isToken(holder) ? repeated : first',
  ),
  redis(
    'T9',
    'a policy that lets Redis forget claims is passed over',
    "if (policy === 'noeviction') return []",
    'if (true) return []',
  ),
  epoch('T9', 'the floor of an epoch does not count', 'floor = Math.max(floor, epoch.floor)', ''),
  epoch('T9', 'the floor of a new epoch has no fence', 'clock.now() + fence + 2', 'clock.now()'),
  epoch(
    'T9',
    'every guard takes the store for new',
    'const isNew = known === undefined && text === undefined',
    'const isNew = true',
  ),
  epoch('T9', 'the epoch expires', "    ['PERSIST', key],\n", "    ['PING'],\n"),
  attempts('T6', 'a claim is set although it is there', "'PX', px, 'NX', 'GET'", "'PX', px, 'GET'"),
  attempts(
    'T25',
    'a Redis that does not answer is waited for',
    'await within(timer, deadlineMs)(() => turns(c, isOver, note), tooLate)()',
    'await turns(c, isOver, note)',
  ),
  attempts('T25', 'claims that wait for Redis have no bound', 'if (waiting >= mostWaiting)', 'if (false)'),
]

// The replay guards: memory, and those that keep their claims in a store. The live specs of Redis need one.
import { always, gone, inFiles, instead, type Mutant, never, own } from './Mutant.ts'

/** Another text in the script that makes claims. */
const inScript = (text: string, other: string) =>
  instead('claimsScript', '', `_.replace(${JSON.stringify(text)}, ${JSON.stringify(other)})`)

const lookThenWrite = 'async (id, write) => !claims.doesExist(id) && claims.transaction(() => (write(), true))'
const raisedLater = 'mark.raise(c.timestamp)() && true'
const anyVersion = '(_key, _version, run) => guard.transaction(() => (run(), true))'
const onceMore = 'now !== lookedAt && ((running.lost = undefined), true)'
const beginAnew = '{ ...beginning, version: stored.version + 1 }'

export const guards: ReadonlyArray<Mutant> = [
  inFiles('src/guards/{memory/memory,memory/ClaimTable,memory/DurableMark,memory/highWaterFile,claimId}.ts', own, {
    'T14 the key of the hash is known, so collisions can be made': instead('seed', 'nonce', "() => '0'.repeat(32)"),
    'T8 a guard that starts takes older timestamps': instead('start startFloor', 'now', '() => 0'),
    'T25 every claim is first when memory is out': instead('claimed', 'failedWithin', 'first'),
    'T8 a claim is first before its mark is kept': instead('atOnce', 'covers floor', raisedLater),
    'T8 a claim is answered at once before its mark is durable': always('atOnce', 'covers floor'),
    'T8 a claim is first although its mark could not be written': never('claim', 'raised'),
    'T5 a dead slot ends the search': always('has', 'false'),
    'T5 living claims are lost when their shard grows': instead('rebuilt', 'alive owner 0', '_ || from % 2 === 1'),
    'T8 a truncated mark counts': instead('parse', '\\n', '\\n?'),
    'T8 a damaged file is no mark': instead('stored', 'fromOption', '() => (o) => TE.right(O.toUndefined(o) ?? 0)'),
    'T8 a mark is written over the old one': instead('replace', 'rename', 'fs.copyFile'),
    'T12 a store counts nonces for all keys together': instead('claimId', 'fingerprint', "''"),
  }),
  inFiles('src/guards/memory/ClaimMemory.ts', ['guards/memory/memory.'], {
    'T8 the high-water mark is ignored': gone('startFloor', 'stored'),
    'T8 the timestamp of the high-water mark is taken again': instead('startFloor', 'stored 1', 'stored'),
    'T10 a timestamp below the floor is taken': never('decide', 'forgotten'),
    'T12 nonces are counted for all keys together': instead('newKey state', 'fingerprint', "''"),
    'T5 a remembered claim is not looked for': never('decide', 'has'),
    'T14 one key may fill the guard': never('decide', 'live cap'),
    'T14 the guard has no capacity limit': never('decide', 'forgetOne'),
  }),
  inFiles('src/guards/memory/MarkState.ts', ['guards/memory/DurableMark'], {
    'T8 a mark that could not be written counts': never('end', 'isDurable'),
    'T8 a claim waits for a write that is below its timestamp': instead('raise', 'timestamp running <=', 'true'),
  }),
  inFiles('src/guards/{memory/Generations,settings}.ts', ['guards/memory/memory.'], {
    'T10 forgetting leaves the floor where it is': gone('forget', 'max'),
    'T10 the floor sinks': instead('forget', 'max newestTimestamp', 'generation.newestTimestamp + 1'),
    'T11 the floor rises one too little': instead('forget', 'newestTimestamp 1', 'generation.newestTimestamp'),
    'T10 the timestamp of a claim does not count for the floor': never('add', 'newestTimestamp'),
    'T10 a clock that steps back shortens lives': always('add', 'lastReading'),
    'T11 a claim lives for max age alone': instead('life', '', 'maxAge'),
    'T11 a claim lives without the skew': instead('life', '', 'maxAge + margin'),
    'T11 a claim lives without the margin': instead('life', '', 'maxAge + maxSkew'),
  }),
  inFiles('src/guards/lmdb/{LmdbPage,LmdbStore}.ts', ['guards/lmdb/lmdbDamage'], {
    'T25 a damaged page is taken as it is': never('ensure', 'sound'),
    'T25 a database is read unchecked': gone('checkPages', 'refuseDamaged file'),
  }),
  inFiles('src/guards/lmdb/{LmdbFile,LmdbStore,lmdb}.ts', ['guards/lmdb/lmdbRefusal'], {
    'T25 the values of a key may lie elsewhere': instead('visitSubPage', 'upper size base count length', 'true'),
    'T25 half a value of a key is none': instead('visitSubPage', 'lower 2 count', 'true'),
    'T25 tables that hold different claims are sound': never('refuseDamaged', 'claims order ids held'),
    'T25 the claims of a key may be others than those that it made': instead('refuseDamaged', 'ids held of', 'false'),
    'T25 a floor with another digit is a floor': instead('parse', 'check checkOf', 'false'),
    'T8 a folder that has lost its database is new': never('beginState', 'damaged'),
    'T25 a failing database lets all pass': instead(
      'decide',
      'left failed',
      "(await failed(running, e)) && E.right('first')",
    ),
  }),
  inFiles('src/guards/lmdb/{LmdbStore,lmdb}.ts', ['guards/lmdb/lmdb.spec'], {
    'T14 the claims of a key are never forgotten': gone('forget', 'holders remove'),
    'T6 a claim is looked for first and written afterwards': instead('insert', 'ifNoExists', lookThenWrite),
    'T11 the life of claims is that of the first process': never('openingState', 'stored life beginning'),
    'T9 a process forgets although another has swept since': instead('forget', 'ifVersion', anyVersion),
    'T9 a process reads the state of when its turn began': gone('state', 'resetReadTxn'),
    'T8 a guard with a longer life sets the floor anew': instead(
      'openingState',
      'stored life beginning version 1',
      beginAnew,
    ),
    'T25 a folder that was removed is used on': never('decide', 'isLost'),
    'T25 a folder that was away is used again': instead('isLost', 'lost undefined now lookedAt', onceMore),
    'T14 one key may fill a database': never('decide', 'full'),
    'T8 a timestamp below the floor of a database is taken': never('decide', 'right forgotten'),
  }),
  inFiles('src/guards/claimInTime.ts', ['guards/claimInTime', 'guards/lmdb/lmdb.spec'], {
    'T25 a locked database is waited for': instead('claimInTime', 'within timer', '(task) => task'),
    'T25 claims that wait for a locked database have no bound': never('claimInTime', 'late mostLate'),
  }),
  inFiles('src/guards/lmdb/LmdbDecisions.ts', ['guards/lmdb/lmdb.spec'], {
    'T10 forgetting leaves the floor of a database where it is': instead('raisedFloor', 'max highest', 'highest'),
    'T10 the floor of a database rises one too little': instead('raisedFloor', 'timestamp 1', 'timestamp'),
    'T25 a database has no capacity limit': never('surplusOf', 'cap max'),
    'T25 a lock file that was replaced is not noticed': never('whyLost', 'its files were replaced'),
    'T25 a file that was cut short is not noticed': never('whyLost', 'cut short'),
  }),
  inFiles('src/guards/lmdb/LmdbDecisions.ts', ['guards/lmdb/lmdbLaw'], {
    'T6 the floor is not read again after a claim': never('answerTo', 'first'),
  }),
  inFiles('src/guards/redis/{Epoch,RedisInfo,RedisClient,RedisFault}.ts', ['guards/redis/redis.spec'], {
    'T9 a restarted Redis is taken for the same': always('isOf', 'run_id'),
    'T9 a promoted replica is taken for the same': always('isOf', 'replid'),
    'T9 a Redis that is no longer the primary is believed': always('isOf', 'master'),
    'T9 a server that does not identify itself is believed': never('parse', 'isId micros'),
    'T25 a claim waits in the client until Redis is back': always('whenReady', 'isReady'),
    'T24 the words of a Redis client, such as its URL, are told': instead('faultOf', 'nameOf thrown', 'message'),
  }),
  inFiles('src/guards/redis/{settle,claim,redis,redisClaim}.ts', ['guards/redis/redis.live'], {
    'T9 the floor of an epoch does not count': gone('adopt', 'max'),
    'T9 the floor of a new epoch has no fence': instead('draftOf', 'fence 2', 'now'),
    'T9 every guard takes the store for new': instead('isNew', '', 'true'),
    'T6 every attempt at a claim has the same token': instead('freshToken', '', "() => 'AAAAAAAAAAAA'"),
    'T5 a key that holds something else is a first claim': instead('outcomeOf', 'unexpected', "'first'"),
    'T11 a claim below a floor of the store is taken': inScript('stamp < floor', 'false'),
    'T11 a timestamp far ahead of the clock of Redis is taken': inScript('stamp > now + ahead', 'false'),
    'T14 one key may fill Redis': inScript('count + before >= quota', 'false'),
    'T9 the claims of a generation may be lost': inScript('math.max(floor, newest + 1)', 'floor'),
    'T10 forgetting leaves the floor of Redis where it is': inScript('math.max(floor, earlier + 1), -1', 'floor, -1'),
    'T9 an app that is ahead may repeat itself after a loss': inScript('stamp < app.floor', 'false'),
    'T6 the earlier generation is not asked': inScript('here[i] or there[i]', 'here[i]'),
  }),
  inFiles('src/guards/redis/redis.ts', ['guards/redis/redisCluster.live'], {
    'T9 an eviction policy that drops claims is ignored': never('refusalOf', 'evicting memory'),
  }),
  inFiles('src/guards/redis/{redisClaim,redis}.ts', ['guards/redis/redisFaults.live'], {
    'T9 a change of the epoch is not noticed': inScript('state[1] ~= ARGV[1]', 'false'),
    'T9 a claim is made on a server with another history': inScript("not tells('master_replid:' .. ARGV[2])", 'false'),
    'T9 the write of an epoch may come late': instead('readingScript', '', "_.replace(' and ticket == ARGV[3]', '')"),
    'T6 a claim is set although it is there': inScript('here[i] or there[i] or made[id]', 'false'),
    'T25 a Redis that does not answer is waited for': instead('claim', 'within timer', '(task) => task'),
    'T25 claims that wait for Redis have no bound': never('claim', 'maxWaiting'),
  }),
  inFiles('src/guards/redis/{settle,redisClaim}.ts', ['guards/redis/redisRecovery.live'], {
    'T25 an app that is far ahead raises the floor of all': inScript('now + tonumber(ARGV[7])', 'now + ahead'),
    'T25 a command without an answer is waited for without end': instead('read', 'max limitMs deadlineMs', '2 ** 31'),
  }),
  inFiles('src/guards/redis/{settle,claim}.ts', ['guards/redis/redisSearch.spec'], {
    'T25 a verifier that was idle during a loss closes the service again': instead(
      'isSound',
      '',
      '_ && found.floor > state.newest',
    ),
    'T25 a verifier that was idle during a loss raises no floor': instead('read', 'newest 1', '0'),
    'T9 an epoch of before a loss may be written after it': instead('draftOf', 'now fence 2', 'now'),
    'T6 the token of another attempt is taken for the own one': instead(
      'outcomeOf',
      'textOf held token null',
      "held === null || textOf(held)?.startsWith('r') === true ? token : textOf(held)",
    ),
  }),
  inFiles('src/guards/redis/redisClaim.ts', ['guards/redis/redisTwin.live'], {
    'T9 the floor of an app does not follow its forgotten claims': inScript('app.age < age - 1', 'false'),
    'T9 the loss of a generation does not count for an app that is ahead': inScript('or age + 2', 'or age'),
  }),
  inFiles('src/guards/memory/fileLock.ts', ['guards/memory/highWaterFile'], {
    'T8 a lock that was removed counts': instead('isLost', 'identity own made', 'false'),
  }),
  inFiles('src/guards/redis/Silence.ts', own, {
    'T9 a primary that was suspended is believed at once': instead('isSilent', '', 'false'),
    'T9 a primary that was suspended is believed after a turn': instead('turnsAfterSilence', '', '1'),
  }),
  inFiles('src/guards/redis/redis.ts', ['guards/redis/redisClusterFaults'], {
    'T9 a cluster may have two primaries': instead('silence', 'isCluster Silence', 'undefined'),
  }),
].flat()

/** The commands that the guard's two scripts call (redisClaim.ts). A user of Redis's ACL needs all of them. */
export const commands: ReadonlyArray<string> = [
  'EVAL',
  'EVALSHA',
  'INFO',
  'TIME',
  'EXISTS',
  'HGET',
  'HMGET',
  'HSET',
  'HINCRBY',
  'EXPIRE',
  'RENAME',
  'UNLINK',
]

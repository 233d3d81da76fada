/**
 * The members of a row or a JWK that say when a key counts, in the usual spellings: a `not_after` that is overlooked would
 * leave the key valid for ever. Own members and those of the class, also if they do not enumerate; no getter runs.
 */
const spelling = /^(?:not[_-]?before|not[_-]?after|revoked(?:[_-]?at)?)$/i

/** Without `Object.prototype`: a hole in another library may have put such a member there. */
export const validityNames = (value: object): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (let holder: object = value; holder !== null && holder !== Object.prototype; ) {
    names.push(...Object.getOwnPropertyNames(holder).filter((name) => spelling.test(name)))
    holder = Object.getPrototypeOf(holder)
  }
  return names
}

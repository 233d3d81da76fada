/** One caller's addresses: providers give each customer of IPv6 a /64 at least (RFC 6177). */
export const networkOf = (address: string | undefined): string | undefined => {
  if (address === undefined || !address.includes(':')) return address
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice('::ffff:'.length)
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}

import ipaddr from 'ipaddr.js'

/** Callers without a valid address share this key, and therefore one strict limit. */
export const UNKNOWN_ADDRESS = 'unknown'

const BYTES_OF_A_SITE = 8

/**
 * The key under which a caller is counted and logged: an IPv4 address, or the /64 of an IPv6 one, because a single
 * household owns a whole /64. IPv4-mapped addresses count as IPv4, zones are stripped. (security RL5)
 */
export function addressKey(ip: string | undefined): string {
  const text = ip?.replace(/%.*$/s, '') ?? ''
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).toString()
  if (!ipaddr.IPv6.isValid(text)) return UNKNOWN_ADDRESS
  const address = ipaddr.IPv6.parse(text)
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  const site = address.toByteArray().map((byte, index) => (index < BYTES_OF_A_SITE ? byte : 0))
  return `${ipaddr.fromByteArray(site).toString()}/64`
}

import { type BlockList, isIP } from 'node:net'

/** Headers by which a proxy says that it passes a request on for someone else. */
const FORWARDING = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

/** True if `address` is one of the addresses or networks of `list`. IPv4-mapped IPv6 counts as IPv4. */
function isIn(list: BlockList, address: string): boolean {
  const text = address.replace(/%.*$/s, '')
  const version = isIP(text)
  return version !== 0 && list.check(text, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * The address of the caller: that of the socket, unless the socket is a trusted proxy. Then it is the right-most address of
 * `X-Forwarded-For` that is not a trusted proxy, because everything to the left of it was written by the caller. An entry that is
 * not an address ends the search at the proxy that wrote it. No other header is read. (security RL6, decision 0048)
 */
export function findClientAddress(socketAddress: string, forwardedFor: string | null, trusted: BlockList): string {
  let nearest = socketAddress
  const entries = forwardedFor === null ? [] : forwardedFor.split(',')
  while (isIn(trusted, nearest)) {
    const entry = entries.pop()?.trim() ?? ''
    if (isIP(entry) === 0) return nearest
    nearest = entry
  }
  return nearest
}

/**
 * True if the program that asks runs on this machine and asks for itself: its socket is on loopback and no header says that it
 * passes on the request of someone else. `headers` are names in lower case.
 */
export function isOnThisMachine(socketAddress: string | undefined, headers: Iterable<string>): boolean {
  const address = socketAddress?.replace(/^::ffff:/i, '') ?? ''
  const isLoopback = address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
  return isLoopback && [...headers].every((name) => !FORWARDING.includes(name))
}

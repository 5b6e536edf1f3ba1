import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { addressKey, UNKNOWN_ADDRESS } from './address.ts'

const byte = fc.integer({ min: 0, max: 255 })
const ipv4 = fc.tuple(byte, byte, byte, byte)
const ipv6 = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })

/** The ways people and programs write one IPv6 address. */
function spellings(parts: number[]): string[] {
  const address = new ipaddr.IPv6(parts)
  const plain = parts.map((part) => part.toString(16)).join(':')
  const padded = parts.map((part) => part.toString(16).padStart(4, '0')).join(':')
  const dotted = `${parts
    .slice(0, 6)
    .map((part) => part.toString(16))
    .join(':')}:${address.toByteArray().slice(12).join('.')}`
  const all = [plain, padded, padded.toUpperCase(), address.toString(), address.toRFC5952String(), dotted]
  return [...all, ...all.map((text) => `${text}%eth0`)]
}

describe('the key of a caller', () => {
  test('every spelling of an IPv6 address shares one key', () => {
    fc.assert(
      fc.property(ipv6, (parts) => {
        expect(new Set(spellings(parts).map(addressKey)).size).toBe(1)
      }),
    )
  })

  test('a household on one /64 shares a key, and the next household does not', () => {
    fc.assert(
      fc.property(ipv6, ipv6, (one, other) => {
        const isMapped = new ipaddr.IPv6(one).isIPv4MappedAddress()
        fc.pre(!isMapped)
        const neighbour = [...one.slice(0, 4), ...other.slice(4)]
        fc.pre(!new ipaddr.IPv6(neighbour).isIPv4MappedAddress())
        expect(addressKey(neighbour.map((part) => part.toString(16)).join(':'))).toBe(
          addressKey(one.map((part) => part.toString(16)).join(':')),
        )
        const next = [one[0], one[1], one[2], (one[3] ?? 0) ^ 1, ...one.slice(4)].map((part) =>
          (part ?? 0).toString(16),
        )
        fc.pre(!ipaddr.IPv6.parse(next.join(':')).isIPv4MappedAddress())
        expect(addressKey(next.join(':'))).not.toBe(addressKey(one.map((part) => part.toString(16)).join(':')))
      }),
    )
  })

  test('an IPv4 address is the same mapped into IPv6 in any spelling', () => {
    fc.assert(
      fc.property(ipv4, (octets) => {
        const plain = octets.join('.')
        const mapped = [0, 0, 0, 0, 0, 0xffff, octets[0] * 256 + octets[1], octets[2] * 256 + octets[3]]
        expect(new Set([plain, `::ffff:${plain}`, `::FFFF:${plain}`, ...spellings(mapped)].map(addressKey))).toEqual(
          new Set([plain]),
        )
      }),
    )
  })

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::1', '::/64'],
    ['2001:DB8:0:1::9', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
  ])('%s is counted as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key)
  })

  test.each([
    undefined,
    '',
    'unknown',
    '1.2.3',
    '127.1',
    '0x7f.0.0.1',
    '1.2.3.4, 5.6.7.8',
    '1.2.3.4:80',
    '[::1]',
    '12345::1',
  ])('%o is not an address and shares the strict key', (ip) => {
    expect(addressKey(ip)).toBe(UNKNOWN_ADDRESS)
  })

  test('no text at all makes it throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof addressKey(text) === 'string'))
  })
})

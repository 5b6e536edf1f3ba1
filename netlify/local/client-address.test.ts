import { describe, expect, test } from 'vitest'
import { parseEnv } from '#src/platform/env.ts'
import { findClientAddress, isOnThisMachine } from './client-address.ts'
import { addressesOf } from './http-server.ts'

const { trustedProxies } = parseEnv({ TRUSTED_PROXIES: '10.0.0.2, 172.31.88.0/24,fd00::/8' })

describe('the address of a caller', () => {
  test.each<[fact: string, socket: string, forwardedFor: string | null, expected: string]>([
    ['is that of an untrusted socket, whatever it claims', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['is that of an untrusted socket that names a proxy', '203.0.113.9', '198.51.100.1, 10.0.0.2', '203.0.113.9'],
    ['is what a trusted proxy says', '10.0.0.2', '198.51.100.1', '198.51.100.1'],
    [
      'is the right-most entry, not one that the caller wrote',
      '10.0.0.2',
      '1.1.1.1, 10.0.0.2, 198.51.100.1',
      '198.51.100.1',
    ],
    ['is found behind two proxies', '10.0.0.2', '1.1.1.1, 198.51.100.1, 172.31.88.7', '198.51.100.1'],
    ['is the first proxy where all are trusted', '10.0.0.2', '172.31.88.9,172.31.88.7', '172.31.88.9'],
    ['is the proxy itself without the header', '10.0.0.2', null, '10.0.0.2'],
    ['is the proxy itself with an empty header', '10.0.0.2', '', '10.0.0.2'],
    ['may be IPv6', 'fd00::2', '1.1.1.1, 2001:db8::5', '2001:db8::5'],
    ['sees through a mapped proxy', '::ffff:10.0.0.2', '198.51.100.1', '198.51.100.1'],
    ['sees through mapped proxies in the header', '10.0.0.2', '198.51.100.1, ::FFFF:172.31.88.7', '198.51.100.1'],
    ['sees through a proxy with a zone', 'fd00::2%eth0', '198.51.100.1', '198.51.100.1'],
    ['is the proxy that wrote garbage', '10.0.0.2', '198.51.100.1, 172.31.88.7, unknown', '10.0.0.2'],
    ['is the nearest proxy that wrote sense', '10.0.0.2', '1.1.1.1:80, 172.31.88.7', '172.31.88.7'],
    ['is the proxy after a stray comma', '10.0.0.2', '198.51.100.1,', '10.0.0.2'],
    ['is empty for a socket that has gone', '', '198.51.100.1', ''],
  ])('%s', (_fact, socket, forwardedFor, expected) => {
    expect(findClientAddress(socket, forwardedFor, trustedProxies)).toBe(expected)
  })

  test('is that of the socket where no proxy is configured', () => {
    const none = parseEnv({}).trustedProxies
    for (const socket of ['127.0.0.1', '::1', '10.0.0.2']) {
      expect(findClientAddress(socket, '198.51.100.1', none)).toBe(socket)
    }
  })
})

describe('a program on this machine', () => {
  test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('is one at %s that asks for itself', (address) => {
    expect(isOnThisMachine(address, ['host', 'accept'])).toBe(true)
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      expect(isOnThisMachine(address, ['host', header])).toBe(false)
    }
  })

  test.each(['10.0.0.2', '::2', 'fd00::1', '127.0.0.1.example', '::ffff:10.0.0.1', '', undefined])(
    'is not one at %s',
    (address) => expect(isOnThisMachine(address, ['host'])).toBe(false),
  )
})

describe('the environment', () => {
  test.each([
    '10.0.0.2/33',
    'fd00::/129',
    '0.0.0.0/0',
    '::/0',
    'proxy.example',
    '10.0.0.2,,10.0.0.3',
    'fe80::1%eth0',
    '10/8',
  ])('with TRUSTED_PROXIES %s is refused', (text) =>
    expect(() => parseEnv({ TRUSTED_PROXIES: text })).toThrow('TRUSTED_PROXIES must be addresses or networks'),
  )

  test.each(['app', 'localhost', '10.0.0.0/8', '0.0.0.0:80'])('with HOST %s is refused', (text) => {
    expect(() => parseEnv({ HOST: text })).toThrow('HOST must be an IP address of this machine')
  })

  test('adds HOST to loopback, where commands and the build hook find the server', () => {
    const loopback = ['127.0.0.1', '::1']
    expect(['127.0.0.1', '::1', undefined].map(addressesOf)).toEqual([loopback, loopback, loopback])
    expect(addressesOf('192.0.2.7')).toEqual([...loopback, '192.0.2.7'])
    expect([addressesOf('0.0.0.0'), addressesOf('::')]).toEqual([['0.0.0.0', '::1'], ['::']])
  })
})

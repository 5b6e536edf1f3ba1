import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { describeConnectionFault, isConnectionFault, isSerializationFault, isUnreachable } from './fault.ts'

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code })
const wrapped = (cause: Error) => new DrizzleQueryError('select 1', [], cause)

describe('a connection fault', () => {
  test.each([
    ['a refused connection', coded('ECONNREFUSED')],
    ['a reset', coded('ECONNRESET')],
    ['the server shutting down', coded('57P01')],
    ['class 08', coded('08006')],
    ['too many connections', coded('53300')],
    ['a full disk', coded('53100')],
    ['no memory left', coded('53200')],
    ['a limit of the server reached', coded('53400')],
    ['a disk that fails', coded('58030')],
    ['a server that only reads', coded('25006')],
    ['a quota of the disk', coded('XX000', 'could not extend file "base/1/2": Disk quota exceeded')],
    ['a quota of the host', coded('XX000', 'Your project has exceeded the data transfer quota.')],
    ['a full disk of this machine', coded('ENOSPC')],
    ['a failed fetch', new TypeError('fetch failed')],
    ['a connection that ends', new Error('Connection terminated unexpectedly')],
    ['a pool that cannot connect in time', new Error('timeout exceeded when trying to connect')],
    ['an answer that does not come', new Error('Query read timeout')],
    ['every address of a host refused', new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')])],
    ['the event of a WebSocket', new Event('error')],
  ])('is %s, wrapped or not', (_, fault) => {
    expect(isConnectionFault(fault)).toBe(true)
    expect(isConnectionFault(new Error('outer', { cause: fault }))).toBe(true)
    if (fault instanceof Error) expect(isConnectionFault(wrapped(fault))).toBe(true)
  })

  test.each([
    ['a broken rule', wrapped(coded('23505'))],
    ['a broken rule that speaks of a quota', wrapped(coded('23514', 'quota exceeded'))],
    ['an error inside the server', wrapped(coded('XX000', 'cache lookup failed'))],
    ['a statement that took too long', wrapped(coded('57014'))],
    ['a fault of our own', new TypeError('undefined is not a function')],
    ['a text', 'ECONNREFUSED'],
    ['nothing', undefined],
  ])('is not %s', (_, fault) => {
    expect(isConnectionFault(fault)).toBe(false)
  })

  test('an error that causes itself is looked at once', () => {
    const error = new Error('circle')
    error.cause = error
    expect(isConnectionFault(error)).toBe(false)
  })
})

test('a deadlock and a serialization failure are worth another try', () => {
  expect([coded('40001'), wrapped(coded('40P01')), coded('23505')].map(isSerializationFault)).toEqual([
    true,
    true,
    false,
  ])
})

test('a wrong password or database makes an address unreachable without being a connection fault', () => {
  expect(isUnreachable(wrapped(coded('28P01')))).toBe(true)
  expect(isUnreachable(coded('3D000'))).toBe(true)
  expect(isConnectionFault(coded('28P01'))).toBe(false)
})

describe('the sentence on an unreachable database', () => {
  const url = 'postgres://owner:s3cret@db.example.org/site?sslmode=require'
  test.each([
    [coded('ECONNREFUSED', 'connect ECONNREFUSED owner:s3cret'), 'connection refused'],
    [wrapped(coded('ENOTFOUND')), 'no such host'],
    [new Error('timeout exceeded when trying to connect'), 'no answer'],
    [coded('28P01', 'password authentication failed for user "owner"'), 'user name or password refused'],
    [wrapped(coded('53100')), 'its disk is full'],
    [wrapped(coded('25006')), 'it can only be read'],
    [new Error('something with s3cret'), 'connection failed'],
  ])('says host, port and reason, and no credentials', (fault, reason) => {
    expect(describeConnectionFault(url, fault)).toBe(`Cannot reach the database at db.example.org:5432 (${reason}).`)
  })

  test('names the port that was given', () => {
    expect(describeConnectionFault('postgres://a:b@[::1]:6000/x', coded('ECONNREFUSED'))).toContain('[::1]:6000')
  })
})

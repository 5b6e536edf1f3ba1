import { describe, expect, test } from 'vitest'
import { parseIntent, takeIntent } from './auth-intent.ts'

describe('a fragment', () => {
  test.each([
    ['#confirm=abc_-9', { name: 'confirm', token: 'abc_-9' }],
    ['#reset=abc', { name: 'reset', token: 'abc' }],
    ['#email=abc', { name: 'email', token: 'abc' }],
    ['#unlock=abc', { name: 'unlock', token: 'abc' }],
    ['#constructor=abc', undefined],
    ['#register', { name: 'register' }],
    ['#second-factor', { name: 'second-factor' }],
    ['#google-link', { name: 'google-link' }],
    ['', undefined],
    ['#confirm=', undefined],
    ['#confirm', undefined],
    ['#confirm=a b', undefined],
    ['#confirm=<script>', undefined],
    [`#confirm=${'a'.repeat(201)}`, undefined],
    ['#anything', undefined],
    ['#constructor', undefined],
  ])('%s names %o', (hash, errand) => {
    expect(parseIntent(hash)).toEqual(errand)
  })

  test('leaves the address bar, and the history, once it is read', () => {
    const replaced: unknown[] = []
    const history = { state: null, replaceState: (...given: unknown[]) => void replaced.push(given) }
    const location = { hash: '#confirm=abc', pathname: '/auth' }
    expect(takeIntent({ location, history })).toEqual({ name: 'confirm', token: 'abc' })
    expect(replaced).toEqual([[null, '', '/auth']])
    expect(takeIntent({ location: { ...location, hash: '' }, history })).toBeUndefined()
    expect(replaced).toHaveLength(1)
  })
})

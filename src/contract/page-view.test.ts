import { describe, expect, test } from 'vitest'
import { pageViewInput } from './page-view.ts'

const isTaken = (input: unknown) => pageViewInput.safeParse(input).success

describe('what a beacon may send', () => {
  test.each([
    [{ pagePath: '/' }],
    [{ pagePath: '/', eventSlug: null, sessionId: null, referrer: null }],
    [{ pagePath: '/event/a', eventSlug: 'a-b', sessionId: 's'.repeat(64), referrer: 'https://x.example/' }],
  ])('%j', (input) => {
    expect(isTaken(input)).toBe(true)
  })

  test.each([
    ['pagePath', 2000],
    ['referrer', 2000],
    ['eventSlug', 100],
    ['sessionId', 64],
  ])('%s has at most %i code points, the unit zod and PostgreSQL count in', (field, most) => {
    const fits = { pagePath: '/', [field]: 'é'.repeat(most) }
    expect(isTaken(fits)).toBe(true)
    expect(isTaken({ ...fits, [field]: 'é'.repeat(most + 1) })).toBe(false)
    expect(isTaken({ ...fits, [field]: '😀'.repeat(most) })).toBe(true)
    expect(isTaken({ ...fits, [field]: '😀'.repeat(most + 1) })).toBe(false)
  })

  test.each([
    [{}],
    [{ pagePath: 7 }],
    [{ pagePath: ['/'] }],
    [{ pagePath: '/\u0000' }],
    [{ pagePath: '/\ud800' }],
    [{ pagePath: '/', userId: 'u1' }],
    [{ pagePath: '/', ipAddress: '203.0.113.7' }],
    [null],
    [[]],
    ['/'],
  ])('never %j', (input) => {
    expect(isTaken(input)).toBe(false)
  })
})

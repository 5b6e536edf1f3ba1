import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toRow } from './record-page-view.ts'

const facts = { siteUrl: 'https://workshops.example', userId: null, userAgent: 'Browser/1' }
const row = (input: Partial<Parameters<typeof toRow>[0]>) => toRow({ pagePath: '/', ...input }, facts)

describe('what is kept of a page view', () => {
  test.each([
    ['/event/tulsa-2027?utm_source=x#agenda', '/event/tulsa-2027'],
    ['/verify-report#token=secret', '/verify-report'],
    ['/logistics-form/secret?x=1', '/logistics-form/:token'],
    ['https://evil.example/path?x', '/path'],
    ['//evil.example/path', '/path'],
    ['not a path', '/not%20a%20path'],
    ['javascript:alert(1)', 'alert(1)'],
    ['http://[', '/'],
    ['', '/'],
  ])('the page %s is kept as %s', (pagePath, kept) => {
    expect(row({ pagePath }).pagePath).toBe(kept)
  })

  test.each([
    ['https://workshops.example/events?x=1#y', 'https://workshops.example/events'],
    ['https://workshops.example/logistics-form/secret', 'https://workshops.example/logistics-form/:token'],
    ['https://mail.example/inbox/secret?message=7', 'https://mail.example'],
    ['https://user:pass@mail.example/', 'https://mail.example'],
    ['http://workshops.example/events', 'http://workshops.example'],
    ['android-app://com.example', null],
    ['javascript:alert(1)', null],
    ['nonsense', null],
    [null, null],
    [undefined, null],
  ])('the referrer %s is kept as %s', (referrer, kept) => {
    expect(row({ referrer }).referrer).toBe(kept)
  })

  test('an event or a session that does not look like one is dropped', () => {
    expect(row({ eventSlug: 'tulsa-2027', sessionId: 'a1b2c3d4-e5' })).toMatchObject({
      eventSlug: 'tulsa-2027',
      sessionId: 'a1b2c3d4-e5',
    })
    expect(row({ eventSlug: 'Tulsa 2027', sessionId: 'ada@plant.example' })).toMatchObject({
      eventSlug: null,
      sessionId: null,
    })
  })

  test('the person comes from the session, whatever the page says', () => {
    const forged = { pagePath: '/', userId: 'u2' }
    expect(toRow(forged, { ...facts, userId: 'u1' }).userId).toBe('u1')
    expect(toRow(forged, facts).userId).toBeNull()
  })

  test('every row fits its columns, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), fc.string({ maxLength: 2000 }), (pagePath, agent) => {
        const kept = toRow({ pagePath, referrer: pagePath }, { ...facts, userAgent: agent })
        expect(kept.pagePath.length).toBeLessThanOrEqual(500)
        expect(kept.pagePath).not.toMatch(/[?#]/)
        expect((kept.referrer ?? '').length).toBeLessThanOrEqual(500)
        expect((kept.userAgent ?? '').length).toBeLessThanOrEqual(300)
      }),
    )
  })
})

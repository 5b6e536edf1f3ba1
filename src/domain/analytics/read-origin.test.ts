import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCampaign, readSource } from './read-origin.ts'

describe('where a visitor came from', () => {
  test.each([
    ['https://workshops.example/events?x=1#y', ''],
    ['http://workshops.example/events', ''],
    ['https://www.plant.example/intranet/links?user=7', 'plant.example'],
    ['https://www.google.com/', 'google'],
    ['https://www.google.co.uk/search?q=bearings', 'google'],
    ['https://mail.google.com/mail/u/0/', 'gmail'],
    ['https://google.evil.example/', 'google.evil.example'],
    ['https://notbing.com/', 'notbing.com'],
    ['https://lnkd.in/x', 'linkedin'],
    ['https://l.facebook.com/l.php?u=x', 'facebook'],
    ['https://t.co/abc', 'x'],
    ['https://user:pass@mail.example/', 'mail.example'],
    ['https://198.51.100.9/', ''],
    ['http://[2001:db8::1]/', ''],
    ['https://intranet/', ''],
    ['https://8f14e45fceea467fa8b10c2f6d1f6a10.tunnel.example/', ''],
    ['android-app://com.example', ''],
    ['javascript:alert(1)', ''],
    ['nonsense', ''],
    [null, ''],
    [undefined, ''],
  ])('%s is %j', (referrer, source) => {
    expect(readSource(referrer, 'https://workshops.example')).toBe(source)
  })
})

describe('the campaign of a visit', () => {
  const read = (value: string) => readCampaign(new URLSearchParams({ utm_source: value })).utmSource

  test.each([
    ['Newsletter', 'newsletter'],
    ['  Spring\n2027 ', 'spring 2027'],
    ['spring_newsletter_2027-kansas-city', 'spring_newsletter_2027-kansas-city'],
    ['MaintenanceWeek2027KC', 'maintenanceweek2027kc'],
    ['12345678901', '12345678901'],
    ['Zürich', 'zürich'],
    ['é'.repeat(120), 'é'.repeat(100)],
    ['ada@plant.example', ''],
    ['for ada%40plant.example', ''],
    ['198.51.100.9', ''],
    ['from 198.51.100.9', ''],
    ['2001:db8::1', ''],
    ['https://plant.example/x', ''],
    ['8f14e45f-ceea-467f-a8b1-0c2f6d1f6a10', ''],
    ['4111111111111111', ''],
    ['spring_baef01040a77ccecbf64244e5019458516123d95299613997953ba859467', ''],
  ])('%j is kept as %j', (value, kept) => {
    expect(read(value)).toBe(kept)
  })

  test('has five values, and the rest of a query is not looked at', () => {
    const query =
      '?utm_source=a&utm_medium=b&utm_campaign=c&utm_content=d&utm_term=e&utm_id=f&token=g&utm_source=second'
    expect(readCampaign(new URLSearchParams(query))).toEqual({
      ...{ utmSource: 'a', utmMedium: 'b', utmCampaign: 'c', utmContent: 'd', utmTerm: 'e' },
    })
    expect(Object.values(readCampaign(new URLSearchParams('null')))).toEqual(['', '', '', '', ''])
  })

  /** The same 6,000 tokens in each run: what tells them from words is a rule of thumb, which one in a thousand may pass in base64url. */
  test.each([
    ['hex', 0],
    ['base64url', 6],
  ] as const)(
    'of 6,000 tokens of 24 to 48 random bytes in %s, alone or in words, at most %i are kept',
    (form, most) => {
      const tokens = Array.from({ length: 6_000 }, (_, at) => {
        const bytes = createHash('sha512')
          .update(String(at))
          .digest()
          .subarray(0, 24 + (at % 25))
        return (['', 'mail ', 'spring_'][at % 3] ?? '') + bytes.toString(form)
      })
      expect(tokens.map(read).filter((kept) => kept !== '').length).toBeLessThanOrEqual(most)
    },
  )

  test('whatever is sent fits its column and has no sign that controls', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (value) => {
        const kept = read(value)
        expect([...kept].length).toBeLessThanOrEqual(100)
        expect(kept).not.toMatch(/\p{C}|@/u)
      }),
    )
  })
})

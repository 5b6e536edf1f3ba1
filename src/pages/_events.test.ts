import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { getEventTimes } from '#src/contract/featured.ts'
import { toLanding } from '#src/contract/landing.ts'
import { eventJsonLd } from '#src/domain/events/event-json-ld.ts'
import { LandingSections } from '#src/sections/LandingSections.tsx'
import { RegisterBar } from '#src/sections/RegisterBar.tsx'
import { someRows } from '#tests/support/event-fixture.ts'
import { writeLines } from './_event-lines.ts'
import { writeTexts } from './_event-texts.ts'
import { momentOf, toListed } from './_events.ts'

const site = { url: 'https://workshops.example', name: 'Uptime Workshops' }
const page = {
  url: 'https://workshops.example/event/x',
  imageUrl: '',
  description: '',
  siteUrl: site.url,
  siteName: '',
}
const HOUR = 3_600_000

/** Something in a slot that goes with the event. */
const list = { kind: 'list', body: { schemaVersion: 1, heading: 'Bring', items: ['Boots'] }, html: '' } as const
const content = {
  copy: {},
  slots: { bring: [{ ...list, body: { ...list.body, items: [...list.body.items] }, id: 'b' }] },
}

test('whatever shows an event is the same at any time as at the last moment at which the event changed', () => {
  const changes = fc.record({
    eventTimezone: fc.constantFrom('America/Chicago', 'Pacific/Auckland', 'Asia/Kolkata'),
    eventTimeEnd: fc.constantFrom('15:45:00', '23:59:00', null),
    earlyBirdDeadline: fc.constantFrom('2026-12-31', '2027-01-21', null),
    status: fc.constantFrom('scheduled', 'moved', 'cancelled', 'postponed'),
    registrationUrl: fc.constantFrom('https://register.example/x', null),
    publishedAt: fc.constantFrom(null, Date.parse('2026-10-05T14:00:00Z'), Date.parse('2027-01-21T16:00:00Z')),
  })
  const showAt = (rows: ReturnType<typeof someRows>, at: number) => {
    const landing = toLanding(rows, at)
    const { moment: _, ...texts } = { ...writeTexts(rows, site, at), ...writeLines(rows, at) }
    const sections = [LandingSections, RegisterBar].map((part) =>
      renderToStaticMarkup(createElement(part, { landing })),
    )
    return { ...texts, sections, jsonLd: eventJsonLd(rows, page, at) }
  }
  fc.assert(
    fc.property(changes, fc.nat({ max: 4 }), fc.integer({ min: -30 * HOUR, max: 30 * HOUR }), (change, which, away) => {
      const rows = { ...someRows(change), content }
      const times = getEventTimes(rows.event)
      const { startsAt, endsAt, dayEndsAt, earlyBirdEndsAt = startsAt } = times
      const now = ([startsAt, endsAt, dayEndsAt, earlyBirdEndsAt, 0][which] ?? 0) + (which % 2 ? away : Math.sign(away))
      expect(showAt(rows, momentOf(toListed(rows, ''), now))).toEqual(showAt(rows, now))
    }),
    { numRuns: 60 },
  )
})

import { describe, expect, test } from 'vitest'
import type { FactNews } from '#src/contract/event-facts.ts'
import { compareFacts, toEventFacts } from '#src/contract/event-facts.ts'
import type { Letter } from '#src/domain/outbox/letter.ts'
import { roundTripLetter } from '#src/domain/outbox/templates/check-letters.ts'
import { eventCorrection } from '#src/domain/outbox/templates/event-letters.ts'
import { anEvent } from '#tests/support/event-fixture.ts'

const site = { siteUrl: 'https://workshops.example', siteName: 'Uptime Workshops' }

async function expectLetter(name: string, { subject, text, html }: Letter) {
  await expect(`Subject: ${subject}\n\n${text}`).toMatchFileSnapshot(`./letters/${name}.txt`)
  await expect(html).toMatchFileSnapshot(`./letters/${name}.html`)
}

const event = anEvent({
  ...{ eventName: 'Reliability Workshop Tulsa', eventSlug: 'tulsa-2027', eventDate: '2027-01-21' },
  ...{ eventTimeStart: '08:30:00', eventTimeEnd: '15:45:00', eventTimezone: 'America/Chicago' },
  ...{ venueName: 'River Spirit Center', venueAddress: '8330 Riverside Parkway', city: 'Tulsa', status: 'scheduled' },
})
/** By what happened: the event as it was told, where that differs, and as it is now. */
const NEWS: Record<FactNews, { told?: Partial<typeof event>; now: Partial<typeof event> }> = {
  cancelled: { now: { status: 'cancelled' } },
  postponed: { now: { status: 'postponed' } },
  unpublished: { now: { isPublished: false } },
  back: { told: { status: 'cancelled' }, now: { status: 'scheduled' } },
  moved: { now: { status: 'moved', eventDate: '2027-02-04' } },
  time: { now: { eventTimeStart: '09:00:00' } },
  place: { now: { venueName: 'Town Hall', venueAddress: '1 Main Street' } },
}

describe('a letter that no workflow wrote', () => {
  test.each(Object.entries(NEWS))(
    'a correction that says %s is written as its page shows',
    async (news, { told, now }) => {
      const changed = { ...event, ...now }
      const difference = compareFacts(toEventFacts({ ...event, ...told }), toEventFacts(changed))
      expect(difference?.news).toBe(news)
      if (!difference) return
      const note = 'Sorry for the short notice.'
      const person = { recipientName: 'Dana Cole', unsubscribeToken: 'T0ken' }
      await expectLetter(`correction-${news}`, eventCorrection(site, { event: changed, difference, note, ...person }))
    },
  )

  test('the mail of a round trip is written as its page shows', async () => {
    await expectLetter('round-trip', roundTripLetter(site, 'M4rk'))
  })
})

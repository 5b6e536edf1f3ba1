import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { toSummary } from '#src/contract/event-summary.ts'
import { anEvent } from '#tests/support/event-fixture.ts'
import { PastEvents, UpcomingEvents } from './EventList.tsx'

const now = Date.parse('2026-12-01T12:00:00Z')
const ahead = toSummary(anEvent({ id: 'a', eventSlug: 'ahead', city: 'Tulsa' }))
const over = toSummary(
  anEvent({ id: 'b', eventSlug: 'over', city: 'Omaha', eventDate: '2025-01-01', earlyBirdDeadline: null }),
)

test('upcoming workshops show the price that holds today and leave by themselves', () => {
  const html = renderToStaticMarkup(<UpcomingEvents events={[over, ahead]} now={now} />)
  expect(html).toContain('href="/event/ahead"')
  expect(html).not.toContain('/event/over')
  expect(html).toContain('$395')
  expect(html).toContain(`data-until="${ahead.upcomingUntil}"`)
})

test('past workshops are plain; one still ahead waits there, hidden', () => {
  const html = renderToStaticMarkup(<PastEvents events={[ahead, over]} now={now} />)
  expect(html.indexOf('/event/over')).toBeLessThan(html.indexOf('/event/ahead'))
  expect(html).toMatch(new RegExp(`<li[^>]*data-from="${ahead.upcomingUntil}" hidden=""`))
})

test('no filter stands over a single city', () => {
  expect(renderToStaticMarkup(<UpcomingEvents events={[ahead]} now={now} />)).not.toContain('Filter by city')
})

test('without workshops ahead the list says so', () => {
  const html = renderToStaticMarkup(<UpcomingEvents events={[over]} now={now} />)
  expect(html).toMatch(/<p class="[^"]*">No workshop has a date yet/)
})

test('without any workshop there is no past', () => {
  expect(renderToStaticMarkup(<PastEvents events={[]} now={now} />)).toBe('')
})

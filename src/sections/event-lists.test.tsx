import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { arrangeEvents, type EventSummary, toSummary } from '#src/contract/event-summary.ts'
import { anEvent } from '#tests/support/event-fixture.ts'
import { EventList, EventTicket, PastEvent } from './EventTicket.tsx'
import { PastCities, PastEvents } from './PastEvents.tsx'
import { PastPager } from './PastPager.tsx'
import { MonthEvents, UpcomingEvents } from './UpcomingEvents.tsx'

const now = Date.parse('2026-12-01T12:00:00Z')
const ahead = toSummary(anEvent({ id: 'a', eventSlug: 'ahead', city: 'Tulsa' }))
const over = toSummary(
  anEvent({ id: 'b', eventSlug: 'over', city: 'Omaha', eventDate: '2025-01-01', earlyBirdDeadline: null }),
)

const tickets = (events: readonly EventSummary[]) => <EventList events={events} now={now} item={EventTicket} />
const first = (...events: EventSummary[]) => arrangeEvents(events, now).first
const lines = (events: readonly EventSummary[]) => <EventList events={events} now={now} item={PastEvent} />

test('upcoming workshops show the price that holds today and leave by themselves', () => {
  const html = renderToStaticMarkup(<UpcomingEvents {...first(over, ahead)} list={tickets} />)
  expect(html).toContain('href="/event/ahead"')
  expect(html).not.toContain('/event/over')
  expect(html).toContain('$395')
  expect(html).toContain(`data-until="${ahead.upcomingUntil}"`)
})

test('past workshops are plain; one still ahead waits there, hidden', () => {
  const html = renderToStaticMarkup(<PastEvents {...first(over, ahead)} now={now} list={lines} />)
  expect(html.indexOf('/event/over')).toBeLessThan(html.indexOf('/event/ahead'))
  expect(html).toMatch(new RegExp(`<li[^>]*data-from="${ahead.upcomingUntil}" hidden=""`))
})

test('a single city has no filter', () => {
  expect(renderToStaticMarkup(<UpcomingEvents {...first(ahead)} list={tickets} />)).not.toContain('Filter by city')
})

test('without workshops ahead the list says so', () => {
  const html = renderToStaticMarkup(<UpcomingEvents {...first(over)} list={tickets} />)
  expect(html).toMatch(/<p class="[^"]*">No workshops are scheduled yet/)
})

test('without any workshop there is no past', () => {
  expect(renderToStaticMarkup(<PastEvents {...first()} now={now} list={lines} />)).toBe('')
})

describe('a thousand past workshops', () => {
  const cities = ['Omaha', 'Tulsa', 'Green Bay', 'Lubbock', 'Ames', 'Moline', 'Duluth', 'Gary', 'Peoria', 'Toledo']
  const past = Array.from({ length: 1_000 }, (_, at) => {
    const eventDate = new Date(Date.parse('2026-11-30') - at * 86_400_000).toISOString().slice(0, 10)
    const name = createHash('sha256').update(String(at)).digest('hex')
    const city = cities[at % cities.length] ?? null
    const own = { id: String(at), eventSlug: name.slice(0, 12), eventName: `${city} ${name.slice(12, 24)}` }
    return toSummary(anEvent({ ...own, city, eventDate, earlyBirdDeadline: null }))
  })
  const getBytes = (html: string) => brotliCompressSync(html).length

  test('weigh no more on the list than thirty do', () => {
    const thousand = renderToStaticMarkup(<PastEvents {...first(...past, ahead)} now={now} list={lines} />)
    const thirty = renderToStaticMarkup(<PastEvents {...first(...past.slice(0, 30), ahead)} now={now} list={lines} />)
    expect(thousand.match(/<li/g)).toHaveLength(31)
    expect(getBytes(thousand) - getBytes(thirty)).toBeLessThan(200)
    expect(getBytes(thousand)).toBeLessThan(3_000)
  })

  test('lead to earlier pages, none of which is heavy', () => {
    const html = renderToStaticMarkup(<PastEvents {...first(...past, ahead)} now={now} list={lines} />)
    expect(html).toContain('<a rel="next" href="/events/past/2"')
    expect(html).toContain('Page 1 of 11')
    const { further } = arrangeEvents(past, now)
    expect(further).toHaveLength(10)
    for (const page of further)
      expect(
        getBytes(renderToStaticMarkup(<PastCities as="h2" events={page.events} now={now} list={lines} />)),
      ).toBeLessThan(7_000)
  })

  test('can be walked through from page to page, both ways', () => {
    const listLinks = (page: number) =>
      [...renderToStaticMarkup(<PastPager page={page} count={3} />).matchAll(/rel="(\w+)" href="([^"]*)"/g)].map(
        ([, rel, href]) => `${rel} ${href}`,
      )
    expect(listLinks(1)).toEqual(['next /events/past/2'])
    expect(listLinks(2)).toEqual(['prev /events#past', 'next /events/past/3'])
    expect(listLinks(3)).toEqual(['prev /events/past/2'])
    expect(renderToStaticMarkup(<PastPager page={1} count={1} />)).toBe('')
  })
})

describe('a hundred workshops ahead', () => {
  const events = Array.from({ length: 100 }, (_, day) => {
    const eventDate = new Date(Date.parse('2027-01-01') + day * 86_400_000).toISOString().slice(0, 10)
    return toSummary(anEvent({ id: String(day), eventSlug: `day-${day}`, eventDate, earlyBirdDeadline: null }))
  })
  const list = renderToStaticMarkup(<UpcomingEvents {...first(...events)} list={tickets} />)

  test('are thirty on the list, which leads to those of each month', () => {
    expect(list.match(/<li data-until/g)).toHaveLength(30)
    const links = [...list.matchAll(/href="(\/events\/[^"]*)"[^>]*>([^<]*)/g)].map(
      ([, href, words]) => `${href} ${words}`,
    )
    expect(links).toEqual([
      '/events/2027-01 January 2027',
      '/events/2027-02 February 2027',
      '/events/2027-03 March 2027',
      '/events/2027-04 April 2027',
    ])
    expect(list).not.toContain('No workshops are scheduled yet')
  })

  test('a month says once it is over that it is, and leads on', () => {
    const march = events.filter(({ dateTime }) => dateTime.startsWith('2027-03'))
    const html = renderToStaticMarkup(
      <MonthEvents events={march} month="2027-03" months={['2027-03', '2027-04']} list={tickets} />,
    )
    expect(html.match(/<li data-until/g)).toHaveLength(31)
    expect(html).toMatch(
      new RegExp(
        `<p class="[^"]*" data-from="${march.at(-1)?.upcomingUntil}" hidden="">All workshops in March 2027 are over.`,
      ),
    )
    expect(html).toMatch(/href="\/events\/2027-03" aria-current="page">March 2027/)
    expect(html).toContain('href="/events"')
  })

  test('wait as past ones no further than the list has them', () => {
    const html = renderToStaticMarkup(<PastEvents {...first(...events)} now={now} list={lines} />)
    expect(html.match(/<li/g)).toHaveLength(30)
  })
})

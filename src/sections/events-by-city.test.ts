import { expect, test } from 'vitest'
import { toSummary } from '#src/contract/event-summary.ts'
import { anEvent } from '#tests/support/event-fixture.ts'
import { byCity } from './events-by-city.ts'

const at = (city: string | null, eventDate: string, eventSlug: string) =>
  toSummary(anEvent({ id: eventSlug, city, state: null, eventDate, eventSlug, earlyBirdDeadline: null }))

test('cities stand in the order of their first event, events in the order given', () => {
  const groups = byCity(
    [at('Tulsa', '2027-01-01', 'a'), at('Omaha', '2027-02-01', 'b'), at('Tulsa', '2027-03-01', 'c')],
    'in',
  )
  expect(groups.map(({ city, events }) => [city, events.map(({ slug }) => slug)])).toEqual([
    ['Tulsa', ['a', 'c']],
    ['Omaha', ['b']],
  ])
})

test('a city lasts as long as its last event', () => {
  const late = at('Tulsa', '2027-03-01', 'c')
  expect(byCity([at('Tulsa', '2027-01-01', 'a'), late], 'in')[0]?.upcomingUntil).toBe(late.upcomingUntil)
})

test('ids are plain words, also for accents and for other scripts', () => {
  const ids = byCity(
    ['São Paulo', '東京', null].map((city, n) => at(city, '2027-01-01', `s${n}`)),
    'in',
  ).map(({ id }) => id)
  expect(ids).toEqual(['in-sao-paulo', 'in--1', 'in-place-to-be-announced'])
})

test('two cities that look alike get two ids', () => {
  const ids = byCity([at('St. Louis', '2027-01-01', 'a'), at('St Louis', '2027-02-01', 'b')], 'in').map(({ id }) => id)
  expect(ids).toEqual(['in-st-louis', 'in-st-louis-1'])
})

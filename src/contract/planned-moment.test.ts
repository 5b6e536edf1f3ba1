import { expect, test } from 'vitest'
import { plannedMoments, zonedMoment } from './planned-moment.ts'

const at = (iso: string) => Date.parse(iso)

test('a usual time is one moment', () => {
  expect(plannedMoments('2027-01-21', '09:00', 'America/Chicago')).toEqual({
    shown: 'once',
    moments: [at('2027-01-21T15:00:00Z')],
  })
})

test('a time that the clock shows twice is two moments', () => {
  expect(plannedMoments('2026-11-01', '01:30', 'America/Chicago')).toEqual({
    shown: 'twice',
    moments: [at('2026-11-01T06:30:00Z'), at('2026-11-01T07:30:00Z')],
  })
})

test('a time that the clock never shows is the moment after it was set forward', () => {
  const found = plannedMoments('2027-03-14', '02:30', 'America/Chicago')
  expect(found).toEqual({ shown: 'never', moments: [at('2027-03-14T08:30:00Z')] })
  expect(found.moments.map((moment) => zonedMoment(moment, 'America/Chicago'))).toEqual(['Mar 14, 2027, 3:30 AM CDT'])
})

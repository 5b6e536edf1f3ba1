import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { instantAt, startOfDayAfter } from './wall-clock.ts'

/** The server has Temporal; pages do not, since it is larger than everything else they load. Both must agree. */
const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC']
const zone = fc.constantFrom(...zones)
const day = fc
  .date({ min: new Date('1975-01-01'), max: new Date('2099-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const clock = fc
  .tuple(fc.nat(23), fc.constantFrom(0, 1, 15, 30, 45, 59))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)

const temporalAt = (date: string, time: string, where: string) =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(where).epochMilliseconds
const temporalDayAfter = (date: string, where: string) =>
  Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(where).epochMilliseconds

/** Days around each change of the clocks of a zone. */
function getChanges(where: string): string[] {
  const days: string[] = []
  let at = Temporal.Instant.from('2025-01-01T00:00:00Z').toZonedDateTimeISO(where).getTimeZoneTransition('next')
  while (at && at.year < 2028 && days.length < 60) {
    days.push(at.toPlainDate().subtract({ days: 1 }).toString(), at.toPlainDate().toString())
    at = at.getTimeZoneTransition('next')
  }
  return days
}

test('any wall clock of any zone is the moment Temporal takes it for', () => {
  fc.assert(
    fc.property(zone, day, clock, (where, date, time) => {
      expect(instantAt(date, time, where), `${date} ${time} ${where}`).toBe(temporalAt(date, time, where))
    }),
    { numRuns: 2_000 },
  )
})

test('so is every quarter of an hour, and the end of the day, around every change of clocks', () => {
  for (const where of [
    'America/Chicago',
    'America/Santiago',
    'Australia/Lord_Howe',
    'Asia/Beirut',
    'Africa/Casablanca',
  ])
    for (const date of getChanges(where)) {
      expect(startOfDayAfter(date, where), `${date} ${where}`).toBe(temporalDayAfter(date, where))
      for (let minute = 0; minute < 24 * 60; minute += 15) {
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
        expect(instantAt(date, time, where), `${date} ${time} ${where}`).toBe(temporalAt(date, time, where))
      }
    }
})

test('the day after begins when Temporal says it does, in every zone, also where a whole day was skipped', () => {
  for (const where of zones)
    for (const date of getChanges(where))
      expect(startOfDayAfter(date, where), `${date} ${where}`).toBe(temporalDayAfter(date, where))
  expect(startOfDayAfter('2011-12-29', 'Pacific/Apia')).toBe(temporalDayAfter('2011-12-29', 'Pacific/Apia'))
})

test.each(['2026-02-30', '2026-13-01', '', 'tomorrow'])('a day there is not has no moment: %s', (date) => {
  expect(() => instantAt(date, '08:00', 'America/Chicago')).toThrow(RangeError)
  expect(() => startOfDayAfter(date, 'America/Chicago')).toThrow(RangeError)
})

test('a year is what it is while somebody still types it', () => {
  expect(instantAt('0026-01-15', '12:00', 'UTC')).toBe(Date.parse('0026-01-15T12:00Z'))
})

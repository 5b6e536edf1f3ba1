import { describe, expect, test } from 'vitest'
import { DEFAULT_MAIL_POLICY, type MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import { type Anchor, mailTime, quietUntil } from './due-time.ts'

const zone = 'America/Chicago'
const at = (day: string, clock: string) => instantAt(day, clock, zone)
/** A Thursday. */
const anchor: Anchor = { at: at('2027-01-21', '08:30'), day: '2027-01-21', zone }
const day = (days: number, clock = '09:00') => ({ kind: 'day', days, at: clock }) as const
type Timed = Pick<MailRuleDefinition, 'timing' | 'weekend' | 'lateHours'>
const time = (given: Partial<Timed>, from = anchor) =>
  mailTime({ timing: day(-1), weekend: 'send', lateHours: 12, ...given }, from, DEFAULT_MAIL_POLICY)

describe('when a mail is due', () => {
  test('is a wall-clock time of the event, on both sides of a clock change', () => {
    const spring = { ...anchor, at: at('2027-03-15', '08:30'), day: '2027-03-15' }
    expect(time({ timing: day(-2) }, spring).dueAt).toBe(Date.parse('2027-03-13T15:00Z'))
    expect(time({ timing: day(-1) }, spring).dueAt).toBe(Date.parse('2027-03-14T14:00Z'))
    expect(time({ timing: day(-1, '02:30') }, spring).dueAt).toBe(Date.parse('2027-03-14T08:30Z'))
    const autumn = { ...anchor, at: at('2027-11-08', '08:30'), day: '2027-11-08' }
    expect(time({ timing: day(-2) }, autumn).dueAt).toBe(Date.parse('2027-11-06T14:00Z'))
    expect(time({ timing: day(-1) }, autumn).dueAt).toBe(Date.parse('2027-11-07T15:00Z'))
    // Half past one comes twice that night: the first counts, and the window is as long as on any other day.
    const night = time({ timing: day(-1, '01:30'), lateHours: 3 }, autumn)
    expect([night.dueAt, night.lateAt]).toEqual([Date.parse('2027-11-07T06:30Z'), Date.parse('2027-11-07T09:30Z')])
  })

  test('ends after its late window, and at its anchor for a mail that belongs before it', () => {
    expect(time({})).toEqual({ dueAt: at('2027-01-20', '09:00'), lateAt: at('2027-01-20', '21:00') })
    expect(time({ lateHours: 48 }).lateAt).toBe(anchor.at)
    expect(time({ timing: day(0), lateHours: 48 }).lateAt).toBe(at('2027-01-23', '09:00'))
  })

  test('leaves the weekend, but never crosses its anchor', () => {
    expect(time({ timing: day(2), weekend: 'before' }).dueAt).toBe(at('2027-01-22', '09:00'))
    expect(time({ timing: day(3), weekend: 'after' }).dueAt).toBe(at('2027-01-25', '09:00'))
    expect(time({ timing: day(-4), weekend: 'after' }).dueAt).toBe(at('2027-01-18', '09:00'))
    const monday = { ...anchor, at: at('2027-01-25', '08:30'), day: '2027-01-25' }
    expect(time({ timing: day(-1), weekend: 'after' }, monday).dueAt).toBe(at('2027-01-22', '09:00'))
    const saturday = { ...anchor, at: at('2027-01-23', '15:45'), day: '2027-01-23' }
    expect(time({ timing: day(1), weekend: 'before' }, saturday).dueAt).toBe(at('2027-01-25', '09:00'))
  })

  test('is not before the earliest time, and never if that is after its late window', () => {
    const from = (notBefore: number) => ({ ...anchor, notBefore })
    expect(time({}, from(at('2027-01-20', '08:59'))).dueAt).toBe(at('2027-01-20', '09:00'))
    expect(time({}, from(at('2027-01-20', '14:00'))).dueAt).toBe(at('2027-01-20', '14:00'))
    expect(time({ timing: day(1) }, from(at('2027-01-22', '23:00'))).dueAt).toBe(at('2027-01-23', '07:00'))
    expect(time({}, from(at('2027-01-22', '14:00')))).toEqual({ dueAt: anchor.at, lateAt: anchor.at })
  })

  test('waits for the end of quiet hours if it has no time of day, or is late', () => {
    const night = { ...anchor, at: at('2027-01-21', '23:10') }
    expect(time({ timing: { kind: 'at-once' } }, night).dueAt).toBe(at('2027-01-22', '07:00'))
    expect(time({ timing: { kind: 'at-once' } }).dueAt).toBe(anchor.at)
    const until = (now: number, quiet = DEFAULT_MAIL_POLICY) => quietUntil(at('2027-01-20', '20:50'), zone, quiet, now)
    expect(until(at('2027-01-20', '21:05'))).toBeUndefined()
    expect(until(at('2027-01-20', '21:30'))).toBe(at('2027-01-21', '07:00'))
    expect(until(at('2027-01-21', '06:59'))).toBe(at('2027-01-21', '07:00'))
    expect(until(at('2027-01-21', '07:00'))).toBeUndefined()
    expect(until(at('2027-01-21', '03:00'), { ...DEFAULT_MAIL_POLICY, quietTo: '21:00' })).toBeUndefined()
  })
})

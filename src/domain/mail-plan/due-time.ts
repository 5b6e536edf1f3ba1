import type { Instant, PlainDay } from '#src/contract/instant.ts'
import type { MailPolicy, MailRuleDefinition, WeekendRule } from '#src/contract/mail-rule.ts'
import { addDays, dayIn, instantAt } from '#src/contract/wall-clock.ts'

const HOUR = 3_600_000
/** A mail that is at most this much behind its time is not late: a run of the schedule may just have missed it. */
const PUNCTUAL = 30 * 60_000

/** The hours in which mails wait that nobody gave a time of day to, on the clock of the event's zone. */
type QuietHours = Pick<MailPolicy, 'quietFrom' | 'quietTo'>

/**
 * What a mail's time is counted from: an instant, and the day that it belongs to on the calendar of its zone. Before `notBefore`, if there
 * is one, no mail is due.
 */
export type Anchor = { at: Instant; day: PlainDay; zone: string; notBefore?: Instant }

/** When a mail is sent: not before `dueAt`, and not from `lateAt` on. Never, if that is no later. */
export type MailTime = { dueAt: Instant; lateAt: Instant }

/**
 * When the mails of a rule are due. A time of day is a wall-clock time of the anchor's zone, so that a clock change moves nothing.
 * A mail that belongs before its anchor is late by then at the latest; one that belongs after it is never moved before it.
 */
export function mailTime({ timing, weekend, lateHours }: Timed, anchor: Anchor, quiet: QuietHours): MailTime {
  if (timing.kind === 'at-once') {
    const dueAt = quietEnd(anchor.at, anchor.zone, quiet) ?? anchor.at
    return { dueAt, lateAt: dueAt + lateHours * HOUR }
  }
  const on = (day: PlainDay) => instantAt(day, timing.at, anchor.zone)
  const day = addDays(anchor.day, timing.days)
  const isBefore = on(day) < anchor.at
  const moved = on(offWeekend(day, weekend))
  const isAcross = moved < anchor.at !== isBefore
  const wanted = isAcross ? on(offWeekend(day, isBefore ? 'before' : 'after')) : moved
  const dueAt = notTooEarly(wanted, anchor, quiet)
  const end = dueAt + lateHours * HOUR
  const lateAt = isBefore ? Math.min(end, anchor.at) : end
  return { dueAt: Math.min(dueAt, lateAt), lateAt }
}

/** The time of day that a rule asks for cannot be kept then, so that the quiet hours are. */
function notTooEarly(dueAt: Instant, { notBefore = dueAt, zone }: Anchor, quiet: QuietHours): Instant {
  return dueAt >= notBefore ? dueAt : (quietEnd(notBefore, zone, quiet) ?? notBefore)
}
type Timed = Pick<MailRuleDefinition, 'timing' | 'weekend' | 'lateHours'>

/** Until when a mail has to wait at `now`, since it is late and these hours are quiet; undefined if it may go. */
export function quietUntil(dueAt: Instant, zone: string, quiet: QuietHours, now: Instant): Instant | undefined {
  return now - dueAt > PUNCTUAL ? quietEnd(now, zone, quiet) : undefined
}

/** The end of the quiet hours in which `at` falls; undefined outside them. */
function quietEnd(at: Instant, zone: string, { quietFrom, quietTo }: QuietHours): Instant | undefined {
  const today = dayIn(zone, at)
  const from = instantAt(today, quietFrom, zone)
  const to = instantAt(today, quietTo, zone)
  if (from === to) return undefined
  if (from < to) return at >= from && at < to ? to : undefined
  if (at < to) return to
  return at >= from ? instantAt(addDays(today, 1), quietTo, zone) : undefined
}

/** The day itself, or the Friday or Monday beside the weekend that it is in. */
function offWeekend(day: PlainDay, weekend: WeekendRule): PlainDay {
  const weekday = new Date(`${day}T00:00Z`).getUTCDay()
  if (weekend === 'send' || (weekday !== 0 && weekday !== 6)) return day
  const isSunday = weekday === 0
  return addDays(day, weekend === 'before' ? (isSunday ? -2 : -1) : isSunday ? 1 : 2)
}

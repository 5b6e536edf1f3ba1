import type { Instant } from './instant.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** A moment as cached pages show it, the same for everyone: `Nov 21, 2026`, in UTC. */
export const forumDay = (at: Instant): string => day.format(at)

/** The same with the time of day: `Nov 21, 2026, 14:05 UTC`. */
export const forumMoment = (at: Instant): string => `${forumDay(at)}, ${clock.format(at)} UTC`

/** For machines. */
export const forumDateTime = (at: Instant): string => new Date(at).toISOString()

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Seconds in the largest units that express them exactly: `5 minutes`, `1 hour 30 minutes`. */
export function durationWords(seconds: number): string {
  let rest = seconds
  const words: string[] = []
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) words.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return words.join(' ')
}

import type { EventStatus } from '#src/contract/event.ts'
import type { EventPartCounts } from '#src/contract/event-history.ts'
import { plural } from '#src/contract/plural.ts'

const NAMES = [
  ['agenda', 'agenda entry', 'agenda entries'],
  ['team', 'team member', 'team members'],
  ['vendors', 'vendor', 'vendors'],
  ['tasks', 'task', 'tasks'],
  ['slots', 'content block of its own', 'content blocks of its own'],
  ['runItems', 'line of the run sheet', 'lines of the run sheet'],
  ['deliveries', 'delivery', 'deliveries'],
  ['redirects', 'earlier address that redirects to it', 'earlier addresses that redirect to it'],
] as const satisfies (readonly [keyof EventPartCounts, string, string])[]

/** `9 agenda entries`, `1 vendor`: what belongs to an event, without the kinds it has none of. */
export function partWords(parts: EventPartCounts): string[] {
  return NAMES.filter(([kind]) => parts[kind] > 0).map(([kind, one, many]) => plural(parts[kind], one, many))
}

/** The name of each status of an event. */
export const STATUS_WORDS: Record<EventStatus, string> = {
  scheduled: 'Scheduled',
  postponed: 'Postponed',
  moved: 'Moved',
  cancelled: 'Cancelled',
}

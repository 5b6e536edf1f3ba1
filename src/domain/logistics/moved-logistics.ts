import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { logisticsPeople } from '#db/schema/logistics.ts'
import type { MovedLogistics } from '#src/contract/event-calendar.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { daysAfter, momentBefore } from '#src/contract/logistics.ts'
import { LOGISTICS_SECTIONS, type LogisticsSection } from '#src/contract/logistics-sections.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import type { EventRow } from '../events/read-event-parts.ts'
import { readEnding } from './ending.ts'
import { readContent } from './run-sheet.ts'

/**
 * What a move of an event changes of its logistics, and what it leaves as it is: the days that people and organizers typed in. Null for
 * an event without any. (security CM1)
 */
export async function readMovedLogistics(
  db: Db,
  row: EventRow,
  days: Pick<EventRow, 'eventDate' | 'earlyBirdDeadline'>,
  now: Instant,
): Promise<MovedLogistics | null> {
  const moved = { ...row, ...days }
  const people = await db.$count(logisticsPeople, eq(logisticsPeople.eventId, row.id))
  const { lines } = await readContent(db, row)
  const count = (...kinds: string[]) => lines.filter(({ kind }) => kinds.includes(kind)).length
  const runItems = count('setup', 'teardown', 'other')
  const kept = { arrivals: count('arrival'), deliveries: count('delivery') }
  if (people + runItems + kept.deliveries === 0) return null
  const closes = groupSections(({ freeze }) => `${freeze.days} ${freeze.at}`).map(([{ freeze }, titles]) => {
    const to = momentBefore(moved, freeze)
    return { titles, from: momentBefore(row, freeze), to, isAtOnce: to <= now }
  })
  return {
    ...{ people, runItems, ...kept },
    closes: people === 0 ? [] : closes,
    deletes: people === 0 ? [] : await listDeletions(db, row, moved),
  }
}

async function listDeletions(db: Db, row: EventRow, moved: EventRow): Promise<MovedLogistics['deletes']> {
  const [before, after] = [await readEnding(db, row), await readEnding(db, moved)]
  const dayOf = (ending: typeof before, keepDays: number): PlainDay =>
    dayIn(row.eventTimezone, daysAfter(ending, keepDays))
  return groupSections(({ keepDays }) => `${keepDays}`).map(([{ keepDays }, titles]) => ({
    ...{ titles, from: dayOf(before, keepDays), to: dayOf(after, keepDays) },
  }))
}

/** The sections that have a rule in common: the first of them, and the titles of all. */
function groupSections(keyOf: (section: LogisticsSection) => string): [LogisticsSection, string[]][] {
  return [...Map.groupBy(LOGISTICS_SECTIONS, keyOf).values()].flatMap((some) =>
    some.slice(0, 1).map((first): [LogisticsSection, string[]] => [first, some.map(({ title }) => title)]),
  )
}

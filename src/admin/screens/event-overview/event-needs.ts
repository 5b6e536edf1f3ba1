import type { EventRecord } from '#src/contract/event-record.ts'
import type { EventTimeline } from '#src/contract/event-timeline.ts'
import type { BoardSummary } from '#src/contract/logistics-board.ts'
import { enumerate, plural } from '#src/contract/plural.ts'
import type { ListedNeed } from '../../blocks/NeedList.tsx'
import { links } from '../../links.ts'

type Known = {
  record: Pick<EventRecord, 'id' | 'missing' | 'staleHints'>
  timeline: Pick<EventTimeline, 'entries' | 'now' | 'correction'>
  logistics: Pick<BoardSummary, 'requests' | 'late' | 'unsent'>
}

/** What somebody has to do for an event, the most pressing first, each with a link to where it is done. */
export function findEventNeeds({ record, timeline, logistics }: Known): ListedNeed[] {
  const { id, missing, staleHints } = record
  const { entries, now, correction } = timeline
  const tasks = entries.flatMap((entry) => (entry.kind === 'task' ? [{ ...entry.task, isLate: entry.at <= now }] : []))
  const late = tasks.filter(({ state, isLate }) => isLate && (state === 'open' || state === 'returned')).length
  const submitted = tasks.filter(({ state }) => state === 'submitted').length
  const needs: (ListedNeed | false)[] = [
    correction !== null && {
      sentence: 'What people were emailed has changed. Decide about a correction.',
      to: links.eventTimeline(id),
    },
    missing.length > 0 && { sentence: `It needs ${enumerate(missing)}.`, to: links.eventSetup(id) },
    staleHints.length > 0 && {
      sentence: `${plural(staleHints.length, 'text')} may be about another place or day.`,
      to: links.eventSetup(id),
    },
    submitted > 0 && { sentence: `${plural(submitted, 'submitted task')} to review.`, to: links.eventTasks(id) },
    late > 0 && { sentence: `${plural(late, 'overdue task')}.`, to: links.eventTasks(id) },
    logistics.requests > 0 && {
      sentence: `${plural(logistics.requests, 'change')} of answers to decide about.`,
      to: links.eventLogistics(id),
    },
    logistics.unsent > 0 && {
      sentence: `${plural(logistics.unsent, 'link')} to logistics forms not sent yet.`,
      to: links.eventLogistics(id),
    },
    logistics.late > 0 && {
      sentence: `${plural(logistics.late, 'late delivery', 'late deliveries')}.`,
      to: links.eventLogistics(id, 'deliveries'),
    },
  ]
  return needs.filter((need) => need !== false)
}

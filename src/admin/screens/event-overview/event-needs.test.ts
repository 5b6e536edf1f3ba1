import { expect, test } from 'vitest'
import type { EventTask, TaskState } from '#src/contract/event-task.ts'
import type { TimelineEntry } from '#src/contract/event-timeline.ts'
import { findEventNeeds } from './event-needs.ts'

const NOW = 1_000_000
const calm = {
  record: { id: 'e1', missing: [], staleHints: [] },
  timeline: { now: NOW, entries: [], correction: null },
  logistics: { requests: 0, late: 0, unsent: 0 },
}
const due = (state: TaskState, at: number): TimelineEntry => ({ kind: 'task', at, task: { state } as EventTask })

test('an event that lacks nothing needs nobody', () => {
  const entries = [due('done', NOW - 1), due('waived', NOW - 1), due('open', NOW + 1)]
  expect(findEventNeeds({ ...calm, timeline: { ...calm.timeline, entries } })).toEqual([])
})

test('what is missing, late or waits for a decision is counted, and leads to where it is done', () => {
  const needs = findEventNeeds({
    record: { ...calm.record, missing: ['a registration URL', 'a known time zone'] },
    timeline: { ...calm.timeline, entries: [due('open', NOW), due('returned', NOW - 1), due('submitted', NOW - 1)] },
    logistics: { requests: 1, late: 2, unsent: 3 },
  })
  expect(needs.map(({ sentence, to }) => [sentence, to?.to])).toEqual([
    ['It needs a registration URL and a known time zone.', '/admin/event/setup'],
    ['1 submitted task to review.', '/admin/event/tasks'],
    ['2 overdue tasks.', '/admin/event/tasks'],
    ['1 change of answers to decide about.', '/admin/event/logistics/$eventId'],
    ['3 links to logistics forms not sent yet.', '/admin/event/logistics/$eventId'],
    ['2 late deliveries.', '/admin/event/logistics/$eventId'],
  ])
})

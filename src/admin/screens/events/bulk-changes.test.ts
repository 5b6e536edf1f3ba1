import { expect, test } from 'vitest'
import { sayStopped, toFinding } from '#src/contract/content-check.ts'
import type { EventLine } from '#src/contract/event-record.ts'
import { createStepUp } from '#src/islands/account/step-up.ts'
import { ApiError } from '#src/islands/call.ts'
import { bulkSentence, changeEvents } from './bulk-changes.ts'

const line = (id: string, changes: Partial<EventLine> = {}): EventLine => ({
  id,
  eventSlug: id,
  eventName: `Event ${id}`,
  eventDate: '2029-03-01',
  timezone: 'America/Chicago',
  city: null,
  state: null,
  isPublished: false,
  unpublishedRevision: null,
  status: 'scheduled',
  missing: [],
  version: 1,
  updatedAt: 0,
  ...changes,
})

/** A server that refuses some events. */
function server(refusals: Record<string, unknown> = {}) {
  const asked: string[] = []
  let revision = 40
  const change = async ({ id }: EventLine) => {
    asked.push(id)
    if (id in refusals) throw refusals[id]
    revision += 1
    return { revision }
  }
  return { asked, change }
}

test('events are changed one after the other, and a refusal is named and stops no other one', async () => {
  const { asked, change } = server({ b: new Error('The database is busy.') })
  const result = await changeEvents('delete', [line('a'), line('b'), line('c')], change)
  expect(asked).toEqual(['a', 'b', 'c'])
  expect(result.results).toEqual([
    { id: 'a', refusal: null },
    { id: 'b', refusal: expect.stringMatching(/./) },
    { id: 'c', refusal: null },
  ])
  expect(result.revision).toBe(42)
  expect(bulkSentence(result.results, 'delete')).toBe('2 events deleted. 1 was left unchanged.')
})

test('what an action does not apply to is not sent, and says why', async () => {
  const { asked, change } = server()
  const events = [line('a', { missing: ['a date', 'a place'] }), line('b', { isPublished: true })]
  const published = await changeEvents('publish', events, change)
  expect(published.results.map(({ refusal }) => refusal)).toEqual([
    'It needs a date and a place.',
    'It is already published.',
  ])
  expect(bulkSentence(published.results, 'publish')).toBe('No event was published. 2 were left unchanged.')
  const unpublished = await changeEvents('unpublish', events, change)
  expect(unpublished.results.map(({ refusal }) => refusal)).toEqual(['It is already a draft.', null])
  expect(bulkSentence(unpublished.results, 'unpublish')).toBe('1 event unpublished. 1 was left unchanged.')
  expect(asked).toEqual(['b'])
})

test('what the checks found keeps an event a draft, and is there to be shown', async () => {
  const subject = { type: 'event', id: 'b', label: 'Event b' } as const
  const findings = [toFinding('text.repeated', subject, 'heroTitle', 'Hero title: “the the” has a word twice.')]
  const refusal = new ApiError({ status: 422, code: 'findings', detail: sayStopped(findings), findings })
  const { change } = server({ b: refusal })
  const { results, found } = await changeEvents('publish', [line('a'), line('b')], change)
  expect([...found]).toEqual([['b', findings]])
  expect(results).toEqual([
    { id: 'a', refusal: null },
    { id: 'b', refusal: '1 warning. Read and accept the warnings to publish this.' },
  ])
})

test('nothing further is sent once the person declines to confirm who they are', async () => {
  const stepUp = createStepUp()
  const question = stepUp.requestStepUp()
  stepUp.closeStepUp(false)
  const cancelled = await question.catch((fault: unknown) => fault)
  const { asked, change } = server({ b: cancelled })
  const result = await changeEvents('delete', [line('a'), line('b'), line('c')], change)
  expect(asked).toEqual(['a', 'b'])
  expect(bulkSentence(result.results, 'delete')).toBe('1 event deleted.')
  await expect(changeEvents('delete', [line('b')], change)).rejects.toBe(cancelled)
})

import { expect, test, vi } from 'vitest'
import { type BuildLine, type BuildStatus, HOLD_SENTENCE } from '#src/contract/build.ts'
import { awaitRevision, reportOutcome, toOutcome } from './awaited-revision.ts'

const status = (live: number | null, state: BuildLine['state'], revision: number, error: string | null = null) =>
  ({
    revision,
    live: live === null ? null : { revision: live, builtAt: 0, nextBoundaryAt: null },
    seenRevision: live,
    hold: null,
    builds: [{ revision, state, reason: '', by: '', error, requestedAt: 0, finishedAt: null }],
  }) satisfies BuildStatus

test('a change is live with its revision, or a newer one', () => {
  expect(toOutcome(7, status(7, 'live', 7))).toMatchObject({ kind: 'success', message: 'Visitors see revision 7 now.' })
  expect(toOutcome(7, status(8, 'live', 8))).toMatchObject({ message: 'Visitors see revision 8 now.' })
})

test('nothing is shown while it is on its way, nor of an earlier failure', () => {
  expect(toOutcome(7, status(6, 'building', 7))).toBeUndefined()
  expect(toOutcome(7, status(6, 'failed', 6))).toBeUndefined()
  expect(toOutcome(7, status(null, 'queued', 7))).toBeUndefined()
})

test('a failure is reported with its reason', () => {
  expect(toOutcome(7, status(6, 'failed', 7, 'No space left.'))).toMatchObject({
    kind: 'error',
    message: 'No space left.',
  })
  expect(toOutcome(7, status(6, 'failed', 7))).toMatchObject({ message: 'Your change is saved, but not live yet.' })
})

test('a hold on the host is reported as not live yet', () => {
  expect(toOutcome(7, { ...status(6, 'queued', 7), hold: 'locked' })).toMatchObject({
    title: 'Not live yet',
    message: HOLD_SENTENCE.locked,
  })
})

test('it is reported once, for the newest of several changes', () => {
  const tell = vi.fn()
  awaitRevision(7)
  awaitRevision(8)
  awaitRevision(6)
  reportOutcome(status(7, 'building', 8), tell)
  expect(tell).not.toHaveBeenCalled()
  reportOutcome(status(8, 'live', 8), tell)
  reportOutcome(status(9, 'live', 9), tell)
  expect(tell).toHaveBeenCalledOnce()
})

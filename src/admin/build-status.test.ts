import { expect, test } from 'vitest'
import type { BuildLine, BuildStatus } from '#src/contract/build.ts'
import { getSiteState, isUnderWay, type SiteState } from './build-status.ts'

const line = (state: BuildLine['state'], revision = 7): BuildLine => ({
  revision,
  state,
  reason: 'published tulsa',
  by: 'ada',
  error: null,
  requestedAt: 0,
  finishedAt: null,
})
const live = (revision: number) => ({ revision, builtAt: 0, nextBoundaryAt: null })

test.each<[string, Omit<BuildStatus, 'seenRevision'>, SiteState]>([
  ['nothing was ever built', { revision: 7, live: live(7), hold: null, builds: [] }, 'live'],
  ['the newest is live', { revision: 7, live: live(7), hold: null, builds: [line('live')] }, 'live'],
  ['one waits', { revision: 7, live: live(6), hold: null, builds: [line('queued'), line('live', 6)] }, 'queued'],
  [
    'one runs and one waits',
    { revision: 8, live: live(6), hold: null, builds: [line('queued', 8), line('building')] },
    'building',
  ],
  ['the newest failed', { revision: 7, live: live(6), hold: null, builds: [line('failed')] }, 'failed'],
  [
    'it failed, and went live all the same',
    { revision: 7, live: live(7), hold: null, builds: [line('failed')] },
    'live',
  ],
  ['the site does not answer', { revision: 7, live: null, hold: null, builds: [line('live')] }, 'unknown'],
  [
    'it failed and the site does not answer',
    { revision: 7, live: null, hold: null, builds: [line('failed')] },
    'failed',
  ],
  ['the host is locked', { revision: 7, live: live(6), hold: 'locked', builds: [line('queued')] }, 'held'],
  ['an older site was put back', { revision: 7, live: live(6), hold: 'rolledBack', builds: [line('live')] }, 'held'],
  [
    'no build is requested automatically',
    { revision: 7, live: live(6), hold: 'givenUp', builds: [line('queued')] },
    'failed',
  ],
])('%s', (_what, status, standing) => {
  const known = { ...status, seenRevision: status.live?.revision ?? null }
  expect(getSiteState(known)).toBe(standing)
  expect(isUnderWay(known)).toBe(standing === 'queued' || standing === 'building')
})

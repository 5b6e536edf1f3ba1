import { randomUUID } from 'node:crypto'
import type { Ground, ReadCall, WriteCall } from './call.ts'

const REPORTS = '/api/admin/reports'

const one = async ({ report }: Ground) => ({ path: [await report()] })
const written = { shows: 'never' } as const

/** A report, and another one that may stand for it. */
async function aMerge({ report }: Ground) {
  return { path: [await report()], body: { version: 1, into: await report() } }
}

async function aMergedOne(ground: Ground) {
  const { path, body } = await aMerge(ground)
  await ground.take('POST', `${REPORTS}/${path[0]}/merge`, body)
  return { path, body: { version: 2 } }
}

async function aNote(ground: Ground) {
  const [reportId, id] = [await ground.report(), randomUUID()]
  await ground.take('POST', `${REPORTS}/${reportId}/notes`, { id, body: 'Asked the venue.' })
  return { path: [reportId, id] }
}

export const REPORT_WRITES: Record<string, WriteCall> = {
  [`PATCH ${REPORTS}/:id`]: {
    prepare: async (ground) => ({ ...(await one(ground)), body: { version: 1, ...changed } }),
    action: 'report.update',
    keeps: 'both',
    ...written,
  },
  [`POST ${REPORTS}/statuses`]: {
    prepare: async ({ report }) => ({
      body: { status: 'resolved', reports: [{ id: await report(), version: 1 }] },
    }),
    action: 'report.update',
    keeps: 'both',
    ...written,
  },
  [`POST ${REPORTS}/:id/notes`]: {
    prepare: async (ground) => ({ ...(await one(ground)), body: { id: randomUUID(), body: 'Asked the venue.' } }),
    action: 'report.note',
    keeps: 'after',
    ...written,
  },
  [`DELETE ${REPORTS}/:id/notes/:noteId`]: {
    prepare: aNote,
    action: 'report.unnote',
    keeps: 'before',
    ...written,
  },
  [`POST ${REPORTS}/:id/merge`]: { prepare: aMerge, action: 'report.merge', keeps: 'both', ...written },
  [`POST ${REPORTS}/:id/unmerge`]: { prepare: aMergedOne, action: 'report.unmerge', keeps: 'both', ...written },
  [`DELETE ${REPORTS}/:id`]: {
    prepare: async (ground) => ({ ...(await one(ground)), query: 'version=1' }),
    action: 'report.delete',
    keeps: 'before',
    ...written,
  },
}

const changed = {
  reportType: 'improvement',
  title: 'Print the agenda on one page',
  description: 'The agenda of the day does not fit on one page.',
  reporterEmail: 'another@plant.example',
  status: 'in_progress',
  answer: 'We look at it this week.',
}

export const REPORT_READS: Record<string, ReadCall> = {
  [`GET ${REPORTS}`]: () => ({ query: 'status=open&type=problem&q=agenda&limit=5' }),
  [`GET ${REPORTS}/counts`]: () => ({}),
  [`GET ${REPORTS}/export.csv`]: () => ({ query: 'status=merged&type=problem' }),
  [`GET ${REPORTS}/:id`]: one,
  [`GET ${REPORTS}/:id/similar`]: one,
}

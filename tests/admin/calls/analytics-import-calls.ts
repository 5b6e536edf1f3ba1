import { randomUUID } from 'node:crypto'
import type { ImportLine } from '#src/contract/analytics-import.ts'
import type { Ground, ReadCall, WriteCall } from './call.ts'

const AT = '/api/admin/analytics-imports'

const row = {
  table: 'imported_pages',
  day: '2026-03-01',
  dimension: 'page',
  value: '/',
  about: '["plant.example"]',
  visitors: 2,
  visits: 2,
  views: 3,
  seconds: null,
  bounces: null,
}

const start = () => ({
  kind: 'plausible',
  fileName: 'imported_pages.csv',
  sha256: randomUUID().replaceAll('-', '').repeat(2),
  zone: 'America/Chicago',
  fromDay: '2026-03-01',
  toDay: '2026-03-01',
  isPeriod: false,
  totalRows: 1,
  report: {
    tables: { Pages: 1 },
    unknownColumns: ['mood'],
    leftOut: { day: 1 },
    days: 1,
    ownDays: 0,
    importedDays: 0,
  },
})

const begun = async (ground: Ground) => (await ground.take<ImportLine>('POST', AT, start())).id

export const IMPORT_WRITES: Record<string, WriteCall> = {
  [`POST ${AT}`]: {
    prepare: () => ({ body: start() }),
    shows: 'never',
    action: 'analytics_import.start',
    keeps: 'after',
  },
  // The start says how many rows come; the last batch, which this one is, ends the import.
  [`POST ${AT}/:id/batches`]: {
    prepare: async (ground) => ({ path: [await begun(ground)], body: { number: 0, rows: [row] } }),
    shows: 'never',
    action: 'analytics_import.finish',
    keeps: 'after',
  },
  [`POST ${AT}/:id/acts`]: {
    prepare: async (ground) => ({ path: [await begun(ground)], body: { act: 'pause' } }),
    shows: 'never',
    action: 'analytics_import.pause',
    keeps: 'both',
  },
}

export const IMPORT_READS: Record<string, ReadCall> = {
  [`GET ${AT}`]: () => ({ query: 'limit=5' }),
  [`GET ${AT}/check`]: () => ({ query: `sha256=${'ab'.repeat(32)}&fromDay=2026-03-01&toDay=2026-03-31` }),
}

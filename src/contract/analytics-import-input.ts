import { z } from 'zod'
import {
  IMPORT_ACTS,
  IMPORT_BATCH,
  IMPORT_DIMENSIONS,
  IMPORT_LIMITS,
  IMPORT_SERVICES,
  type ImportDimension,
  type ImportService,
  LEFT_OUT_LINES,
  type LeftOutLines,
} from './analytics-import.ts'
import { isStorable } from './text.ts'
import { timeZoneSchema } from './time-zone.ts'

const keysOf = <Key extends string>(names: Record<Key, string>) => Object.keys(names) as [Key, ...Key[]]
const service = z.enum(keysOf<ImportService>(IMPORT_SERVICES))
const day = z.iso.date('Enter a date as YYYY-MM-DD')
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const line = (max: number) => z.string().max(max).refine(isStorable)
const count = z.int().min(0).max(IMPORT_LIMITS.events)
const figure = z.int().min(0).max(IMPORT_LIMITS.figure).nullable()

const report = z.strictObject({
  tables: z
    .record(line(100).min(1), count)
    .refine((tables) => Object.keys(tables).length <= IMPORT_LIMITS.zipEntries, 'Too many tables'),
  unknownColumns: z.array(line(100)).max(IMPORT_LIMITS.columns),
  leftOut: z.partialRecord(
    z.enum(keysOf<LeftOutLines>(LEFT_OUT_LINES)),
    z.int().min(0).max(IMPORT_LIMITS.figure).optional(),
  ),
  days: count,
  ownDays: count,
  importedDays: count,
})

const isPeriodOfDays = ({ fromDay, toDay }: { fromDay: string; toDay: string }) =>
  fromDay <= toDay && Date.parse(toDay) - Date.parse(fromDay) < IMPORT_LIMITS.days * 86_400_000
const PERIOD = { path: ['toDay'], error: 'The last day must not be before the first, and at most 20 years after it' }

/** Query of `GET /api/admin/analytics-imports/check`. */
export const importCheckQuery = z.strictObject({ sha256, fromDay: day, toDay: day }).refine(isPeriodOfDays, PERIOD)

/** Body of `POST /api/admin/analytics-imports`. */
export const importStart = z
  .strictObject({
    kind: service,
    fileName: line(200).min(1),
    sha256,
    zone: timeZoneSchema,
    fromDay: day,
    toDay: day,
    isPeriod: z.boolean(),
    totalRows: z.int().min(1).max(IMPORT_LIMITS.rows),
    report,
  })
  .refine(isPeriodOfDays, PERIOD)
export type ImportStart = z.output<typeof importStart>

const row = z.strictObject({
  table: line(100).min(1),
  day: day.nullable(),
  dimension: z.enum(keysOf<ImportDimension>(IMPORT_DIMENSIONS)),
  value: line(IMPORT_LIMITS.value),
  about: line(IMPORT_LIMITS.about),
  visitors: figure,
  visits: figure,
  views: figure,
  seconds: figure,
  bounces: figure,
})

/** Body of `POST /api/admin/analytics-imports/:id/batches`. The first batch has the number 0. */
export const importBatch = z.strictObject({
  number: z.int().min(0).max(IMPORT_LIMITS.rows),
  rows: z.array(row).min(1).max(IMPORT_BATCH),
})
export type ImportBatch = z.output<typeof importBatch>

/** Body of `POST /api/admin/analytics-imports/:id/acts`. */
export const importAct = z.strictObject({ act: z.enum(IMPORT_ACTS) })

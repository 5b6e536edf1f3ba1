import { inArray } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import type { SubjectLine } from '#src/contract/change-set.ts'
import type { SubjectType } from '#src/contract/change-subject.ts'
import { subjectFieldName } from '#src/contract/change-subject-fields.ts'
import { Failure, INVALID_VALUE } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Actor } from '../audit/audit.ts'

/** The fields of a subject, as they are sent and stored. */
export type Fields = Record<string, unknown>

/** A subject as it is stored. A setting that was never saved has no version. */
export type Live = { label: string; version: number | null; value: Fields }

/** Subjects as they are stored, by their ids. */
export type Lives = ReadonlyMap<string, Live>

/** What values are checked against: registration addresses must be on this host. */
export type SubjectRules = { registrationOrigin: string }

type Write = { id: string; value: Fields; live: Live; actor: Actor; rules: SubjectRules }

/** How a change set reads, checks and writes one kind of subject. Every write goes through the kind's own command. */
export type Subject = {
  /** Holds these rows until the transaction ends. Ids are given in order. */
  lock: (tx: Db, ids: string[]) => Promise<unknown>
  /** The records that are there, by their ids. */
  read: (db: Db, ids: string[]) => Promise<Lives>
  /** Checks the whole form. Throws `invalid` with the sentence of its first fault. */
  check: (value: Fields, id: string, rules: SubjectRules) => Fields
  write: (tx: Db, change: Write) => Promise<unknown>
  find: (db: Db, q: string, now: Instant) => Promise<Omit<SubjectLine, 'type'>[]>
  /** Whether a text can be an id of this kind; without it, ids are UUIDs. */
  isId?: (id: string) => boolean
  /** The fields as previews read them, where that is not how the set keeps them. */
  toOverlay?: (value: Fields) => Fields
}

/** Records that are found at most. */
export const MOST_FOUND = 20

type Table = PgTable & { id: PgColumn }
type RowParts = {
  type: SubjectType
  table: Table
  labels: object
  getLabel: (row: Fields) => unknown
}

/** A subject that is one row with a version. */
export function rowSubject({ type, table, labels, getLabel }: RowParts) {
  return {
    lock: (tx: Db, ids: string[]) =>
      tx.select({ id: table.id }).from(table).where(inArray(table.id, ids)).orderBy(table.id).for('no key update'),
    read: async (db: Db, ids: string[]): Promise<Lives> => {
      const rows: Fields[] = await db.select().from(table).where(inArray(table.id, ids))
      const names = Object.keys(labels)
      const toLive = (row: Fields): Live => {
        const value = Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
        return { label: String(getLabel(row)), version: Number(row.version), value }
      }
      return new Map(rows.map((row) => [String(row.id), toLive(row)]))
    },
    checkBy: (schema: z.ZodType<object>, value: Fields) => checkFields(type, schema, value),
  }
}

/** The same subjects with other fields, one after the other. */
export async function withValues(lives: Lives, getValue: (live: Live, id: string) => Fields | Promise<Fields>) {
  const changed = new Map<string, Live>()
  for (const [id, live] of lives) changed.set(id, { ...live, value: await getValue(live, id) })
  return changed
}

/** The fields by a schema. Throws `invalid` with the sentence of the first fault, which names its field. */
export function checkFields(type: SubjectType, schema: z.ZodType<object>, value: Fields): Fields {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ...parsed.data }
  const issue = parsed.error.issues[0]
  const [first = '', second] = issue?.path ?? []
  const field = first === 'body' && second !== undefined ? `body.${String(second)}` : String(first)
  const sentence = issue?.message ?? INVALID_VALUE
  const name = subjectFieldName(type, field)
  const message = sentence.startsWith(name) ? sentence : `${name}: ${sentence}`
  throw new Failure('invalid', message, { field: `value.${field}` })
}

/** A change of a row that is stored has a version. */
export const versioned = <Value extends object>(value: Value, { version }: Live) => ({
  ...value,
  version: version ?? 0,
})

/** Whether a name contains what is looked for. */
export const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

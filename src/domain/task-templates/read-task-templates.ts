import { and, asc, countDistinct, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { eventTasks, taskTemplates } from '#db/schema/tasks.ts'
import { matchesWords } from '#db/search.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Duplicates, EntryUses, LibraryQuery } from '#src/contract/library.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import type { TaskTemplate, TaskTemplateDuplicateQuery } from '#src/contract/task-template.ts'
import { nameKey, readUses } from '../library/entries.ts'

const { id, title } = taskTemplates
const name = sql<string>`lower(${title})`
const isGiven = eq(eventTasks.templateId, id)
const uses = sql<number>`(select ${countDistinct(eventTasks.eventId)}::int from ${eventTasks} where ${isGiven})`
const columns = { ...getTableColumns(taskTemplates), uses }

/** Templates by title, each with the number of events that were given its task. */
export async function listTaskTemplates(db: Db, ask: LibraryQuery): Promise<Page<TaskTemplate>> {
  const rows = await pageOfTaskTemplates(db, ask)
  return toPage(rows, { limit: ask.limit, toItem: toTemplate, getPlace: (row) => [row.name, row.id] })
}

/** The query of `listTaskTemplates`, for one row more than is shown. */
function pageOfTaskTemplates(db: Db, { limit, cursor, q }: LibraryQuery) {
  return db
    .select({ ...columns, name })
    .from(taskTemplates)
    .where(and(matchesWords([title], q), cursor && comesAfter([name, id], cursor)))
    .orderBy(asc(name), asc(id))
    .limit(limit + 1)
}

/** Throws `not_found`. */
export async function readTaskTemplate(db: Db, templateId: string): Promise<TaskTemplate> {
  const [row] = await db.select(columns).from(taskTemplates).where(eq(id, templateId))
  if (!row) throw new Failure('not_found', NOT_FOUND.taskTemplate)
  return toTemplate(row)
}

/** The events that were given the task of a template. They keep what they have. Throws `not_found`. */
export async function readTaskTemplateUses(db: Db, templateId: string): Promise<EntryUses> {
  await readTaskTemplate(db, templateId)
  const { eventId } = eventTasks
  const from = eq(eventTasks.templateId, templateId)
  return readUses(db, sql`select distinct ${eventId}, true as is_active from ${eventTasks} where ${from}`)
}

type Row = typeof taskTemplates.$inferSelect & { uses: number; name?: string }

function toTemplate({ createdAt, updatedAt, name: _name, ...row }: Row): TaskTemplate {
  return { ...row, createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime() }
}

const MOST_TWINS = 5

/** Templates of the same title except for case and spaces. */
export async function findTaskTemplateDuplicates(db: Db, ask: TaskTemplateDuplicateQuery): Promise<Duplicates> {
  const isSame = sql`${nameKey(title)} = ${nameKey(ask.name)}`
  const rows = await db
    .select({ id, name: title })
    .from(taskTemplates)
    .where(and(isSame, ask.except === undefined ? undefined : ne(id, ask.except)))
    .orderBy(asc(name), asc(id))
    .limit(MOST_TWINS)
  return { items: rows.map((row) => ({ ...row, because: 'name' })) }
}

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import type { SubjectType } from '#src/contract/change-subject.ts'
import { checkSet } from '#src/domain/change-sets/check-set.ts'
import { addItem, createSet, saveItem } from '#src/domain/change-sets/edit-set.ts'
import { publishSet } from '#src/domain/change-sets/publish-set.ts'
import { checkContent } from '#src/domain/content-checks/check-content.ts'
import { NOON, REGISTRATION_ORIGIN } from '#tests/support/api.ts'

export const ADA = { id: '11111111-1111-4111-8111-111111111111' }
export const BEN = { id: '22222222-2222-4222-8222-222222222222' }
export const rules = { registrationOrigin: REGISTRATION_ORIGIN }
export const site = { siteUrl: 'https://uptime-workshops.example', siteName: 'Uptime Workshops' }

type Edit = { type: SubjectType; id: string; fields: Record<string, unknown> }

/** A set with these edits, each made over what is stored now. Resolves with its id. */
export async function aSet(db: Db, name: string, edits: readonly Edit[], actor = ADA): Promise<string> {
  const { id } = await createSet(db, { id: randomUUID(), name, note: '' }, actor)
  for (const edit of edits) await edited(db, id, edit, actor)
  return id
}

/** Adds a record to a set and changes some of its fields. */
export async function edited(db: Db, setId: string, { type, id, fields }: Edit, actor = ADA): Promise<string> {
  const item = await addItem(db, setId, { id: randomUUID(), subjectType: type, subjectId: id }, actor)
  const [row] = await db.select().from(changeItems).where(eq(changeItems.id, item.id))
  if (!row) throw new Error('no item')
  const value = { ...row.after, ...fields }
  await saveItem(db, { setId, itemId: item.id }, { value, version: row.version }, { actor, rules })
  return item.id
}

/** A set as it is stored. */
export async function stored(db: Db, id: string) {
  const [row] = await db.select().from(changeSets).where(eq(changeSets.id, id))
  if (!row) throw new Error('no set')
  return row
}

/** The set that takes this one back. */
export async function rollbackOf(db: Db, id: string) {
  const [row] = await db.select().from(changeSets).where(eq(changeSets.revertsId, id))
  if (!row) throw new Error('no rollback')
  return row
}

export const checking = { check: checkContent, siteUrl: site.siteUrl, now: NOON }

/** Publishes a set whose warnings were read. */
export async function publish(db: Db, id: string, actor = ADA, now = NOON) {
  const { checkedAt: readAt } = await checkSet(db, id, checking)
  return publishSet(db, id, { version: (await stored(db, id)).version, readAt }, { ...checking, actor, rules, now })
}

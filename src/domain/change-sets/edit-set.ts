import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import { ITEM_PRESENT, MOST_CHANGE_ITEMS, SET_FULL, SET_OVER } from '#src/contract/change-set.ts'
import type {
  ChangeItemInput,
  ChangeSetChange,
  NewChangeItem,
  NewChangeSet,
  ResolveInput,
} from '#src/contract/change-set-input.ts'
import { subjectFieldName } from '#src/contract/change-subject-fields.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { isUuid } from '#src/contract/uuid.ts'
import { isSame } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { requireSame } from '../library/versioned.ts'
import { endSharedLinks } from '../links/shared-link.ts'
import {
  type ItemRow,
  lockEditableSet,
  lockSet,
  readItems,
  refuseRollback,
  requireItem,
  touchSet,
} from './change-set.ts'
import { planItem } from './plan-item.ts'
import type { Fields, SubjectRules } from './subject.ts'
import { readSubject, SUBJECTS, subjectTypeOf } from './subjects.ts'

/** How the audit log names a set. */
export const setEntry = (verb: string, id: string) => ({
  action: `change_set.${verb}`,
  subjectType: 'change_set',
  subjectId: id,
})

/** Makes a set. A repeated call changes nothing. Throws `conflict` for an id that is there with another name. */
export async function createSet(db: Db, input: NewChangeSet, actor: Actor): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(changeSets)
      .values({ ...input, createdBy: actor.id })
      .onConflictDoNothing()
      .returning()
    if (made) await recordAudit(tx, actor, { ...setEntry('create', input.id), after: input })
    else requireSame(await lockSet(tx, input.id), input)
    return { id: input.id }
  })
}

/** Renames a set or changes its note; that needs no new approval. Throws `not_found` and `conflict`. */
export async function renameSet(db: Db, id: string, { version, ...words }: ChangeSetChange, actor: Actor) {
  return db.transaction(async (tx) => {
    const { name, note } = await lockSet(tx, id, version)
    const [after] = await tx
      .update(changeSets)
      .set({ ...words, version: sql`${changeSets.version} + 1` })
      .where(eq(changeSets.id, id))
      .returning({ version: changeSets.version })
    if (!after) throw new Failure('not_found', NOT_FOUND.changeSet)
    await recordAudit(tx, actor, { ...setEntry('rename', id), before: { name, note }, after: words })
    return after
  })
}

/** Deletes a set that is not published; the audit log keeps its changes. Throws `not_found` and `conflict`. */
export async function deleteSet(db: Db, id: string, version: number, actor: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockEditableSet(tx, id, version)
    if (row.state === 'prepared') throw new Failure('conflict', SET_OVER)
    const items = await readItems(tx, id)
    await tx.delete(changeSets).where(eq(changeSets.id, id))
    await endSharedLinks(tx, { purpose: 'change-set-preview', subjectId: id })
    const before = { name: row.name, note: row.note, items: items.map(toAudited) }
    await recordAudit(tx, actor, { ...setEntry('delete', id), before })
  })
}

const toAudited = ({ subjectType, subjectId, label, before, after }: ItemRow) => {
  const fields = Object.keys(after).filter((field) => !isSame(before[field], after[field]))
  return { subjectType, subjectId, label, after: Object.fromEntries(fields.map((field) => [field, after[field]])) }
}

/**
 * Begins the change of a record with what is stored of it now. Throws `not_found`, and `conflict` for a rollback, and if the set has the
 * record already.
 */
export async function addItem(db: Db, setId: string, input: NewChangeItem, actor: Actor): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const set = await lockEditableSet(tx, setId)
    refuseRollback(set)
    const items = await readItems(tx, setId)
    if (items.some(({ id }) => id === input.id)) return { id: input.id }
    if (items.length >= MOST_CHANGE_ITEMS) throw new Failure('conflict', SET_FULL)
    const subject = SUBJECTS[input.subjectType]
    if (!(subject.isId ?? isUuid)(input.subjectId)) throw new Failure('not_found', NOT_FOUND.changeItem)
    // A deletion waits, and then finds the item.
    await subject.lock(tx, [input.subjectId])
    const live = await readSubject(tx, input.subjectType, input.subjectId)
    if (!live) throw new Failure('not_found', NOT_FOUND.changeItem)
    const { label, version, value } = live
    const [made] = await tx
      .insert(changeItems)
      .values({ ...input, setId, label, baseVersion: version, before: value, after: value, updatedBy: actor.id })
      .onConflictDoNothing()
      .returning({ id: changeItems.id })
    if (!made) throw new Failure('conflict', ITEM_PRESENT)
    await touchSet(tx, set)
    const after = { subjectType: input.subjectType, subjectId: input.subjectId, label }
    await recordAudit(tx, actor, { ...setEntry('add', setId), after })
    return { id: input.id }
  })
}

type ItemKey = { setId: string; itemId: string }

/**
 * Saves the whole form of a record in the set. Throws `not_found`, `conflict` for a stale version, a locked set or a rollback, and
 * `invalid` for a form that the record itself could not be saved with.
 */
export async function saveItem(
  db: Db,
  { setId, itemId }: ItemKey,
  { value, version }: ChangeItemInput,
  { actor, rules }: { actor: Actor; rules: SubjectRules },
): Promise<{ version: number; value: Fields }> {
  return db.transaction(async (tx) => {
    const set = await lockEditableSet(tx, setId)
    refuseRollback(set)
    const item = await requireItem(tx, setId, itemId, version)
    const after = SUBJECTS[subjectTypeOf(item.subjectType)].check(value, item.subjectId, rules)
    if (isSame(after, item.after)) return { version: item.version, value: item.after }
    const saved = await storeItem(tx, item, { after, updatedBy: actor.id })
    await touchSet(tx, set)
    const fields = Object.keys(after).filter((field) => !isSame(after[field], item.after[field]))
    const pick = (of: Record<string, unknown>) => Object.fromEntries(fields.map((field) => [field, of[field]]))
    const subject = { subjectType: item.subjectType, subjectId: item.subjectId }
    await recordAudit(tx, actor, {
      ...setEntry('edit', setId),
      before: { ...subject, ...pick(item.after) },
      after: { ...subject, ...pick(after) },
    })
    return { version: saved.version, value: saved.after }
  })
}

async function storeItem(tx: Db, item: ItemRow, set: Partial<ItemRow>): Promise<ItemRow> {
  const [row] = await tx
    .update(changeItems)
    .set({ ...set, version: sql`${changeItems.version} + 1` })
    .where(eq(changeItems.id, item.id))
    .returning()
  if (!row) throw new Failure('not_found', NOT_FOUND.changeItem)
  return row
}

/** Takes a record out of the set. Throws `not_found` and `conflict`. */
export async function removeItem(db: Db, { setId, itemId }: ItemKey, version: number, actor: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const set = await lockEditableSet(tx, setId)
    const item = await requireItem(tx, setId, itemId, version)
    await tx.delete(changeItems).where(eq(changeItems.id, itemId))
    await touchSet(tx, set)
    await recordAudit(tx, actor, { ...setEntry('remove', setId), before: toAudited(item) })
  })
}

/**
 * Begins an item again from what is stored now: its own changes stay, what somebody else changed is taken over, and for fields that
 * both changed the choice counts. A rollback stays one, because each value was live before or is live now. Throws `invalid` for a field
 * without a choice.
 */
export async function resolveItem(
  db: Db,
  { setId, itemId }: ItemKey,
  { choices, version }: ResolveInput,
  actor: Actor,
): Promise<void> {
  await db.transaction(async (tx) => {
    const set = await lockEditableSet(tx, setId)
    const item = await requireItem(tx, setId, itemId, version)
    const type = subjectTypeOf(item.subjectType)
    const live = await readSubject(tx, type, item.subjectId)
    if (!live) throw new Failure('conflict', `${item.label} was deleted. Remove it from the set.`)
    const { merged, conflicts } = planItem(item, live.value)
    const open = conflicts.find((field) => choices[field] === undefined)
    if (open !== undefined)
      throw new Failure('invalid', `Choose a value for ${subjectFieldName(type, open)}.`, { field: `choices.${open}` })
    const theirs = conflicts.filter((field) => choices[field] === 'theirs')
    const after = { ...merged, ...Object.fromEntries(theirs.map((field) => [field, live.value[field]])) }
    await storeItem(tx, item, {
      before: live.value,
      after,
      baseVersion: live.version,
      label: live.label,
      updatedBy: actor.id,
    })
    await touchSet(tx, set)
    await recordAudit(tx, actor, { ...setEntry('resolve', setId), after: { label: live.label, choices } })
  })
}

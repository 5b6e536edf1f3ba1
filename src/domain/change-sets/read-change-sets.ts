import { and, desc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesBefore, getPlace, toMicros } from '#db/keyset.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import {
  type ChangedField,
  type ChangeItem,
  type ChangeSet,
  type ChangeSetLine,
  NOT_IN_REVIEW,
  OWN_APPROVAL,
} from '#src/contract/change-set.ts'
import type { ChangeSetQuery } from '#src/contract/change-set-input.ts'
import { subjectFieldName } from '#src/contract/change-subject-fields.ts'
import { EVENT_FACTS, type EventFact } from '#src/contract/content-kinds.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import { isCopyKey, SITE_COPY } from '#src/contract/site-copy.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { actorName, readUsernames, type Usernames } from '../audit/actor-names.ts'
import { readBlocks } from '../content/read-blocks.ts'
import { readSuccessAge } from '../health/heartbeats.ts'
import { type ItemRow, isRollback, needsReview, readItems, type SetRow } from './change-set.ts'
import { storedChecks } from './check-set.ts'
import { listChanges, planItem } from './plan-item.ts'
import { explainRefusal } from './publish-set.ts'
import { hasWorkedOn } from './review-set.ts'
import type { Live } from './subject.ts'
import { readSubjects, subjectTypeOf } from './subjects.ts'

/** The job that publishes sets which are due; its heartbeat is shown beside them. */
export const CHANGE_SET_JOB = 'change-sets'

type LineRow = SetRow & { items: number }

/** Sets, the last changed first. Rollbacks that nobody asked for are not among them. */
export async function listChangeSets(db: Db, ask: ChangeSetQuery): Promise<Page<ChangeSetLine>> {
  const rows = await changeSetPage(db, ask)
  const names = await readUsernames(
    db,
    rows.map((row) => row.createdBy),
  )
  return toPage(rows, {
    limit: ask.limit,
    toItem: (row) => toLine(row, names),
    getPlace: (row) => [row.micros, row.id],
  })
}

/** The query of `listChangeSets`, for one row more than is shown. */
export function changeSetPage(db: Db, { limit, cursor, state }: ChangeSetQuery) {
  const { id, updatedAt } = changeSets
  const shown = state === undefined ? ne(changeSets.state, 'prepared') : eq(changeSets.state, state)
  return db
    .select({
      ...getTableColumns(changeSets),
      micros: toMicros(updatedAt),
      items: sql<number>`(select count(*)::int from ${changeItems} where ${eq(changeItems.setId, changeSets.id)})`,
    })
    .from(changeSets)
    .where(and(shown, cursor && comesBefore([updatedAt, id], getPlace(cursor))))
    .orderBy(desc(updatedAt), desc(id))
    .limit(limit + 1)
}

function toLine({ publishAt, publishedAt, updatedAt, approvedBy, ...row }: LineRow, names: Usernames): ChangeSetLine {
  const { id, name, state, items, publishZone, createdBy } = row
  return {
    ...{ id, name, state, items, publishZone },
    publishAt: publishAt?.getTime() ?? null,
    publishedAt: publishedAt?.getTime() ?? null,
    isApproved: approvedBy !== null,
    createdBy: actorName(names, createdBy),
    updatedAt: updatedAt.getTime(),
  }
}

type Reader = { viewerId: string; now: Instant }

/** A set with what it changes, beside what is stored now. Throws `not_found`. */
export async function readChangeSet(db: Db, id: string, { viewerId, now }: Reader): Promise<ChangeSet> {
  const [row] = await db.select().from(changeSets).where(eq(changeSets.id, id))
  if (!row) throw new Failure('not_found', NOT_FOUND.changeSet)
  const items = await readItems(db, id)
  const people = [
    row.createdBy,
    row.approvedBy,
    row.publishedBy,
    row.warningsReadBy,
    ...items.map((item) => item.updatedBy),
  ]
  const names = await readUsernames(db, people)
  const isOver = row.state === 'published' || row.state === 'rolled_back'
  const lives = await readSubjects(db, items)
  const titles = await readTitles(db, items, lives)
  return {
    ...toLine({ ...row, items: items.length }, names),
    note: row.note,
    fault: row.fault,
    approvedBy: actorName(names, row.approvedBy),
    approvedAt: row.approvedAt?.getTime() ?? null,
    publishedBy: actorName(names, row.publishedBy),
    revision: row.revision,
    rollbackId: await findRollback(db, id),
    reverts: await readReverted(db, row.revertsId),
    needsApproval: !isRollback(row) && (await needsReview(db)),
    approvalRefusal: explainApproval(row, items, viewerId),
    notes: isOver ? [] : lives.flatMap((live, at) => noteOf(items[at], live, now)),
    changeItems: items.map((item, at) => toItem(item, lives[at] ?? null, { names, titles, isOver })),
    checks: storedChecks(row),
    warningsReadBy: actorName(names, row.warningsReadBy),
    lastTick: await readSuccessAge(db, CHANGE_SET_JOB),
    version: row.version,
  }
}

async function findRollback(db: Db, id: string): Promise<string | null> {
  const isIt = and(eq(changeSets.revertsId, id), eq(changeSets.state, 'prepared'))
  const [row] = await db.select({ id: changeSets.id }).from(changeSets).where(isIt)
  return row?.id ?? null
}

async function readReverted(db: Db, id: string | null): Promise<ChangeSet['reverts']> {
  if (id === null) return null
  const [row] = await db
    .select({ id: changeSets.id, name: changeSets.name })
    .from(changeSets)
    .where(eq(changeSets.id, id))
  return row ?? null
}

function explainApproval(row: SetRow, items: readonly ItemRow[], viewerId: string): string | null {
  if (row.state !== 'in_review') return NOT_IN_REVIEW
  return hasWorkedOn(row, items, viewerId) ? OWN_APPROVAL : null
}

/** An event that is over can still be changed, which is seldom meant. */
function noteOf(item: ItemRow | undefined, live: Live | null, now: Instant): string[] {
  if (item?.subjectType !== 'event' || !live) return []
  const { eventDate, eventTimezone } = live.value
  const isOver = typeof eventDate === 'string' && eventDate < dayIn(String(eventTimezone), now)
  return isOver ? [`${live.label} is over. Its page changes all the same.`] : []
}

type Shown = { names: Usernames; titles: Titles; isOver: boolean }

function toItem(item: ItemRow, live: Live | null, { names, titles, isOver }: Shown): ChangeItem {
  const { id, label, subjectId, after, version } = item
  const subjectType = subjectTypeOf(item.subjectType)
  const plan = live && planItem(item, live.value)
  return {
    ...{ id, subjectId, subjectType, version, value: after },
    label: live?.label ?? label,
    isGone: live === null,
    // What is published is not compared with what came later.
    changes: listChanges(subjectType, item, isOver ? null : (live?.value ?? null)).map((change) =>
      inWords(change, item, titles),
    ),
    changedSince: isOver ? [] : (plan?.taken ?? []).map((field) => subjectFieldName(subjectType, field)),
    refusal: isOver ? null : explainRefusal(item, plan),
    updatedBy: actorName(names, item.updatedBy),
    updatedAt: item.updatedAt.getTime(),
  }
}

type Titles = ReadonlyMap<string, string>

/** The names of the blocks that items put somewhere, by their ids. */
async function readTitles(db: Db, items: readonly ItemRow[], lives: readonly (Live | null)[]): Promise<Titles> {
  const values = [...items.flatMap(({ before, after }) => [before, after]), ...lives.map((live) => live?.value)]
  const ids = values.flatMap((value) => (Array.isArray(value?.blockIds) ? value.blockIds.map(String) : []))
  return new Map((await readBlocks(db, [...new Set(ids)])).map(({ id, title }) => [id, title]))
}

/** The change with values that people can read: names for ids of blocks, and the default for a text that is reset. */
function inWords(change: ChangedField, { subjectType, subjectId }: ItemRow, titles: Titles): ChangedField {
  const say = (value: unknown): unknown => {
    if (change.field === 'blockIds' && Array.isArray(value))
      return value.map((id) => titles.get(id) ?? 'A deleted block')
    if (change.field === 'body.figures' && Array.isArray(value))
      return value.map((figure) => `${figure.value}: ${figure.label}${figure.source ? ` (${figure.source})` : ''}`)
    if (change.field === 'body.facts' && Array.isArray(value)) return value.map((fact: EventFact) => EVENT_FACTS[fact])
    if (subjectType === 'site_copy' && value === null && isCopyKey(subjectId)) return SITE_COPY[subjectId].text
    return value
  }
  const { before, after } = change
  return { ...change, before: say(before), after: say(after), ...('now' in change && { now: say(change.now) }) }
}

import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import { NOT_APPROVED, PUBLISHABLE, SET_EMPTY, SET_OVER } from '#src/contract/change-set.ts'
import type { PublishInput } from '#src/contract/change-set-input.ts'
import type { SubjectType } from '#src/contract/change-subject.ts'
import { subjectFieldName } from '#src/contract/change-subject-fields.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { type Actor, type ChangeRun, recordAudit, recordRun } from '../audit/audit.ts'
import { lockReferences } from '../events/lock-references.ts'
import { endSharedLinks } from '../links/shared-link.ts'
import { type ItemRow, isRollback, lockSet, needsReview, readItems, type SetRow } from './change-set.ts'
import { type Checking, requireChecked } from './check-set.ts'
import { eventsOfPlaces } from './content-subjects.ts'
import { setEntry } from './edit-set.ts'
import { type ItemPlan, planItem } from './plan-item.ts'
import type { Fields, Live, SubjectRules } from './subject.ts'
import { readSubjects, SUBJECT_TYPES_IN_ORDER, SUBJECTS, subjectTypeOf } from './subjects.ts'

export type Publishing = { actor: Actor; rules: SubjectRules; now: Instant }

/** The same with what looks at the content before. */
export type CheckedPublishing = Publishing & Omit<Checking, 'now'>

/**
 * Puts a set live: one transaction, one revision, one build. Fields that somebody else has changed since are kept; only a field that
 * both changed stops it. Throws `not_found`; `conflict` for a stale version, without the approval that the setting asks for, with
 * errors or unread warnings of the checks, or with every field in conflict; `invalid` for what a record's own rules refuse. (decision 0068)
 */
export async function publishSet(
  db: Db,
  id: string,
  { version, readAt }: PublishInput,
  publishing: CheckedPublishing,
): Promise<Changed<{ id: string }>> {
  const hasWarnings = await requireChecked(db, id, readAt, publishing)
  return db.transaction(async (tx) => {
    const set = await lockSet(tx, id, version)
    await requireApproval(tx, set)
    if (hasWarnings) await noteWarningsRead(tx, set, publishing.actor)
    return { item: { id }, revision: await goLive(tx, set, publishing) }
  })
}

/** Keeps who went on in spite of the warnings that are kept with the set. */
export async function noteWarningsRead(tx: Db, { id, name, findings }: SetRow, actor: Actor): Promise<void> {
  await tx.update(changeSets).set({ warningsReadBy: actor.id }).where(eq(changeSets.id, id))
  const warnings = findings.map(({ text }) => text)
  await recordAudit(tx, actor, { ...setEntry('waive', id), after: { name, warnings } })
}

/** Throws `conflict` if the set waits for an approval. Taking a set back needs none: what it restores was live before. */
export async function requireApproval(tx: Db, set: SetRow): Promise<void> {
  if (set.approvedBy !== null || isRollback(set)) return
  if (await needsReview(tx)) throw new Failure('conflict', NOT_APPROVED)
}

type Step = { item: ItemRow; type: SubjectType; live: Live; plan: ItemPlan }

/** The same for a set that is held already. Resolves with the revision that shows it; null if no page does. */
export async function goLive(tx: Db, set: SetRow, { actor, rules, now }: Publishing): Promise<number | null> {
  if (!PUBLISHABLE.includes(set.state)) throw new Failure('conflict', SET_OVER)
  const steps = await planSteps(tx, set.id)
  if (steps.length === 0) throw new Failure('conflict', SET_EMPTY)
  const run: ChangeRun = {
    setId: set.id,
    reason: `published change set ${set.name}`,
    revision: null,
    holdsContent: false,
    entries: [],
  }
  const by: Actor = { ...actor, run }
  const changes = steps.filter(({ plan }) => plan.isChange)
  for (const { item, type, live, plan } of changes) {
    const subject = SUBJECTS[type]
    const value = checkAs(item.label, () => subject.check(plan.merged, item.subjectId, rules))
    await subject.write(tx, { id: item.subjectId, value, live, actor: by, rules })
  }
  await recordRun(tx, by, run)
  const lives = await readSubjects(
    tx,
    changes.map(({ item }) => item),
  )
  const undone = changes.flatMap(({ item, live }, at) => {
    const written = lives[at]
    return written ? [{ item, written, restored: live.value }] : []
  })
  await finish(tx, set, { actor, now, run })
  await prepareRollback(tx, set, undone, actor)
  return run.revision
}

/** What publishing would do to each record, all of them held in one order. Throws `conflict` that names what is in the way. */
async function planSteps(tx: Db, setId: string): Promise<Step[]> {
  const items = (await readItems(tx, setId)).map((item) => ({ item, type: subjectTypeOf(item.subjectType) }))
  const steps: Step[] = []
  const refusals: string[] = []
  for (const type of SUBJECT_TYPES_IN_ORDER) {
    const mine = items
      .filter((one) => one.type === type)
      .toSorted((a, b) => (a.item.subjectId < b.item.subjectId ? -1 : 1))
    const ids = mine.map(({ item }) => item.subjectId)
    if (type === 'event') {
      await holdReferences(tx, mine)
      ids.push(...eventsOfPlaces(items.map(({ item }) => item.subjectId)))
    }
    if (ids.length === 0) continue
    await SUBJECTS[type].lock(tx, ids)
    const lives = await readSubjects(
      tx,
      mine.map(({ item }) => item),
    )
    for (const [at, { item }] of mine.entries()) {
      const live = lives[at]
      const plan = live ? planItem(item, live.value) : null
      const refusal = explainRefusal(item, plan)
      if (refusal) refusals.push(refusal)
      if (live && plan) steps.push({ item, type, live, plan })
    }
  }
  if (refusals.length > 0) throw new Failure('conflict', refusals.join(' '))
  return steps
}

/** The library rows that events name are held before the events, as in every other save. */
async function holdReferences(tx: Db, events: readonly { item: ItemRow }[]): Promise<void> {
  const idOf = (value: unknown) => (typeof value === 'string' ? value : null)
  for (const { item } of events) {
    const { locationId, agendaTemplateGroupId } = item.after
    await lockReferences(tx, {
      locationId: idOf(locationId),
      agendaTemplateGroupId: idOf(agendaTemplateGroupId),
    })
  }
}

/** Why an item cannot go live; null if it can. */
export function explainRefusal(item: Pick<ItemRow, 'label' | 'subjectType'>, plan: ItemPlan | null): string | null {
  if (!plan) return `${item.label} was deleted. Remove it from the set.`
  if (plan.conflicts.length === 0) return null
  const type = subjectTypeOf(item.subjectType)
  const names = plan.conflicts.map((field) => subjectFieldName(type, field)).join(', ')
  return `${item.label}: somebody else has changed ${names} too. Choose which value to keep.`
}

/** Names the record that a rule refuses. */
export function checkAs(label: string, check: () => Fields): Fields {
  try {
    return check()
  } catch (fault) {
    if (fault instanceof Failure) throw new Failure(fault.kind, `${label}: ${fault.message}`)
    throw fault
  }
}

type Finish = { actor: Actor; now: Instant; run: ChangeRun }

async function finish(tx: Db, set: SetRow, { actor, now, run }: Finish): Promise<void> {
  const { revision } = run
  await tx
    .update(changeSets)
    .set({
      ...{ state: 'published', fault: null, publishedBy: actor.id, publishedAt: new Date(now), revision },
      version: sql`${changeSets.version} + 1`,
    })
    .where(eq(changeSets.id, set.id))
  await endSharedLinks(tx, { purpose: 'change-set-preview', subjectId: set.id })
  await recordAudit(tx, actor, { ...setEntry('publish', set.id), after: { name: set.name, revision } })
  if (set.revertsId === null) return
  await tx
    .update(changeSets)
    .set({ state: 'rolled_back', version: sql`${changeSets.version} + 1` })
    .where(eq(changeSets.id, set.revertsId))
  await recordAudit(tx, actor, { ...setEntry('roll_back', set.revertsId), after: { by: set.id, revision } })
}

type Undone = { item: ItemRow; written: Live; restored: Fields }

const LONGEST_NAME = 100
const PREFIX = 'Roll back: '

/** The set that takes this one back, made from what was really replaced. */
async function prepareRollback(tx: Db, set: SetRow, undone: readonly Undone[], actor: Actor): Promise<void> {
  if (undone.length === 0) return
  const name = set.name.startsWith(PREFIX) ? `Again: ${set.name.slice(PREFIX.length)}` : `${PREFIX}${set.name}`
  const [made] = await tx
    .insert(changeSets)
    .values({
      name: [...name].slice(0, LONGEST_NAME).join(''),
      state: 'prepared',
      createdBy: actor.id,
      revertsId: set.id,
    })
    .returning({ id: changeSets.id })
  if (!made) throw new Error('No rollback was stored')
  await tx.insert(changeItems).values(
    undone.map(({ item, written, restored }) => ({
      setId: made.id,
      subjectType: item.subjectType,
      subjectId: item.subjectId,
      label: written.label,
      baseVersion: written.version,
      before: written.value,
      after: restored,
      updatedBy: actor.id,
    })),
  )
}

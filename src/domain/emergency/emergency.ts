import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { userRoles, users } from '#db/schema/accounts.ts'
import { emergencyActions } from '#db/schema/operations.ts'
import { emailKey } from '#src/contract/email.ts'
import {
  type EmergencyAction,
  type EmergencyForecast,
  type EmergencyKind,
  type EmergencyLine,
  type EmergencyStatus,
  isDrillDue,
  NO_SUCH_PERSON,
  OTHER_ACTION,
  OWN_ACCOUNT,
} from '#src/contract/emergency.ts'
import { describeEffect, type StoredAction } from '#src/contract/emergency-sentence.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { isUuid } from '#src/contract/uuid.ts'
import { requireOwner } from '../accounts/change-role.ts'
import { actorName, readUsernames, type Usernames } from '../audit/actor-names.ts'
import { recordAudit } from '../audit/audit.ts'
import { enqueueToAll } from '../outbox/enqueue.ts'
import { emergencyAction } from '../outbox/templates/emergency-letters.ts'
import { describeSiteMode } from '../site-mode/site-mode.ts'
import { countHeld, goBack, holdMail, replaceKeys, setLevel, voidLinks } from './close-site.ts'
import type { EmergencyContext, EmergencyPart, Resolved, Target } from './emergency-action.ts'
import { endAllSessions, expireFactors, expirePasswords, holdSignIns } from './end-access.ts'

const PARTS: { [Kind in EmergencyKind]: EmergencyPart<Kind> } = {
  sessions: endAllSessions,
  passwords: expirePasswords,
  factors: expireFactors,
  keys: replaceKeys,
  links: voidLinks,
  level: setLevel,
  mail: holdMail,
  release: goBack,
}

/** The part of an action's own kind. */
function partOf<Kind extends EmergencyKind>(action: { kind: Kind }): EmergencyPart<Kind> {
  return PARTS[action.kind]
}

/** How each action is undone, for the mail to the owners. */
const UNDO: Record<EmergencyKind, string> = {
  sessions: 'This cannot be undone. People sign in again.',
  passwords: 'To undo this, choose "Make them valid again" on the emergency reset page, or run npm run emergency.',
  factors: 'To undo this, choose "Make them valid again" on the emergency reset page, or run npm run emergency.',
  keys: 'This cannot be undone. Programs get new access tokens by themselves.',
  links: 'This cannot be undone. People ask for new links, and previews are shared again.',
  level: 'To change the level, open the emergency reset page, or run npm run emergency -- level 0.',
  mail: 'To change this, open the emergency reset page, or run npm run emergency -- mail resume.',
  release: 'The next change that is published replaces this version. Press Build again to publish the latest one now.',
}

/** Everyone who does something at the same time holds this lock; the number is ours and means nothing. */
const EMERGENCY_LOCK = 7_240_121

/** What an action would do now. Changes nothing. Throws what the action itself would. */
export async function countEmergency(
  db: Db,
  action: EmergencyAction,
  context: EmergencyContext,
): Promise<EmergencyForecast> {
  const resolved = await resolve(db, action, context)
  const counts = await countParts(db, resolved, context)
  return { counts, sentence: describeEffect(resolved, counts, 'will') }
}

type Request = { id: string; action: EmergencyAction; isDrill: boolean }

/**
 * Takes an action, or does all of it but the last step in a drill: checks that the actor is an owner still, counts, records
 * it, audits it and mails all owners. The same `id` again answers with what was done. Actions are taken one after another, so
 * that two owners do not act on each other's numbers. Putting a version back changes more than the database, so it is on record
 * before it begins: one that fails stays there as interrupted. Throws `forbidden`, `not_found`, `conflict`, `invalid`.
 */
export async function performEmergency(
  db: Db,
  { id, action, isDrill }: Request,
  context: EmergencyContext,
): Promise<EmergencyLine> {
  const { actor, now } = context
  const resolved = await resolve(db, action, context)
  const { kind, ...scope } = resolved
  const fresh = { id, kind, scope, isDrill, actor: actor.id, startedAt: new Date(now) }
  await requireActor(db, context)
  await countParts(db, resolved, context)
  const record = (tx: Db) => tx.insert(emergencyActions).values(fresh).onConflictDoNothing()
  if (kind === 'release') await record(db)
  const row = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${EMERGENCY_LOCK})`)
    await requireActor(tx, context)
    await record(tx)
    const [begun] = await tx.select().from(emergencyActions).where(eq(emergencyActions.id, id)).for('update')
    if (!begun || begun.actor !== actor.id || begun.kind !== kind || begun.isDrill !== isDrill)
      throw new Failure('conflict', OTHER_ACTION)
    if (begun.finishedAt) return begun
    return finish(tx, resolved, { isDrill, id }, context)
  })
  return toLine(row, await readUsernames(db, [actor.id]))
}

async function finish(
  tx: Db,
  action: Resolved,
  { id, isDrill }: Pick<Request, 'id' | 'isDrill'>,
  context: EmergencyContext,
) {
  const { actor, site, now } = context
  if (action.kind === 'sessions' && !isDrill) await holdSignIns(tx)
  const counts = await countParts(tx, action, context)
  const [row] = await tx
    .update(emergencyActions)
    .set({ finishedAt: new Date(now), counts })
    .where(eq(emergencyActions.id, id))
    .returning()
  if (!row) throw new Error('An emergency action was recorded and then was not')
  const { kind, ...scope } = action
  const entry = { action: isDrill ? 'emergency.drill' : `emergency.${kind}`, subjectType: 'site', subjectId: 'site' }
  await recordAudit(tx, actor, { ...entry, after: { kind, ...scope, counts } })
  const sentence = describeEffect(action, counts, isDrill ? 'would' : 'did')
  const by = actorName(await readUsernames(tx, [actor.id]), actor.id)
  const letter = emergencyAction(site, { isDrill, sentence, undo: UNDO[kind], by, at: now })
  await enqueueToAll(tx, await listOwnerAddresses(tx), letter)
  if (!isDrill) await runPart(tx, action, context)
  return row
}

// A union of kinds is narrowed to one kind by the compiler only inside a generic function.

function countParts<Kind extends EmergencyKind>(db: Db, action: Resolved & { kind: Kind }, context: EmergencyContext) {
  return partOf<Kind>(action).count(db, action as never, context)
}

function runPart<Kind extends EmergencyKind>(tx: Db, action: Resolved & { kind: Kind }, context: EmergencyContext) {
  return partOf<Kind>(action).run(tx, action as never, context)
}

/** The command line is always allowed; a person has to be an owner at this moment. */
async function requireActor(db: Db, { actor, now }: EmergencyContext): Promise<void> {
  if (isUuid(actor.id)) await requireOwner(db, actor.id, now)
}

/** Finds the person of an address. Throws `not_found`, and `forbidden` for one's own password and factors. */
async function resolve(db: Db, action: EmergencyAction, { actor }: EmergencyContext): Promise<Resolved> {
  if (!('people' in action)) return action
  const { people } = action
  const target: Target = typeof people === 'string' ? people : await findPerson(db, people.email)
  const isOwn = typeof target === 'object' && target.id === actor.id
  if (isOwn && action.kind !== 'sessions') throw new Failure('forbidden', OWN_ACCOUNT)
  return { ...action, people: target }
}

async function findPerson(db: Db, email: string): Promise<{ id: string }> {
  const isTheirs = and(eq(users.emailKey, emailKey(email)), isNull(users.deletedAt))
  const [person] = await db.select({ id: users.id }).from(users).where(isTheirs)
  if (!person) throw new Failure('not_found', NO_SUCH_PERSON, { field: 'email' })
  return person
}

async function listOwnerAddresses(db: Db): Promise<string[]> {
  const owners = await db
    .select({ email: users.email })
    .from(users)
    .innerJoin(userRoles, and(eq(userRoles.userId, users.id), eq(userRoles.role, 'owner')))
    .where(isNull(users.deletedAt))
    .orderBy(users.id)
  return owners.map(({ email }) => email)
}

const LATEST = 10

/** What is happening now, and what was done lately. */
export async function readEmergency(db: Db, context: EmergencyContext): Promise<EmergencyStatus> {
  const { site, now, hasOwnKeys, releases } = context
  const { startedAt, id } = emergencyActions
  const rows = await db.select().from(emergencyActions).orderBy(desc(startedAt), desc(id)).limit(LATEST)
  const names = await readUsernames(
    db,
    rows.map(({ actor }) => actor),
  )
  const drilledAt = await lastDrillAt(db)
  return {
    siteName: site.siteName,
    mode: await describeSiteMode(db, now),
    mailWaiting: await countHeld(db),
    mayReplaceKeys: !hasOwnKeys,
    releases: 'steps' in releases ? releases : await releases.list().then(toItems, toSteps),
    actions: rows.map((row) => toLine(row, names)),
    lastDrillAt: drilledAt,
    isDrillDue: isDrillDue(drilledAt, now),
  }
}

const toItems = <Item>(items: Item[]) => ({ items })
/** A host that does not answer must not keep the rest of the page away. */
const toSteps = (fault: unknown) => ({ steps: [fault instanceof Failure ? fault.message : 'The host did not answer.'] })

/** When the last drill was finished; null if there was none. */
export async function lastDrillAt(db: Db): Promise<Instant | null> {
  const { isDrill, finishedAt } = emergencyActions
  const [last] = await db
    .select({ at: finishedAt })
    .from(emergencyActions)
    .where(and(eq(isDrill, true), isNotNull(finishedAt)))
    .orderBy(desc(finishedAt))
    .limit(1)
  return last?.at?.getTime() ?? null
}

type Row = typeof emergencyActions.$inferSelect

function toLine(
  { id, kind, scope, isDrill, actor, startedAt, finishedAt, counts }: Row,
  names: Usernames,
): EmergencyLine {
  // Written by `performEmergency` alone.
  const action = { ...(scope as object), kind } as StoredAction
  return {
    id,
    isDrill,
    by: actorName(names, actor),
    startedAt: startedAt.getTime(),
    finishedAt: finishedAt?.getTime() ?? null,
    sentence: describeEffect(action, counts ?? {}, isDrill ? 'would' : finishedAt ? 'did' : 'will'),
  }
}

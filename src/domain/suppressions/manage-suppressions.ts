import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesBefore, getPlace, type TimePlace, toMicros } from '#db/keyset.ts'
import { suppressions } from '#db/schema/deliveries.ts'
import { mailProvider, PROVIDER_NAMES } from '#src/contract/bounce-note.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import { mailKind, RELEASED_ALREADY, type Suppression, type SuppressionInput } from '#src/contract/suppression.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { hashEmail, keepAddress, suppress } from './suppression.ts'

type Row = typeof suppressions.$inferSelect
type Ask = PageQuery<TimePlace> & {
  /** A whole address, or a part of a masked one. */
  search?: string | undefined
  isReleased: boolean
}

/** Addresses that get no mail, the latest first; with `isReleased`, those that get mail again. */
export async function listSuppressions(db: Db, ask: Ask): Promise<Page<Suppression>> {
  const rows = await selectSuppressions(db, ask)
  const page = toPage(rows, {
    limit: ask.limit,
    toItem: ({ row }) => row,
    getPlace: ({ micros, row }) => [micros, row.id],
  })
  return { ...page, items: await toSuppressions(db, page.items) }
}

/** One row more than was asked for. */
function selectSuppressions(db: Db, { limit, after, search = '', isReleased }: Ask) {
  const { createdAt, id, releasedAt, masked, emailHash } = suppressions
  const found = or(eq(emailHash, hashEmail(search.trim())), sql`strpos(lower(${masked}), lower(${search.trim()})) > 0`)
  const isWanted = and(
    isReleased ? isNotNull(releasedAt) : isNull(releasedAt),
    search.trim() === '' ? undefined : found,
    after && comesBefore([createdAt, id], getPlace(after)),
  )
  return db
    .select({ row: suppressions, micros: toMicros(createdAt) })
    .from(suppressions)
    .where(isWanted)
    .orderBy(sql`${createdAt} desc nulls last`, sql`${id} desc nulls last`)
    .limit(limit + 1)
}

/** Stops all mail to an address by hand. The same address again returns the existing entry. The log does not name it in full. */
export async function addSuppression(
  db: Db,
  { email, note }: SuppressionInput,
  actor: Actor,
  now: Instant,
): Promise<Suppression> {
  return db.transaction(async (tx) => {
    const address = keepAddress(email)
    const added = await suppress(tx, address, { reason: 'manual', source: actor.id, note }, now)
    if (added) {
      const entry = { action: 'suppression.create', subjectType: 'suppression', subjectId: added.id }
      await recordAudit(tx, actor, { ...entry, after: toAudited(added) })
    }
    const isThis = and(eq(suppressions.emailHash, address.emailHash), eq(suppressions.reason, 'manual'))
    const [row] = added
      ? [added]
      : await tx
          .select()
          .from(suppressions)
          .where(and(isThis, isNull(suppressions.releasedAt)))
    return toSuppression(tx, row)
  })
}

/** Lets mail go to an address again. Throws `not_found`, and `conflict` for one that was released before. */
export async function releaseSuppression(db: Db, id: string, actor: Actor, now: Instant): Promise<Suppression> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(suppressions).where(eq(suppressions.id, id)).for('update')
    if (!before) throw new Failure('not_found', NOT_FOUND.suppression)
    if (before.releasedAt !== null) throw new Failure('conflict', RELEASED_ALREADY)
    const [after] = await tx
      .update(suppressions)
      .set({ releasedAt: new Date(now), releasedBy: actor.id })
      .where(eq(suppressions.id, id))
      .returning()
    const entry = { action: 'suppression.release', subjectType: 'suppression', subjectId: id }
    await recordAudit(tx, actor, { ...entry, before: toAudited(before), ...(after && { after: toAudited(after) }) })
    return toSuppression(tx, after)
  })
}

/** What the audit log keeps: not the hash, by which anyone could check whether an address is meant. */
const toAudited = ({ masked, reason, kind, note, releasedAt }: Row) => ({ masked, reason, kind, note, releasedAt })

async function toSuppression(db: Db, row: Row | undefined): Promise<Suppression> {
  const [shown] = row ? await toSuppressions(db, [row]) : []
  if (!shown) throw new Error('A suppression was not stored')
  return shown
}

async function toSuppressions(db: Db, rows: readonly Row[]): Promise<Suppression[]> {
  const names = await readUsernames(
    db,
    rows.flatMap(({ source, releasedBy }) => [source, releasedBy]),
  )
  const nameOf = (actor: string | null) => (actor === 'link' ? null : actorName(names, actor))
  return rows.map(({ id, masked, reason, kind, source, note, createdAt, releasedAt, releasedBy }) => ({
    id,
    masked,
    reason,
    kind: mailKind.safeParse(kind).data ?? null,
    by: nameOfSource(source, nameOf),
    note,
    createdAt: createdAt.getTime(),
    releasedAt: releasedAt?.getTime() ?? null,
    releasedBy: nameOf(releasedBy),
  }))
}

/** A provider by its name, anyone else as usual. */
function nameOfSource(source: string, nameOf: (actor: string) => string | null): string | null {
  const provider = mailProvider.safeParse(source).data
  return provider ? PROVIDER_NAMES[provider] : nameOf(source)
}

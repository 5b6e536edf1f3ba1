import { and, desc, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesBefore, getPlace, type TimePlace, toMicros } from '#db/keyset.ts'
import { bans } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { PageQuery } from '#src/contract/page.ts'
import { isInForce, type SubjectType } from './bans.ts'

/** A ban with everything that is known of it. */
export type BanRow = typeof bans.$inferSelect

type Subjects = { subjectType: SubjectType; subjects: readonly string[] }

/** The bans in force on any of these, the longest-lasting first. */
export async function bansInForce(db: Db, { subjectType, subjects }: Subjects, now: Instant) {
  const isOn = and(eq(bans.subjectType, subjectType), inArray(bans.subject, [...subjects]))
  const rows = await db
    .select()
    .from(bans)
    .where(and(isOn, isInForce(now)))
    .orderBy(sql`${bans.expiresAt} desc nulls first`)
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt?.getTime() ?? null }))
}

/** The last bans on one account or address, the latest first. */
export async function readBansOn(db: Db, subjectType: SubjectType, subject: string, most: number): Promise<BanRow[]> {
  return db
    .select()
    .from(bans)
    .where(and(eq(bans.subjectType, subjectType), eq(bans.subject, subject)))
    .orderBy(desc(bans.createdAt), desc(bans.id))
    .limit(most)
}

type BansAsk = PageQuery<TimePlace> & {
  /** An address key: its bans alone. */
  address?: string | undefined
  isOver: boolean
}

/** Bans on addresses, the latest first; `isOver` for those that are lifted or expired. One row more than was asked for. */
export function selectAddressBans(db: Db, { limit, after, address, isOver }: BansAsk, now: Instant) {
  const wanted = and(
    eq(bans.subjectType, 'address'),
    address === undefined ? undefined : eq(bans.subject, address),
    isOver ? isOverAt(now) : isInForce(now),
    after && comesBefore([bans.createdAt, bans.id], getPlace(after)),
  )
  return db
    .select({ ban: bans, micros: toMicros(bans.createdAt) })
    .from(bans)
    .where(wanted)
    .orderBy(sql`${bans.createdAt} desc nulls last`, sql`${bans.id} desc nulls last`)
    .limit(limit + 1)
}

/** One ban of an address, or undefined. */
export async function readAddressBan(db: Db, id: string): Promise<BanRow | undefined> {
  const [row] = await db
    .select()
    .from(bans)
    .where(and(eq(bans.id, id), eq(bans.subjectType, 'address')))
  return row
}

/** How many accounts are banned. */
export async function countBannedUsers(db: Db, now: Instant): Promise<number> {
  const [row] = await db
    .select({ banned: sql<number>`count(distinct ${bans.subject})::int` })
    .from(bans)
    .where(and(eq(bans.subjectType, 'user'), isInForce(now)))
  return row?.banned ?? 0
}

function isOverAt(now: Instant): SQL | undefined {
  return or(sql`${bans.liftedAt} is not null`, lte(bans.expiresAt, new Date(now)))
}

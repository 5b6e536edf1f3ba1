import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { TimePlace } from '#db/keyset.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import { type AddressBan, type AddressBanInput, BANNED_ALREADY, type BanInput } from '#src/contract/user.ts'
import { readUsernames } from '../audit/actor-names.ts'
import type { CommandContext } from '../command-context.ts'
import { banSubject, liftBan } from '../security/bans.ts'
import { type BanRow, bansInForce, readAddressBan, selectAddressBans } from '../security/list-bans.ts'
import { requireAnotherOwner } from './change-role.ts'
import { endSessions } from './end-sessions.ts'
import { lockSubject } from './person.ts'
import { toBanLine } from './read-user.ts'

type BanContext = Pick<CommandContext, 'actor' | 'now'>

/**
 * Bans a person until a moment or until lifted, and ends their sessions at once. The same ban twice counts once. Throws
 * `forbidden` for oneself and for people of the same or a higher rank, `conflict` for the last owner and where another
 * ban is in force, `invalid` for an end in the past. (architecture 8, security SE5, AZ6)
 */
export async function banPerson(db: Db, userId: string, input: BanInput, { actor, now }: BanContext): Promise<void> {
  const { reason, until: expiresAt = null } = input
  await db.transaction(async (tx) => {
    // Owners first: two owners who ban each other at the same time come one after the other, and the second is already banned.
    await requireAnotherOwner(tx, userId, now)
    await lockSubject(tx, userId, { actor, now })
    const [present] = await bansInForce(tx, { subjectType: 'user', subjects: [userId] }, now)
    if (present?.reason === reason && present.expiresAt === expiresAt) return
    if (present) throw new Failure('conflict', BANNED_ALREADY)
    await banSubject(tx, { subjectType: 'user', subject: userId, reason, expiresAt }, actor, now)
    await endSessions(tx, userId)
  })
}

/**
 * Lifts a person's ban. Throws `forbidden` for oneself and for people of the same or a higher rank, `not_found` if
 * there is no ban.
 */
export async function unbanPerson(db: Db, userId: string, { actor, now }: BanContext): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSubject(tx, userId, { actor, now })
    await liftBan(tx, { subjectType: 'user', subject: userId }, actor, now)
  })
}

type Ask = PageQuery<TimePlace> & { address?: string | undefined; isOver: boolean }

/** Bans on addresses, latest first: those in force, or those that have ended. */
export async function listAddressBans(db: Db, ask: Ask, now: Instant): Promise<Page<AddressBan>> {
  const rows = await selectAddressBans(db, ask, now)
  const page = toPage(rows, {
    limit: ask.limit,
    toItem: ({ ban }) => ban,
    getPlace: ({ micros, ban }) => [micros, ban.id],
  })
  return { ...page, items: await toAddressBans(db, page.items) }
}

/**
 * Bans an address by its key, until a moment or until lifted. The same ban again returns the existing one. Throws `conflict`
 * for an id that belongs to another ban and if a person has already banned it, `invalid` for an end in the past.
 */
export async function banAddress(db: Db, input: AddressBanInput, { actor, now }: BanContext): Promise<AddressBan> {
  const { id, address: subject, reason, until: expiresAt = null } = input
  return db.transaction(async (tx) => {
    await lockAddress(tx, subject)
    const known = await readAddressBan(tx, id)
    if (known) return toAddressBan(tx, requireSameBan(known, { subject, reason, expiresAt }))
    const present = await bansInForce(tx, { subjectType: 'address', subjects: [subject] }, now)
    if (present.some((ban) => ban.actor !== 'limits'))
      throw new Failure('conflict', 'This IP address is already banned. Lift that ban first.', { field: 'address' })
    await banSubject(tx, { id, subjectType: 'address', subject, reason, expiresAt }, actor, now)
    return readStored(tx, id)
  })
}

/** The ban of a form that is sent twice. Throws `conflict` if it names another address or says anything else. */
function requireSameBan(known: BanRow, asked: { subject: string; reason: string; expiresAt: Instant | null }): BanRow {
  const present = { subject: known.subject, reason: known.reason, expiresAt: known.expiresAt?.getTime() ?? null }
  if (isDeepStrictEqual(present, asked)) return known
  throw new Failure('conflict', `This form has already banned ${known.subject}. Close it and open it again.`)
}

/** Another ban of the same address at the same time waits, and then sees this one: it has no row to lock before there is one. */
async function lockAddress(tx: Db, address: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`ban:${address}`}, 0))`)
}

/** Lifts a ban, and every other in force on the same address. One that has ended stays as it is. Throws `not_found`. */
export async function liftAddressBan(db: Db, id: string, { actor, now }: BanContext): Promise<AddressBan> {
  return db.transaction(async (tx) => {
    const { subject, liftedAt, expiresAt } = await readKnown(tx, id)
    const isOver = liftedAt !== null || (expiresAt !== null && expiresAt.getTime() <= now)
    if (!isOver) await liftBan(tx, { subjectType: 'address', subject }, actor, now)
    return readStored(tx, id)
  })
}

async function readKnown(tx: Db, id: string): Promise<BanRow> {
  const row = await readAddressBan(tx, id)
  if (!row) throw new Failure('not_found', NOT_FOUND.ban)
  return row
}

async function readStored(tx: Db, id: string): Promise<AddressBan> {
  return toAddressBan(tx, await readKnown(tx, id))
}

async function toAddressBan(db: Db, row: BanRow): Promise<AddressBan> {
  const [ban] = await toAddressBans(db, [row])
  if (!ban) throw new Error('One row became none')
  return ban
}

async function toAddressBans(db: Db, rows: readonly BanRow[]): Promise<AddressBan[]> {
  const names = await readUsernames(
    db,
    rows.map(({ actor }) => actor),
  )
  return rows.map((row) => ({ ...toBanLine(row, names), address: row.subject }))
}

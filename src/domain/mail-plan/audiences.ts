import { and, eq, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, userRoles, users } from '#db/schema/accounts.ts'
import { eventConfig, eventSlugRedirects, eventTeam, eventVendors } from '#db/schema/events.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { figureWishes } from '#db/schema/figure-wishes.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumFollows, forumPreferences } from '#db/schema/forum-notices.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import type { Instant } from '#src/contract/instant.ts'
import { MAIL_REASON } from '#src/contract/mail-reason.ts'
import { type EventAudience, type MailAnchor, MOST_DAYS } from '#src/contract/mail-rule.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { isBannedAt } from '../accounts/person.ts'
import type { Member } from './occasions.ts'

type Asked = { eventId: string; now: Instant }
type Read = (db: Db, asked: Asked) => Promise<Member[]>

/**
 * Everybody in an audience of an event, in no particular order; somebody who is in it twice comes twice. Addresses that get no mail
 * are among them. An audience of a deleted event is empty, except for administrators.
 */
export function readAudience(db: Db, audience: EventAudience, asked: Asked): Promise<Member[]> {
  return READERS[audience](db, asked)
}

const READERS: Readonly<Record<EventAudience, Read>> = {
  'event-team': (db, { eventId }) => readTeam(db, eventId),
  'vendor-contacts': (db, { eventId }) => readContacts(db, eventId),
  'open-tasks': async (db, { eventId }) => [
    ...(await readTeamTasks(db, eventId)),
    ...(await readVendorTasks(db, eventId)),
  ],
  'room-followers': readFollowers,
  reporters: (db, { eventId }) => readReporters(db, eventId),
  administrators: (db, { now }) => readAdministrators(db, now),
  'figure-readers': (db, { now }) => readAdministrators(db, now, 'afterEvents'),
}

async function readTeam(db: Db, eventId: string): Promise<Member[]> {
  const { id, email, fullName } = teamLibrary
  const rows = await db
    .select({ id, address: email, name: fullName })
    .from(eventTeam)
    .innerJoin(teamLibrary, eq(id, eventTeam.teamLibraryId))
    .where(and(eq(eventTeam.eventId, eventId), eventTeam.isActive, isNotNull(email)))
  return rows.map((row) => ({ ...toMember(row), subjectId: `team:${row.id}` }))
}

/** The contact of the library, and everyone with access to the portal, who comes first: an address gets one mail. (decision 0057) */
async function readContacts(db: Db, eventId: string): Promise<Member[]> {
  const { id, contactEmail, contactName } = vendorLibrary
  const { vendorId, email, name, state } = vendorContacts
  const contacts = await db
    .select({ id: vendorId, address: email, name })
    .from(eventVendors)
    .innerJoin(vendorContacts, and(eq(vendorId, eventVendors.vendorLibraryId), eq(state, 'active')))
    .where(and(eq(eventVendors.eventId, eventId), eventVendors.isActive))
  const rows = await db
    .select({ id, address: contactEmail, name: contactName })
    .from(eventVendors)
    .innerJoin(vendorLibrary, eq(id, eventVendors.vendorLibraryId))
    .where(and(eq(eventVendors.eventId, eventId), eventVendors.isActive, isNotNull(contactEmail)))
  return [...contacts, ...rows].map((row) => ({ ...toMember(row), subjectId: `vendor:${row.id}` }))
}

const task = { taskId: eventTasks.id, dueDays: eventTasks.dueDays }
type TaskRow = Row & { taskId: string; dueDays: number }

async function readTeamTasks(db: Db, eventId: string): Promise<Member[]> {
  const { id, email, fullName } = teamLibrary
  const rows = await db
    .select({ ...task, id, address: email, name: fullName })
    .from(eventTasks)
    .innerJoin(teamLibrary, eq(id, eventTasks.assigneeId))
    .where(and(isOpenTask(eventId, 'team'), isNotNull(email)))
  return rows.map((row) => withTask(row, 'team'))
}

/** The contact of the library, and everyone with access to the portal. (decision 0057) */
async function readVendorTasks(db: Db, eventId: string): Promise<Member[]> {
  const { id, contactEmail, contactName } = vendorLibrary
  const rows = await db
    .select({ ...task, id, address: contactEmail, name: contactName })
    .from(eventTasks)
    .innerJoin(vendorLibrary, eq(id, eventTasks.assigneeId))
    .where(and(isOpenTask(eventId, 'vendor'), isNotNull(contactEmail)))
  const { vendorId, email, name, state } = vendorContacts
  const contacts = await db
    .select({ ...task, id: vendorId, address: email, name })
    .from(eventTasks)
    .innerJoin(vendorContacts, and(eq(vendorId, eventTasks.assigneeId), eq(state, 'active')))
    .where(isOpenTask(eventId, 'vendor'))
  return [...contacts, ...rows].map((row) => withTask(row, 'vendor'))
}

function isOpenTask(eventId: string, assigneeType: 'team' | 'vendor'): SQL | undefined {
  const isOpen = inArray(eventTasks.state, ['open', 'returned'])
  return and(eq(eventTasks.eventId, eventId), eq(eventTasks.assigneeType, assigneeType), isOpen)
}

function withTask(row: TaskRow, kind: 'team' | 'vendor'): Member {
  return { ...toMember(row), subjectId: `${kind}:${row.id}`, task: { id: row.taskId, dueDays: row.dueDays } }
}

/** Members who follow a topic of the event's room, with those who want no forum mail and those who are banned. */
async function readFollowers(db: Db, { eventId, now }: Asked): Promise<Member[]> {
  const rows = await db
    .selectDistinct({
      id: users.id,
      address: users.email,
      name: profiles.fullName,
      hasMailOff: sql<boolean>`coalesce(${forumPreferences.mail} = 'none', false)`,
      isBanned: isBannedAt(now),
    })
    .from(forumCategories)
    .innerJoin(forumTopics, eq(forumTopics.categoryId, forumCategories.id))
    .innerJoin(forumFollows, and(eq(forumFollows.topicId, forumTopics.id), forumFollows.isOn))
    .innerJoin(users, and(eq(users.id, forumFollows.userId), isConfirmed))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .leftJoin(forumPreferences, eq(forumPreferences.userId, users.id))
    .where(eq(forumCategories.eventId, eventId))
  return rows.map((row) => {
    const off = row.hasMailOff ? MAIL_REASON.forumMailOff : null
    return { ...toMember(row), subjectId: `user:${row.id}`, refusal: row.isBanned ? MAIL_REASON.banned : off }
  })
}

/** People whose report about the event's page, under any address that it had, is verified. */
async function readReporters(db: Db, eventId: string): Promise<Member[]> {
  const { context, reporterEmail, verifiedAt } = eventReports
  // An array, so that the index of pages finds the reports.
  const pages = sql`array(select '/event/' || e.event_slug from ${eventConfig} e where e.id = ${eventId}
    union all select '/event/' || r.old_slug from ${eventSlugRedirects} r where r.event_id = ${eventId})`
  const rows = await db
    .selectDistinct({ address: reporterEmail, key: eventReports.emailKey })
    .from(eventReports)
    .where(and(isNotNull(verifiedAt), sql`${context}->>'page' = any(${pages})`))
  return rows.map(({ address, key }) => ({ subjectId: `reporter:${key}`, address, name: null, refusal: null }))
}

/** Administrators who want the figures of every week. */
export function readWeekReaders(db: Db, now: Instant): Promise<Member[]> {
  return readAdministrators(db, now, 'weekly')
}

/** All of them, or those who want these figures. */
async function readAdministrators(db: Db, now: Instant, wish?: 'weekly' | 'afterEvents'): Promise<Member[]> {
  const isWanted =
    wish &&
    inArray(users.id, db.select({ id: figureWishes.userId }).from(figureWishes).where(eq(figureWishes[wish], true)))
  const rows = await db
    .selectDistinct({ id: users.id, address: users.email, name: profiles.fullName, isBanned: isBannedAt(now) })
    .from(userRoles)
    .innerJoin(users, and(eq(users.id, userRoles.userId), isConfirmed))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(and(inArray(userRoles.role, ['admin', 'owner']), isWanted))
  return rows.map((row) => {
    return { ...toMember(row), subjectId: `user:${row.id}`, refusal: row.isBanned ? MAIL_REASON.banned : null }
  })
}

const DAY = 86_400_000
/** How long an account matters to a rule after its sign-up or approval: longer than any mail is after its anchor. */
export const ACCOUNT_WINDOW = (MOST_DAYS + 10) * DAY
/** An address is confirmed within this time of the sign-up. Later, it is another address of the same account. */
const CONFIRMED_WITHIN = 7 * DAY

/** The accounts that signed up or were approved lately, each with the anchor. Those of checks have no profile and are left out. */
export async function readAccountMembers(db: Db, anchor: MailAnchor, now: Instant): Promise<Member[]> {
  const since = new Date(now - ACCOUNT_WINDOW)
  const { id, createdAt, emailConfirmedAt } = users
  const decided = and(eq(profiles.approval, 'approved'), gte(profiles.approvalDecidedAt, since))
  const rows = await db
    .select({
      ...{ id, createdAt, emailConfirmedAt, address: users.email, name: profiles.fullName },
      decidedAt: profiles.approvalDecidedAt,
      isBanned: isBannedAt(now),
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(and(isConfirmed, anchor === 'approval' ? decided : gte(createdAt, since)))
  return rows.map((row) => {
    const reached = anchor === 'approval' ? row.decidedAt : signedUpAt(row)
    const [at, begun] = [reached ?? row.createdAt, anchor === 'approval' ? reached : row.createdAt]
    const zone = DEFAULT_TIME_ZONE
    return {
      ...{ ...toMember(row), subjectId: `user:${row.id}`, refusal: row.isBanned ? MAIL_REASON.banned : null },
      anchor: { at: at.getTime(), day: dayIn(zone, (begun ?? row.createdAt).getTime()), zone },
    }
  })
}

/** A sign-up is complete with the confirmed address. */
function signedUpAt({ createdAt, emailConfirmedAt }: { createdAt: Date; emailConfirmedAt: Date | null }): Date {
  const isTheFirst = emailConfirmedAt !== null && emailConfirmedAt.getTime() - createdAt.getTime() <= CONFIRMED_WITHIN
  return isTheFirst ? emailConfirmedAt : createdAt
}

const isConfirmed = and(isNotNull(users.emailConfirmedAt), isNull(users.deletedAt))

type Row = { id: string; address: string | null; name: string | null }

const toMember = ({ address, name }: Row) => ({ address: address?.trim() ?? '', name, refusal: null })

import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { userRoles, users } from '../schema/accounts.ts'
import { adminWishes, eventReports, reportNotes } from '../schema/feedback.ts'
import { type ReportPlan, reports } from './content/reports.ts'
import { type WishPlan, wishes } from './content/wishes.ts'

const DAY = 86_400_000
/** From sending a report to the click in our mail, and to our first look at it, in milliseconds. */
const CLICKED = 18 * 60_000
const LOOKED = 5 * 3_600_000
/** From sending a report to the end of it, where it has one. */
const DONE = DAY + 3 * 3_600_000

/** The people of the demo: the id of the account behind an address, and the owner. */
type People = { getId: ReadonlyMap<string, string>; owner: string | null }

/** Adds reports and wishes, counted back from `now` (milliseconds). Add the people first. */
export async function seedFeedback(tx: Db, now: number): Promise<void> {
  const people = await readPeople(tx)
  const wishIds = await seedWishes(tx, people, now)
  await seedReports(tx, { people, wishIds, now })
}

async function readPeople(tx: Db): Promise<People> {
  const addresses = reports.map(({ email }) => email)
  const known = await tx.select({ id: users.id, email: users.email }).from(users).where(inArray(users.email, addresses))
  const [owner] = await tx.select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.role, 'owner')).limit(1)
  return { getId: new Map(known.map(({ id, email }) => [email, id])), owner: owner?.id ?? null }
}

async function seedWishes(tx: Db, { owner }: People, now: number): Promise<Map<string, string>> {
  const ids = new Map(wishes.map(({ key }) => [key, randomUUID()]))
  const rows = wishes.map((plan, at) => ({
    id: ids.get(plan.key),
    ...wishRow(plan, now),
    displayOrder: wishes.slice(0, at).filter(({ status }) => status === plan.status).length + 1,
    createdBy: owner ?? 'seed',
  }))
  await tx.insert(adminWishes).values(rows)
  return ids
}

function wishRow({ title, description, status, target, made, shipped, told }: WishPlan, now: number) {
  const shippedAt = shipped === undefined ? null : new Date(now - shipped * DAY)
  return {
    title,
    description: description ?? '',
    status,
    target: target ?? null,
    isPublic: told !== undefined,
    publicTitle: told?.title ?? null,
    publicText: told?.text ?? null,
    shippedAt,
    notifiedAt: shippedAt,
    createdAt: new Date(now - made * DAY),
    updatedAt: shippedAt ?? new Date(now - made * DAY),
  }
}

type Setting = { people: People; wishIds: ReadonlyMap<string, string>; now: number }

async function seedReports(tx: Db, { people, wishIds, now }: Setting): Promise<void> {
  const ids = new Map(reports.map(({ key }) => [key, randomUUID()]))
  for (const plan of [...reports].sort(
    (a, b) => Number(a.mergedInto !== undefined) - Number(b.mergedInto !== undefined),
  )) {
    const id = ids.get(plan.key) ?? randomUUID()
    const promotedToWishId = wishIds.get(plan.wish ?? '') ?? null
    const reporterUserId = people.getId.get(plan.email) ?? null
    const mergedIntoId = ids.get(plan.mergedInto ?? '') ?? null
    await tx
      .insert(eventReports)
      .values({ id, ...reportRow(plan, now), reporterUserId, mergedIntoId, promotedToWishId })
    if (promotedToWishId !== null)
      await tx.update(adminWishes).set({ createdFromReportId: id }).where(eq(adminWishes.id, promotedToWishId))
    await seedNotes(tx, { plan, reportId: id, authorId: people.owner, now })
  }
}

function reportRow({ type, title, description, email, status, sent, answer, context, wish }: ReportPlan, now: number) {
  const sentAt = now - sent * DAY
  const doneAt = status === 'resolved' ? new Date(sentAt + DONE) : null
  return {
    reportType: type,
    title,
    description,
    reporterEmail: email,
    emailKey: email,
    status,
    answer: answer ?? null,
    context: context ?? null,
    verifiedAt: status === 'unverified' ? null : new Date(sentAt + CLICKED),
    resolvedAt: doneAt,
    promotedAt: wish === undefined ? null : doneAt,
    createdAt: new Date(sentAt),
    updatedAt: doneAt ?? new Date(sentAt + (status === 'unverified' ? 0 : LOOKED)),
  }
}

type Noted = { plan: ReportPlan; reportId: string; authorId: string | null; now: number }

async function seedNotes(tx: Db, { plan: { notes = [], sent }, reportId, authorId, now }: Noted): Promise<void> {
  const rows = notes.map((body, at) => ({
    reportId,
    authorId,
    body,
    createdAt: new Date(now - sent * DAY + (at + 1) * LOOKED),
  }))
  if (rows.length > 0) await tx.insert(reportNotes).values(rows)
}

import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Db } from '#db/client.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { outbox } from '#db/schema/security.ts'
import type { Page } from '#src/contract/page.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { NewWish, Wish, WishChange } from '#src/contract/wish.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { feedbackRows } from './calls/feedback-rows.ts'
import { siteAdminApi, someone } from './site-admin-api.ts'

export type WishApi = Awaited<ReturnType<typeof wishApi>>

/** Calls of the board, and rows for it. */
async function wishApi(db: Db, ...roles: Parameters<typeof someone>) {
  const api = await siteAdminApi(db, someone(...(roles.length > 0 ? roles : (['admin'] as const))))
  const rows = feedbackRows(db, false)
  const add = async (words: Partial<NewWish> = {}) =>
    (await api.ask<Changed<Wish>>('POST', 'wishes', { id: randomUUID(), title: 'Print the agenda', ...words })).item
  const change = (wish: Wish, words: Partial<WishChange>) =>
    api.ask<Changed<Wish>>('PATCH', `wishes/${wish.id}`, { ...formOf(wish), ...words })
  const move = ({ id, version }: Wish, status: string, after: string | null = null) =>
    api.ask<Changed<Wish>>('POST', `wishes/${id}/move`, { version, status, after })
  const column = async (status: string) => (await api.ask<Page<Wish>>('GET', `wishes?status=${status}&limit=100`)).items
  const promote = (report: string, id: string = randomUUID()) =>
    api.send('POST', `reports/${report}/promote`, { id, title: 'Mend the leak' })
  return { ...api, rows, add, change, move, column, promote }
}

/**
 * Lays down for a suite: a database that is its own, and before each test no wish, no report and no mail in it, and the
 * board as somebody with these roles uses it.
 */
export function withWishes(
  give: (given: { db: Db; api: WishApi }) => void,
  ...roles: Parameters<typeof someone>
): void {
  let opened: TestDb | undefined
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened?.close())
  beforeEach(async () => {
    if (!opened) throw new Error('The database was not opened')
    const { db } = opened
    for (const table of [adminWishes, eventReports, outbox]) await db.delete(table)
    give({ db, api: await wishApi(db, ...roles) })
  })
}

/** What the form of a wish sends when nothing is changed in it. */
export function formOf(wish: Wish): WishChange {
  const { version, title, description, status, target, isPublic, publicTitle, publicText } = wish
  return { version, title, description, status, target, isPublic, publicTitle, publicText }
}

/** To whom mails of this kind go, in the order they were written. */
export async function mailedTo(db: Db, template: string): Promise<string[]> {
  const rows = await db
    .select({ to: outbox.recipient })
    .from(outbox)
    .where(eq(outbox.template, template))
    .orderBy(asc(outbox.createdAt), asc(outbox.recipient))
  return rows.map(({ to }) => to)
}

import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { outbox } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { adminApi } from '#src/api/admin/admin-api.ts'
import { openKeyring } from '#src/auth/signing-keys.ts'
import { readVisit } from '#src/auth/visit.ts'
import { applyIncident, PEOPLE, type Person, preparePerson } from '#tests/accounts/people.ts'
import { fromOurPage, NOON, SITE_URL, testApi } from '#tests/support/api.ts'

export const MISSING = '00000000-0000-4000-8000-000000000000'
export const HOUR = 3_600_000

/** Somebody with a session of their own. */
export type Somebody = { id: string; cookie: string }

/** The admin API for the holder of a cookie, with real sessions and a clock that tests move. */
export async function userApi(db: Db) {
  const clock = { now: NOON }
  const keyring = openKeyring(db)
  const read = (request: Request) => readVisit(db, request, { siteUrl: SITE_URL, now: clock.now, keyring })
  const api = await testApi({ db, area: adminApi, clock: () => clock.now, readVisit: read, keyring })

  const send = (who: Somebody | null, method: string, path: string, body?: object) =>
    api.request(`/api/admin/${path}`, {
      method,
      headers: { ...fromOurPage, ...(who && { Cookie: who.cookie }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  /** What a call that goes through answers with. */
  const take = async (who: Somebody, method: string, path: string, body?: object) => {
    const answer = await send(who, method, path, body)
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
    return answer.json()
  }
  /** A new account of this kind, signed in. */
  const enter = async (kind: keyof typeof PEOPLE | Person): Promise<Somebody> => {
    const person: Person = typeof kind === 'string' ? PEOPLE[kind] : kind
    const one = await preparePerson(db, person)
    await applyIncident(db, one.id, person)
    return one
  }
  const isIn = async (who: Somebody) =>
    (await read(new Request(SITE_URL, { headers: { Cookie: who.cookie } }))) !== null
  return { ...api, clock, send, take, enter, isIn }
}

type Registered = { username?: string; fullName?: string; email?: string; isConfirmed?: boolean; at?: number }

/** A registration that waits, without a session; its id. */
export async function register(db: Db, given: Registered = {}): Promise<string> {
  const { username = `r${randomBytes(6).toString('hex')}`, fullName = null, isConfirmed = true, at = NOON } = given
  const { email = `${username}@gauge.example` } = given
  const createdAt = new Date(at)
  const [user] = await db
    .insert(users)
    .values({ email, emailKey: email.toLowerCase(), createdAt, ...(isConfirmed && { emailConfirmedAt: createdAt }) })
    .returning()
  if (!user) throw new Error('Nobody was registered')
  await db.insert(profiles).values({ id: user.id, username, usernameKey: username, fullName, createdAt })
  return user.id
}

export async function profileOf(db: Db, id: string) {
  const [row] = await db.select().from(profiles).where(eq(profiles.id, id))
  if (!row) throw new Error('There is no such profile')
  return row
}

/** The templates of the mails that wait for somebody. */
export async function mailsTo(db: Db, id: string): Promise<string[]> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  const rows = await db
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, user?.email ?? ''))
    .orderBy(asc(outbox.createdAt))
  return rows.map((row) => row.template)
}

/** What was done to somebody, oldest first. */
export async function doneTo(db: Db, id: string) {
  return db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(asc(auditLog.id))
}

import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { outbox } from '#db/schema/security.ts'
import { authApi } from '#src/api/auth/auth-api.ts'
import type { ApiDeps } from '#src/api/context.ts'
import { hashPassword } from '#src/auth/passwords.ts'
import { openKeyring } from '#src/auth/signing-keys.ts'
import { readVisit } from '#src/auth/visit.ts'
import { emailKey } from '#src/contract/email.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { confirmEmail } from '#src/domain/accounts/confirm-email.ts'
import { registerAccount } from '#src/domain/accounts/register-account.ts'
import { fromOurPage, NOON, SITE_URL, testApi } from '#tests/support/api.ts'

export const PASSWORD = 'gauge 41 leaks'
export const SITE = { siteUrl: SITE_URL, siteName: 'Uptime Workshops' }

let addresses = 0
const hashes = new Map<string, Promise<string>>()

/** A hash of a password, made once. */
function toHash(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

/**
 * The real account API on a database, with a clock that tests move. Each call comes from an address of its own unless told;
 * `given` replaces parts of it.
 */
export async function accountApi(db: Db, given: Partial<ApiDeps> = {}) {
  const clock = { now: NOON }
  const keyring = openKeyring(db)
  const readVisitFor = (request: Request) => readVisit(db, request, { siteUrl: SITE_URL, now: clock.now, keyring })
  const api = await testApi({ db, area: authApi, clock: () => clock.now, readVisit: readVisitFor, keyring, ...given })

  const call = (method: string, path: string, body?: object, { cookie = '', ip = nextIp() } = {}) =>
    api.request(
      `/api/auth/${path}`,
      {
        method,
        headers: { ...fromOurPage, ...(cookie && { Cookie: cookie }) },
        ...(body && { body: JSON.stringify(body) }),
      },
      { ip },
    )
  const post = (path: string, body: object = {}, options: { cookie?: string; ip?: string } = {}) =>
    call('POST', path, body, options)

  /** The newest mail to an address. */
  const mailTo = async (email: string) => {
    const [row] = await db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.createdAt))
    return row
  }
  const mailsTo = (email: string) => db.select().from(outbox).where(eq(outbox.recipient, email))
  const linkTo = async (email: string, kind: LinkKind) => {
    const rows = await db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.createdAt))
    return rows.flatMap((row) => tokenIn(row.textBody, kind) ?? [])[0] ?? ''
  }

  /** Somebody who registered and opened the link in the mail: what the API does for them, but for the time it takes by design. */
  const member = async (name: string, password = PASSWORD) => {
    const email = `${name}@gauge.example`
    const context = { actor: { id: 'test', address: nextIp(), requestId: 'test' }, site: SITE, now: clock.now }
    const passwordHash = await toHash(password)
    await registerAccount(db, { username: name, email, passwordHash }, context)
    await confirmEmail(db, await linkTo(email, 'confirm'), { username: name, passwordHash }, context)
    return { email, id: await getId(db, email) }
  }
  /** Signs in; the session's cookie. */
  const signIn = async (email: string, password = PASSWORD, cookie = '') => {
    const answer = await post('sign-in', { email, password }, { cookie })
    expect(answer.status, await answer.clone().text()).toBe(200)
    return cookieOf(answer)
  }
  /** Somebody who registered, and a session of theirs. */
  const enter = async (name: string) => {
    const { email, id } = await member(name)
    return { email, id, cookie: await signIn(email) }
  }
  const viewerOf = async (cookie: string): Promise<Viewer | null> =>
    (await (await call('GET', 'session', undefined, { cookie })).json()).viewer

  return { ...api, clock, keyring, call, post, mailTo, mailsTo, linkTo, member, signIn, enter, viewerOf }
}

export function nextIp(): string {
  addresses += 1
  return `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

type LinkKind = 'confirm' | 'reset' | 'email' | 'unlock'

export function tokenIn(text: string, kind: LinkKind): string | undefined {
  return new RegExp(`https://workshops\\.example/auth#${kind}=([\\w-]{43})\\b`).exec(text)?.[1]
}

/** A cookie an answer sets, the session's unless named, as a browser sends it back; empty where it sets none. */
export function cookieOf(answer: Response, name = '__Host-session'): string {
  const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  return set?.split(';')[0] ?? ''
}

export async function getId(db: Db, email: string): Promise<string> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(users.emailKey, emailKey(email)))
  return row?.id ?? ''
}

export async function approvalOf(db: Db, id: string) {
  const [row] = await db.select().from(profiles).where(eq(profiles.id, id))
  return row?.approval
}

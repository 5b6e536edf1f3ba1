import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import { askForEmailChange } from '#src/auth/change-email.ts'
import { hashPassword } from '#src/auth/passwords.ts'
import { askForReset } from '#src/auth/reset.ts'
import { signIn } from '#src/auth/sign-in.ts'
import { signUp } from '#src/auth/sign-up.ts'
import { usernameKey } from '#src/contract/username.ts'

/** Two calls that nobody may tell apart, each for the `turn`-th time. */
export type Pair = {
  name: string
  known: (turn: number) => Promise<unknown>
  unknown: (turn: number) => Promise<unknown>
}

const RIGHT = 'gauge 41 leaks'
const WRONG = 'wrong one'
const site = { siteUrl: 'https://workshops.example', siteName: 'Workshops' }
const caller = { address: '192.0.2.1', requestId: 'timing', userAgent: undefined, site, siteLevel: 0 } as const

type State = Partial<Pick<typeof users.$inferInsert, 'emailConfirmedAt' | 'passwordHash' | 'lockedUntil'>>

/** Every pair, with `turns` accounts behind each: an account answers once, so that no limit on mail makes it quicker. */
export async function timingPairs(db: Db, turns: number): Promise<Pair[]> {
  const passwordHash = await hashPassword(RIGHT)
  const confirmed = { emailConfirmedAt: new Date(), passwordHash }
  const store = (name: string, state: State) => storeAccounts(db, name, turns, state)
  await store('confirmed', confirmed)
  await store('unconfirmed', { passwordHash })
  await store('locked', { ...confirmed, lockedUntil: new Date(Date.now() + 3_600_000) })
  await store('passwordless', { emailConfirmedAt: new Date() })
  const banned = await store('banned', confirmed)
  await db
    .insert(bans)
    .values(banned.map((subject) => ({ subjectType: 'user' as const, subject, reason: 'bench', actor: 'bench' })))
  const [asker = ''] = await store('asker', confirmed)
  const refused = (kind: string, password: string) => (turn: number) => refuse(db, `${kind}${turn}@g.example`, password)
  const against = (kind: string, password: string): Pair => ({
    name: `sign-in: ${kind} against unknown`,
    known: refused(kind, password),
    unknown: refused(`nobody-${kind}`, password),
  })
  return [
    { ...against('confirmed', WRONG), name: 'sign-in: wrong password against unknown' },
    ...['unconfirmed', 'locked', 'banned', 'passwordless'].map((kind) => against(kind, RIGHT)),
    { name: 'sign-up: known against new', ...bothWays((email, name) => signUpAs(db, email, name)) },
    { name: 'sign-up: known against new, taken name', ...bothWays((email) => takenName(db, email)) },
    { name: 'reset: known against unknown', ...bothWays((email) => askForReset(db, email, toContext())) },
    {
      name: 'change of address: known against free',
      ...bothWays((email) => askForEmailChange(db, { userId: asker, sessionId: 'bench', email }, toContext())),
    },
  ]
}

function bothWays(call: (email: string, name: string) => Promise<unknown>): Omit<Pair, 'name'> {
  return {
    known: (turn) => call(`confirmed${turn}@g.example`, `known_${turn}x`),
    unknown: (turn) => call(`free${turn}@g.example`, `free_${turn}x`),
  }
}

/** Stored accounts' ids. */
async function storeAccounts(db: Db, name: string, count: number, state: State): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, turn) => `${name}${turn}@g.example`)
  const stored = await db
    .insert(users)
    .values(rows.map((email) => ({ ...state, email, emailKey: email })))
    .returning({ id: users.id })
  const ids = stored.map(({ id }) => id)
  await db
    .insert(profiles)
    .values(ids.map((id, turn) => ({ id, username: `${name}_${turn}`, usernameKey: usernameKey(`${name}_${turn}`) })))
  return ids
}

/** Passes when nobody comes in. */
async function refuse(db: Db, email: string, password: string): Promise<void> {
  await signIn(db, { email, password }, { ...caller, now: Date.now() }).then(
    () => Promise.reject(new Error('Somebody came in')),
    () => undefined,
  )
}

function signUpAs(db: Db, email: string, username: string): Promise<void> {
  return signUp(db, { email, username, password: RIGHT }, toContext())
}

/** Passes when the name is refused. */
async function takenName(db: Db, email: string): Promise<void> {
  await signUpAs(db, email, 'banned_0').then(
    () => Promise.reject(new Error('The name was free')),
    () => undefined,
  )
}

function toContext() {
  return { actor: { id: 'anonymous' }, site, siteLevel: 0, now: Date.now() } as const
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#db/client.ts'
import { profiles, userRoles, users } from '#db/schema/accounts.ts'
import { makeRecoveryCodes } from '#src/auth/factors/recovery.ts'
import { newSecret } from '#src/auth/factors/totp.ts'
import { hashPassword } from '#src/auth/passwords.ts'
import { emailKey } from '#src/contract/email.ts'
import { usernameKey } from '#src/contract/username.ts'
import type { Role, Viewer } from '#src/contract/viewer.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import { enrollFactor, markVerified } from '#src/domain/factors/change-factors.ts'
import type { RunningProduct } from '#tests/support/product.ts'

export const PASSWORD = 'gauge 41 leaks'
const PHONE = '+14155550132'

export type Person = { email: string; username: string; id: string }
type Factors = { secret: string; recoveryCodes: string[] }

let count = 0

/** A name nobody has yet. */
export function freshName(): string {
  count += 1
  return `p${process.pid}x${Date.now().toString(36)}${count}`
}

let passwordHash: Promise<string> | undefined

/** What only an admin may decide about somebody. */
type Standing = { approval?: Viewer['approval']; reason?: string; role?: Role }

/** Somebody who registered and opened the link in the mail. */
export async function givePerson(product: RunningProduct, standing: Standing = {}): Promise<Person> {
  return product.query((db) => db.transaction((tx) => storePerson(tx, standing)))
}

/** The rows that a registration leaves behind, without the mails: no test reads them, and the product would deliver them all. */
export async function storePerson(tx: Db, { approval, reason, role }: Standing): Promise<Person> {
  const id = randomUUID()
  const username = freshName()
  const email = `${username}@gauge.example`
  passwordHash ??= hashPassword(PASSWORD)
  const account = {
    id,
    email,
    emailKey: emailKey(email),
    passwordHash: await passwordHash,
    emailConfirmedAt: new Date(),
  }
  await tx.insert(users).values(account)
  const profile = { id, username, usernameKey: usernameKey(username), approval, approvalReason: reason }
  await tx.insert(profiles).values(profile)
  if (role) await tx.insert(userRoles).values({ userId: id, role, grantedBy: 'test' })
  const entry = { action: 'account.register', subjectType: 'account', subjectId: id }
  await recordAudit(tx, { id: 'test' }, { ...entry, after: { username, approval: 'pending' } })
  return { id, username, email }
}

/** Gives them an authenticator app, a phone and recovery codes. */
export async function giveFactors(product: RunningProduct, { id, email }: Person): Promise<Factors> {
  const secret = newSecret()
  return product.query(async (db) => {
    for (const factor of [
      { factorType: 'totp', friendlyName: 'My app', secret },
      { factorType: 'phone', friendlyName: 'My phone', phone: PHONE },
    ] as const) {
      const enrolled = await enrollFactor(db, id, factor, Date.now())
      await markVerified(db, enrolled, email, commandContext(product))
    }
    return { secret, recoveryCodes: await makeRecoveryCodes(db, id, commandContext(product)) }
  })
}

/** The token of the newest link of a kind that was mailed to an address: waits for one that is on its way. */
export function tokenTo(product: RunningProduct, email: string, kind: 'confirm' | 'reset' | 'unlock' | 'email') {
  return mailedToken(product, email, `/auth#${kind}=`)
}

/** The same for a link that begins with this path, up to its token. */
export async function mailedToken(product: RunningProduct, email: string, start: string): Promise<string> {
  const link = linkIn(start)
  for (let tries = 0; tries < 100; tries += 1) {
    const [token] = (await textsTo(product, email)).flatMap((text) => link.exec(text)?.[1] ?? [])
    if (token !== undefined) return token
    await sleep(100)
  }
  throw new Error(`No link ${start} was mailed to ${email}`)
}

/** Finds a link that begins with this path, and its token. */
const linkIn = (start: string) => new RegExp(`${start}([\\w-]{43})\\b`)

/** The newest code that was texted to the phone `giveFactors` gives. */
export async function textedCode(product: RunningProduct): Promise<string> {
  const [newest = ''] = await textsTo(product, PHONE)
  return /\b\d{6}\b/.exec(newest)?.[0] ?? ''
}

/** What the product delivered to somebody, the newest first. */
async function textsTo({ url }: RunningProduct, recipient: string): Promise<string[]> {
  const kept: { to: string; text: string; sentAt: string }[] = await (await fetch(`${url}/__local/mail.json`)).json()
  const own = kept.filter(({ to }) => to === recipient)
  return own.sort((a, b) => Date.parse(b.sentAt) - Date.parse(a.sentAt)).map(({ text }) => text)
}

/** What is done for the people of a test, when, and for which site. */
export function commandContext({ url }: RunningProduct): CommandContext {
  const actor = { id: 'test', address: '127.0.0.1', requestId: 'test' }
  return { actor, site: { siteUrl: url, siteName: 'Uptime Workshops' }, now: Date.now() }
}

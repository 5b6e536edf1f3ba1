import { setTimeout as sleep } from 'node:timers/promises'
import { eq, notLike } from 'drizzle-orm'
import { users } from '#db/schema/accounts.ts'
import { outbox, rateLimits } from '#db/schema/security.ts'
import { makeRecoveryCodes } from '#src/auth/factors/recovery.ts'
import { newSecret } from '#src/auth/factors/totp.ts'
import { hashPassword } from '#src/auth/passwords.ts'
import { confirmEmail, type Doing, registerAccount } from '#src/domain/accounts/account.ts'
import { enrollFactor, markVerified } from '#src/domain/factors/factor.ts'
import type { RunningProduct } from '#tests/support/product.ts'

export const PASSWORD = 'gauge 41 leaks'
const PHONE = '+14155550132'

export type Person = { email: string; username: string; id: string }
export type Factors = { secret: string; recoveryCodes: string[] }

let count = 0

/** A name nobody has yet. */
export function freshName(): string {
  count += 1
  return `p${process.pid}x${Date.now().toString(36)}${count}`
}

let passwordHash: Promise<string> | undefined

/** Somebody who registered and opened the link in the mail: what the API does for them, but for the time it takes by design. */
export async function givePerson(product: RunningProduct): Promise<Person> {
  const username = freshName()
  const email = `${username}@gauge.example`
  passwordHash ??= hashPassword(PASSWORD)
  const registration = { username, email, passwordHash: await passwordHash, isSame: async () => false }
  return product.query((db) =>
    db.transaction(async (tx) => {
      await registerAccount(tx, registration, doing(product))
      const [mail] = await tx.select({ text: outbox.textBody }).from(outbox).where(eq(outbox.recipient, email))
      await confirmEmail(tx, linkIn('/auth#confirm=').exec(mail?.text ?? '')?.[1] ?? '', doing(product))
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
      return { username, email, id: user?.id ?? '' }
    }),
  )
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
      await markVerified(db, enrolled, email, doing(product))
    }
    return { secret, recoveryCodes: await makeRecoveryCodes(db, id, doing(product)) }
  })
}

/** Tests call from one address, more often than a person would. Text messages are counted by account: those of another test stay. */
export async function forgetLimits(product: RunningProduct): Promise<void> {
  await product.query((db) => db.delete(rateLimits).where(notLike(rateLimits.key, 'sms-code:%')))
}

/** The token of the newest link of a kind that was mailed to an address: waits for one that is on its way. */
export function tokenTo(product: RunningProduct, email: string, kind: 'confirm' | 'reset' | 'email') {
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
export function doing({ url }: RunningProduct): Doing {
  const actor = { id: 'test', address: '127.0.0.1', requestId: 'test' }
  return { actor, site: { siteUrl: url, siteName: 'Uptime Workshops' }, now: Date.now() }
}

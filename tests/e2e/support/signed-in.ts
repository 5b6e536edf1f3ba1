import { type IncomingMessage, request } from 'node:http'
import type { BrowserContext } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { profiles, userRoles } from '#db/schema/accounts.ts'
import type { Role, Viewer } from '#src/contract/viewer.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { freshAddress } from './answers.ts'
import { givePerson, PASSWORD, type Person } from './people.ts'

type Standing = { approval?: Viewer['approval']; reason?: string; role?: Role }

/** Somebody with a confirmed account and what only an admin may decide about it. */
export async function giveMember(product: RunningProduct, standing: Standing = {}): Promise<Person> {
  const person = await givePerson(product)
  const { approval, reason, role } = standing
  const { id } = person
  await product.query(async (db) => {
    if (approval)
      await db
        .update(profiles)
        .set({ approval, approvalReason: reason ?? null })
        .where(eq(profiles.id, id))
    if (role) await db.insert(userRoles).values({ userId: id, role, grantedBy: 'test' })
  })
  return person
}

/** Signs somebody in through the real API, from an address nobody else calls from; the browser then has the session. */
export async function signIn(context: BrowserContext, { url }: RunningProduct, { email }: Person): Promise<void> {
  const answer = await post(url, '/api/auth/sign-in', { email, password: PASSWORD })
  if (answer.statusCode !== 200)
    throw new Error(`Signing in answered ${answer.statusCode}: ${(await answer.toArray()).join('')}`)
  const lines = answer.headers['set-cookie'] ?? []
  await context.addCookies(lines.map((line) => toCookie(line, url)))
}

/** Sends `body` as a page of the product would, from an address nobody else calls from. */
export function post(origin: string, path: string, body: object): Promise<IncomingMessage> {
  const { port, host } = new URL(origin)
  const headers = { Host: host, Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path, method: 'POST', headers, localAddress: freshAddress() },
      resolve,
    )
    call.once('error', reject)
    call.end(JSON.stringify(body))
  })
}

/** A `Set-Cookie` line as Playwright takes it. */
function toCookie(line: string, url: string) {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  return { name, value, url, httpOnly: /;\s*httponly/i.test(line), sameSite: 'Lax' as const }
}

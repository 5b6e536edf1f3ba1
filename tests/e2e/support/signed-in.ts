import { type IncomingMessage, request } from 'node:http'
import type { BrowserContext } from '@playwright/test'
import { completeSignIn } from '#src/auth/complete-sign-in.ts'
import { sessionCookies } from '#src/auth/session-cookie.ts'
import { freshAddress } from '#tests/support/answers.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { commandContext, givePerson, type Person } from './people.ts'

/** Somebody with a confirmed account and what only an admin may decide about it. */
export const giveMember = givePerson

/** Somebody is signed in in this browser. */
export async function signIn(context: BrowserContext, product: RunningProduct, person: Person): Promise<void> {
  const lines = await sessionLines(product, person)
  await context.addCookies(lines.map((line) => toCookie(line, product.url)))
}

/** The `Set-Cookie` lines of a sign-in: what the API does once it has checked a password, which takes its time by design. */
export async function sessionLines(product: RunningProduct, { id, email }: Person): Promise<string[]> {
  const caller = { ...commandContext(product), address: freshAddress(), requestId: 'test', userAgent: undefined }
  const open = { ...caller, siteLevel: 0 } as const
  const who = { userId: id, email, method: 'password' } as const
  const admission = await product.query((db) => db.transaction((tx) => completeSignIn(tx, who, open)))
  if (!('token' in admission)) throw new Error(`${email} owes a second factor`)
  return sessionCookies(admission.token, product.url)
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

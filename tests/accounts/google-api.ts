import { desc, eq } from 'drizzle-orm'
import { oauthAccounts, profiles, sessions, users } from '#db/schema/accounts.ts'
import { authAttempts, outbox } from '#db/schema/security.ts'
import type { TestDb } from '#tests/support/database.ts'
import { type Claims, forgingProvider } from '#tests/support/forging-provider.ts'
import { accountApi, SITE } from './account-api.ts'
import { browser, forgedAnswer } from './google-browser.ts'

export const EVE = { sub: 'g-eve', email: 'eve@gauge.example', name: 'Eve' }

/** The settings of a site that knows this provider. */
export function envOf({ clientId, clientSecret, issuer }: { clientId: string; clientSecret: string; issuer: string }) {
  return { ...SITE, google: { clientId, clientSecret, issuer } }
}

/** The account API on a database, with a provider that says of people what a test wants it to. */
export async function googleApi(opened: TestDb) {
  const provider = await forgingProvider()
  const api = await accountApi(opened.db, { env: envOf(provider) })
  /** A whole sign-in with these claims; where the browser ends. */
  const comeAs = async (
    claims: Claims,
    {
      own = browser(api),
      query = '',
      sign,
    }: { own?: Browser; query?: string; sign?: (claims: Claims) => Promise<string> } = {},
  ) => {
    const way = await forgedAnswer(provider, await own.leave(query), claims, sign)
    return { ended: await own.at(way), own }
  }
  /** A browser in which somebody has signed in with their password. */
  const signedIn = async (email: string) => {
    const own = browser(api)
    const [name = '', value = ''] = (await api.signIn(email)).split('=')
    own.jar.set(name, value)
    return own
  }
  const listLinks = (userId: string) => opened.db.select().from(oauthAccounts).where(eq(oauthAccounts.userId, userId))
  /** How many rows everything has that a sign-in could make. */
  const rows = () =>
    Promise.all([users, profiles, sessions, oauthAccounts, outbox].map((table) => opened.db.$count(table)))
  /** Why the last attempt failed, as the security page tells it. */
  const lastReason = async () => {
    const [row] = await opened.db.select().from(authAttempts).orderBy(desc(authAttempts.id)).limit(1)
    return row?.reason
  }
  const close = () => provider.close().then(() => opened.close())
  return { ...api, provider, comeAs, signedIn, listLinks, rows, lastReason, close }
}

type Browser = ReturnType<typeof browser>

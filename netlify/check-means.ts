import { shownCookie } from '#src/auth/session-cookie.ts'
import { closeSession, openSession } from '#src/auth/sessions.ts'
import { CouldNotRun } from '#src/contract/checks.ts'
import type { CheckContext, CheckedRoute, MailMeans } from '#src/domain/checks/check.ts'
import { openDns } from '#src/platform/dns.ts'
import { openMailJudge } from '#src/platform/mail-judge.ts'
import { trySmtpServer } from '#src/platform/smtp.ts'
import { runtime } from './runtime.ts'

/** Defined when functions are packed, which have not all the code that declares routes; not defined in the source. */
declare const ALL_ROUTES: readonly CheckedRoute[]

type ReadRoutes = () => Promise<readonly CheckedRoute[]>

const packed: ReadRoutes = async () => (typeof ALL_ROUTES === 'undefined' ? [] : ALL_ROUTES)

let readRoutes = packed

/** For the local server, which has all the code. */
export function provideRoutes(read: ReadRoutes): void {
  readRoutes = read
}

/** Milliseconds, below the time of a try. */
const SERVER_TIME = 9_000

/** How mail leaves this site, and the DNS servers of this machine. */
export function mailMeans(): MailMeans {
  const { mailFrom, dkimSelector, smtpUrl } = runtime().env
  const dns = openDns()
  return {
    from: mailFrom.replace(/^.*<|>$/g, ''),
    selector: dkimSelector,
    dns,
    judge: openMailJudge(dns.resolve),
    tryServer: async () => {
      if (smtpUrl === undefined) throw new CouldNotRun('There is no mail server: SMTP_URL is not set.')
      return trySmtpServer(smtpUrl, { within: SERVER_TIME })
    },
  }
}

/**
 * What checks of the live site need of other rooms: the routes, a session of an account that a check makes for itself, and how
 * mail leaves the site.
 */
export async function checkMeans(): Promise<Pick<CheckContext, 'routes' | 'openSession' | 'mail'>> {
  const { db, clock, siteUrl } = runtime()
  return {
    routes: await readRoutes(),
    mail: mailMeans(),
    openSession: async (userId) => {
      const token = await openSession(db, { userId, device: 'Security test' }, clock())
      return { cookie: shownCookie(token, siteUrl), endSession: () => closeSession(db, token, clock()) }
    },
  }
}

import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#db/client.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { outbox, rateLimits } from '#db/schema/security.ts'
import type { ApiDeps } from '#src/api/context.ts'
import { reportsApi } from '#src/api/reports.ts'
import { readVisit } from '#src/auth/visit.ts'
import { emailKey } from '#src/contract/email.ts'
import type { OwnReports, VerifiedReport } from '#src/contract/report.ts'
import { accountApi, nextIp } from '#tests/accounts/account-api.ts'
import { fromOurPage, SITE_URL, testApi } from '#tests/support/api.ts'

/** Words of a reporter's own that no mail, log or answer may carry. */
export const CANARY = { title: 'cnry-title-7f31 <b>win</b>', text: 'cnry-text-7f31 https://evil.example/prize now' }
export const SUBMIT = '/api/submit-event-report'

let addresses = 0

/** A report that is good as it is, from an address of its own. */
export function aReport(over: object = {}) {
  addresses += 1
  return {
    report_type: 'problem',
    title: CANARY.title,
    description: CANARY.text,
    reporter_email: `reporter-${addresses}@gauge.example`,
    honeypot: '',
    ...over,
  }
}

type Sending = { key?: string; ip?: string; cookie?: string; headers?: Record<string, string> }

/** The reports API and the account API on one database, with one clock. Each call comes from an address of its own unless told. */
export async function reportApi(db: Db, given: Partial<ApiDeps> = {}) {
  const account = await accountApi(db)
  const { clock, keyring } = account
  const readVisitFor = (request: Request) => readVisit(db, request, { siteUrl: SITE_URL, now: clock.now, keyring })
  const parts = { db, area: reportsApi, clock: () => clock.now, readVisit: readVisitFor, keyring }
  const api = await testApi({ ...parts, ...given })

  const send = (path: string, body: unknown, { key, ip = nextIp(), cookie, headers }: Sending = {}) => {
    const more = { ...(key !== undefined && { 'Idempotency-Key': key }), ...(cookie && { Cookie: cookie }) }
    return api.post(path, body, { ...more, ...headers }, { ip })
  }
  const submit = (report: object, sending: Sending = {}) => send(SUBMIT, report, sending)
  const verify = (token: string, sending: Sending = {}) => send('/api/reports/verify', { token }, sending)
  const status = (token: string, sending: Sending = {}) => send('/api/reports/status', { token }, sending)

  const mailsTo = (email: string) =>
    db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.createdAt))
  /** The token in the newest mail of a kind to an address; empty when there is none. */
  const tokenTo = async (email: string, template = 'verify-report') => {
    const mail = (await mailsTo(email)).find((one) => one.template === template)
    return /#(?:token|reports)=([\w-]{43})\b/.exec(mail?.textBody ?? '')?.[1] ?? ''
  }
  const getReports = (email: string) =>
    db
      .select()
      .from(eventReports)
      .where(eq(eventReports.emailKey, emailKey(email)))
      .orderBy(desc(eventReports.createdAt))
  /** The one report of an address. */
  const reportOf = async (email: string) => {
    const [report, ...more] = await getReports(email)
    if (!report || more.length > 0) throw new Error(`${email} has ${more.length + (report ? 1 : 0)} reports`)
    return report
  }

  /** Sends a report and clicks its link. */
  const verified = async (over: object = {}) => {
    const report = aReport(over)
    const email = report.reporter_email
    expect((await submit(report)).status).toBe(202)
    const answer = await verify(await tokenTo(email))
    expect(answer.status).toBe(200)
    const { statusToken = '' }: VerifiedReport = await answer.json()
    return { email, statusToken, row: (await getReports(email))[0] ?? (await reportOf(email)) }
  }
  const ownReports = async (token: string): Promise<OwnReports['reports']> => {
    const answer = await status(token)
    expect(answer.status).toBe(200)
    const { reports }: OwnReports = await answer.json()
    return reports
  }
  /** As if nobody had been mailed or counted lately. */
  const forgetLimits = () => db.delete(rateLimits)

  return {
    ...api,
    ...{ account, clock, send, submit, verify, status, mailsTo, tokenTo, getReports, reportOf, verified },
    ...{ ownReports, forgetLimits, fromOurPage },
  }
}

import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Db } from '#db/client.ts'
import { authFactors, profiles, userRoles, users } from '#db/schema/accounts.ts'
import { emergencyActions } from '#db/schema/operations.ts'
import { heartbeats } from '#db/schema/site.ts'
import { deriveKey } from '#db/sealed.ts'
import { ALL_ROUTES } from '#netlify/all-routes.ts'
import { checkMeans, provideRoutes } from '#netlify/check-means.ts'
import { provideShell } from '#netlify/forum-shell.ts'
import { loadFunctions } from '#netlify/local/functions.ts'
import { openRelease } from '#netlify/local/release.ts'
import { createSite } from '#netlify/local/site.ts'
import { provideRuntime } from '#netlify/runtime.ts'
import { usernameKey } from '#src/contract/username.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { readHealth } from '#src/domain/health/read-health.ts'
import { LOCAL_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { parseEnv } from '#src/platform/env.ts'
import type { Probe } from '#src/platform/probe.ts'
import { PROBE_HEADER, PROBE_PURPOSE, signProbe } from '#src/platform/probe-mark.ts'
import { aFolder, writeSite } from '#tests/local/a-site.ts'
import { mailSite } from '#tests/mail-checks/mail-means.ts'
import { SITE_URL } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { provideTestKey } from '#tests/support/secret-key.ts'

const POLICY = `default-src 'none'; script-src 'self' 'sha256-${'A'.repeat(43)}='; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
const PAGE = '<!doctype html><title>Workshops</title><script type="module" src="/_astro/page.js"></script>'
const log = { info: () => {}, warn: () => {}, error: () => {} }

/** A page as the build writes it, which links to the others. */
export const VISITED = `<!doctype html><html lang="en"><title>Workshops</title><meta name="description" content="Workshops"><h1>Workshops</h1>
<h2 id="upcoming">Coming up</h2><img src="/favicon.svg" alt=""><a href="/events#upcoming">Events</a><a href="/event/tulsa-2027">Tulsa</a>
<a href="https://elsewhere.example/">Elsewhere</a><script type="module" src="/_astro/page.js"></script>`

/** The title of the only draft. */
export const DRAFT_TITLE = 'Unannounced Houston Workshop'

/** An answer on its way to the check, and what was asked. */
export type Answer = { status: number; headers: Headers; body: string }
type Asked = { path: string; request: Request }
/** Stands between the checks and the site, as a proxy would; `pass` asks the site itself, from any address. */
export type Between = (asked: Asked, pass: (request?: Request, ip?: string) => Promise<Answer>) => Promise<Answer>

/** What a good connection says of itself. */
export const TLS = {
  protocol: 'TLSv1.3',
  daysLeft: 60,
  names: ['workshops.example'],
  isTrusted: true,
  refusesOldVersions: true,
}

/**
 * The real functions and a small built site in this process, as they answer over HTTPS at `SITE_URL`, with all that the checks
 * ask for. The probe's calls go through whatever `between` names at the moment.
 */
export async function checkedSite(db: Db) {
  provideTestKey()
  provideRuntime({
    env: parseEnv({ SITE_URL }),
    db,
    clock: Date.now,
    log,
    hook: { ask: async () => ({ ok: true }) },
    siteUrl: SITE_URL,
    readLive: async () => null,
    pace: LOCAL_TIMING,
    wakeOutbox: async () => {},
  })
  provideShell(async () => ({ html: shellHtml, policy: POLICY }))
  provideRoutes(async () => ALL_ROUTES)
  await storeGoodRows(db)
  const folder = await aFolder()
  await writeFiles(db, folder.path)
  const release = await openRelease(folder.path)
  const site = createSite({ functions: await loadFunctions(), current: () => release, older: () => [], log })
  const current: { between: Between; tls: typeof TLS } = { between: (_asked, pass) => pass(), tls: TLS }
  const mail = await mailSite()
  let runs = 0
  /** Each run has an address of its own, as each check has counters of its own. */
  const nextIp = () => {
    runs += 1
    return `203.0.113.${runs}`
  }
  const openProbe = (ip: string): Probe => ({
    ask: async (path, { method = 'GET', headers = {}, body, isHttp, bucket = ip } = {}) => {
      const marked = { ...headers, [PROBE_HEADER]: signProbe(deriveKey(PROBE_PURPOSE), bucket, Date.now()) }
      const request = new Request(SITE_URL + path, { method, headers: marked, ...(body !== undefined && { body }) })
      const pass = async (given = request, from = ip): Promise<Answer> => {
        if (isHttp) return { status: 301, headers: new Headers({ Location: SITE_URL + path }), body: '' }
        const response = await site(given, from)
        response.headers.set('Date', new Date().toUTCString())
        return { status: response.status, headers: response.headers, body: await response.text() }
      }
      return { ...(await current.between({ path, request }, pass)), milliseconds: 1 }
    },
    tls: async () => current.tls,
  })
  return {
    current,
    mail,
    context: async () => ({
      db,
      now: Date.now(),
      site: { siteUrl: SITE_URL, siteName: 'Uptime Workshops' },
      probe: openProbe(nextIp()),
      ...(await checkMeans()),
      mail: mail.means,
      signal: AbortSignal.timeout(60_000),
    }),
    close: async () => {
      await mail.close()
      await rm(folder.path, { recursive: true, force: true })
    },
  }
}

const shellHtml = `<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="forum-head"></head><body><main>
<forum-content></forum-content><forum-home></forum-home></main></body></html>`

async function writeFiles(db: Db, folder: string): Promise<void> {
  const { revision } = await readHealth(db)
  await writeSite(
    folder,
    { revision },
    {
      _headers: `/*\n  Content-Security-Policy: ${POLICY}\n`,
      'index.html': VISITED,
      'events.html': VISITED,
      'event/tulsa-2027.html': VISITED,
      'admin.html': PAGE,
      'auth.html': PAGE,
      'events.ics': 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
      'robots.txt': 'User-agent: *\n',
      '_astro/page.js': 'export {}\n',
      'sitemap.xml': `<urlset><url><loc>${SITE_URL}/</loc></url><url><loc>${SITE_URL}/events</loc></url><url><loc>${SITE_URL}/event/tulsa-2027</loc></url></urlset>`,
    },
  )
}

/** Two owners with a second factor, a draft beside a published event, and jobs, backups and drills that were on time. */
async function storeGoodRows(db: Db): Promise<void> {
  for (const name of ['ada', 'bob']) await storePerson(db, name, 'owner')
  await storeEvent(db, { eventSlug: 'tulsa-2027' })
  const draft = { eventSlug: 'houston-2027', eventName: DRAFT_TITLE, heroTitle: DRAFT_TITLE, isPublished: false }
  await storeEvent(db, { ...draft, earlyBirdDeadline: null })
  for (const subjectId of ['1', '2'])
    await recordAudit(db, { id: 'cli' }, { action: 'thing.change', subjectType: 'thing', subjectId })
  const at = new Date()
  const jobs = ['outbox', 'prune', 'backup', 'restore-drill']
  await db.insert(heartbeats).values(jobs.map((job) => ({ job, startedAt: at, succeededAt: at })))
  const drill = { kind: 'sessions', scope: {}, isDrill: true, actor: 'cli', startedAt: at, finishedAt: at }
  await db.insert(emergencyActions).values(drill)
}

/** Somebody with a role, who signed in just now, with a second factor unless told otherwise. */
export async function storePerson(
  db: Db,
  username: string,
  role: 'owner' | 'admin',
  hasFactor = true,
): Promise<string> {
  const id = randomUUID()
  const email = `${username}@gauge.example`
  await db.insert(users).values({ id, email, emailKey: email, emailConfirmedAt: new Date() })
  await db.insert(profiles).values({ id, username, usernameKey: usernameKey(username), approval: 'approved' })
  await db.insert(userRoles).values({ userId: id, role, grantedBy: 'test' })
  const factor = { userId: id, factorType: 'totp', status: 'verified', friendlyName: 'App' } as const
  if (hasFactor) await db.insert(authFactors).values(factor)
  return id
}

import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsHours, analyticsPageViews } from '#db/schema/analytics.ts'
import { dnsSnapshots, mailRoundTrips } from '#db/schema/deliveries.ts'
import { eventConfig } from '#db/schema/events.ts'
import { logisticsAnswers, logisticsPeople } from '#db/schema/logistics.ts'
import { checkRounds, checkRuns, emergencyActions } from '#db/schema/operations.ts'
import { authAttempts, outbox, signingKeys } from '#db/schema/security.ts'
import { heartbeats } from '#db/schema/site.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { recount } from '#src/domain/analytics/recount.ts'
import { rollUpDay } from '#src/domain/analytics/roll-up.ts'
import { DOMAIN, keyRecord, SENDING_IP, type Spoiled } from '#tests/mail-checks/mail-means.ts'
import { type Answer, type Between, DRAFT_TITLE, storePerson, type TLS, VISITED } from './checked-site.ts'
import { storeFeed, storeLink } from './live-rows.ts'

const DAY = 86_400_000
const long = (days: number) => new Date(Date.now() - days * DAY)

/** Makes the site bad; what changes rows is undone by the transaction of the test. */
type Plant = { between?: Between; tls?: Partial<typeof TLS>; mail?: Spoiled; rows?: (tx: Db) => Promise<unknown> }
/** In the body of a file that must not be served: no finding may contain it. */
export const LEAKED = 'leaked-5f1d'

/** What is planted, and what the check must say of it. */
type Defect = { key: string; defect: string; result: 'warn' | 'fail' } & Plant

const edit =
  (change: (answer: Answer, path: string) => void): Between =>
  async ({ path }, pass) => {
    const answer = await pass()
    change(answer, path)
    return answer
  }
const without = (name: string) => edit(({ headers }) => headers.delete(name))
const withHeader = (name: string, value: string | (() => string)) =>
  edit(({ headers }) => headers.set(name, typeof value === 'string' ? value : value()))
/** Every cookie that is set, changed. */
const cookies = (change: (line: string) => string) =>
  edit(({ headers }) => {
    const lines = headers.getSetCookie()
    headers.delete('Set-Cookie')
    for (const line of lines) headers.append('Set-Cookie', change(line))
  })
/** Answers one address as another server would. */
const serve =
  (wanted: string, body: string, status = 200): Between =>
  ({ path }, pass) =>
    path === wanted ? Promise.resolve({ status, headers: new Headers(), body }) : pass()
/** As if a route had lost its guard. */
const open =
  (matches: (request: Request) => boolean): Between =>
  ({ request }, pass) =>
    matches(request) ? Promise.resolve({ status: 200, headers: new Headers(), body: '{}' }) : pass()

/** Every defect that is planted, in the order of the table in docs/checks.md. */
export const DEFECTS: readonly Defect[] = [
  {
    key: 'headers.score',
    defect: 'no Strict-Transport-Security',
    result: 'fail',
    between: without('Strict-Transport-Security'),
  },
  {
    key: 'headers.score',
    defect: 'no X-Content-Type-Options',
    result: 'warn',
    between: without('X-Content-Type-Options'),
  },
  {
    key: 'headers.redirection',
    defect: 'HTTP is answered and not redirected',
    result: 'fail',
    between: async () => ({ status: 200, headers: new Headers(), body: '' }),
  },
  {
    key: 'headers.redirection',
    defect: 'HTTP is redirected to another host first',
    result: 'warn',
    between: withHeader('Location', 'https://www.workshops.example/'),
  },
  { key: 'csp.served', defect: 'no policy', result: 'fail', between: without('Content-Security-Policy') },
  {
    key: 'csp.served',
    defect: 'a policy with unsafe-inline',
    result: 'fail',
    between: withHeader('Content-Security-Policy', "script-src 'unsafe-inline'; object-src 'none'"),
  },
  {
    key: 'csp.served',
    defect: 'a policy that allows a host with known bypasses',
    result: 'fail',
    between: withHeader('Content-Security-Policy', "default-src 'none'; script-src www.google.com; object-src 'none'"),
  },
  {
    key: 'cookies.session',
    defect: 'cookies without HttpOnly',
    result: 'fail',
    between: cookies((line) => line.replace(/; HttpOnly/, '')),
  },
  {
    key: 'cookies.session',
    defect: 'cookies without Secure',
    result: 'fail',
    between: cookies((line) => line.replace(/; Secure/, '')),
  },
  {
    key: 'cookies.session',
    defect: 'cookies without the prefix __Host-',
    result: 'fail',
    between: cookies((line) => line.replace(/^__Host-/, '')),
  },
  {
    key: 'cookies.session',
    defect: 'cookies with SameSite=None',
    result: 'fail',
    between: cookies((line) => line.replace('SameSite=Lax', 'SameSite=None')),
  },
  {
    key: 'cookies.session',
    defect: 'a session that is known after its end',
    result: 'fail',
    between: serve('/api/auth/session', '{"viewer":{"id":"x"}}'),
  },
  {
    key: 'tls.certificate',
    defect: 'a certificate for another host',
    result: 'fail',
    tls: { names: ['other.example'] },
  },
  {
    key: 'tls.certificate',
    defect: 'a certificate that nobody vouches for',
    result: 'fail',
    tls: { isTrusted: false },
  },
  { key: 'tls.certificate', defect: 'a certificate that ends in 3 days', result: 'fail', tls: { daysLeft: 3 } },
  { key: 'tls.certificate', defect: 'a certificate that ends in 14 days', result: 'warn', tls: { daysLeft: 14 } },
  { key: 'tls.versions', defect: 'TLS 1.1 is accepted', result: 'fail', tls: { refusesOldVersions: false } },
  {
    key: 'routes.nobody',
    defect: 'a route that has lost its guard',
    result: 'fail',
    between: open(({ url }) => url.endsWith('/api/admin/users')),
  },
  {
    key: 'routes.member',
    defect: 'an admin route that every member may read',
    result: 'fail',
    between: open(({ url, headers }) => url.endsWith('/api/admin/users') && headers.has('Cookie')),
  },
  {
    key: 'routes.member',
    defect: 'a site that does not know its members',
    result: 'fail',
    between: ({ request }, pass) => pass(new Request(request, { headers: {} })),
  },
  {
    key: 'routes.origin',
    defect: 'a route that takes writes of other sites',
    result: 'fail',
    between: open(({ method, url }) => method === 'POST' && url.endsWith('/api/auth/sign-in')),
  },
  {
    key: 'routes.unknown',
    defect: 'an escaped letter that reaches a route',
    result: 'fail',
    between: open(({ url }) => url.includes('%61dmin')),
  },
  {
    key: 'redirects.open',
    defect: 'a page that redirects to its parameter',
    result: 'fail',
    between: ({ path, request }, pass) =>
      path.startsWith('/auth?')
        ? Promise.resolve({
            status: 302,
            headers: new Headers({ Location: encodeURI(new URL(request.url).searchParams.get('next') ?? '') }),
            body: '',
          })
        : pass(),
  },
  {
    key: 'limits.probe',
    defect: 'a limit that does not hold',
    result: 'fail',
    between: open(({ url }) => url.endsWith('/api/probe-limit')),
  },
  {
    key: 'limits.probe',
    defect: 'a forged address that is believed',
    result: 'fail',
    between: ({ request }, pass) => pass(request, request.headers.get('X-Forwarded-For') ?? undefined),
  },
  { key: 'limits.probe', defect: 'no Retry-After', result: 'fail', between: without('Retry-After') },
  {
    key: 'data.drafts',
    defect: 'the title of a draft in a feed',
    result: 'fail',
    between: serve('/forum/feed.atom', `<feed><title>${DRAFT_TITLE}</title></feed>`),
  },
  {
    key: 'data.drafts',
    defect: 'a draft at its own address',
    result: 'fail',
    between: serve('/api/events/houston-2027', '{}'),
  },
  {
    key: 'data.files',
    defect: '/.git/HEAD is served',
    result: 'fail',
    between: serve('/.git/HEAD', 'ref: refs/heads/main'),
  },
  { key: 'data.files', defect: '/.env is served', result: 'fail', between: serve('/.env', `SECRET_KEY=${LEAKED}`) },
  { key: 'data.files', defect: 'a source map is served', result: 'fail', between: serve('/_astro/page.js.map', '{}') },
  {
    key: 'pages.links',
    defect: 'a link to a page that is not there',
    result: 'fail',
    between: serve('/events', VISITED.replace('/event/tulsa-2027', '/event/tulsa-2026')),
  },
  {
    key: 'pages.links',
    defect: 'a link to a place that its page does not have',
    result: 'fail',
    between: serve('/', VISITED.replace('#upcoming', '#past')),
  },
  {
    key: 'pages.markup',
    defect: 'a picture without a description',
    result: 'fail',
    between: serve('/', VISITED.replace(' alt=""', '')),
  },
  {
    key: 'pages.markup',
    defect: 'a page without a heading',
    result: 'fail',
    between: serve('/events', VISITED.replace(/<h1>.*<\/h1>/, '')),
  },
  {
    key: 'pages.markup',
    defect: 'a heading that leaves out a level',
    result: 'warn',
    between: serve('/events', VISITED.replaceAll('h2', 'h4')),
  },
  {
    key: 'pages.markup',
    defect: 'a title of 130 characters',
    result: 'warn',
    between: serve('/', VISITED.replace('<title>Workshops', `<title>${'W'.repeat(130)}`)),
  },
  {
    key: 'state.audit',
    defect: 'an entry that was changed',
    result: 'fail',
    rows: tamper,
  },
  {
    key: 'state.audit',
    defect: 'an end that was cut off',
    result: 'fail',
    rows: rememberHead,
  },
  {
    key: 'state.migrations',
    defect: 'a migration that is not applied',
    result: 'fail',
    rows: (tx) =>
      tx.execute(
        sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`,
      ),
  },
  {
    key: 'state.migrations',
    defect: 'a database that is newer than the code',
    result: 'warn',
    rows: (tx) =>
      tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`),
  },
  {
    key: 'state.signing-keys',
    defect: 'a signing key of two years ago',
    result: 'warn',
    rows: (tx) => tx.insert(signingKeys).values({ kid: 'old', privateJwk: {}, publicJwk: {}, createdAt: long(730) }),
  },
  {
    key: 'state.secret-key',
    defect: 'a secret that was stored in clear',
    result: 'warn',
    rows: (tx) =>
      tx.execute(
        sql`insert into signing_keys (kid, private_jwk, public_jwk, created_at) values ('clear', '"x"', '{}', now())`,
      ),
  },
  {
    key: 'state.secret-key',
    defect: 'an answer about logistics that another key has sealed',
    result: 'warn',
    rows: storeOtherAnswer,
  },
  {
    key: 'state.owners',
    defect: 'one owner',
    result: 'warn',
    rows: (tx) =>
      tx.execute(sql`delete from user_roles where user_id = (select id from profiles where username = 'bob')`),
  },
  { key: 'state.owners', defect: 'no owner', result: 'fail', rows: (tx) => tx.execute(sql`delete from user_roles`) },
  {
    key: 'state.factors',
    defect: 'an owner without a second factor',
    result: 'fail',
    rows: (tx) => storePerson(tx, 'eve', 'owner', false),
  },
  {
    key: 'state.factors',
    defect: 'an administrator without a second factor',
    result: 'warn',
    rows: (tx) => storePerson(tx, 'eve', 'admin', false),
  },
  {
    key: 'state.dormant',
    defect: 'an administrator who stays away',
    result: 'warn',
    rows: (tx) => tx.execute(sql`update user_roles set created_at = now() - interval '91 days'`),
  },
  {
    key: 'state.links',
    defect: 'a shared preview of 31 days ago',
    result: 'fail',
    rows: (tx) => storeLink(tx, { purpose: 'event-preview', age: 31 }),
  },
  {
    key: 'state.links',
    defect: 'a sign-in link of the vendor portal of 16 minutes ago',
    result: 'fail',
    rows: (tx) => storeLink(tx, { purpose: 'vendor-sign-in', age: 16 / (24 * 60) }),
  },
  {
    key: 'state.links',
    defect: 'a link of a kind that is not known',
    result: 'fail',
    rows: (tx) => storeLink(tx, { purpose: 'master-key', age: 0.01 }),
  },
  {
    key: 'state.links',
    defect: 'a link to a logistics form of 181 days ago',
    result: 'warn',
    rows: (tx) => storeLink(tx, { purpose: 'logistics', age: 181 }),
  },
  {
    key: 'state.links',
    defect: 'a private calendar address that was last loaded 91 days ago',
    result: 'warn',
    rows: (tx) => storeFeed(tx, { age: 200, loaded: 91 }),
  },
  { key: 'state.attempts', defect: '60 failed sign-ins in a day', result: 'warn', rows: (tx) => failSignIns(tx, 60) },
  { key: 'state.attempts', defect: '600 failed sign-ins in a day', result: 'fail', rows: (tx) => failSignIns(tx, 600) },
  {
    key: 'state.jobs',
    defect: 'a schedule that has stopped',
    result: 'fail',
    rows: (tx) => tx.update(heartbeats).set({ startedAt: long(1), succeededAt: long(1) }),
  },
  {
    key: 'state.jobs',
    defect: 'a job that never succeeds',
    result: 'fail',
    rows: (tx) =>
      tx
        .update(heartbeats)
        .set({ succeededAt: long(3) })
        .where(eq(heartbeats.job, 'prune')),
  },
  {
    key: 'state.jobs',
    defect: 'a job whose last run failed',
    result: 'warn',
    rows: (tx) =>
      tx
        .update(heartbeats)
        .set({ succeededAt: long(0.5), failedAt: new Date() })
        .where(eq(heartbeats.job, 'prune')),
  },
  {
    key: 'state.mails',
    defect: 'a mail that was given up',
    result: 'warn',
    rows: (tx) =>
      tx
        .insert(outbox)
        .values({ channel: 'mail', recipient: 'a@b.example', textBody: 'x', template: 'x', state: 'dead' }),
  },
  {
    key: 'state.backup',
    defect: 'no backup',
    result: 'warn',
    rows: (tx) => tx.delete(heartbeats).where(eq(heartbeats.job, 'backup')),
  },
  {
    key: 'state.backup',
    defect: 'a backup of eight days ago',
    result: 'fail',
    rows: (tx) =>
      tx
        .update(heartbeats)
        .set({ succeededAt: long(8) })
        .where(eq(heartbeats.job, 'backup')),
  },
  {
    key: 'state.restore-drill',
    defect: 'a restore drill of 91 days ago',
    result: 'warn',
    rows: (tx) =>
      tx
        .update(heartbeats)
        .set({ succeededAt: long(91) })
        .where(eq(heartbeats.job, 'restore-drill')),
  },
  {
    key: 'state.emergency-drill',
    defect: 'an emergency drill of 91 days ago',
    result: 'warn',
    rows: (tx) => tx.update(emergencyActions).set({ finishedAt: long(91) }),
  },
  {
    key: 'state.visits',
    defect: 'a figure that a recount does not give',
    result: 'fail',
    rows: countWrongly,
  },
  {
    key: 'state.visits',
    defect: 'visits of two hours ago that were not counted',
    result: 'fail',
    rows: (tx) => storeVisit(tx, 2),
  },
  ...mailDefects(),
  {
    key: 'clock.agrees',
    defect: 'a site whose clock is ten minutes fast',
    result: 'fail',
    between: withHeader('Date', () => new Date(Date.now() + 600_000).toUTCString()),
  },
]

/** Defects of the DNS of the sending domain, of the mail server, and what the last round trip has shown. */
function mailDefects(): Defect[] {
  const texts = (name: string, ...TXT: string[]): Plant => ({ mail: { zone: { [name]: { TXT } } } })
  const spf = (...records: string[]) => texts(DOMAIN, ...records)
  const key = (...records: string[]) => texts(`main._domainkey.${DOMAIN}`, ...records)
  const dmarc = (...records: string[]) => texts(`_dmarc.${DOMAIN}`, ...records)
  const included = Array.from({ length: 11 }, (_, at) => `s${at}.${DOMAIN}`)
  const include = (names: string[]) => `v=spf1 ${names.map((name) => `include:${name}`).join(' ')} -all`
  const many = Object.fromEntries(included.map((name) => [name, { TXT: ['v=spf1 ip4:192.0.2.200 -all'] }]))
  const void3 = [1, 2, 3].map((at) => `a:gone${at}.${DOMAIN}`).join(' ')
  const trip = { ip: SENDING_IP, bounceDomain: DOMAIN, fromDomain: DOMAIN, isAligned: true }
  const judged = (more: object): Plant => ({ rows: (tx) => storeJudged(tx, { ...trip, signatures: [], ...more }) })
  const signatures = [{ domain: 'mailer.example.net', selector: 'x' }]
  const server = (facts: NonNullable<Spoiled['server']>): Plant => ({ mail: { server: facts } })
  const at = (check: string, defect: string, result: Defect['result'], plant: Plant): Defect => ({
    key: `mail.${check}`,
    defect,
    result,
    ...plant,
  })
  return [
    at('spf', 'no SPF record', 'fail', spf('other=text')),
    at('spf', 'two SPF records', 'fail', spf('v=spf1 -all', 'v=spf1 mx -all')),
    at('spf', '11 lookups', 'fail', { mail: { zone: { ...many, [DOMAIN]: { TXT: [include(included)] } } } }),
    at('spf', 'three lookups that find nothing', 'fail', spf(`v=spf1 ${void3} -all`)),
    at('spf', '+all at the end', 'fail', spf('v=spf1 +all')),
    at('spf', 'no all at the end', 'warn', spf('v=spf1 ip4:203.0.113.25')),
    at('spf', 'a record with an error', 'fail', spf('v=spf1 ipv4:203.0.113.25 -all')),
    at(
      'spf',
      'a record without the address that the last round trip came from',
      'fail',
      judged({ ip: '203.0.113.99' }),
    ),
    at('dkim', 'no key', 'fail', key()),
    at('dkim', 'two keys', 'fail', key('v=DKIM1; p=AAAA', 'v=DKIM1; p=BBBB')),
    at('dkim', 'a key that was revoked', 'fail', key('v=DKIM1; p=')),
    at('dkim', 'a key that cannot be read', 'fail', key('v=DKIM1; p=bm90IGEga2V5')),
    at('dkim', 'a key of 768 bits', 'fail', key(keyRecord(768))),
    at('dkim', 'a key of 1024 bits', 'warn', key(keyRecord(1024))),
    at('dmarc', 'no record', 'fail', dmarc()),
    at('dmarc', 'two records', 'fail', dmarc('v=DMARC1; p=reject', 'v=DMARC1; p=none')),
    at('dmarc', 'an unknown policy', 'fail', dmarc('v=DMARC1; p=refuse')),
    at('dmarc', 'the policy none', 'warn', dmarc('v=DMARC1; p=none')),
    at('dmarc', 'a policy that is a test', 'warn', dmarc('v=DMARC1; p=reject; t=y')),
    at('dmarc', 'a last round trip that was not aligned', 'fail', judged({ isAligned: false, signatures })),
    at('server', 'a mail server that refuses our password', 'fail', server({ reason: 'The mail server refused.' })),
    at('server', 'a mail server without encryption', 'fail', server({ protocol: null })),
    at('server', 'TLS 1.1', 'fail', server({ protocol: 'TLSv1.1' })),
    at('server', 'an answer after six seconds', 'warn', server({ milliseconds: 6_000 })),
    at('bounces', 'no mail server for bounces', 'fail', spf('v=spf1 -all')),
    at('bounces', 'a domain that refuses all mail', 'fail', { mail: { zone: { [DOMAIN]: { MX: ['0 .'] } } } }),
    at('bounces', 'a mail server without an address', 'fail', { mail: { zone: { [`mx.${DOMAIN}`]: {} } } }),
    at('bounces', 'an address without an MX record', 'warn', { mail: { zone: { [DOMAIN]: { A: ['203.0.113.9'] } } } }),
    at('transport', 'an MTA-STS record without an id', 'warn', texts(`_mta-sts.${DOMAIN}`, 'v=STSv1')),
    at('transport', 'a TLS-RPT record without an address', 'warn', texts(`_smtp._tls.${DOMAIN}`, 'v=TLSRPTv1')),
    at('dns', 'records that are not the accepted ones', 'fail', { rows: acceptOthers }),
  ]
}

async function storeJudged(tx: Db, results: object): Promise<void> {
  const receivedAt = new Date()
  const row = { token: 'x', askedBy: 'test', receivedAt, results: { verdicts: [], ...results } }
  await tx.insert(mailRoundTrips).values(row)
}

async function acceptOthers(tx: Db): Promise<void> {
  const records = { [`MX ${DOMAIN}`]: ['mx.thief.example.net'] }
  await tx.insert(dnsSnapshots).values({ domain: DOMAIN, records, acceptedBy: 'system', at: long(-1) })
}

async function tamper(tx: Db): Promise<void> {
  await tx.execute(sql`alter table audit_log disable trigger user`)
  await tx.execute(sql`update audit_log set actor = 'mallory' where id = (select min(id) from audit_log)`)
  await tx.execute(sql`alter table audit_log enable trigger user`)
}

/** As if `SECRET_KEY` had been changed since it was saved. */
async function storeOtherAnswer(tx: Db): Promise<void> {
  const [event] = await tx.select({ eventId: eventConfig.id }).from(eventConfig).limit(1)
  const email = 'lena@gauge.example'
  const person = { eventId: event?.eventId ?? '', role: 'host', name: 'Lena', email, emailKey: email } as const
  const [row] = await tx.insert(logisticsPeople).values(person).returning()
  const answer = { personId: row?.id ?? '', sectionKey: 'travel', value: {}, answeredBy: 'self' }
  await tx.insert(logisticsAnswers).values(answer)
  await tx.execute(sql`update logistics_answers set value = '"s1.000000000000.x"'`)
}

/** As if an earlier round had seen another last entry. */
async function rememberHead(tx: Db): Promise<void> {
  const [round] = await tx.insert(checkRounds).values({ trigger: 'daily', askedBy: 'schedule' }).returning()
  const run = { roundId: round?.id ?? '', key: 'state.audit', milliseconds: 1, state: 'pass', said: 'x' } as const
  await tx.insert(checkRuns).values({ ...run, evidence: { head: 'f'.repeat(64) } })
}

async function failSignIns(tx: Db, count: number): Promise<void> {
  const attempt = { address: '203.0.113.9', attemptType: 'signin', isSuccess: false }
  await tx.insert(authAttempts).values(Array.from({ length: count }, () => attempt))
}

/** A view of some hours ago. Resolves with its day. */
async function storeVisit(tx: Db, hours: number): Promise<string> {
  const at = Date.now() - hours * 3_600_000
  const day = dayIn(STATISTICS_ZONE, at)
  await tx
    .insert(analyticsPageViews)
    .values({ day, pagePath: '/', visitorKey: new Uint8Array(8), createdAt: new Date(at) })
  return day
}

async function countWrongly(tx: Db): Promise<void> {
  const day = await storeVisit(tx, 25)
  await rollUpDay(tx, day, Date.now())
  await tx.update(analyticsHours).set({ n: 2 })
  const onFault = (fault: unknown) => {
    throw fault
  }
  await recount(tx, { now: Date.now(), timeLeft: () => 10_000, onFault })
}

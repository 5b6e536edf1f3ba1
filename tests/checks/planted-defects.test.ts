import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { plannedMails } from '#db/schema/workflows.ts'
import { CouldNotRun } from '#src/contract/checks.ts'
import { ALL_CHECKS } from '#src/domain/checks/all-checks.ts'
import type { Check } from '#src/domain/checks/check.ts'
import { planMarked } from '#src/domain/mail-plan/plan-marked.ts'
import { NO_MAIL } from '#tests/mail-checks/mail-means.ts'
import { advancing, storeRule } from '#tests/mail-plan/plan-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { type Answer, checkedSite, TLS } from './checked-site.ts'
import { DEFECTS, LEAKED } from './defects.ts'

let opened: TestDb
let site: Awaited<ReturnType<typeof checkedSite>>
beforeAll(async () => {
  opened = await testDb()
  site = await checkedSite(opened.db)
})
afterEach(() => {
  site.current.between = (_asked, pass) => pass()
  site.current.tls = TLS
  site.mail.mend()
})
afterAll(async () => {
  await site.close()
  await opened.close()
})

const CHECKS = ALL_CHECKS.map((check) => ({ ...check, check }))
const find = (key: string): Check => {
  const found = ALL_CHECKS.find((check) => check.key === key)
  if (!found) throw new Error(`There is no check ${key}`)
  return found
}

describe('a good site', () => {
  test.each(CHECKS)('passes $key', async ({ check }) => {
    const { state, said } = await check.run(await site.context())
    expect([state, said]).toEqual(['pass', expect.stringMatching(/^[A-Z0-9].*\.$/)])
  })
})

describe('a defect', () => {
  test.each(DEFECTS)('of $key is found: $defect', async ({ key, result, between, tls, mail, rows }) => {
    if (between) site.current.between = between
    if (mail) site.mail.spoil(mail)
    if (tls) site.current.tls = { ...TLS, ...tls }
    const { state, said, evidence } = rows
      ? await inVain(opened.db, async (tx) => {
          await rows(tx)
          return find(key).run({ ...(await site.context()), db: tx })
        })
      : await find(key).run(await site.context())
    expect([state, said]).toEqual([result, expect.stringMatching(/^.+\.$/)])
    expect(JSON.stringify(evidence ?? {}).length).toBeLessThan(5_000)
    expect(said + JSON.stringify(evidence)).not.toContain(LEAKED)
  })

  test('of each check is planted at least once', () => {
    const planted = new Set(DEFECTS.map(({ key }) => key))
    expect(ALL_CHECKS.map(({ key }) => key).filter((key) => !planted.has(key))).toEqual([])
  })
})

test('docs/checks.md has a row for each check with what was planted', () => {
  const table = readFileSync('docs/checks.md', 'utf8').matchAll(/^\| `([\w.-]+)` \| (.+) \| (.+) \|$/gm)
  const rows = [...table].map(([, key, , planted]) => `${key}: ${planted}`)
  const word = { fail: 'failed', warn: 'warning' }
  const plantedFor = (key: string) =>
    DEFECTS.filter((one) => one.key === key).map(({ defect, result }) => `${defect}: ${word[result]}`)
  expect(rows).toEqual(ALL_CHECKS.map(({ key }) => `${key}: ${plantedFor(key).join(' · ')}`))
})

test.each(CHECKS)('$key says that it could not run when its means are cut', async ({ check }) => {
  const { db, close } = openDb('postgres://nobody@127.0.0.1:1/nothing')
  const probe = {
    ask: () => Promise.reject(new CouldNotRun('The site cannot be reached.')),
    tls: () => Promise.reject(new CouldNotRun('The site is served without TLS.')),
  }
  await expect(check.run({ ...(await site.context()), db, probe, mail: NO_MAIL })).rejects.toThrow()
  await close()
})

test.each(CHECKS.filter(({ group }) => !['tls', 'state', 'mail', 'clock'].includes(group)))(
  '$key could not run while the site is closed',
  async ({ check }) => {
    site.current.between = async () => ({ status: 503, headers: new Headers(), body: '' })
    await expect(check.run(await site.context())).rejects.toThrow(CouldNotRun)
  },
)

/** Those that judge what the site says; the redirection from HTTP is the host's, whatever answers behind it. */
const ASKING = CHECKS.filter(
  ({ group, key }) => !['tls', 'state', 'mail', 'clock'].includes(group) && key !== 'headers.redirection',
)
describe.each([
  [401, 'the password of a host'],
  [404, 'a server that is not this site'],
  [200, 'a page that is shown for every address'],
])('a site that answers everything with %i, as %s does', (status) => {
  test.each(ASKING)('is not judged by $key', async ({ check }) => {
    site.current.between = async () => ({ status, headers: new Headers(), body: '<h1>Hello</h1>' })
    await expect(check.run(await site.context())).rejects.toThrow(CouldNotRun)
  })
})

test('a site whose functions answer and whose pages are gone is not judged by its files', async () => {
  const gone: Answer = { status: 404, headers: new Headers(), body: '' }
  site.current.between = async ({ path }, pass) => (path.startsWith('/api/') ? pass() : gone)
  await expect(find('data.files').run(await site.context())).rejects.toThrow(CouldNotRun)
})

test.each(['routes.nobody', 'routes.member', 'routes.origin'])('%s could not run without routes', async (key) => {
  await expect(find(key).run({ ...(await site.context()), routes: [] })).rejects.toThrow(CouldNotRun)
})

test('a whole round leaves nothing behind, and neither does one that died', async () => {
  // The marks say that accounts came and went, so that mails are planned again: they name no one.
  const ownTables = [
    'check_rounds',
    'check_runs',
    'check_states',
    'rate_limits',
    'call_minutes',
    'dns_snapshots',
    'mail_plan_marks',
  ]
  await storeRule(opened.db, { anchor: 'sign-up', timing: { kind: 'day', days: 1, at: '09:00' }, audience: 'member' })
  const planMails = () => planMarked(opened.db, { ...advancing(Date.now()), timeLeft: () => 10_000 })
  await planMails()
  expect(await opened.db.$count(plannedMails), 'the people of the site').toBeGreaterThan(0)
  const before = await fingerprint(opened.db, ownTables)
  const cookies: string[] = []
  for (const { check } of CHECKS) {
    const context = await site.context()
    const openSession = async (userId: string) => {
      const session = await context.openSession(userId)
      cookies.push(session.cookie.split('=')[1] ?? '')
      await planMails()
      return session
    }
    const found = JSON.stringify(await check.run({ ...context, openSession }))
    expect(cookies.filter((value) => found.includes(value))).toEqual([])
  }
  expect(cookies).toHaveLength(2)
  expect(await fingerprint(opened.db, ownTables)).toBe(before)
  const email = 'left-behind@security-test.invalid'
  await opened.db.insert(users).values({ email, emailKey: email, createdAt: new Date(Date.now() - 3_600_000) })
  await find('cookies.session').run(await site.context())
  expect(await fingerprint(opened.db, ownTables)).toBe(before)
})

/** What `use` comes to, in a transaction that is rolled back. */
async function inVain<T>(db: Db, use: (tx: Db) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  const undo = new Error('undo')
  await db
    .transaction(async (tx) => {
      result = { value: await use(tx) }
      throw undo
    })
    .catch((cause) => {
      if (cause !== undo) throw cause
    })
  if (!result) throw new Error('Nothing came of it')
  return result.value
}

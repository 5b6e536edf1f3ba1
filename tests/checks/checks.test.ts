import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toAdminAddress } from '#src/admin/links.ts'
import { CHECK_GROUPS, CHECK_STATE_LABELS, CouldNotRun } from '#src/contract/checks.ts'
import { ALL_CHECKS } from '#src/domain/checks/all-checks.ts'
import type { CheckContext, Finding } from '#src/domain/checks/check.ts'
import { clocksAgree } from '#src/domain/checks/clock/clocks-agree.ts'
import type { Probe } from '#src/platform/probe.ts'
import { NO_MAIL } from '#tests/mail-checks/mail-means.ts'
import { SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())

/** A probe whose every answer has these headers. */
const answering = (headers: Record<string, string>): Probe => ({
  ask: async () => ({ status: 200, headers: new Headers(headers), body: '', milliseconds: 1 }),
  tls: async () => Promise.reject(new CouldNotRun('The site is served without TLS.')),
})
const contextWith = (more: Partial<CheckContext>): CheckContext => ({
  db: opened.db,
  now: Date.now(),
  site: { siteUrl: SITE_URL, siteName: 'Uptime Workshops' },
  probe: answering({ Date: new Date().toUTCString() }),
  routes: [],
  mail: NO_MAIL,
  openSession: () => Promise.reject(new CouldNotRun('There are no sessions here.')),
  signal: AbortSignal.timeout(5_000),
  ...more,
})

test('each check has a key of its own that begins with its group, a title, and a place where it is mended', () => {
  expect(new Set(ALL_CHECKS.map(({ key }) => key)).size).toBe(ALL_CHECKS.length)
  for (const { key, group, title, mend } of ALL_CHECKS) {
    expect(key).toMatch(/^[a-z]+\.[a-z0-9-]+$/)
    expect(key.startsWith(`${group}.`), key).toBe(true)
    expect(Object.keys(CHECK_GROUPS)).toContain(group)
    expect(title).not.toBe('')
    expect(isPlace(mend), `${key}: ${mend}`).toBe(true)
  }
})

/** An address of the admin area, or a heading of a file of the documentation. */
function isPlace(mend: string): boolean {
  const [file = '', heading] = mend.split(': ')
  if (heading === undefined) return toAdminAddress(mend) !== undefined
  return (
    existsSync(file) &&
    readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => /^##+ /.test(line) && line.endsWith(` ${heading}`))
  )
}

test('a check that could not run is said to be neither good nor bad', () => {
  expect(CHECK_STATE_LABELS).toEqual({ fail: 'Failed', warn: 'Warning', unknown: 'Could not run', pass: 'Passed' })
})

describe('clocks agree', () => {
  test('passes where they do', async () => {
    expect(await clocksAgree.run(contextWith({}))).toMatchObject({ state: 'pass' })
  })

  test.each([
    [20, 'warn'],
    [-20, 'warn'],
    [600, 'fail'],
  ] satisfies [number, Finding['state']][])(
    'finds a server %i seconds ahead of the others: %s',
    async (seconds, state) => {
      const finding = await clocksAgree.run(contextWith({ now: Date.now() + seconds * 1000 }))
      expect(finding.state).toBe(state)
      expect(finding.said).toMatch(/differ by \d+ seconds/)
    },
  )

  test('finds a site whose answers have a wrong date', async () => {
    const probe = answering({ Date: new Date(Date.now() - 600_000).toUTCString() })
    expect(await clocksAgree.run(contextWith({ probe }))).toMatchObject({ state: 'fail' })
  })

  test('could not run without a date', async () => {
    await expect(clocksAgree.run(contextWith({ probe: answering({}) }))).rejects.toBeInstanceOf(CouldNotRun)
  })
})

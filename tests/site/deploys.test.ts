import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenDb, openDb } from '#db/client.ts'
import { siteBuilds, siteContent } from '#db/schema/site.ts'
import {
  deployBuilding,
  deployFailed,
  deployLocked,
  deploySucceeded,
  deployUnlocked,
  reconcileNow,
} from '#netlify/deploys.ts'
import { provideRuntime } from '#netlify/runtime.ts'
import type { BuildInfo } from '#src/contract/build.ts'
import { readBuildStatus } from '#src/domain/site/read-build-status.ts'
import { HOST_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { touchContent } from '#src/domain/site/touch-content.ts'
import { parseEnv } from '#src/platform/env.ts'
import { SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type TcpProxy, tcpProxy } from '#tests/support/tcp-proxy.ts'
import { wishes } from './event-rows.ts'

type Deploy = Parameters<typeof deployFailed>[0]

let opened: TestDb
let proxy: TcpProxy
let behind: OpenDb
let live: BuildInfo | null
let asked = 0
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())
beforeEach(async () => {
  await opened.db.delete(siteBuilds)
  await opened.db
    .update(siteContent)
    .set({ version: 1, hookPostedAt: null, repeatedAt: [], liveRevision: null, liveBuiltAt: null, isLocked: false })
  await opened.db.transaction((tx) => touchContent(tx, 'unpublished tulsa', { id: 'cli' }))
  asked = 0
  proxy = await tcpProxy(opened.url)
  behind = openDb(proxy.url)
  live = { revision: 1, builtAt: 0, featuredSlug: null, nextBoundaryAt: null }
  provideRuntime({
    env: parseEnv({}),
    db: behind.db,
    clock: () => 0,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    hook: {
      ask: async () => {
        asked += 1
        return { ok: true }
      },
    },
    siteUrl: SITE_URL,
    readLive: async () => live,
    pace: HOST_TIMING,
    wakeOutbox: async () => {},
  })
})
afterEach(async () => {
  await proxy.close()
  await behind.close()
})

const deploy = (more: object = {}) => ({ id: 'deploy-1', context: 'production', ...more }) as Deploy

/** What is reported while the database is away, which comes back once it was tried twice. */
async function whileAway(report: () => Promise<void>): Promise<void> {
  await proxy.behave('reset')
  proxy.cut()
  const before = proxy.taken()
  const reported = report()
  while (proxy.taken() < before + 2) await new Promise((resolve) => setTimeout(resolve, 5))
  await proxy.behave('pass')
  await reported
}

test('the beginning of a build is written down once the database is back', async () => {
  await whileAway(() => deployBuilding(deploy()))
  expect(await wishes(opened.db)).toEqual(['2 building unpublished tulsa'])
})

test('a failed build is written down once the database is back, and asked for again', async () => {
  await deployBuilding(deploy())
  await whileAway(() => deployFailed(deploy({ errorMessage: 'No database' })))
  expect(await wishes(opened.db)).toEqual(['2 failed unpublished tulsa', '2 queued the live site is not up to date'])
})

test('a build that succeeded is written down once the database is back', async () => {
  await deployBuilding(deploy())
  live = { revision: 2, builtAt: 0, featuredSlug: null, nextBoundaryAt: null }
  await whileAway(() => deploySucceeded(deploy()))
  expect(await wishes(opened.db)).toEqual(['2 live unpublished tulsa'])
})

test('previews leave the record of the site alone', async () => {
  for (const report of [deployBuilding, deploySucceeded, deployFailed])
    await report(deploy({ context: 'deploy-preview' }))
  expect(await wishes(opened.db)).toEqual(['2 queued unpublished tulsa'])
})

test('a preview that fails does not end the build of the site', async () => {
  await deployBuilding(deploy())
  await deployFailed(deploy({ context: 'deploy-preview', errorMessage: 'No database' }))
  expect(await wishes(opened.db)).toEqual(['2 building unpublished tulsa'])
})

test('an end is matched by the deploy: one that fails does not end another', async () => {
  await deployBuilding(deploy())
  await opened.db.transaction((tx) => touchContent(tx, 'published omaha', { id: 'cli' }))
  await deployBuilding(deploy({ id: 'deploy-2' }))
  await deployFailed(deploy({ errorMessage: 'No database' }))
  expect(await wishes(opened.db)).toEqual(['2 failed unpublished tulsa', '3 building published omaha'])
})

test('where the site cannot be read, the host is believed, also when its word comes late', async () => {
  live = null
  await deployBuilding(deploy())
  await opened.db.update(siteBuilds).set({ state: 'failed' })
  await deploySucceeded(deploy())
  expect(await wishes(opened.db)).toEqual(['2 live unpublished tulsa'])
  expect(await reconcileNow()).toEqual({ outcome: 'live' })
})

test('while the host is locked nothing is asked for, and what it holds back waits', async () => {
  await deployLocked()
  expect(await reconcileNow()).toEqual({ outcome: 'locked' })
  await deployBuilding(deploy())
  await deploySucceeded(deploy())
  expect(await wishes(opened.db)).toEqual(['2 queued unpublished tulsa'])
  expect(asked).toBe(0)
  await deployUnlocked()
  expect(asked).toBe(1)
})

test('a site that was put back stays until something changes', async () => {
  await deployBuilding(deploy())
  live = { revision: 2, builtAt: 0, featuredSlug: null, nextBoundaryAt: null }
  await deploySucceeded(deploy())
  live = { ...live, revision: 1 }
  expect(await reconcileNow()).toEqual({ outcome: 'rolledBack' })
  expect(await readBuildStatus(opened.db, { live, now: 0, pace: HOST_TIMING })).toMatchObject({ hold: 'rolledBack' })
  await opened.db.transaction((tx) => touchContent(tx, 'published omaha', { id: 'cli' }))
  expect(await reconcileNow()).toEqual({ outcome: 'asked' })
})

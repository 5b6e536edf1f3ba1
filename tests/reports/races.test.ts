import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { isConnectionFault } from '#db/fault.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { notifyOfStatus } from '#src/domain/reports/notify-reporters.ts'
import { sendWithheld } from '#src/domain/reports/send-withheld.ts'
import { verifyReport } from '#src/domain/reports/verify-report.ts'
import { nextIp, SITE } from '#tests/accounts/account-api.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type TcpProxy, tcpProxy } from '#tests/support/tcp-proxy.ts'
import { aReport, reportApi } from './report-api.ts'

describe('reporters at the same time', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof reportApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await reportApi(opened.db)
  })
  afterAll(() => opened.close())
  const atOnce = <T>(count: number, work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)))

  test('twenty with one key send one report and one mail, and all hear the same (DB3)', async () => {
    const report = aReport()
    const key = crypto.randomUUID()
    const answers = await atOnce(20, () => api.submit(report, { key }))
    const told = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
    expect(told).toEqual(told.map(() => [202, told[0]?.[1]]))
    expect(await api.getReports(report.reporter_email)).toHaveLength(1)
    expect(await api.mailsTo(report.reporter_email)).toHaveLength(1)
  })

  test('twenty with one key and a report each: one is accepted, the others get a conflict', async () => {
    const key = crypto.randomUUID()
    const before = await opened.db.$count(eventReports)
    const answers = await atOnce(20, () => api.submit(aReport(), { key }))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(19).fill(409)])
    expect(await opened.db.$count(eventReports)).toBe(before + 1)
  })

  test('a key that is a day old is taken over by one of twenty', async () => {
    const key = crypto.randomUUID()
    await api.submit(aReport(), { key })
    api.clock.now += 24 * 3_600_000
    const answers = await atOnce(20, () => api.submit(aReport(), { key }))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(19).fill(409)])
  })

  test('twenty reports of one address leave one mail; the schedule, run often at once, sends one a minute (OB6)', async () => {
    const { reporter_email } = aReport()
    await atOnce(20, () => api.submit(aReport({ reporter_email })))
    expect(await api.getReports(reporter_email)).toHaveLength(20)
    expect(await api.mailsTo(reporter_email)).toHaveLength(1)
    api.clock.now += 60_000
    await atOnce(5, () => sendWithheld(opened.db, { site: SITE, now: api.clock.now }))
    expect(await api.mailsTo(reporter_email)).toHaveLength(2)
  })

  test('no report keeps an account that is deleted in the meantime', async () => {
    for (let run = 0; run < 8; run += 1) {
      const { id, cookie } = await api.account.enter(`leaver_${run}`)
      const leave = () => api.account.call('DELETE', 'account', undefined, { cookie })
      const answers = await Promise.all([api.submit(aReport(), { cookie }), leave(), api.submit(aReport(), { cookie })])
      expect(answers.map(({ status }) => status)).toEqual([202, 200, 202])
      expect(await opened.db.$count(eventReports, eq(eventReports.reporterUserId, id))).toBe(0)
    }
  })

  test('five an hour from one address are five, however many come at once (RL4)', async () => {
    const ip = nextIp()
    const answers = await atOnce(25, () => api.submit(aReport(), { ip }))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5)
  })
})

describe('when the connection is lost', () => {
  let server: TestDb & { url: string }
  let proxy: TcpProxy
  beforeAll(async () => {
    server = await testDb()
    proxy = await tcpProxy(server.url)
  })
  afterEach(() => proxy.inspect(() => 'pass'))
  afterAll(async () => {
    await proxy.close()
    await server.close()
  })
  /** A pool of its own behind the proxy, so that one fault is one caller's. */
  const behindProxy = async () => {
    const { db, close } = openDb(proxy.url, { max: 1 })
    return { api: await reportApi(db, { isConnectionFault }), db, close }
  }
  const direct = () => reportApi(server.db)
  /** Cuts at the first chunk that says so, and lets everything else pass. */
  const cutAt = (words: string, side: 'client' | 'server') => {
    let isDone = false
    proxy.inspect((chunk, from) => {
      if (isDone || from !== side || !chunk.includes(words)) return 'pass'
      isDone = true
      return 'reset'
    })
  }

  test('after COMMIT, and sent again with its key: one report, one mail, a hundred times (DB2)', async () => {
    const { api, close } = await behindProxy()
    const there = await direct()
    let refused = 0
    for (let run = 0; run < 100; run += 1) {
      const report = aReport()
      const key = crypto.randomUUID()
      cutAt('COMMIT\0', 'server')
      const lost = await api.submit(report, { key })
      if (lost.status === 503) refused += 1
      const again = await api.submit(report, { key })
      expect(again.status).toBe(202)
      expect(await there.getReports(report.reporter_email)).toHaveLength(1)
      expect(await there.mailsTo(report.reporter_email)).toHaveLength(1)
    }
    expect(refused).toBe(100)
    await close()
  })

  test('before COMMIT: nothing is left, and the same call makes it whole', async () => {
    const { api, close } = await behindProxy()
    const there = await direct()
    const report = aReport()
    const key = crypto.randomUUID()
    cutAt('commit\0', 'client')
    expect(await problemOf(await api.submit(report, { key }))).toMatchObject({ status: 503, code: 'unavailable' })
    expect(await there.getReports(report.reporter_email)).toEqual([])
    expect(await there.mailsTo(report.reporter_email)).toEqual([])
    expect((await api.submit(report, { key })).status).toBe(202)
    expect(await there.mailsTo(report.reporter_email)).toHaveLength(1)
    await close()
  })

  test('after a click’s COMMIT, and clicked again: verified once, one mail (DB2)', async () => {
    const { api, close } = await behindProxy()
    const there = await direct()
    const report = aReport()
    await api.submit(report)
    const token = await there.tokenTo(report.reporter_email)
    cutAt('COMMIT\0', 'server')
    expect((await api.verify(token)).status).toBe(503)
    const again = await api.verify(token)
    expect([again.status, await again.json()]).toEqual([200, { reportType: 'problem', status: 'open' }])
    expect((await there.mailsTo(report.reporter_email)).map(({ template }) => template)).toEqual([
      'report-verified',
      'verify-report',
    ])
    expect(await there.ownReports(await there.tokenTo(report.reporter_email, 'report-verified'))).toHaveLength(1)
    await close()
  })

  test('and a change of an admin at the same time: both are kept, in whatever order', async () => {
    const there = await direct()
    for (let run = 0; run < 10; run += 1) {
      const report = aReport()
      await there.submit(report)
      const token = await there.tokenTo(report.reporter_email)
      const { id } = await there.reportOf(report.reporter_email)
      const now = there.clock.now
      const resolve = server.db.transaction(async (tx) => {
        const [row] = await tx
          .update(eventReports)
          .set({ status: 'resolved' })
          .where(eq(eventReports.id, id))
          .returning()
        if (row) await notifyOfStatus(tx, row, { site: SITE, now })
      })
      await Promise.all([resolve, verifyReport(server.db, token, { site: SITE, now })])
      expect(await there.reportOf(report.reporter_email)).toMatchObject({
        status: 'resolved',
        verifiedAt: new Date(now),
      })
    }
  })
})

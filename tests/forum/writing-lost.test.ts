import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { isConnectionFault } from '#db/fault.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type TcpProxy, tcpProxy } from '#tests/support/tcp-proxy.ts'
import { writingApi } from './writing-api.ts'

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
  /** Cuts at the first chunk that says so, and lets everything else pass. */
  const cutAt = (words: string, side: 'client' | 'server') => {
    let isDone = false
    proxy.inspect((chunk, from) => {
      if (isDone || from !== side || !chunk.includes(words)) return 'pass'
      isDone = true
      return 'reset'
    })
  }

  test('after COMMIT, and sent again with its key: one reply, a hundred times (DB2)', async () => {
    const there = await writingApi(server.db)
    const { db, close } = openDb(proxy.url, { max: 1 })
    const api = await writingApi(db, { isConnectionFault })
    const ada = await there.known()
    const { topicId } = await there.begin(ada)
    let lost = 0
    for (let run = 1; run <= 100; run += 1) {
      await there.forgetLimits()
      const key = crypto.randomUUID()
      cutAt('COMMIT\0', 'server')
      const send = () => api.call(ada, 'POST', `topics/${topicId}/posts`, { source: `Run ${run}` }, { key })
      if ((await send()).status === 503) lost += 1
      expect((await send()).status).toBe(201)
      expect(await there.topicRow(topicId)).toMatchObject({ replyCount: run, lastNumber: run + 1 })
    }
    expect(lost).toBe(100)
    await close()
  })

  test('before COMMIT: nothing is left, and the same call makes it whole', async () => {
    const there = await writingApi(server.db)
    const { db, close } = openDb(proxy.url, { max: 1 })
    const api = await writingApi(db, { isConnectionFault })
    const ada = await there.known()
    const { topicId } = await there.begin(ada)
    await there.forgetLimits()
    const key = crypto.randomUUID()
    const send = () => api.call(ada, 'POST', `topics/${topicId}/posts`, { source: 'x' }, { key })
    cutAt('commit\0', 'client')
    expect(await problemOf(await send())).toMatchObject({ status: 503, code: 'unavailable' })
    expect(await there.topicRow(topicId)).toMatchObject({ replyCount: 0, lastNumber: 1 })
    expect((await send()).status).toBe(201)
    expect(await there.topicRow(topicId)).toMatchObject({ replyCount: 1, lastNumber: 2 })
    await close()
  })
})

import { expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { watchBuild } from '#netlify/local/watch-build.ts'
import { markLive, queueBuild } from '#src/domain/site/builds.ts'
import { testDb } from '#tests/support/database.ts'
import { tcpProxy } from '#tests/support/tcp-proxy.ts'
import { until } from './a-server.ts'

test('a command that waits for its change waits on while the database is away', async () => {
  const direct = await testDb()
  await queueBuild(direct.db, { revision: 1, reason: 'an edit', actor: 'cli' })
  const proxy = await tcpProxy(direct.url)
  const { db, close } = openDb(proxy.url)
  const said: string[] = []
  const watched = watchBuild(db, { revision: 1, say: (line) => said.push(line.replace(/^[\d.]+ s {2}/, '')) })
  await until(async () => said.length === 1)
  await proxy.behave('refuse')
  proxy.cut()
  await until(async () => said.length === 2)
  await markLive(direct.db, { revision: 1, builtAt: 0 })
  await proxy.behave('pass')
  expect(await watched).toBe(true)
  expect(said).toEqual(['queued', 'The database is not responding. Still waiting.', 'live'])
  await close()
  await proxy.close()
  await direct.close()
})

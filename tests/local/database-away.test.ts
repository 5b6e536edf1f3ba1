import { symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '#tests/support/answers.ts'
import { expectDressed, expectQuiet } from '#tests/support/dressed.ts'
import { CLOSED_POLICY } from '#tests/support/policies.ts'
import { aServer } from './a-server.ts'
import { aFolder, writeSite } from './a-site.ts'

const VIEW = {
  path: '/api/page-views',
  method: 'POST',
  headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
  body: '{"pagePath":"/"}',
}

// A file of its own: functions keep the first database that their process has.
test('with its database away, the site built earlier is served and the API says 503, fully dressed', async () => {
  await using folder = await aFolder()
  await writeSite(join(folder.path, 'releases/5-1'), { revision: 5 })
  await symlink('releases/5-1', join(folder.path, 'current'))
  const away = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await new Promise((resolve) => away.once('listening', resolve))
  const address = away.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await using server = await aServer({ DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x`, DATA_DIR: folder.path })
  expect(server.said.join('\n')).toContain(`Cannot reach the database at 127.0.0.1:${port}`)
  expect(await ask(server.origin, { path: '/' })).toMatchObject({
    status: 200,
    body: expect.stringContaining('home of revision 5'),
  })
  for (const path of ['/events', '/event/tulsa', '/og/tulsa.png', '/build.json'])
    expect((await ask(server.origin, { path })).status, path).toBe(200)
  for (const path of ['/api/health', '/api/events']) {
    const answer = await ask(server.origin, { path })
    expect(answer.status, path).toBe(503)
    expect(Number(answer.headers['retry-after']), path).toBeGreaterThan(0)
    expect(JSON.parse(answer.body)).toMatchObject({ status: 503, code: 'unavailable' })
    expectDressed(answer, CLOSED_POLICY)
    expectQuiet(answer)
  }
  expect((await ask(server.origin, VIEW)).status).toBe(204)
  expect(server.build.count).toBe(0)
  away.close()
}, 60_000)

import { access } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { startAstroBuild } from '#netlify/local/astro-build.ts'
import { publishEvent } from '#src/domain/events/publish-event.ts'
import { readSite } from '#src/domain/site/read-site.ts'
import { aFolder } from '#tests/local/a-site.ts'
import { testDb } from '#tests/support/database.ts'
import { freePort } from '#tests/support/postgres-server.ts'
import { addEvent } from './event-rows.ts'

const NOW = Date.parse('2026-12-01T00:00:00Z')

/** A proxy of a database that cuts a connection when the client sends for the `limit`-th time. */
async function cuttingProxy(
  url: string,
  limit: number,
): Promise<{ url: string; server: Server; wasCut: () => boolean }> {
  const target = new URL(url)
  let cut = false
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let sent = 0
    client.on('data', (chunk) => {
      sent += 1
      if (sent < limit) return void upstream.write(chunk)
      cut = true
      client.destroy()
      upstream.destroy()
    })
    upstream.pipe(client)
    for (const socket of [client, upstream]) socket.on('error', () => {})
    client.on('close', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  return { url: Object.assign(new URL(url), { port }).href, server, wasCut: () => cut }
}

describe('a database that goes away while the site is read (BR6)', () => {
  let opened: Awaited<ReturnType<typeof testDb>>
  beforeAll(async () => {
    opened = await testDb()
    for (const slug of ['first-event', 'second-event']) {
      await addEvent(opened.db, slug)
      await publishEvent(opened.db, slug, { id: 'cli' })
    }
  })
  afterAll(() => opened?.close())

  test('gives no site at all, whatever the moment', async () => {
    const whole = await readSite(opened.db, NOW)
    expect(whole.events).toHaveLength(2)
    let cuts = 0
    for (let limit = 1, isWhole = false; !isWhole; limit += 1) {
      const proxy = await cuttingProxy(opened.url, limit)
      const { db, close } = openDb(proxy.url, { max: 1 })
      const result = await readSite(db, NOW).catch((cause: unknown) => cause)
      isWhole = !proxy.wasCut()
      if (!isWhole) {
        cuts += 1
        expect(result).toSatisfy((value) => value instanceof Error || JSON.stringify(value) === JSON.stringify(whole))
      } else expect(result).toEqual(whole)
      await close().catch(() => {})
      proxy.server.close()
    }
    expect(cuts).toBeGreaterThan(5)
  })
})

test('a build without its database fails, says why, and leaves no site (BR6)', async () => {
  await using folder = await aFolder()
  const outDir = join(folder.path, 'site')
  const { PATH } = process.env
  const environment = { PATH, DATABASE_URL: `postgres://u:geheim@127.0.0.1:${await freePort()}/x` }
  const result = await startAstroBuild(outDir, environment, () => {}).result
  expect(result).toEqual({ ok: false, reason: expect.stringMatching(/^The build failed\.\n.*ECONNREFUSED/) })
  await expect(access(outDir)).rejects.toThrow('ENOENT')
}, 60_000)

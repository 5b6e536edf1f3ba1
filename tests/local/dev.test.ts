import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { readOwner } from '#db/owner-lock.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { PROJECT } from '#netlify/local/project.ts'
import { temporaryFolder } from '#tests/support/embedded.ts'
import { freePort } from '#tests/support/postgres-server.ts'
import { BARE, collect, run, until } from './a-server.ts'

const DEV = 'netlify/local/dev.ts'

describe('npm run dev answers as the built site does', () => {
  let origin = ''
  let stop = async () => {}
  const get = (path: string) => fetch(`${origin}${path}`, { redirect: 'manual' })
  beforeAll(async () => {
    const port = await freePort()
    const dataDir = temporaryFolder()
    const env = { ...BARE, PORT: String(port), DATA_DIR: dataDir }
    const child = spawn(process.execPath, [DEV], { cwd: PROJECT, env })
    const output = collect(child)
    stop = async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    origin = `http://localhost:${port}`
    await until(async () => {
      if (child.exitCode !== null) throw new Error(output())
      return (await get('/api/health').catch(() => undefined))?.ok === true
    })
    const { db, close } = openDb(readOwner(dataDir)?.url ?? '')
    const [event] = await db.select({ id: eventConfig.id }).from(eventConfig).limit(1)
    await db.insert(eventSlugRedirects).values({ oldSlug: 'once-named-so', eventId: event?.id ?? '' })
    await close()
  }, 120_000)
  afterAll(() => stop())

  test('with the page of an event that is published', async () => {
    const response = await get('/event/kansas-city-2026')
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Kansas City')])
  })

  test('with the live fallback, under 404, for one that it does not know', async () => {
    const response = await get('/event/not-built-yet')
    const fallback = await (await get('/event-fallback')).text()
    expect(response.status).toBe(404)
    expect(fallback).toContain('<astro-island')
    expect(toTitle(await response.text())).toBe(toTitle(fallback))
  })

  test('with the new address of a renamed one', async () => {
    const response = await get('/event/once-named-so')
    expect([response.status, response.headers.get('location')]).toEqual([301, expect.stringMatching(/^\/event\/.+/)])
  })

  test('with the admin area, whose script is served from its source', async () => {
    const page = await (await get('/admin/users')).text()
    const [, entry = ''] = /<script type="module" src="(\/[^"]+)">/.exec(page) ?? []
    const script = await (await get(entry)).text()
    expect(script).toContain('injectIntoGlobalHook')
    expect(script).toContain('open-admin.tsx')
  })

  test('with the forum, in the shell as it is now', async () => {
    const response = await get('/forum')
    const page = await response.text()
    expect([response.status, toTitle(page)]).toEqual([200, 'Forum | Uptime Workshops'])
    expect(page).toContain('component-url="/src/islands/forum/ForumIsland.tsx"')
    expect((await get('/forum/post/none')).status).toBe(404)
  })

  test('with the 404 page elsewhere', async () => {
    const response = await get('/no-such-page')
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('Oops! Page not found')])
  })
})

test('npm run dev on a busy port says so in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { code, output } = await run(DEV, [], { PORT: String(port), DATA_DIR: '/nonexistent' })
  other.close()
  expect(code).toBe(1)
  expect(output).toBe(`Port ${port} is in use. Stop the program that uses it, or set PORT to another port.\n`)
})

function toTitle(html: string): string | undefined {
  return /<title>(.*?)<\/title>/.exec(html)?.[1]
}

import { createServer, type Server } from 'node:http'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { siteContent } from '#db/schema/site.ts'
import { type BuildInfo, mayReplace } from '#src/contract/build.ts'
import { markBuilding, markFailed, markLive } from '#src/domain/site/builds.ts'
import { type BuildHook, buildHook } from '#src/platform/rebuild.ts'

/** What becomes of one POST: `lost` answers 200 and forgets it, `drop` cuts the connection, `hang` never answers. */
export type Fate = 'ok' | 'lost' | 'drop' | 'hang' | 500 | 404 | 302

/** A host that behaves like Netlify on a bad day: a hook over real HTTP, one running build and one waiting. */
export type FakeHost = {
  hook: BuildHook
  posts: number
  builds: number
  live: BuildInfo | null
  /** True while an accepted POST waits for its build. */
  isAsked: boolean
  /** Starts a build: reads its snapshot now. What it resolves to ends it, with success or not. */
  start: (now?: number, nextBoundaryAt?: number | null) => Promise<(succeeds?: boolean) => Promise<void>>
  /** Runs every build that was asked for. */
  work: (now?: number, nextBoundaryAt?: number | null) => Promise<void>
  close: () => Promise<void>
}

/** `fates` are taken in turn; after the last one every POST is `ok`. */
export async function fakeHost(db: Db, fates: Fate[] = []): Promise<FakeHost> {
  const rest = [...fates]
  const server = createServer((request, response) => {
    const fate = request.method === 'POST' ? (rest.shift() ?? 'ok') : 404
    host.posts += 1
    if (fate === 'drop') return void request.socket.destroy()
    if (fate === 'hang') return
    if (fate === 'ok') host.isAsked = true
    if (fate === 302) response.setHeader('location', '/elsewhere')
    response.writeHead(typeof fate === 'number' ? fate : 200).end()
  })
  const port = await listen(server)
  const host: FakeHost = {
    hook: buildHook(`http://127.0.0.1:${port}/hooks/secret-of-the-host`, { timeout: 200 }),
    posts: 0,
    builds: 0,
    live: null,
    isAsked: false,
    start: async (now = 0, nextBoundaryAt = null) => {
      host.isAsked = false
      host.builds += 1
      const deployId = `deploy-${host.builds}`
      await markBuilding(db, deployId)
      const [content] = await db.select({ revision: siteContent.version }).from(siteContent)
      const built = { revision: content?.revision ?? 0, builtAt: now, featuredSlug: null, nextBoundaryAt }
      return async (succeeds = true) => {
        if (!succeeds) return markFailed(db, deployId, 'out of memory')
        if (!mayReplace(built, host.live)) return markFailed(db, deployId, 'a newer build is live')
        host.live = built
        await markLive(db, built)
      }
    },
    work: async (now, nextBoundaryAt) => {
      while (host.isAsked) await (await host.start(now, nextBoundaryAt))()
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return host
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The machine gave no port.')
  return address.port
}

/** Lets `ms` go by as far as the database's memory of builds is concerned. */
export async function passTime(db: Db, ms: number): Promise<void> {
  const gap = sql`${ms} * interval '1 millisecond'`
  await db.execute(
    sql`update site_content set hook_posted_at = hook_posted_at - ${gap},
      repeated_at = array(select past - ${gap} from unnest(repeated_at) past)`,
  )
  await db.execute(
    sql`update site_builds set requested_at = requested_at - ${gap}, started_at = started_at - ${gap}, finished_at = finished_at - ${gap}`,
  )
}

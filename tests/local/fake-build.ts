import { openDb } from '#db/client.ts'
import { siteContent } from '#db/schema/site.ts'
import type { RunningBuild, StartBuild } from '#netlify/local/astro-build.ts'
import { writeSite } from './a-site.ts'

/** A builder of small sites that reads the revision like the real one: from the database, once it has begun. */
export type FakeBuild = {
  start: StartBuild
  count: number
  /** Held builds wait here until let go. */
  hold: () => void
  letGo: () => void
  /** What the next builds fail with. */
  failWith: string | undefined
  environments: NodeJS.ProcessEnv[]
}

export function fakeBuild(readRevision: (environment: NodeJS.ProcessEnv) => Promise<number>): FakeBuild {
  let gate: PromiseWithResolvers<void> | undefined
  const fake: FakeBuild = {
    count: 0,
    failWith: undefined,
    environments: [],
    hold: () => {
      gate = Promise.withResolvers<void>()
    },
    letGo: () => {
      gate?.resolve()
      gate = undefined
    },
    start: (outDir, environment): RunningBuild => {
      fake.count += 1
      fake.environments.push(environment)
      const stopped = Promise.withResolvers<void>()
      let isStopped = false
      const run = async () => {
        const revision = await readRevision(environment)
        await Promise.race([gate?.promise, stopped.promise])
        if (isStopped) return { ok: false, reason: 'stopped', isStopped: true } as const
        if (fake.failWith !== undefined) return { ok: false, reason: fake.failWith } as const
        await writeSite(outDir, { revision, builtAt: Date.now() })
        return { ok: true } as const
      }
      const stop = () => {
        isStopped = true
        stopped.resolve()
      }
      return { result: run(), stop }
    },
  }
  return fake
}

/** Reads the revision of the database a build was given, as a real build does. */
export async function revisionAt(url: string): Promise<number> {
  const { db, close } = openDb(url, { max: 1 })
  try {
    const [row] = await db.select({ version: siteContent.version }).from(siteContent)
    return row?.version ?? 0
  } finally {
    await close()
  }
}

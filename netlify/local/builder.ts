import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#db/client.ts'
import { markBuilding, markFailed, markLive, requeueBuilds } from '#src/domain/site/builds.ts'
import type { Log } from '#src/platform/log.ts'
import type { BuildResult, RunningBuild, StartBuild } from './astro-build.ts'
import type { Releases } from './releases.ts'

/** Builds the site when asked: one build at a time, and one more for everything asked meanwhile. (security BR4) */
export type Builder = {
  request: () => void
  /** Resolves when nothing runs and nothing waits, with how the last build ended. */
  idle: () => Promise<BuildResult>
  /** Ends the running build and starts no other. */
  stop: () => Promise<void>
}

export type BuilderParts = {
  db: Db
  releases: Releases
  start: StartBuild
  /** The build's environment, made anew for each, with the instant its pages are for. */
  environment: () => NodeJS.ProcessEnv
  /** Hash of the code that is about to be built. */
  fingerprint: () => Promise<string>
  onLine: (line: string) => void
  log: Log
}

export function createBuilder(parts: BuilderParts): Builder {
  let running: RunningBuild | undefined
  let work: Promise<BuildResult> | undefined
  let isPending = false
  let isStopped = false

  const workOff = async (): Promise<BuildResult> => {
    let result: BuildResult = { ok: true }
    while (isPending && !isStopped) {
      isPending = false
      result = await buildOnce(parts, (build) => {
        running = build
        if (isStopped) build.stop()
      })
    }
    work = undefined
    return result
  }
  return {
    request: () => {
      isPending = true
      work ??= workOff()
    },
    idle: () => work ?? Promise.resolve({ ok: true }),
    stop: async () => {
      isStopped = true
      running?.stop()
      await work
    },
  }
}

/** One build from its record to its release. Whatever goes wrong is recorded, and the live release stays. (security BR6) */
async function buildOnce(parts: BuilderParts, onStart: (build: RunningBuild) => void): Promise<BuildResult> {
  const { db, releases, log } = parts
  const draft = await releases.draft()
  try {
    await markBuilding(db)
    const build = parts.start(draft, parts.environment(), parts.onLine)
    onStart(build)
    const [result, print] = await Promise.all([build.result, parts.fingerprint()])
    if (!result.ok)
      return result.isStopped ? await putBack(parts, draft, result) : await fail(parts, draft, result.reason)
    await writeFile(join(draft, '_fingerprint'), print)
    if (!(await releases.publish(draft))) return await fail(parts, draft, 'A newer revision is live already.')
    const live = releases.current()
    if (live) await markLive(db, live.info)
    return { ok: true }
  } catch (cause) {
    log.error('build crashed', {}, cause)
    return fail(parts, draft, 'The build could not be carried out; the server log says why.')
  }
}

async function fail({ db, releases, log }: BuilderParts, draft: string, reason: string): Promise<BuildResult> {
  await releases.discard(draft)
  await markFailed(db, reason).catch((cause: unknown) => log.error('failed build not recorded', {}, cause))
  return { ok: false, reason }
}

/** A build that ended because the server does is wished for again at the next start. */
async function putBack({ db, releases }: BuilderParts, draft: string, result: BuildResult): Promise<BuildResult> {
  await releases.discard(draft)
  await requeueBuilds(db)
  return result
}

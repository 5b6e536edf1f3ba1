import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#db/client.ts'
import { retryWrite } from '#db/retry.ts'
import { markBuilding, markFailed, markLive, requeueBuilds } from '#src/domain/site/builds.ts'
import type { Log } from '#src/platform/log.ts'
import type { BuildResult, RunningBuild, StartBuild } from './astro-build.ts'
import type { Releases } from './releases.ts'

/** Builds the site when asked: one build at a time, and one more for everything asked during it. (security BR4) */
export type Builder = {
  request: () => void
  /** Resolves once the process of the requested build runs, or at once if no build is requested. */
  started: () => Promise<void>
  /** Resolves when nothing runs and nothing waits, with how the last build ended. */
  idle: () => Promise<BuildResult>
  /** Ends the running build and starts no other. */
  stop: () => Promise<void>
}

type BuilderParts = {
  db: Db
  releases: Releases
  start: StartBuild
  /** The build's environment, made for each build, with the instant its pages are for. */
  environment: () => NodeJS.ProcessEnv
  /** Hash of the code that is about to be built. */
  fingerprint: () => Promise<string>
  onLine: (line: string) => void
  /** Called when a build is live. */
  onLive: () => Promise<unknown>
  log: Log
}

export function createBuilder(parts: BuilderParts): Builder {
  let running: RunningBuild | undefined
  let work: Promise<BuildResult> | undefined
  let isPending = false
  let started = Promise.withResolvers<void>()
  const leaving = new AbortController()

  const workOff = async (): Promise<BuildResult> => {
    let result: BuildResult = { ok: true }
    while (isPending && !leaving.signal.aborted) {
      isPending = false
      result = await buildOnce(parts, leaving.signal, (build) => {
        running = build
        started.resolve()
        if (leaving.signal.aborted) build.stop()
      })
    }
    work = undefined
    started.resolve()
    return result
  }
  return {
    request: () => {
      isPending = true
      if (work) return
      started = Promise.withResolvers()
      work = workOff()
    },
    started: async () => (work ? started.promise : undefined),
    idle: () => work ?? Promise.resolve({ ok: true }),
    stop: async () => {
      leaving.abort()
      running?.stop()
      await work
    },
  }
}

/**
 * One build from its record to its release. Whatever goes wrong is recorded, and the live release stays. What is recorded is
 * tried until it goes through or `leaving` is aborted. (security BR6, decision 0011)
 */
async function buildOnce(
  parts: BuilderParts,
  leaving: AbortSignal,
  onStart: (build: RunningBuild) => void,
): Promise<BuildResult> {
  const { db, releases, log } = parts
  const record = (write: () => Promise<void>) => retryWrite(write, { signal: leaving })
  /** What cannot be recorded in time is put right by the reconciler. */
  const recordEnd = (write: () => Promise<void>) =>
    record(write).catch((cause: unknown) => log.error('end of a build not recorded', {}, cause))
  const buildId = randomUUID()
  let draft: string | undefined
  try {
    draft = await releases.draft()
    await record(() => markBuilding(db, buildId))
    const built = await buildInto(draft, parts, onStart)
    const live = releases.current()
    if (built.ok && live) await recordEnd(() => markLive(db, live.info))
    if (built.ok && live) await parts.onLive().catch((cause: unknown) => log.warn('a build is not checked', {}, cause))
    if (built.ok) return built
    // A build that ended because the server does is wished for again at the next start.
    await recordEnd(() => (built.isStopped ? requeueBuilds(db) : markFailed(db, buildId, built.reason)))
    return built
  } catch (cause) {
    log.error('build crashed', {}, cause)
    const reason = 'The build could not run. See the server log for the reason.'
    await recordEnd(() => (leaving.aborted ? requeueBuilds(db) : markFailed(db, buildId, reason)))
    return { ok: false, reason }
  } finally {
    // Of a draft that became a release nothing is left here; one that cannot be removed goes at the next start.
    if (draft !== undefined)
      await releases.discard(draft).catch((cause: unknown) => log.error('draft not removed', {}, cause))
  }
}

async function buildInto(
  draft: string,
  { releases, start, environment, onLine, fingerprint }: BuilderParts,
  onStart: (build: RunningBuild) => void,
): Promise<BuildResult> {
  const build = start(draft, environment(), onLine)
  onStart(build)
  const [result, print] = await Promise.all([build.result, fingerprint()])
  if (!result.ok) return result
  await writeFile(join(draft, '_fingerprint'), print)
  return (await releases.publish(draft)) ? result : { ok: false, reason: 'A newer revision is already live.' }
}

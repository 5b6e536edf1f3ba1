import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionFault } from '#db/fault.ts'
import { retryWrite } from '#db/retry.ts'
import { requireHashing } from '#src/auth/passwords.ts'
import { type BuildInfo, isOutOfDate, isPastBoundary } from '#src/contract/build.ts'
import type { Instant } from '#src/contract/instant.ts'
import { markLive, queueBuild, requeueBuilds } from '#src/domain/site/builds.ts'
import { readNextStep } from '#src/domain/site/read-build-status.ts'
import { LOCAL_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { callsWritten } from '../calls.ts'
import { checksEnded } from '../checks.ts'
import { deliver, deliveryEnded } from '../outbox.ts'
import { purgesEnded } from '../purge-pages.ts'
import { startAstroBuild } from './astro-build.ts'
import { findClientAddress, isOnThisMachine } from './client-address.ts'
import { prepareDatabase, UnreachableDatabase } from './database.ts'
import { type DemoOwner, ownerSentence } from './demo-people.ts'
import { type HostedFunction, loadFunctions } from './functions.ts'
import { answerHook, answerReleases } from './hook.ts'
import { startHttp } from './http-server.ts'
import { answerMail, whereMailGoes } from './mail-pages.ts'
import type { Progress } from './progress.ts'
import { type LocalServices, type StartOptions, startServices } from './services.ts'
import type { Shutdown } from './shutdown.ts'
import { createSite } from './site.ts'
import { startTicker } from './ticker.ts'

const RETRY_DATABASE = 5_000

/**
 * Starts the product on this machine and resolves when it serves; throws a sentence when it cannot.
 * Everything it opens is closed by `options.shutdown`.
 */
export async function startServer(
  options: Omit<StartOptions, 'startBuild'> & Partial<Pick<StartOptions, 'startBuild'>>,
): Promise<void> {
  const { progress, shutdown } = options
  await requireHashing()
  const services = await startServices({ startBuild: startAstroBuild, ...options })
  const { isReady, owner } = await prepareOrServeOld(services, progress)
  if (isReady) await retryWrite(() => catchUp(services))
  await services.builder.started() // Then the functions load while the first build, another process, runs.
  const functions = await loadFunctions()
  if (!services.releases.current()) await requireFirstRelease(services)
  await listen(services, functions, shutdown)
  const lines = [`Ready on ${services.env.siteUrl}`, `Data is kept in ${services.dataDir}`, whereMailGoes(services.env)]
  progress.say(['', ...lines, ...(owner ? [ownerSentence(owner)] : []), ''].join('\n'))
  if (!isReady) void waitForDatabase(services, options)
  services.onDatabaseBack?.(() => void resume(services))
}

/** What a build could not write down while the database was away is made good. */
async function resume(services: LocalServices): Promise<void> {
  try {
    await services.builder.idle()
    await retryWrite(() => catchUp(services))
  } catch (cause) {
    services.log.error('not resumed after the database', {}, cause)
  }
}

function prepare({ url, db, env, clock }: LocalServices): Promise<DemoOwner | undefined> {
  return prepareDatabase({ url, db }, { env, now: clock() })
}

/** What the start found. `owner` is there when the demo was made just now. */
type Prepared = { isReady: boolean; owner?: DemoOwner | undefined }

/** Not ready when the database cannot be reached but a site was built before: then that one is served. (security DB8) */
async function prepareOrServeOld(services: LocalServices, progress: Progress): Promise<Prepared> {
  try {
    return { isReady: true, owner: await progress.step('Preparing the database', () => prepare(services)) }
  } catch (cause) {
    if (!(cause instanceof UnreachableDatabase) || !services.releases.current()) throw cause
    progress.say(`${cause.message}\nUntil then, the site built earlier is served, and the API answers 503.`)
    return { isReady: false }
  }
}

/**
 * Asks for a build if the site that is there is not what the database, the clock and the code would give now. Wishes that a
 * server before this one left half done are granted by the site that is there, or wished for again. Harmless to repeat.
 */
async function catchUp({ db, clock, releases, builder, fingerprint }: LocalServices): Promise<void> {
  await requeueBuilds(db)
  const live = releases.current()
  const { status, step } = await readNextStep(db, { live: live?.info ?? null, now: clock(), timing: LOCAL_TIMING })
  const { revision, facts } = status
  // Somebody put an older version back: it stays until something changes. (decision 0046)
  if (step === 'rolledBack') return
  if (live && !isOutOfDate(live.info, revision, clock()) && live.fingerprint === (await fingerprint()))
    return markLive(db, live.info)
  if (!facts.hasQueued)
    await queueBuild(db, { revision, reason: reasonFor(live?.info, revision, clock()), actor: 'cli' })
  builder.request()
}

/** The reason in the list of builds for a build at the start of the server. */
function reasonFor(live: BuildInfo | undefined, revision: number, now: Instant): string {
  if (!live) return 'the first build'
  if (live.revision !== revision) return 'the live site is not up to date'
  return isPastBoundary(live, now) ? 'a date on the site was reached' : 'the code or its settings changed'
}

async function requireFirstRelease({ builder }: LocalServices): Promise<void> {
  const result = await builder.idle()
  if (!result.ok) throw new Error('There is no site to serve because its first build failed.')
}

/** Serves the site and the build hook, and starts the schedules. */
async function listen(
  { env, log, releases, builder, secret, mailbox, cache }: LocalServices,
  functions: HostedFunction[],
  shutdown: Shutdown,
): Promise<void> {
  const site = createSite({ functions, current: releases.current, older: releases.older, cache, log })
  await shutdown.onStop(callsWritten)
  await shutdown.onStop(purgesEnded)
  await shutdown.onStop(checksEnded)
  await shutdown.onStop(deliveryEnded) // after the last answer, before the database goes
  const http = await startHttp(env, async (request, socketAddress) => {
    const isNear = isOnThisMachine(socketAddress, request.headers.keys())
    const client = () => findClientAddress(socketAddress, request.headers.get('x-forwarded-for'), env.trustedProxies)
    return (
      answerHook(request, secret, builder.request) ??
      (await answerReleases(request, secret, releases)) ??
      answerMail(request, isNear, { mailbox, deliver }) ??
      site(request, client())
    )
  })
  await shutdown.onStop(http.stop)
  const ticker = startTicker(functions, { origin: env.siteUrl, log })
  await shutdown.onStop(ticker.stop)
}

async function waitForDatabase(
  services: LocalServices,
  { progress, shutdown }: Pick<StartOptions, 'progress' | 'shutdown'>,
) {
  const leaving = new AbortController()
  await shutdown.onStop(async () => leaving.abort())
  while (!leaving.signal.aborted) {
    await sleep(RETRY_DATABASE, undefined, { signal: leaving.signal }).catch(() => {})
    if (leaving.signal.aborted) return
    try {
      const owner = await prepare(services)
      await catchUp(services)
      return progress.say(['The database is responding again.', ...(owner ? [ownerSentence(owner)] : [])].join('\n'))
    } catch (cause) {
      if (!(cause instanceof UnreachableDatabase) && !isConnectionFault(cause))
        return services.log.error('database not usable', {}, cause)
    }
  }
}

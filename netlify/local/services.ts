import { resolve } from 'node:path'
import { type Db, openDb } from '#db/client.ts'
import { requestRound } from '#src/domain/checks/rounds.ts'
import { LOCAL_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { type Clock, clockStartingAt, systemClock } from '#src/platform/clock.ts'
import { type Env, parseEnv } from '#src/platform/env.ts'
import type { Log } from '#src/platform/log.ts'
import { buildHook } from '#src/platform/rebuild.ts'
import { provideRoutes } from '../check-means.ts'
import { runChecksSoon } from '../checks.ts'
import { provideShell } from '../forum-shell.ts'
import { couriersFor, deliverSoon, provideCouriers } from '../outbox.ts'
import { providePayments, settleSoon } from '../payments.ts'
import { providePageCache } from '../purge-pages.ts'
import { provideRuntime } from '../runtime.ts'
import type { StartBuild } from './astro-build.ts'
import { type Builder, createBuilder } from './builder.ts'
import { startCardDemo } from './card-demo.ts'
import { type Database, openDatabase } from './database.ts'
import { getFingerprint } from './fingerprint.ts'
import { HOOK_PATH, makeSecret } from './hook.ts'
import { requireFreePort } from './http-server.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { createLocalCache, type LocalCache } from './page-cache.ts'
import type { Progress } from './progress.ts'
import { openReleases, type Releases } from './releases.ts'
import { announce, withdraw } from './running-server.ts'
import { provideLocalKeys } from './secret-key.ts'
import type { Shutdown } from './shutdown.ts'
import { terminalLog } from './terminal-log.ts'

/** The options of a start. */
export type StartOptions = {
  variables: Record<string, string | undefined>
  progress: Progress
  shutdown: Shutdown
  /** How pages are built. */
  startBuild: StartBuild
}

/** The parts of one running server. */
export type LocalServices = BaseServices & {
  releases: Releases
  builder: Builder
  /** Opens the build hook. */
  secret: string
  /** Takes the messages for which no server is configured. */
  mailbox: Mailbox
  /** Keeps the pages that functions make. */
  cache: LocalCache
}

/** The services that everything else uses. */
type BaseServices = {
  env: Env
  dataDir: string
  /** The database's address, whether given or our own. */
  url: string
  db: Db
  clock: Clock
  log: Log
  /** Called each time the embedded database has stopped and runs again; absent for `DATABASE_URL`. */
  onDatabaseBack?: Database['onBack']
  /** Hash of the code and settings that a build would use now. */
  fingerprint: () => Promise<string>
}

/** Opens everything but the port, in an order that finds the cheap mistakes first. Throws a sentence for each. */
export async function startServices(options: StartOptions): Promise<LocalServices> {
  const { shutdown } = options
  const base = await startBaseServices(options)
  const { env, dataDir, url } = base
  const releases = await openReleases(dataDir)
  const builder = builderOn(base, releases, options)
  await shutdown.onStop(builder.stop)
  const secret = makeSecret()
  const hookUrl = `http://127.0.0.1:${env.port}${HOOK_PATH}${secret}`
  const mailbox = openMailbox(dataDir, base.clock)
  const cache = createLocalCache()
  if (env.isCardDemo && env.stripe === undefined) {
    const noticeUrl = `http://127.0.0.1:${env.port}/api/shop/payment-notices`
    providePayments(await startCardDemo({ noticeUrl, db: base.db, clock: base.clock, shutdown }))
  }
  wireFunctions(base, { releases, hookUrl, mailbox, cache })
  const clockAhead = base.clock() - systemClock()
  await announce(dataDir, { pid: process.pid, address: env.siteUrl, databaseUrl: url, hookUrl, clockAhead })
  await shutdown.onStop(() => withdraw(dataDir))
  return { ...base, releases, builder, secret, mailbox, cache }
}

async function startBaseServices({ variables, progress, shutdown }: StartOptions): Promise<BaseServices> {
  const env = parseEnv(variables)
  await requireFreePort(env)
  const dataDir = resolve(env.dataDir)
  const opening = env.databaseUrl === undefined ? 'Starting the database' : 'Opening the data folder'
  const { url, stop, onBack } = await progress.step(opening, () => openDatabase(env, dataDir, progress.say))
  await shutdown.onStop(stop)
  // A folder that holds a key and no database yet would be taken for another program's.
  provideLocalKeys(env, dataDir, { isServer: true })
  const { db, close } = openDb(url)
  await shutdown.onStop(close)
  const clock = env.clockStart === undefined ? systemClock : clockStartingAt(env.clockStart)
  const { siteUrl, siteName, registrationOrigin } = env
  const fingerprint = () => getFingerprint({ siteUrl, siteName, registrationOrigin })
  return {
    env,
    dataDir,
    url,
    db,
    clock,
    log: terminalLog(clock),
    fingerprint,
    ...(onBack && { onDatabaseBack: onBack }),
  }
}

function builderOn(base: BaseServices, releases: Releases, { variables, progress, startBuild }: StartOptions): Builder {
  const { db, log, fingerprint, url, env, clock } = base
  const environment = () => ({
    ...variables,
    DATABASE_URL: url,
    SITE_URL: env.siteUrl,
    BUILD_NOW: new Date(clock()).toISOString(),
  })
  const start = reportBuild(progress, startBuild)
  /** The schedule has it run within a minute: by then the server answers. */
  const onLive = async () => {
    if (env.checks !== 'automatic') return
    await requestRound(db, { trigger: 'deploy', actor: { id: 'schedule' }, now: clock() })
  }
  return createBuilder({ db, log, releases, fingerprint, environment, start, onLine: progress.detail, onLive })
}

type Own = { releases: Releases; hookUrl: string; mailbox: Mailbox; cache: LocalCache }

/** Functions run in this process: they find our clock, our database, our hook, our mailbox and our cache in place of the host's. */
function wireFunctions({ env, url, db, clock, log }: BaseServices, { releases, hookUrl, mailbox, cache }: Own): void {
  provideShell(async () => releases.current()?.shell)
  provideRoutes(async () => (await import('../all-routes.ts')).ALL_ROUTES)
  providePageCache(cache)
  provideCouriers(couriersFor(env, mailbox))
  provideRuntime({
    env: { ...env, databaseUrl: url, buildHookUrl: hookUrl },
    db,
    clock,
    log,
    hook: buildHook(hookUrl),
    siteUrl: env.siteUrl,
    ownUrl: `http://127.0.0.1:${env.port}`,
    readLive: async () => releases.current()?.info ?? null,
    pace: { ...LOCAL_TIMING, debounce: env.buildEvery ?? LOCAL_TIMING.debounce },
    wakeOutbox: deliverSoon,
    wakeChecks: runChecksSoon,
    wakePayments: settleSoon,
    releases: { list: async () => releases.list(), restore: releases.restore },
  })
}

/** A build whose beginning, end and reason of failure the person at the terminal sees. */
function reportBuild(progress: Progress, start: StartBuild): StartBuild {
  return (outDir, environment, onLine) => {
    const build = start(outDir, environment, onLine)
    const step = progress.step('Building the site', async () => {
      const result = await build.result
      if (!result.ok) throw new Error(result.reason)
    })
    step.catch((cause: Error) => progress.say(cause.message))
    return build
  }
}

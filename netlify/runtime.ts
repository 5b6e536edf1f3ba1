import { type Db, openDb } from '#db/client.ts'
import { provideSecretKeys } from '#db/sealed.ts'
import type { BuildInfo } from '#src/contract/build.ts'
import { type BuildTiming, HOST_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { type Clock, systemClock } from '#src/platform/clock.ts'
import { type Env, parseEnv } from '#src/platform/env.ts'
import { readLiveSite } from '#src/platform/live-site.ts'
import { jsonLog, type Log } from '#src/platform/log.ts'
import { type BuildHook, buildHook, missingHook } from '#src/platform/rebuild.ts'
import type { Releases } from '#src/platform/releases.ts'
import { remoteWaker, type Wake, wakeSecret } from '#src/platform/waker.ts'

/** The real parts of this process, shared by every function in it. */
export type Runtime = {
  env: Env
  db: Db
  clock: Clock
  log: Log
  hook: BuildHook
  siteUrl: string
  /** Where this process reaches the product, if `siteUrl` may not be reachable from here. */
  ownUrl?: string
  /** What visitors see now. */
  readLive: () => Promise<BuildInfo | null>
  pace: BuildTiming
  wakeOutbox: Wake
  /** Has the rounds of checks run that wait; absent where nothing does. */
  wakeChecks?: Wake
  /** Has payments settled that wait; absent where nothing does. */
  wakePayments?: Wake
  /** The versions of the site where this process keeps them; the host's otherwise. */
  releases?: Releases
}

let current: Runtime | undefined

/** Made from `process.env` at first use. Throws in sentences when the environment is not usable. */
export function runtime(): Runtime {
  current ??= hostRuntime(process.env)
  return current
}

/** For the local server, which brings its own clock, hook and database before any function runs. */
export function provideRuntime(parts: Runtime): void {
  current = parts
}

/**
 * Maps Netlify's own variables to ours. `URL` is the address it serves, and the default unless `SITE_URL` names
 * another. Netlify's `SITE_NAME` is the project's subdomain, so the name of the site is read from `BRAND_NAME` instead.
 */
export function hostVariables(variables: Record<string, string | undefined>): Record<string, string | undefined> {
  const { URL: served, SITE_URL: named, SITE_ID: isNetlify, BRAND_NAME: brand, SITE_NAME: name } = variables
  return { ...variables, SITE_URL: named || served, SITE_NAME: brand || (isNetlify ? undefined : name) }
}

/** On Netlify: its own clock, whatever `CLOCK` says. */
function hostRuntime(variables: Record<string, string | undefined>): Runtime {
  const env = parseEnv(hostVariables(variables))
  if (env.databaseUrl === undefined) throw new Error('DATABASE_URL is not set.')
  if (env.secretKeys === undefined) throw new Error('SECRET_KEY is not set. `npm run keys -- secret` prints one.')
  provideSecretKeys(env.secretKeys)
  return {
    env,
    db: openDb(env.databaseUrl).db,
    clock: systemClock,
    log: jsonLog(console.log, systemClock),
    hook: env.buildHookUrl === undefined ? missingHook : buildHook(env.buildHookUrl),
    siteUrl: env.siteUrl,
    readLive: () => readLiveSite(env.siteUrl),
    pace: { ...HOST_TIMING, debounce: env.buildEvery ?? HOST_TIMING.debounce },
    wakeOutbox: remoteWaker(env.siteUrl, wakeSecret(env.databaseUrl)),
    wakeChecks: remoteWaker(env.siteUrl, wakeSecret(env.databaseUrl), { what: 'checks', within: 1_500 }),
    wakePayments: remoteWaker(env.siteUrl, wakeSecret(env.databaseUrl), { what: 'payments', within: 1_500 }),
  }
}

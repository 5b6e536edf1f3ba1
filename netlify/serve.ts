import type { Context } from '@netlify/functions'
import type { Hono } from 'hono'
import { isConnectionFault } from '#db/fault.ts'
import { retryRead } from '#db/retry.ts'
import { deriveKey } from '#db/sealed.ts'
import { createApi, unavailableApi } from '#src/api/app.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { makeSigningKey, openKeyring } from '#src/auth/signing-keys.ts'
import { readVendorVisit } from '#src/auth/vendor-session.ts'
import { readVisit } from '#src/auth/visit.ts'
import { askForBuild } from '#src/domain/site/ask-for-build.ts'
import { PRESS_DEBOUNCE } from '#src/domain/site/rebuild-plan.ts'
import { PROBE_HEADER, PROBE_PURPOSE, readProbeMark } from '#src/platform/probe-mark.ts'
import { hostReleases } from '#src/platform/releases.ts'
import { runtime } from './runtime.ts'

/** The part of Netlify's context an API believes. The local server passes the same, but knows no countries. */
type Caller = Pick<Context, 'ip' | 'requestId'> & Partial<Pick<Context, 'geo'>>

/** `check` throws where this process lacks something that the area needs. */
type Opening = { check?: () => Promise<void> }

/**
 * A Netlify function from an area's routes. Parts are opened at the first call and kept for the next ones. Where they
 * cannot be, because the environment is not usable, every call says 503 and the function's log says why.
 */
export function serve(
  area: Hono<ApiEnv>,
  { check }: Opening = {},
): (request: Request, caller: Caller) => Promise<Response> {
  let api: Hono<ApiEnv> | undefined
  return async (request, { ip, requestId, geo }) => {
    try {
      if (!api) await check?.()
      api ??= connect(area)
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      return unavailableApi().fetch(request)
    }
    return api.fetch(request, { ip, requestId, country: geo?.country?.code })
  }
}

function connect(area: Hono<ApiEnv>): Hono<ApiEnv> {
  const { db, clock, log, siteUrl, env, hook, pace, readLive, releases = hostReleases(env) } = runtime()
  const keyring = openKeyring(db, env.tokenKeys)
  const readVisitFor = (request: Request) => retryRead(() => readVisit(db, request, { siteUrl, now: clock(), keyring }))
  return createApi(area, {
    db,
    clock,
    log,
    env: { siteUrl, siteName: env.siteName, google: env.google, mailInboundSecret: env.mailInboundSecret },
    registrationOrigin: env.registrationOrigin,
    retryRead,
    isConnectionFault,
    readVisit: readVisitFor,
    readVendor: (request) => retryRead(() => readVendorVisit(db, request, { siteUrl, now: clock() })),
    readProbe: ({ headers }) => {
      const mark = headers.get(PROBE_HEADER)
      return mark === null ? null : readProbeMark(deriveKey(PROBE_PURPOSE), mark, clock())
    },
    keyring,
    askForBuild: ({ isPressed } = { isPressed: false }) =>
      askForBuild(db, { hook, debounce: isPressed ? Math.min(PRESS_DEBOUNCE, pace.debounce) : pace.debounce }),
    pace,
    readLive,
    emergencyMeans: { hasOwnKeys: env.tokenKeys !== undefined, makeKey: makeSigningKey, releases },
  })
}

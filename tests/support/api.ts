import type { Hono } from 'hono'
import { expect } from 'vitest'
import { isConnectionFault } from '#db/fault.ts'
import { createApi } from '#src/api/app.ts'
import type { ApiDeps, ApiEnv, HostFacts } from '#src/api/context.ts'
import { publicApi } from '#src/api/public-api.ts'
import { makeSigningKey, openKeyring } from '#src/auth/signing-keys.ts'
import type { Visit } from '#src/auth/visit.ts'
import type { Problem } from '#src/contract/failure.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { LOCAL_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { jsonLog } from '#src/platform/log.ts'
import { testDb } from './database.ts'

export const SITE_URL = 'https://workshops.example'
export const REGISTRATION_ORIGIN = 'https://register.uptime-workshops.example'
/** 2026-11-20, 18:00 in Chicago's winter: the evening before nothing in particular. */
export const NOON = Date.parse('2026-11-20T18:00:00Z')

export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

type TestApiOptions = Partial<ApiDeps> & { as?: Viewer | null; area?: Hono<ApiEnv> }

/** One line of the log, parsed. */
type LogEntry = { level: string; event: string; requestId?: string; path?: string }

/**
 * The real app without a server, on a database of its own unless it is given one, seen by a chosen viewer.
 * `request` sends what it is told and nothing else; `post` sends JSON as our own pages do.
 */
export async function testApi({ as = null, area = publicApi, db, ...given }: TestApiOptions = {}) {
  const own = db ? undefined : await testDb()
  const lines: string[] = []
  const opened = db ?? ownDb(own)
  const deps: ApiDeps = {
    db: opened,
    clock: () => NOON,
    env: { siteUrl: SITE_URL, siteName: 'Uptime Workshops' },
    registrationOrigin: REGISTRATION_ORIGIN,
    log: jsonLog(
      (line) => lines.push(line),
      () => NOON,
    ),
    retryRead: (read) => read(),
    isConnectionFault,
    readVisit: async () => (as ? getVisit(as) : null),
    readVendor: async () => null,
    readProbe: () => null,
    keyring: openKeyring(opened),
    askForBuild: async () => {},
    pace: LOCAL_TIMING,
    readLive: async () => null,
    emergencyMeans: { hasOwnKeys: false, makeKey: makeSigningKey, releases: { steps: ['Use the host.'] } },
    ...given,
  }
  const app = createApi(area, deps)
  const request = (path: string, init: RequestInit = {}, host: HostFacts = { ip: '203.0.113.7' }) =>
    Promise.resolve(app.fetch(new Request(path.startsWith('/') ? SITE_URL + path : path, init), host))
  const post = (path: string, body: unknown, headers: Record<string, string> = {}, host?: HostFacts) =>
    request(path, { method: 'POST', body: JSON.stringify(body), headers: { ...fromOurPage, ...headers } }, host)
  const log = (): LogEntry[] => lines.map((line) => JSON.parse(line))
  return { app, db: deps.db, request, post, log, lines, close: async () => own?.close() }
}

/** A visit of somebody who has just signed in. */
export function getVisit(viewer: Viewer): Visit {
  return { viewer, sessionId: 'session', handle: 'session', authenticatedAt: NOON }
}

/** What a browser adds to a request of our own pages that carries JSON. */
export const fromOurPage = {
  'Content-Type': 'application/json',
  'Sec-Fetch-Site': 'same-origin',
  Origin: SITE_URL,
  'User-Agent': BROWSER,
}

/** The problem an answer carries, after checking that it is a whole one. */
export async function problemOf(response: Response): Promise<Problem> {
  expect(response.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8')
  const problem: Problem = await response.json()
  expect(problem).toMatchObject({ type: 'about:blank', status: response.status })
  expect(problem.title).toMatch(/^[A-Z]/)
  expect(problem.code).toMatch(/^[a-z_]+$/)
  expect(problem.detail).not.toBe('')
  return problem
}

function ownDb(own: { db: ApiDeps['db'] } | undefined): ApiDeps['db'] {
  if (!own) throw new Error('There is no database for this API')
  return own.db
}

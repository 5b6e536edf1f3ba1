import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { NO_SUCH_RELEASE } from '#src/contract/emergency.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Releases } from '#src/platform/releases.ts'
import { ownAnswer } from './own-answer.ts'
import type { Releases as LocalReleases } from './releases.ts'

export const HOOK_PATH = '/__local/hooks/build/'
const RELEASES_PATH = '/__local/hooks/releases/'

/** New for every start. It allows its holder to ask for a build, and nothing else. */
export function makeSecret(): string {
  return randomBytes(24).toString('base64url')
}

/**
 * Answers a call to the build hook; undefined for any other address. Only a POST with the secret builds. (security BR8)
 */
export function answerHook(request: Request, secret: string, build: () => void): Response | undefined {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith(HOOK_PATH)) return undefined
  if (request.method !== 'POST') return ownAnswer(405, 'Use POST to request a build.', { allow: 'POST' })
  if (!isSecret(pathname.slice(HOOK_PATH.length), secret)) return ownAnswer(401, 'This is not the build hook.')
  build()
  return ownAnswer(202, 'Build requested.')
}

function isSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}

type Kept = Pick<LocalReleases, 'list' | 'restore'>

/**
 * Answers commands of this machine about the kept versions of the site: GET lists them, POST with `?id=` puts one back.
 * Undefined for any other address.
 */
export async function answerReleases(request: Request, secret: string, kept: Kept): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  if (!pathname.startsWith(RELEASES_PATH)) return undefined
  if (!isSecret(pathname.slice(RELEASES_PATH.length), secret)) return ownAnswer(401, 'This is not the build hook.')
  if (request.method === 'GET') return Response.json(kept.list(), { headers: { 'Cache-Control': 'no-store' } })
  if (request.method !== 'POST') return ownAnswer(405, 'Use GET or POST.', { allow: 'GET, POST' })
  try {
    await kept.restore(searchParams.get('id') ?? '')
    return ownAnswer(202, 'The version is live.')
  } catch (cause) {
    if (cause instanceof Failure) return ownAnswer(409, cause.message)
    throw cause
  }
}

const list = z.array(
  z.object({ id: z.string(), revision: z.int().nullable(), builtAt: z.number(), isLive: z.boolean() }),
)

/** The versions that a running server keeps, asked for by a command on the same machine. */
export function serverReleases(hookUrl: string): Extract<Releases, { list: unknown }> {
  const url = new URL(hookUrl.replace(HOOK_PATH, RELEASES_PATH))
  return {
    list: async () => list.parse(await (await fetch(url)).json()),
    restore: async (id) => {
      url.search = new URLSearchParams({ id }).toString()
      if (!(await fetch(url, { method: 'POST' })).ok) throw new Failure('conflict', NO_SUCH_RELEASE)
    },
  }
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { ownAnswer } from './own-answer.ts'

export const HOOK_PATH = '/__local/hooks/build/'

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

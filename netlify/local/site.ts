import type { Log } from '#src/platform/log.ts'
import { type HostedFunction, makeContext } from './functions.ts'
import { ownAnswer } from './own-answer.ts'
import type { LocalCache } from './page-cache.ts'
import { HASHED, type Release } from './release.ts'
import { serveFile } from './static-file.ts'

/** What the site is made of at this moment. */
type SiteParts = {
  functions: HostedFunction[]
  /** The release that visitors see. One request uses one release throughout. */
  current: () => Release | undefined
  /** Releases that were live before: a page that is still open may ask for their hashed files. */
  older: () => Release[]
  /** Wraps the functions whose answers carry tags. */
  cache?: LocalCache
  log: Log
}

/** Functions that answer everybody alike, and say of each answer how long it may be kept. */
const TAGGED = new Set(['forum-pages'])

/** Answers one request to the site, from the caller's address `ip`. */
export type Site = (request: Request, ip: string) => Promise<Response>

/**
 * Netlify's order: functions with a path, forced redirects, files, other redirects, 404.html.
 * Functions dress their own answers; everything else gets the headers of `netlify.toml` and `_headers`. (security HD1, P-21)
 */
export function createSite(parts: SiteParts): Site {
  return async (request, ip) => {
    const { pathname } = new URL(request.url)
    if (!isDecodable(pathname)) return ownAnswer(400, 'This address is malformed.')
    for (const hosted of parts.functions) {
      const match = hosted.match(request)
      if (match)
        return throughCache(parts, hosted, request, (asked) => callFunction(hosted, asked, ip, match.params, parts.log))
    }
    const release = parts.current()
    if (!release) return ownAnswer(503, 'The site is being built.', { 'retry-after': '5' })
    const response = await answerStatic(release, parts.older(), request, pathname)
    return applyHeaders(response, release.headersFor(pathname))
  }
}

/** A rule for a type of file does not apply to the page that says there is no such file. */
function applyHeaders(response: Response, rules: [string, string][]): Response {
  for (const [name, value] of rules) {
    if (response.ok || name.toLowerCase() !== 'content-type') response.headers.set(name, value)
  }
  return response
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

function throughCache(
  { cache, current }: SiteParts,
  { name }: HostedFunction,
  request: Request,
  ask: (request: Request) => Promise<Response>,
): Promise<Response> {
  return cache && TAGGED.has(name) ? cache.answer(request, current()?.folder ?? '', ask) : ask(request)
}

async function callFunction(
  hosted: HostedFunction,
  request: Request,
  ip: string,
  params: Record<string, string>,
  log: Log,
): Promise<Response> {
  try {
    return await hosted.handle(request, makeContext(request, ip, params))
  } catch (cause) {
    log.error('function crashed', { function: hosted.name }, cause)
    return ownAnswer(500, 'Something went wrong.')
  }
}

async function answerStatic(release: Release, older: Release[], request: Request, pathname: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return ownAnswer(405, 'This address is read-only.', { allow: 'GET, HEAD' })
  }
  if (release.hasForced) {
    const forced = await redirected(release, request, true)
    if (forced) return forced
  }
  const file = await release.file(pathname)
  if (file) return serveFile(file, request)
  const response = (await redirected(release, request, false)) ?? (await fromOlder(older, request, pathname))
  if (response) return response
  const notFound = await release.file('/404.html')
  return notFound ? serveFile(notFound, request, 404) : ownAnswer(404, 'Page not found.')
}

/** A redirect's answer, or its target's content for a rewrite (statuses 200 and 404). Undefined when none applies. */
async function redirected(release: Release, request: Request, isForced: boolean): Promise<Response | undefined> {
  const rule = await release.redirects.match(request)
  if (!rule || rule.force !== isForced) return undefined
  const { pathname, search, hash } = rule.target
  if (rule.redirect) {
    const location = rule.external ? rule.target.href : `${pathname}${search}${hash}`
    return new Response(null, { status: rule.statusCode, headers: { location } })
  }
  const file = rule.external ? undefined : await release.file(pathname)
  return file && serveFile(file, request, rule.statusCode)
}

async function fromOlder(older: Release[], request: Request, pathname: string): Promise<Response | undefined> {
  if (!pathname.startsWith(HASHED)) return undefined
  for (const release of older) {
    const file = await release.file(pathname)
    if (file) return serveFile(file, request)
  }
  return undefined
}

import { hash } from 'node:crypto'
import type { Context, TypedResponse } from 'hono'
import type { ApiEnv } from './context.ts'

/**
 * Browsers ask every time and mostly hear 304. The CDN answers for half a minute, then once more while it asks again;
 * every deploy empties it. Only the parameters that lists know tell answers apart.
 */
const CACHE = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'Netlify-CDN-Cache-Control': 'public, max-age=30, stale-while-revalidate=60',
  'Netlify-Vary': 'query=limit|cursor',
}

/** The type of a JSON answer. The client's types see the JSON that a 304 stands for. */
export type Json<T> = Response & TypedResponse<T, 200, 'json'>

/** A finished public answer: its text and the tag that names it. */
export type Answer = { text: string; tag: string }

/** Writes a value out once, so that it can be sent many times. */
export function answerOf(value: object): Answer {
  const text = JSON.stringify(value)
  return { text, tag: `W/"${hash('sha1', withoutMoment(text, value), 'base64url')}"` }
}

/** Sends a public answer that anyone may share, or 304 to who has it. Only for what no session changes. */
export function send<T>(c: Context<ApiEnv>, { text, tag }: Answer): Json<T> {
  const headers = { ...CACHE, ETag: tag }
  const isKnown = matches(c.req.header('If-None-Match'), tag)
  const response = isKnown
    ? new Response(null, { status: 304, headers })
    : new Response(text, { headers: { ...headers, 'Content-Type': 'application/json' } })
  return response as Json<T>
}

/** A landing says when it was made; that alone does not make it another answer. */
function withoutMoment(text: string, value: object): string {
  if (!('now' in value)) return text
  const moment = `"now":${value.now}`
  const at = text.indexOf(moment)
  return text.slice(0, at) + text.slice(at + moment.length)
}

/** True if the caller already has this answer. Tags compare weakly. (RFC 9110 section 13.1.2) */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((candidate) => bare(candidate) === bare(tag))
}

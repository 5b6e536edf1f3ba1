import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { Visit } from '#src/auth/visit.ts'
import { TOKEN_SENTENCE } from '#src/contract/access-token.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Actor } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import type { Writer } from '#src/domain/forum/begin-post.ts'
import type { ApiEnv } from './context.ts'
import { SENTENCE } from './sentences.ts'

/** What a write of this request is done for, by whom and when. */
export function makeContext(c: Context<ApiEnv>): CommandContext {
  const { address, requestId, viewer, env, clock } = c.var
  return { actor: { id: viewer?.id ?? 'anonymous', address, requestId }, site: env, now: clock() }
}

/** Says of an answer that it depends on who asks, so that nobody else ever gets it. (security SE10) */
export const noStore: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next()
  c.res.headers.set('Cache-Control', 'no-store')
  if (!c.res.headers.get('Vary')?.includes('Cookie')) c.res.headers.append('Vary', 'Cookie')
}

/** Who is there, behind a policy that lets nobody else in. Throws `unauthenticated`. */
export function ownVisit(c: Context<ApiEnv>): Visit {
  const { visit } = c.var
  if (!visit) throw new Failure('unauthenticated', SENTENCE.signIn)
  return visit
}

/**
 * Throws `unauthenticated` for a caller with an access token: what follows returns something that outlives it.
 * (security SE8)
 */
export function requireCookie({ byToken = false }: Visit): void {
  if (byToken) throw new Failure('unauthenticated', TOKEN_SENTENCE.cookieOnly)
}

/** Who an admin's change is written down for. */
export function readActor(c: Context<ApiEnv>): Actor {
  const { address, requestId, viewer } = c.var
  if (!viewer) throw new Error('An admin route let somebody pass who is not signed in')
  return { id: viewer.id, address, requestId }
}

/** An id in a path. What cannot be one belongs to nothing, so it is answered as a missing one. Throws `not_found`. */
export function idIn(c: Context<ApiEnv>, sentence: string, name = 'id'): string {
  const id = z.uuid().safeParse(c.req.param(name))
  if (!id.success) throw new Failure('not_found', sentence)
  return id.data
}

/** Has the build asked for that shows a change, once it is committed; hands the change on for the answer. (architecture 6) */
export async function withRebuild<Item>(c: Context<ApiEnv>, change: Promise<Changed<Item>>): Promise<Changed<Item>> {
  const changed = await change
  if (changed.revision !== null) await c.var.askForBuild()
  return changed
}

/** Visible ASCII, long enough that nobody hits upon another's. */
const KEY = /^[\x21-\x7e]{8,200}$/

/** The caller's `Idempotency-Key`, if one came. Throws `invalid` for what is none. (security DB3) */
export function getKey(c: Context<ApiEnv>): string | null {
  const key = c.req.header('Idempotency-Key')
  if (key === undefined) return null
  if (!KEY.test(key)) throw new Failure('invalid', SENTENCE.badKey, { field: 'Idempotency-Key' })
  return key
}

export const TOPIC_MISSING = 'Topic not found.'
export const POST_MISSING = 'Post not found.'

/** Who writes, behind a policy that lets nobody else in. */
export function readWriter(c: Context<ApiEnv>): Writer {
  const { viewer } = ownVisit(c)
  return { userId: viewer.id, isStaff: viewer.isAdmin, now: c.var.clock() }
}

/** The same where staff's doing is written down. */
export function readActingWriter(c: Context<ApiEnv>): Writer & { actor: Actor } {
  const { address, requestId } = c.var
  const writer = readWriter(c)
  return { ...writer, actor: { id: writer.userId, address, requestId } }
}

/** The event in the path. Throws `not_found`. */
export function eventIn(c: Context<ApiEnv>): string {
  return idIn(c, 'Event not found.')
}

/** The event in the path and the entry of its list. Throws `not_found`. */
export function partIn(c: Context<ApiEnv>, { noun }: { noun: string }): { eventId: string; partId: string } {
  return { eventId: eventIn(c), partId: idIn(c, `This ${noun} is not part of the event.`, 'partId') }
}

/**
 * A body that is made while it is sent: the next piece is asked for when the one before is gone, and nothing more once the
 * caller has left. The first piece is there before this resolves, so that what fails at once is answered as a failure.
 */
export async function toStream(pieces: AsyncGenerator<string>): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  let next: IteratorResult<string> | undefined = await pieces.next()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = next ?? (await pieces.next())
      next = undefined
      if (piece.done) return controller.close()
      controller.enqueue(encoder.encode(piece.value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

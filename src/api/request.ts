import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { VendorVisit } from '#src/auth/vendor-session.ts'
import type { Visit } from '#src/auth/visit.ts'
import { TOKEN_SENTENCE } from '#src/contract/access-token.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Actor } from '#src/domain/audit/audit.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import type { Writer } from '#src/domain/forum/begin-post.ts'
import type { ApiEnv } from './context.ts'
import { SENTENCE } from './sentences.ts'

/** The actor, site and time of a write in this request. */
export function makeContext(c: Context<ApiEnv>): CommandContext {
  const { address, requestId, viewer, env, clock } = c.var
  return { actor: { id: viewer?.id ?? 'anonymous', address, requestId }, site: env, now: clock() }
}

/** Marks an answer as dependent on the viewer, so that no one else ever gets it. (security SE10) */
export const noStore: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next()
  c.res.headers.set('Cache-Control', 'no-store')
  if (!c.res.headers.get('Vary')?.includes('Cookie')) c.res.headers.append('Vary', 'Cookie')
}

/** The viewer, on a route whose policy requires one. Throws `unauthenticated`. */
export function ownVisit(c: Context<ApiEnv>): Visit {
  const { visit } = c.var
  if (!visit) throw new Failure('unauthenticated', SENTENCE.signIn)
  return visit
}

/** The contact who calls, behind the policy `vendor`. Every query of theirs is limited by the vendor. */
export function ownVendor({ var: { vendor } }: Pick<Context<ApiEnv>, 'var'>): VendorVisit {
  if (!vendor) throw new Failure('unauthenticated', SENTENCE.vendorSignIn)
  return vendor
}

/**
 * Throws `unauthenticated` for a caller with an access token: what follows returns something that outlives it.
 * (security SE8)
 */
export function requireCookie({ byToken = false }: Visit): void {
  if (byToken) throw new Failure('unauthenticated', TOKEN_SENTENCE.cookieOnly)
}

/** The actor in the audit log for an admin's change. */
export function readActor(c: Context<ApiEnv>): Actor {
  const { address, requestId, viewer } = c.var
  if (!viewer) throw new Error('An admin route admitted a caller who is not signed in')
  return { id: viewer.id, address, requestId }
}

/** An id in a path. Throws `not_found` for a value that cannot be one. */
export function idIn(c: Context<ApiEnv>, sentence: string, name = 'id'): string {
  const id = z.uuid().safeParse(c.req.param(name))
  if (!id.success) throw new Failure('not_found', sentence)
  return id.data
}

/** Ids of the audit log are numbers. Throws `not_found` for anything else. */
export function auditIdIn(c: Context<ApiEnv>, sentence: string): number {
  const text = z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .safeParse(c.req.param('auditId'))
  if (!text.success) throw new Failure('not_found', sentence)
  return Number(text.data)
}

/** Requests the build that shows a committed change, and returns the change for the answer. (architecture 6) */
export async function withRebuild<Item>(c: Context<ApiEnv>, change: Promise<Changed<Item>>): Promise<Changed<Item>> {
  const changed = await change
  if (changed.revision !== null) await c.var.askForBuild()
  return changed
}

/** Visible ASCII, long enough that two callers do not choose the same. */
const KEY = /^[\x21-\x7e]{8,200}$/

/** The caller's `Idempotency-Key`, if there is one. Throws `invalid` for a malformed one. (security DB3) */
export function getKey(c: Context<ApiEnv>): string | null {
  const key = c.req.header('Idempotency-Key')
  if (key === undefined) return null
  if (!KEY.test(key)) throw new Failure('invalid', SENTENCE.badKey, { field: 'Idempotency-Key' })
  return key
}

/** The writer, on a route whose policy requires one. */
export function readWriter(c: Context<ApiEnv>): Writer {
  const { viewer } = ownVisit(c)
  return { userId: viewer.id, isStaff: viewer.isAdmin, now: c.var.clock() }
}

/** The same for actions of staff that are audited. */
export function readActingWriter(c: Context<ApiEnv>): Writer & { actor: Actor } {
  const { address, requestId } = c.var
  const writer = readWriter(c)
  return { ...writer, actor: { id: writer.userId, address, requestId } }
}

/** The event in the path. Throws `not_found`. */
export function eventIn(c: Context<ApiEnv>): string {
  return idIn(c, NOT_FOUND.event)
}

/** The event in the path and the entry of its list. Throws `not_found`. */
export function partIn(c: Context<ApiEnv>, { noun }: { noun: string }): { eventId: string; partId: string } {
  return { eventId: eventIn(c), partId: idIn(c, `This ${noun} is not part of the event.`, 'partId') }
}

/**
 * A body that is generated while it is sent: the next piece is requested when the previous one was sent, and no more once the
 * caller has disconnected. The first piece is ready before this resolves, so that an immediate failure is answered as one.
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

type DownloadedFile = { name: string; bytes: Uint8Array<ArrayBuffer> }

/**
 * A file that somebody handed in: it is saved and never shown, whatever its bytes and its name say. `nosniff` is on every
 * answer. (security VT3)
 */
export function answerFile(c: Context<ApiEnv>, { name, bytes }: DownloadedFile): Response {
  const plain = name.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return c.body(bytes, 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
  })
}

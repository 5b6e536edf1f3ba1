import type { Context } from 'hono'
import type { Actor } from '#src/domain/audit/audit.ts'
import type { Writer } from '#src/domain/forum/begin-post.ts'
import { ownVisit } from '../auth/own-visit.ts'
import type { ApiEnv } from '../context.ts'

export { idIn } from '../admin/parts.ts'

export const TOPIC_MISSING = 'Topic not found.'
export const POST_MISSING = 'Post not found.'

/** Who writes, behind a policy that lets nobody else in. */
export function writerOf(c: Context<ApiEnv>): Writer {
  const { viewer } = ownVisit(c)
  return { userId: viewer.id, isStaff: viewer.isAdmin, now: c.var.clock() }
}

/** The same where staff's doing is written down. */
export function actingWriterOf(c: Context<ApiEnv>): Writer & { actor: Actor } {
  const { address, requestId } = c.var
  const writer = writerOf(c)
  return { ...writer, actor: { id: writer.userId, address, requestId } }
}

import type { Context } from 'hono'
import { z } from 'zod'
import type { Changed } from '#src/contract/changed.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Actor } from '#src/domain/audit/audit.ts'
import type { ApiEnv } from '../context.ts'

export { contextOf, noStore } from '../auth/parts.ts'

/** Who an admin's change is written down for. */
export function actorOf(c: Context<ApiEnv>): Actor {
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

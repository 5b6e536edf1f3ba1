import type { Db } from '#db/client.ts'
import type { BulkResult } from '#src/contract/bulk.ts'
import type { PostDecisions } from '#src/contract/forum-moderation.ts'
import { byId, changeEach } from '../change-each.ts'
import type { CommandContext } from '../command-context.ts'
import { approvePost, hidePost, rejectPost, restorePost } from './decide-post.ts'
import { dismissFlags, undoDismissal } from './handle-flags.ts'

/** Makes one decision about several posts, each with its own audit entry and its own news for the author. (forum 8) */
export function decidePosts(db: Db, input: PostDecisions, context: CommandContext): Promise<BulkResult[]> {
  switch (input.act) {
    case 'approve':
      return changeEach(input.posts, ({ id, version }) => approvePost(db, id, version, context))
    case 'reject':
      return changeEach(byId(input.ids), ({ id }) => rejectPost(db, id, input.reason, context))
    case 'hide':
      return changeEach(byId(input.ids), ({ id }) => hidePost(db, id, input.reason, context))
    case 'restore':
      return changeEach(byId(input.ids), ({ id }) => restorePost(db, id, input.reason, context))
    case 'dismiss':
      return changeEach(byId(input.ids), ({ id }) => dismissFlags(db, id, null, context))
  }
}

/** Reopens the reports of several posts that `context.actor` dismissed within the last seconds. */
export function undoDismissals(db: Db, ids: readonly string[], context: CommandContext): Promise<BulkResult[]> {
  return changeEach(byId(ids), ({ id }) => undoDismissal(db, id, context))
}

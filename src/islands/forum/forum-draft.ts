import type { Instant } from '#src/contract/instant.ts'
import { browserDrafts } from '../drafts/browser-drafts.ts'
import { createDraftStorage, isFresh } from '../drafts/draft-storage.ts'
import { createDraft, type DraftStore, type StoredDraft } from '../drafts/draft-store.ts'
import { notify } from '../toasts.ts'

/** The fields of a post. A reply has no title or category, and a topic answers no post. */
export type PostFields = {
  source: string
  title: string
  categoryId: string
  /** Id and label of the post it answers; empty for none. */
  replyToId: string
  replyTo: string
}

export const BLANK_POST: PostFields = { source: '', title: '', categoryId: '', replyToId: '', replyTo: '' }

/** What goes between two texts of one field. */
export const POST_SEPARATORS = { source: '\n\n', title: ' ' }

export type ForumDraft = DraftStore<PostFields>

const NAME = /^[\da-f]{32}$/

/** A category or an answered post alone is nothing to save. */
export const isBlankPost = ({ source, title }: PostFields): boolean => `${source}${title}`.trim() === ''

/** The draft in a stored text while it is under 24 hours old; undefined if the text is anything else. */
export function readStoredPost(text: string | null, now: Instant): StoredDraft<PostFields> | undefined {
  try {
    const found: unknown = JSON.parse(text ?? '')
    return isStoredPost(found) && isFresh(found, now) ? found : undefined
  } catch {
    return undefined
  }
}

function isStoredPost(found: unknown): found is StoredDraft<PostFields> {
  if (typeof found !== 'object' || found === null) return false
  const kept = new Map<string, unknown>(Object.entries(found))
  const name = kept.get('name')
  const hasWords = Object.keys(BLANK_POST).every((field) => typeof kept.get(field) === 'string')
  return hasWords && typeof kept.get('timestamp') === 'number' && typeof name === 'string' && NAME.test(name)
}

/** The draft of a reply to the topic `of`, or with `new` of a new topic. (security DL7, P-35) */
export function createForumDraft(of: string): ForumDraft {
  return createDraft({
    ...browserDrafts,
    storage: createDraftStorage({ ...browserDrafts, subject: `forum-${of}`, read: readStoredPost }),
    blank: BLANK_POST,
    isEmpty: isBlankPost,
    separators: POST_SEPARATORS,
    onRestored: () => notify({ kind: 'success', title: 'Draft restored', message: 'Your unsaved text was restored.' }),
  })
}

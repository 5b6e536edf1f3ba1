import { z } from 'zod'
import { atOnce, type BulkResult, bulkSentence, type Counted } from './bulk.ts'
import type { ForumAuthor, PostState } from './forum.ts'
import { type FlagReason, postSource, topicTitle } from './forum-post.ts'
import type { Instant, PlainDay } from './instant.ts'
import { searchText } from './library.ts'
import { pageFields } from './page.ts'
import { optionalText, text } from './text.ts'

const reason = text(3, 500, 'Reason')

/** Body of `POST /api/admin/forum/posts/:id/hide`, `/restore` and `/reject`; the author reads it. */
export const moderationReason = z.strictObject({ reason })
/** Body of `POST /api/admin/forum/posts/:id/approve`: the version that the moderator has read. */
export const approval = z.strictObject({ version: z.int() })
/** Shown to a moderator when a post, or a change of one, was edited since it was read. */
export const CHANGED_SINCE_READ = 'The author changed this post after you opened it. Read the new text, then decide.'

/** Body of `POST /api/admin/forum/posts/decisions`: one decision about several posts, applied to each as to a single one. */
export const postDecisions = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('approve'), posts: atOnce(z.strictObject({ id: z.uuid(), version: z.int() })) }),
  z.strictObject({ act: z.literal('reject'), ids: atOnce(z.uuid()), reason }),
  z.strictObject({ act: z.literal('hide'), ids: atOnce(z.uuid()), reason }),
  z.strictObject({ act: z.literal('restore'), ids: atOnce(z.uuid()), reason }),
  z.strictObject({ act: z.literal('dismiss'), ids: atOnce(z.uuid()) }),
])
export type PostDecisions = z.output<typeof postDecisions>

const POSTS: Counted = ['Post', 'posts']
const DECIDED = {
  approve: 'approved',
  reject: 'rejected',
  hide: 'hidden',
  restore: 'restored',
  dismiss: 'kept',
} as const satisfies Record<PostDecisions['act'], string>

/** Sums up one decision about several posts: '3 posts approved.' */
export function decidedPosts(act: PostDecisions['act'], results: readonly BulkResult[]): string {
  return bulkSentence(POSTS, DECIDED[act], results)
}

/** Sums up the undoing of dismissed reports: '2 posts returned to the queue.' */
export function returnedPosts(results: readonly BulkResult[]): string {
  return bulkSentence(POSTS, 'returned to the queue', results)
}

/** Body of `POST /api/admin/forum/flags/undo`: the posts whose reports were dismissed by mistake. */
export const dismissalsUndone = z.strictObject({ ids: atOnce(z.uuid()) })

/** Refuses to reopen the reports of a post that were not dismissed by this moderator just now. */
export const TOO_LATE_TO_REOPEN = 'The reports can no longer be reopened.'

/** Body of `PATCH /api/admin/forum/posts/:id`: a moderator's edit of a post, which is recorded. */
export const moderatorEdit = z.strictObject({
  version: z.int(),
  source: postSource,
  title: topicTitle.optional(),
  reason,
})
export type ModeratorEdit = z.output<typeof moderatorEdit>

/** Body of `PATCH /api/admin/forum/topics/:id`: any of what a moderator sets. Seconds from 10 to a day; null ends slow mode. */
export const topicSettings = z
  .strictObject({
    isPinned: z.boolean(),
    isLocked: z.boolean(),
    slowSeconds: z.int().min(10).max(86_400).nullable(),
    categoryId: z.uuid(),
  })
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'Nothing to change')
export type TopicSettings = z.output<typeof topicSettings>

/** The settings of a topic that moderators change, with their present values. */
export type ModeratedTopic = {
  id: string
  title: string
  state: PostState | 'merged'
  categoryId: string
  isPinned: boolean
  isLocked: boolean
  slowSeconds: number | null
}

/** Body of `POST /api/admin/forum/topics/:id/merge`: its posts are added after those of the other topic. */
export const topicMerge = z.strictObject({ intoId: z.uuid('Choose the topic to keep') })

/** Body of `POST /api/admin/forum/flags/:postId/dismiss`: the post stays as it is. Hiding it upholds its flags. */
export const flagDismissal = z.strictObject({ note: optionalText(500, 'Note') })

export const categoryInput = z.strictObject({
  slug: z
    .string()
    .min(2, 'Address must be at least 2 characters')
    .max(60, 'Address must be at most 60 characters')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Address may contain only lowercase letters, digits and single hyphens'),
  name: text(1, 60, 'Name'),
  description: text(0, 300, 'Description').default(''),
  eventId: z.uuid().nullable().default(null),
  isClosed: z.boolean().default(false),
})
/** Body of `POST /api/admin/forum/categories`; the form chooses the id. */
export const newCategory = z.strictObject({ id: z.uuid(), ...categoryInput.shape })
export type NewCategory = z.output<typeof newCategory>
/** Body of `PATCH /api/admin/forum/categories/:id`. */
export const categoryChange = z.strictObject({ version: z.int(), ...categoryInput.shape })
export type CategoryChange = z.output<typeof categoryChange>
/** Body of `PUT /api/admin/forum/categories/order`: every category's id, in the new order. */
export const categoryOrder = z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) })

/** A category as its admin list shows it; `hasTopics` counts hidden ones too: only an empty category can be deleted. */
export type AdminCategory = z.output<typeof categoryInput> & {
  id: string
  eventName: string | null
  topicCount: number
  hasTopics: boolean
  version: number
  createdAt: Instant
  updatedAt: Instant
}

/** Events whose room a category may be. `GET /api/admin/forum/events?q=`; at most 20, the latest first. */
export type EventRoom = { id: string; name: string; date: PlainDay; categoryId: string | null }

export const QUEUES = ['waiting', 'flagged', 'hidden'] as const
/** `waiting` for its first review or with a change that does, `flagged` by members, `hidden` by moderators. */
export type Queue = (typeof QUEUES)[number]

/** A flag, as moderators see it. */
export type ForumFlag = { id: string; reason: FlagReason; note: string; by: ForumAuthor; createdAt: Instant }

/** A post in a moderator's queue. */
export type QueuedPost = {
  id: string
  topicId: string
  number: number
  title: string
  /** False for a topic without a page: it waits, is hidden, merged or deleted. */
  isTopicShown: boolean
  category: { id: string; name: string }
  author: ForumAuthor
  authorId: string
  /** Shown posts of its author, at most 100 counted. */
  authorPostCount: number
  html: string
  /** The author's waiting edit of a shown post. Until a moderator approves it, everyone else sees the post as it is. */
  change: { title: string | null; html: string; createdAt: Instant } | null
  state: PostState
  stateReason: string | null
  /** Open ones; at most 20. */
  flags: ForumFlag[]
  version: number
  createdAt: Instant
}

const queuePlace = z.tuple([z.int().min(0), z.uuid()])
/** `GET /api/admin/forum/queue`: the oldest first where a person waits, the newest first for what is hidden. */
export const queueQuery = z.strictObject({
  queue: z.enum(QUEUES, 'queue must be waiting, flagged or hidden').default('waiting'),
  ...pageFields(queuePlace),
})
export type QueueQuery = z.output<typeof queueQuery>

/** `GET /api/admin/forum/topics?q=`: where a topic could be merged into. */
export const topicSearch = z.strictObject({ q: searchText })
export type TopicChoice = { id: string; title: string; category: string; replyCount: number; createdAt: Instant }

/** How many posts wait in each queue, at most 100 counted. */
export type QueueCounts = { waiting: number; flagged: number }

/** How a post read before a change, the newest first. `GET /api/admin/forum/posts/:id/revisions`. */
export type PostRevision = {
  number: number
  title: string | null
  source: string
  html: string
  editor: ForumAuthor
  reason: string | null
  createdAt: Instant
}

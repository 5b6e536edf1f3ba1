import { z } from 'zod'
import { CHOOSE_CATEGORY, type ForumPost, lengthSentences, SOURCE_LENGTH, TITLE_LENGTH } from './forum.ts'
import type { Instant } from './instant.ts'
import { pageFields } from './page.ts'
import { isStorable } from './text.ts'

const bounded = (label: string, bounds: { min: number; max: number }) => {
  const { tooShort, tooLong } = lengthSentences(label, bounds)
  return z
    .string(`${label} is required`)
    .trim()
    .min(bounds.min, tooShort)
    .max(bounds.max, tooLong)
    .refine(isStorable, `${label} contains characters that cannot be stored`)
}

export const topicTitle = bounded('Title', TITLE_LENGTH)
export const postSource = bounded('Text', SOURCE_LENGTH)

/** Body of `POST /api/forum/topics`. With an `Idempotency-Key` it is posted once, however often it is sent. (security DB3) */
export const topicInput = z.strictObject({
  categoryId: z.uuid(CHOOSE_CATEGORY),
  title: topicTitle,
  source: postSource,
})
export type TopicInput = z.output<typeof topicInput>

/** Body of `POST /api/forum/topics/:id/posts`. */
export const replyInput = z.strictObject({ source: postSource, replyToId: z.uuid().nullable().default(null) })
export type ReplyInput = z.output<typeof replyInput>

/** Body of `PATCH /api/forum/posts/:id`: the version that was changed, and the title where it opens a topic. */
export const postEdit = z.strictObject({ version: z.int(), source: postSource, title: topicTitle.optional() })
export type PostEdit = z.output<typeof postEdit>

/** Body of `PUT /api/forum/topics/:id/solution`; null removes the mark. */
export const solutionChoice = z.strictObject({ postId: z.uuid().nullable() })

/** Body of `PUT /api/forum/topics/:id/follow`. */
export const followChoice = z.strictObject({ isOn: z.boolean() })

const FORUM_MAIL = ['at_once', 'daily', 'none'] as const
export type ForumMail = (typeof FORUM_MAIL)[number]
/** Body of `PUT /api/forum/preferences`, and its answer. */
export const forumPreferences = z.strictObject({ mail: z.enum(FORUM_MAIL) })
export type ForumPreferences = z.output<typeof forumPreferences>

/** Body of `POST /api/forum/preview`, answered by `Preview`. */
export const previewInput = z.strictObject({ source: z.string().max(SOURCE_LENGTH.max).refine(isStorable) })
export type Preview = { html: string }

const FLAG_REASONS = ['spam', 'rude', 'off_topic', 'dangerous', 'other'] as const
export type FlagReason = (typeof FLAG_REASONS)[number]
/** Body of `POST /api/forum/posts/:id/flags`. */
export const flagInput = z.strictObject({
  reason: z.enum(FLAG_REASONS, 'Choose a reason'),
  note: z.string().trim().max(500, 'Note must be at most 500 characters').refine(isStorable).default(''),
})
export type FlagInput = z.output<typeof flagInput>

/**
 * The answer to a write of a post: the post as its author's page can show it immediately, before any cached page does. `state` is
 * `review` if a moderator reviews it first. `change` is the post as it will read once a moderator has approved its author's edit; null
 * if none waits.
 */
export type Posted = { topicId: string; version: number; post: ForumPost; change: ForumPost | null }

/**
 * `GET /api/forum/posts/:id/source`: the initial values of the edit form. An author gets their own pending edit. For
 * anyone who may edit the post.
 */
export type PostSource = {
  id: string
  topicId: string
  number: number
  title: string | null
  source: string
  version: number
}

/** `GET /api/forum/topics/:id/mine`: for the posts of one page, what the viewer has done and may do. */
export type MyTopic = {
  topicId: string
  isFollowing: boolean
  /** Why the viewer cannot reply, as a sentence; null if they can. */
  closedBecause: string | null
  /** True for the author of the topic and for moderators. */
  maySolve: boolean
  mayModerate: boolean
  /** True for admins and owners. */
  mayBan: boolean
  categoryId: string
  isPinned: boolean
  isLocked: boolean
  slowSeconds: number | null
  /** For the posts asked for. */
  posts: MyPost[]
  /** The viewer's own posts of this topic that wait for review or were hidden. No one else sees them. */
  waiting: (ForumPost & { stateReason: string | null })[]
  /** The viewer's own posts with an edit that waits for review, as they will read. Others see them without it. */
  changes: ForumPost[]
}

/** One of `GET /api/forum/topics/waiting`: a topic of the viewer's own that waits for review and so has no page yet. */
export type WaitingTopic = { title: string; post: ForumPost }

export type MyPost = {
  id: string
  /** The author's id; null for viewers who are not moderators. */
  authorId: string | null
  isOwn: boolean
  hasThanked: boolean
  hasFlagged: boolean
  /** Until when the viewer may change it; null for never. Moderators always may. */
  editableUntil: Instant | null
  mayDelete: boolean
  version: number
}

export type NoticeKind = 'reply' | 'mention' | 'solved' | 'approved' | 'change_rejected' | 'hidden' | 'restored'
/** One notice in the bell's list. */
export type ForumNotice = {
  id: string
  kind: NoticeKind
  postId: string
  title: string
  actor: string | null
  reason: string | null
  isRead: boolean
  createdAt: Instant
}

/** A member who can be mentioned, for the list after an `@`. */
export type Mentionable = { username: string }
/** `GET /api/forum/members?q=`: what was typed after the `@`. */
export const mentionQuery = z.strictObject({ q: z.string().max(60).refine(isStorable).default('') })

/** The most posts that one page can ask about. */
const MOST_MINE = 60
/** `GET /api/forum/topics/:id/mine?posts=`: ids, with commas between them. */
export const mineQuery = z.strictObject({
  posts: z
    .string()
    .max(MOST_MINE * 37)
    .default('')
    .transform((ids) => (ids === '' ? [] : ids.split(',')))
    .pipe(z.array(z.uuid()).max(MOST_MINE)),
})

/** Microseconds since 1970, and an id. */
const noticePlace = z.tuple([z.int().min(0), z.uuid()])

/** `GET /api/forum/notices`: the latest first. */
export const noticeQuery = z.strictObject(pageFields(noticePlace))
export type NoticeQuery = z.output<typeof noticeQuery>

/** Body of `POST /api/forum/notices/read`: this notice was seen, and all before it. */
export const noticesRead = z.strictObject({ upTo: z.uuid('Name the notice that was seen') })

/** More unread notices than this are not counted. */
export const MOST_UNREAD = 100

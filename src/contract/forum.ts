import type { Instant } from './instant.ts'

/** Topics on a page of a list, and posts on a page of a topic. */
export const FORUM_PAGE = 25

/** Lengths of a topic's title and of a post's text in code points. The database says the same. */
export const TITLE_LENGTH = { min: 5, max: 150 }
export const SOURCE_LENGTH = { min: 1, max: 20_000 }

type Bounds = { min: number; max: number }

/** The sentences for a text that is too short or too long. */
export function lengthSentences(label: string, { min, max }: Bounds): { tooShort: string; tooLong: string } {
  return {
    tooShort: min === 1 ? `${label} is required` : `${label} must be at least ${min} characters`,
    tooLong: `${label} must be at most ${max.toLocaleString('en-US')} characters`,
  }
}

/** The sentence for a text that is too short or too long, else undefined: the same as the schema's, without its library. */
function lengthFault(label: string, text: string, bounds: Bounds): string | undefined {
  const length = [...text.trim()].length
  const { tooShort, tooLong } = lengthSentences(label, bounds)
  if (length < bounds.min) return tooShort
  return length > bounds.max ? tooLong : undefined
}

/** Why a title cannot be posted; undefined for one that can. */
export const titleFault = (title: string): string | undefined => lengthFault('Title', title, TITLE_LENGTH)
/** Why a text cannot be posted; undefined for one that can. */
export const sourceFault = (source: string): string | undefined => lengthFault('Text', source, SOURCE_LENGTH)

/**
 * Where the page of a topic begins that contains the post with this number, for `?after=`: 0 is the first page. A page is a range
 * of numbers, not a count of posts, so that a permalink always leads to the same page and a full page never changes its range. A
 * page is shorter if posts on it wait for review.
 */
export function pageStart(number: number): number {
  return Math.floor((number - 1) / FORUM_PAGE) * FORUM_PAGE
}

/** The most pinned topics: more would push new topics off the first screen of a list. */
export const MOST_PINNED = { inCategory: 5, inAll: 25 }

/** Time limits for edits, in milliseconds. */
export const FORUM_TIMES = {
  /** An edit within this time after posting leaves no trace. */
  editGrace: 5 * 60_000,
  /** After this time, authors can no longer edit their post. */
  editLimit: 24 * 3_600_000,
}

/** What a new member can do: their first posts are reviewed and have limits. (forum 4) */
export const NEW_MEMBER = {
  /** Shown posts after which the next one needs no review. */
  reviewedPosts: 1,
  /** Shown posts after which the limits below no longer apply. */
  boundedPosts: 5,
  mostLinks: 2,
  mostMentions: 3,
  mostImages: 1,
  postsPerHour: 5,
  /**
   * How much of a shown post they can edit without another review: this share of its characters, added and removed, but at least
   * `least` and at most `most`.
   */
  smallChange: { share: 0.1, least: 4, most: 20 },
}

export const TOPIC_SORTS = ['latest', 'unanswered', 'top'] as const
export type TopicSort = (typeof TOPIC_SORTS)[number]

export type PostState = 'shown' | 'review' | 'hidden' | 'deleted'

/** An author; null for a former member. */
export type ForumAuthor = { username: string; isStaff: boolean } | null

export type ForumCategory = {
  id: string
  slug: string
  name: string
  description: string
  topicCount: number
  isClosed: boolean
  /** The slug of the event it belongs to; null if that is not published. */
  event: { slug: string; name: string } | null
  lastPostAt: Instant | null
}

/** A topic in a list. */
export type TopicLine = {
  id: string
  title: string
  category: { slug: string; name: string }
  author: ForumAuthor
  replyCount: number
  thankCount: number
  isPinned: boolean
  isLocked: boolean
  isSolved: boolean
  createdAt: Instant
  lastPostAt: Instant
  lastAuthor: ForumAuthor
}

/** A post as everyone sees it. A post that is not shown keeps its place and has no content. */
export type ForumPost = {
  id: string
  number: number
  state: PostState
  author: ForumAuthor
  /** Sanitized when it was saved; empty if the post is not shown. */
  html: string
  /** The post it answers, if that is shown. */
  replyTo: { id: string; number: number; author: ForumAuthor } | null
  thankCount: number
  isSolution: boolean
  createdAt: Instant
  editedAt: Instant | null
  /** True if a moderator made the last edit. */
  isEditedByStaff: boolean
}

/** A page of a topic. */
export type TopicPage = {
  topic: TopicLine & { solvedPostId: string | null; slowSeconds: number | null; description: string }
  posts: ForumPost[]
  /** Its opening post, on every page, for structured data. */
  opening: ForumPost
  /** The post that solved it, if it is on another page. */
  solution: ForumPost | null
  /** Where the page before begins, and the next one, from `pageStart`, for `?after=`. Null if there is none. */
  before: number | null
  after: number | null
}

/** A page of topics. `pinned` are on the first page only. */
export type TopicListPage = { pinned: TopicLine[]; items: TopicLine[]; nextCursor: string | null }

/** A piece of text, found or not. */
export type Piece = { text: string; isFound: boolean }

/** A post that a search found. */
export type PostFound = {
  id: string
  topicId: string
  number: number
  title: Piece[]
  excerpt: Piece[]
  category: { slug: string; name: string }
  author: ForumAuthor
  createdAt: Instant
  isSolved: boolean
}

/**
 * A page of search results, newest first. A search without words finds nothing. `searchedTo` is how far back the search looked if it
 * did not fill the page; the cursor continues from there.
 */
export type SearchPage = {
  items: PostFound[]
  nextCursor: string | null
  searchedTo: Instant | null
  isEmptyQuestion: boolean
}

/** A post in a feed. `title` is its topic's. */
export type FeedPost = {
  id: string
  topicId: string
  number: number
  title: string
  category: { slug: string; name: string }
  author: ForumAuthor
  html: string
  createdAt: Instant
  editedAt: Instant | null
}

/** A member's posts, newest first. */
export type MemberPost = {
  id: string
  topicId: string
  number: number
  title: string
  excerpt: string
  createdAt: Instant
  thankCount: number
}

export type MemberPage = {
  member: {
    username: string
    isStaff: boolean
    joinedAt: Instant
    postCount: number
    thankCount: number
    solvedCount: number
  }
  posts: MemberPost[]
  nextCursor: string | null
}

/** Sentences that people read in the forum. */
export const FORUM_UNAVAILABLE = 'The forum is not available right now.'
export const NO_TOPICS = 'No topics yet'
/** For the author of a post in review. */
export const IN_REVIEW = 'A moderator will review this first. For now, only you can see it.'
/** For the author of an edit in review. */
export const CHANGE_IN_REVIEW =
  'A moderator will review your change first. Until then, others see the previous version.'
/** For a new topic without a category. */
export const CHOOSE_CATEGORY = 'Choose a category'
/** Shown instead of the form for a new topic if the forum has no open category. */
export const NO_CATEGORY = 'You cannot start a topic yet, because the forum has no open category.'
/** Shown above a topic that only its author can see. */
export const TOPIC_WAITS = 'Your topic is waiting for a moderator'
/** After a new member's first topic. */
export const FIRST_TOPIC_IN_REVIEW = "Your first post is being reviewed, usually within a day. We'll notify you."
export const TOPIC_DELETED = 'Topic deleted.'
export const TOPIC_MOVED = 'Topic moved.'
export const SLOW_MODE_SAVED = 'Slow mode saved.'
export const AUTHOR_BANNED = 'Author banned.'
export const IMAGE_ADDED = 'Image added. Describe it in place of the selected words.'
export const IMAGE_NOT_SENT = 'The image could not be uploaded. Check your connection and try again.'
export const IMAGE_GONE = 'An image is no longer available. Please upload it again.'
/** Shown in place of a post that is not shown. */
export const POST_GONE = {
  shown: 'This post is empty.',
  review: 'This post is waiting for a moderator.',
  hidden: 'A moderator hid this post.',
  deleted: 'The author deleted this post.',
} as const satisfies Record<PostState, string>

import type { Instant } from './instant.ts'

/** Topics on a page of a list, and posts on a page of a topic. */
export const FORUM_PAGE = 25

/** Lengths of a topic's title and of a post's text in code points. The database says the same. */
export const TITLE_LENGTH = { min: 5, max: 150 }
export const SOURCE_LENGTH = { min: 1, max: 20_000 }

type Bounds = { min: number; max: number }

/** What is said of a text that is shorter or longer than its bounds. */
export function lengthSentences(label: string, { min, max }: Bounds): { tooShort: string; tooLong: string } {
  return {
    tooShort: min === 1 ? `${label} is required` : `${label} must be at least ${min} characters`,
    tooLong: `${label} must be at most ${max.toLocaleString('en-US')} characters`,
  }
}

/** The sentence for a text out of its bounds, undefined for any other: what the schema says, without its library. */
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
 * Where the page of a topic begins that holds the post with this number, for `?after=`: 0 is the first page. Pages hold
 * numbers, not so many posts, so that a permalink leads to the same page for ever and a page that is full never changes its
 * bounds. A page is shorter for what waits on it for review.
 */
export function pageStart(number: number): number {
  return Math.floor((number - 1) / FORUM_PAGE) * FORUM_PAGE
}

/** Topics that are pinned at most: more would push what is new off the first screen of a list. */
export const MOST_PINNED = { inCategory: 5, inAll: 25 }

/** How the forum's times of change are counted, in milliseconds. */
export const FORUM_TIMES = {
  /** A change within this long of posting leaves no trace. */
  editGrace: 5 * 60_000,
  /** And after this long, authors change their post no more. */
  editLimit: 24 * 3_600_000,
}

/** What a new member may do until they are known: until then their posts are reviewed, or bounded. (forum 4) */
export const NEW_MEMBER = {
  /** Posts that are shown before the next one goes up unseen. */
  reviewedPosts: 1,
  /** Posts that are shown before the bounds below fall. */
  boundedPosts: 5,
  mostLinks: 2,
  mostMentions: 3,
  mostImages: 1,
  postsPerHour: 5,
  /**
   * What they may change of a shown post without another review: this share of its characters, added and taken out, but from
   * `least` to `most`.
   */
  smallChange: { share: 0.1, least: 4, most: 20 },
}

export const TOPIC_SORTS = ['latest', 'unanswered', 'top'] as const
export type TopicSort = (typeof TOPIC_SORTS)[number]

export type PostState = 'shown' | 'review' | 'hidden' | 'deleted'

/** The author of something; null for a member who left. */
export type ForumAuthor = { username: string; isStaff: boolean } | null

export type ForumCategory = {
  id: string
  slug: string
  name: string
  description: string
  topicCount: number
  isClosed: boolean
  /** The event whose room it is, as its public address; null where that is not published. */
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

/** A post as everybody sees it. One that is not shown keeps its place and loses everything else. */
export type ForumPost = {
  id: string
  number: number
  state: PostState
  author: ForumAuthor
  /** Sanitised when it was written; empty for one that is not shown. */
  html: string
  /** The post it answers, where that is shown. */
  replyTo: { id: string; number: number; author: ForumAuthor } | null
  thankCount: number
  isSolution: boolean
  createdAt: Instant
  editedAt: Instant | null
  /** True where a moderator made the last change. */
  isEditedByStaff: boolean
}

/** A page of a topic. */
export type TopicPage = {
  topic: TopicLine & { solvedPostId: string | null; slowSeconds: number | null; description: string }
  posts: ForumPost[]
  /** Its opening post, on every page, for structured data. */
  opening: ForumPost
  /** The post that solved it, where another page holds it. */
  solution: ForumPost | null
  /** Where the page before begins, and the next one, as `pageStart` says it: `?after=`. Null where there is none. */
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
 * A page of what a search found, the newest first. A question without words finds nothing, and says so. `searchedTo` is the moment
 * back to which it looked, where that was not enough to fill the page: its cursor leads on from there.
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

/** What a member wrote, the newest first. */
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
/** Of a post that is in review, for its author. */
export const IN_REVIEW = 'A moderator will review this first. For now, only you can see it.'
/** Of a change that is in review, for its author. */
export const CHANGE_IN_REVIEW =
  'A moderator will review your change first. Until then, others see the previous version.'
/** For a new topic without a category. */
export const CHOOSE_CATEGORY = 'Choose a category'
/** In place of the form of a new topic, where the forum has no category to put it in. */
export const NO_CATEGORY = 'You cannot start a topic yet, because the forum has no open category.'
/** Over a topic that its author alone sees. */
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
/** In place of a post that is not shown. */
export const POST_GONE = {
  shown: 'This post is empty.',
  review: 'This post is waiting for a moderator.',
  hidden: 'A moderator hid this post.',
  deleted: 'The author deleted this post.',
} as const satisfies Record<PostState, string>

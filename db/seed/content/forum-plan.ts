/** Somebody's word to the moderators about a post. */
type FlagPlan = { by: string; reason: 'spam' | 'rude' | 'off_topic' | 'dangerous' | 'other'; note: string }

export type PostPlan = {
  /** Username of an approved member of the demo, or `owner`. */
  by: string
  /** Markdown. */
  text: string
  /** Who thanked for it. */
  thanks?: readonly string[]
  state?: 'review' | 'hidden' | 'deleted'
  /** Why a moderator took it away; its author reads it. */
  reason?: string
  /** How it read until its author changed it, so many hours after posting it. */
  changed?: { after: number; from: string }
  flags?: readonly FlagPlan[]
}

type ReplyPlan = PostPlan & {
  /** Hours behind the opening post. */
  after: number
  /** Number of the post it answers. */
  answers?: number
  isSolution?: true
}

/** A discussion of the demo. */
export type TopicPlan = PostPlan & {
  category: string
  title: string
  /** Hours before the demo was made. */
  ago: number
  isPinned?: true
  isLocked?: true
  slowSeconds?: number
  replies: readonly ReplyPlan[]
}

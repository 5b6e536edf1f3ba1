import type { MyPost, MyTopic } from '#src/contract/forum-post.ts'

/** A post of somebody else, with which its reader has done nothing. */
export const aPostOfOthers: MyPost = {
  id: 'a',
  authorId: null,
  isOwn: false,
  hasThanked: false,
  hasFlagged: false,
  editableUntil: null,
  mayDelete: false,
  version: 1,
}

/** An open topic of somebody else to a member who only reads it. */
export const aTopicOfOthers: MyTopic = {
  topicId: 'topic',
  isFollowing: false,
  closedBecause: null,
  maySolve: false,
  mayBan: false,
  mayModerate: false,
  categoryId: 'category',
  isPinned: false,
  isLocked: false,
  slowSeconds: null,
  posts: [],
  waiting: [],
  changes: [],
}

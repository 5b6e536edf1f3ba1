/** The door of this folder: writing in the forum, and what every change of it begins and ends with. (forum 3) */
export { chooseSolution } from './choose-solution.ts'
export { composePost, previewPost } from './compose-post.ts'
export { createTopic } from './create-topic.ts'
export { deletePost } from './delete-post.ts'
export { dropEdit, editPost, keepRevision } from './edit-post.ts'
export { findMentionable } from './find-mentionable.ts'
export { flagPost } from './flag-post.ts'
export { followAsAsked } from './follow-as-asked.ts'
export { keepImages } from './keep-images.ts'
export {
  type LockedPost,
  lockCategory,
  lockPost,
  lockTopic,
  lockTopics,
  POST_NOT_FOUND,
  type PostRow,
  TOPIC_NOT_FOUND,
  type TopicRow,
} from './lock-topic.ts'
export { toPosted } from './posted.ts'
export { pruneForum } from './prune-forum.ts'
export { readMine } from './read-mine.ts'
export { readSource } from './read-source.ts'
export { recountTopic } from './recount-topic.ts'
export { type Known, mentionsOf, type Rendered, renderPost } from './render-post.ts'
export { replyToTopic } from './reply-to-topic.ts'
export { type Thanked, thankPost, unthankPost } from './thank-post.ts'
export { isTrusted } from './trust.ts'
export type { Writer } from './writer.ts'

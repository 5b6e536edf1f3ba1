/** The door of this folder: writing in the forum, and what every change of it begins and ends with. */
export {
  type HeldPost,
  holdCategory,
  holdPost,
  holdTopic,
  holdTopics,
  POST_NOT_FOUND,
  type PostRow,
  TOPIC_NOT_FOUND,
  type TopicRow,
} from './hold-topic.ts'
export { type Known, mentionsOf, type Rendered, renderPost } from './render-post.ts'
export { settleTopic } from './settle-topic.ts'
export { isTrusted } from './trust.ts'

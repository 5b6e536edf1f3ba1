/** The door of this folder: what members are told of the forum, on the site and by mail. (docs/decisions/0039) */
export { chooseFollow, followTopic } from './follow-topic.ts'
export { type ToldMember, type ToldPost, tellMember, tellOfPost } from './tell.ts'

/** The door of this folder: what members are told of the forum, on the site and by mail. (forum 7) */
export { chooseFollow, followTopic } from './follow-topic.ts'
export { forgetReader } from './forget-reader.ts'
export { countUnread, listNotices, markRead } from './list-notices.ts'
export { readPreferences, savePreferences } from './mail-choice.ts'
export { type Mailed, mailDueNews } from './mail-due-news.ts'
export { type AnnouncedPost, type MemberNotice, notifyMember, notifyOfPost } from './notify.ts'
export { pruneNotices } from './prune-notices.ts'
export { lookAtUnsubscribe, unsubscribe } from './unsubscribe.ts'

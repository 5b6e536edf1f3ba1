import type { ModeratorEdit, TopicSettings } from '#src/contract/forum-moderation.ts'
import type { FlagInput, ForumPreferences, PostEdit } from '#src/contract/forum-post.ts'
import type { BanInput } from '#src/contract/user.ts'
import { request } from '../call.ts'
import type { PostFields } from './forum-draft.ts'

/** The number of thanks for a post, and whether the viewer's are among them. */
export type Thanks = { thankCount: number; hasThanked: boolean }

export const preview = (source: string) => request('POST', '/api/forum/preview', { json: { source } })
export const listCategories = () => request('GET', '/api/forum/categories')
export const findMembers = (typed: string) => request('GET', '/api/forum/members', { query: { q: typed } })

/** However often a reply is sent with the same key, it is posted once. */
export const sendReply = (id: string, { source, replyToId }: PostFields, key: string) =>
  request('POST', '/api/forum/topics/:id/posts', { param: { id }, json: { source, replyToId: replyToId || null }, key })
/** The same for a topic. */
export const sendTopic = ({ categoryId, title, source }: PostFields, key: string) =>
  request('POST', '/api/forum/topics', { json: { categoryId, title, source }, key })

export const listWaitingTopics = () => request('GET', '/api/forum/topics/waiting')
export const readTopicState = (id: string, posts: readonly string[]) =>
  request('GET', '/api/forum/topics/:id/mine', { param: { id }, query: { posts: posts.join(',') } })
export const follow = (id: string, isOn: boolean) =>
  request('PUT', '/api/forum/topics/:id/follow', { param: { id }, json: { isOn } })
export const solve = (id: string, postId: string | null) =>
  request('PUT', '/api/forum/topics/:id/solution', { param: { id }, json: { postId } })

export const readSource = (id: string) => request('GET', '/api/forum/posts/:id/source', { param: { id } })
export const editPost = (id: string, edit: PostEdit) =>
  request('PATCH', '/api/forum/posts/:id', { param: { id }, json: edit })
export const deletePost = (id: string) => request('DELETE', '/api/forum/posts/:id', { param: { id } })
export const flagPost = (id: string, flag: FlagInput) =>
  request('POST', '/api/forum/posts/:id/flags', { param: { id }, json: flag })
export const thank = (id: string, isOn: boolean) =>
  request(isOn ? 'PUT' : 'DELETE', '/api/forum/posts/:id/thanks', { param: { id } })

export const readPreferences = () => request('GET', '/api/forum/preferences')
export const savePreferences = (chosen: ForumPreferences) => request('PUT', '/api/forum/preferences', { json: chosen })
export const listNotices = (cursor: string | null = null) =>
  request('GET', '/api/forum/notices', { query: cursor === null ? {} : { cursor } })
export const countUnread = () => request('GET', '/api/forum/notices/unread')
export const readNotices = (upTo: string) => request('POST', '/api/forum/notices/read', { json: { upTo } })

export const hidePost = (id: string, reason: string) =>
  request('POST', '/api/admin/forum/posts/:id/hide', { param: { id }, json: { reason } })
export const restorePost = (id: string, reason: string) =>
  request('POST', '/api/admin/forum/posts/:id/restore', { param: { id }, json: { reason } })
export const changeTopic = (id: string, settings: TopicSettings) =>
  request('PATCH', '/api/admin/forum/topics/:id', { param: { id }, json: settings })
export const mergeTopic = (id: string, intoId: string) =>
  request('POST', '/api/admin/forum/topics/:id/merge', { param: { id }, json: { intoId } })
export const banAuthor = (id: string, ban: BanInput) =>
  request('POST', '/api/admin/users/:id/ban', { param: { id }, json: ban })
export const findTopics = (words: string) => request('GET', '/api/admin/forum/topics', { query: { q: words } })
export const readRevisions = (id: string) => request('GET', '/api/admin/forum/posts/:id/revisions', { param: { id } })
export const editAsModerator = (id: string, edit: ModeratorEdit) =>
  request('PATCH', '/api/admin/forum/posts/:id', { param: { id }, json: edit })

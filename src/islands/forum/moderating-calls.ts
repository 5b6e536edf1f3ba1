import type { ModeratorEdit, TopicSettings } from '#src/contract/forum-moderation.ts'
import type { BanInput } from '#src/contract/user.ts'
import { request } from '../call.ts'

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

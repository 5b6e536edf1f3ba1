import type {
  ModeratedTopic,
  ModeratorEdit,
  PostRevision,
  TopicChoice,
  TopicSettings,
} from '#src/contract/forum-moderation.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import type { BanInput } from '#src/contract/user.ts'
import { send } from '../call.ts'

const API = '/api/admin/forum'

export const hidePost = (id: string, reason: string) => send('POST', `${API}/posts/${id}/hide`, { reason })
export const restorePost = (id: string, reason: string) =>
  send<Posted>('POST', `${API}/posts/${id}/restore`, { reason })
export const changeTopic = (id: string, settings: TopicSettings) =>
  send<ModeratedTopic>('PATCH', `${API}/topics/${id}`, settings)
export const mergeTopic = (id: string, intoId: string) => send('POST', `${API}/topics/${id}/merge`, { intoId })
export const banAuthor = (userId: string, ban: BanInput) => send('POST', `/api/admin/users/${userId}/ban`, ban)
export const findTopics = (words: string) =>
  send<{ items: TopicChoice[] }>('GET', `${API}/topics?q=${encodeURIComponent(words)}`)
export const readRevisions = (id: string) => send<{ items: PostRevision[] }>('GET', `${API}/posts/${id}/revisions`)
export const editAsModerator = (id: string, edit: ModeratorEdit) => send<Posted>('PATCH', `${API}/posts/${id}`, edit)

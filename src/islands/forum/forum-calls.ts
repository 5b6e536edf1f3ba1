import type { ForumCategory } from '#src/contract/forum.ts'
import type {
  FlagInput,
  ForumNotice,
  ForumPreferences,
  Mentionable,
  MyTopic,
  PostEdit,
  Posted,
  PostSource,
  Preview,
} from '#src/contract/forum-post.ts'
import type { Page } from '#src/contract/page.ts'
import { call, fetchWithTimeout, send } from '../call.ts'
import type { Writing } from './forum-draft.ts'

const API = '/api/forum'

/** How a viewer's thanks stand for a post. */
export type Thanks = { thankCount: number; hasThanked: boolean }

export const preview = (source: string) => send<Preview>('POST', `${API}/preview`, { source })
export const listCategories = () => send<{ items: ForumCategory[] }>('GET', `${API}/categories`)
export const findMembers = (typed: string) =>
  send<{ items: Mentionable[] }>('GET', `${API}/members?q=${encodeURIComponent(typed)}`)

export const sendReply = (topicId: string, { source, replyToId }: Writing, key: string) =>
  sendOnce(`${API}/topics/${topicId}/posts`, { source, replyToId: replyToId || null }, key)
export const sendTopic = ({ categoryId, title, source }: Writing, key: string) =>
  sendOnce(`${API}/topics`, { categoryId, title, source }, key)

export const readMine = (topicId: string, posts: readonly string[]) =>
  send<MyTopic>('GET', `${API}/topics/${topicId}/mine?posts=${posts.join(',')}`)
export const follow = (topicId: string, isOn: boolean) => send('PUT', `${API}/topics/${topicId}/follow`, { isOn })
export const solve = (topicId: string, postId: string | null) =>
  send<{ solvedPostId: string | null }>('PUT', `${API}/topics/${topicId}/solution`, { postId })

export const readSource = (postId: string) => send<PostSource>('GET', `${API}/posts/${postId}/source`)
export const editPost = (postId: string, edit: PostEdit) => send<Posted>('PATCH', `${API}/posts/${postId}`, edit)
export const deletePost = (postId: string) => send<Posted>('DELETE', `${API}/posts/${postId}`)
export const flagPost = (postId: string, flag: FlagInput) => send('POST', `${API}/posts/${postId}/flags`, flag)
export const thank = (postId: string, isOn: boolean) =>
  send<Thanks>(isOn ? 'PUT' : 'DELETE', `${API}/posts/${postId}/thanks`)

export const readPreferences = () => send<ForumPreferences>('GET', `${API}/preferences`)
export const savePreferences = (chosen: ForumPreferences) => send<ForumPreferences>('PUT', `${API}/preferences`, chosen)
export const listNotices = (cursor: string | null = null) =>
  send<Page<ForumNotice>>('GET', `${API}/notices${cursor === null ? '' : `?cursor=${cursor}`}`)
export const countUnread = () => send<{ count: number }>('GET', `${API}/notices/unread`)
export const readNotices = (upTo: string) => send('POST', `${API}/notices/read`, { upTo })

/** Posts what is posted once, however often it is sent with this key. */
function sendOnce(path: string, input: object, key: string): Promise<Posted> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
  return call<Posted>(fetchWithTimeout(path, { method: 'POST', headers, body: JSON.stringify(input) }))
}

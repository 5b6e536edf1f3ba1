import { Hono } from 'hono'
import type { ApiEnv } from '#src/api/context.ts'
import { forumApi } from '#src/api/forum-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { forumMediaApi } from '#src/api/uploads-api.ts'
import { nextIp } from '#tests/accounts/account-api.ts'
import type { TestDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { writingApi } from './writing-api.ts'

/** Everything that answers under `/api/forum`, whichever function serves it. */
export const forumArea = new Hono<ApiEnv>().route('/', forumApi).route('/', forumMediaApi)
export const FORUM_ROUTES = declaredRoutes(forumArea).map((route) => {
  const path = route.path.replace(/\/$/, '')
  return { ...route, path, name: `${route.method} ${path}` }
})
type ForumRoute = (typeof FORUM_ROUTES)[number]
export const FORUM_WRITES = FORUM_ROUTES.filter(({ method }) => method !== 'GET')

/** The whole area with a topic of Ada's that Bob has replied to, and calls of Bob's that would each do something. */
export async function routeCalls({ db }: TestDb) {
  const api = await writingApi(db, { area: forumArea })
  const [ada, bob] = [await api.known(), await api.known()]
  const categoryId = await api.category()
  const { topicId } = await api.begin(ada)
  const replyId = (await api.reply(bob, topicId)).post.id
  const bodies: Record<string, object> = {
    'POST /api/forum/topics': { categoryId, title: 'Bearing runs hot', source: 'At 1,500 rpm.' },
    'POST /api/forum/topics/:id/posts': { source: 'Check the grease.', replyToId: topicId },
    'PUT /api/forum/topics/:id/solution': { postId: replyId },
    'PUT /api/forum/topics/:id/follow': { isOn: false },
    'PATCH /api/forum/posts/:id': { version: 1, source: 'Check the seal.' },
    'POST /api/forum/posts/:id/flags': { reason: 'spam', note: '' },
    'POST /api/forum/preview': { source: 'x' },
    'POST /api/forum/notices/read': { upTo: crypto.randomUUID() },
    'PUT /api/forum/preferences': { mail: 'daily' },
  }
  const toBody = ({ name }: ForumRoute) => bodies[name]
  const getAddress = ({ path }: ForumRoute) => path.replace(':id', /topics|thanks|flags/.test(path) ? topicId : replyId)
  const send = (route: ForumRoute, headers: Record<string, string>, body?: BodyInit) =>
    api.request(
      getAddress(route),
      { method: route.method, headers, ...(body !== undefined && { body }) },
      { ip: nextIp() },
    )
  const sendGood = (route: ForumRoute, headers: Record<string, string>) => {
    const body = toBody(route)
    return send(route, headers, body && JSON.stringify(body))
  }
  /** Everything but refusals that are noted, what is counted, and sessions that ended. */
  const standing = () => fingerprint(db, ['audit_log', 'audit_chain', 'rate_limits', 'sessions'])
  return { ...api, ada, bob, topicId, replyId, toBody, getAddress, send, sendGood, standing }
}

/** Somebody who may write, as a route sees them. */
export function writer(id: string) {
  const fields = { email: 'p@gauge.example', username: 'p', roles: [], isAdmin: false, aal: 1 as const }
  return { id, ...fields, approval: 'approved' as const }
}

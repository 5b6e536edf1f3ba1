import { Hono } from 'hono'
import type { ApiEnv } from './context.ts'
import { noticeRoutes, preferenceRoutes } from './forum/notices.ts'
import { categoryRoutes, mentionRoutes, postRoutes, previewRoutes } from './forum/posts.ts'
import { topicRoutes } from './forum/topics.ts'

/** The routes that the forum's islands call. Another function makes its pages. */
export const forumApi = new Hono<ApiEnv>()
  .route('/api/forum/topics', topicRoutes)
  .route('/api/forum/posts', postRoutes)
  .route('/api/forum/preview', previewRoutes)
  .route('/api/forum/categories', categoryRoutes)
  .route('/api/forum/members', mentionRoutes)
  .route('/api/forum/notices', noticeRoutes)
  .route('/api/forum/preferences', preferenceRoutes)

/** The type of these routes for the client of the islands. */
export type ForumApi = typeof forumApi

import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { listCategories } from '#src/domain/forum-reading/list-categories.ts'
import { NewTopicView } from '#src/sections/forum/NewTopicView.tsx'
import { SettingsView } from '#src/sections/forum/SettingsView.tsx'
import type { PageContext } from './env.ts'
import { sendPage } from './send.ts'

/** `/forum/new` */
export async function showNewTopic(c: PageContext): Promise<Response> {
  const categories = await c.var.retryRead(() => listCategories(c.var.db))
  return sendPage(c, {
    title: 'Start a topic',
    description: 'Ask people who have worked on the same machine.',
    tags: [FORUM_TAG.every],
    query: ['category'],
    content: <NewTopicView categories={categories} chosen={c.req.query('category') ?? null} />,
  })
}

/** `/forum/settings` */
export function showSettings(c: PageContext): Promise<Response> {
  return sendPage(c, {
    title: 'Forum email',
    description: 'Choose how the forum emails you.',
    tags: [FORUM_TAG.every],
    query: ['cursor'],
    content: <SettingsView />,
  })
}

import { Hono } from 'hono'
import { canonicalPath } from '#src/api/canonical-path.ts'
import { readDeadline } from '#src/api/deadline.ts'
import { FORUM, FORUM_FEED, FORUM_NEW, FORUM_SEARCH, FORUM_SETTINGS, FORUM_SITEMAP } from '#src/contract/forum-paths.ts'
import type { PageDeps, PageEnv } from './env.ts'
import { showCategoryFeed, showFeed, showSitemap } from './feed.ts'
import { showCategory, showHome, showMember, showNewTopic, showSearch, showSettings } from './list-pages.tsx'
import { logPages, onlyRead, openToReaders, pageHeaders, withoutSlash } from './middleware.ts'
import { onFault, showNotFound } from './on-fault.tsx'
import { showPost } from './topic-page.tsx'

/**
 * Every page of the forum, its feeds and its part of the sitemap: read from the database, made by the same components as
 * everywhere, put into the page that the build left. (decision 0036)
 */
export function createForumPages(deps: PageDeps): Hono<PageEnv> {
  const tools = Object.entries(deps) as [keyof PageDeps, never][]
  const app = new Hono<PageEnv>()
  app.use(async (c, next) => {
    for (const [name, tool] of tools) c.set(name, tool)
    await next()
  })
  app.use(logPages, pageHeaders, onlyRead, withoutSlash, canonicalPath, readDeadline, openToReaders)
  app.get(FORUM, showHome)
  app.get(FORUM_FEED, showFeed)
  app.get(FORUM_SEARCH, showSearch)
  app.get(FORUM_NEW, showNewTopic)
  app.get(FORUM_SETTINGS, showSettings)
  app.get(FORUM_SITEMAP, showSitemap)
  app.get(`${FORUM}/category/:slug`, showCategory)
  app.get(`${FORUM}/category/:slug/feed.atom`, showCategoryFeed)
  app.get(`${FORUM}/post/:id`, showPost)
  app.get(`${FORUM}/member/:username`, showMember)
  app.notFound(showNotFound)
  app.onError(onFault)
  return app
}

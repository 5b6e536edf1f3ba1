import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { serveForumPages } from '#netlify/serve-forum-pages.ts'

export default countingAfter('forum-pages', serveForumPages)

/** Every address of the forum that people open. What writes is `forum`. */
export const config: Config = { path: ['/forum', '/forum/*'] }

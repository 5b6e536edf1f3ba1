import { addressKey } from '#src/api/address.ts'
import { Failure } from '#src/contract/failure.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { isStorable } from '#src/contract/text.ts'
import { searchPosts } from '#src/domain/forum-reading/search-posts.ts'
import { LIMITS, waitSentence } from '#src/domain/security/limits.ts'
import { memoryOf, takeInMemory } from '#src/domain/security/memory.ts'
import { SearchView } from '#src/sections/forum/SearchView.tsx'
import type { PageContext } from './env.ts'
import { sendPage } from './send.ts'

/** Code points that are looked for. */
const MOST_SIGNS = 200
/** Whatever is written may be found anywhere: results are kept shortly. */
const SECONDS = 60

/** `/forum/search?q=` */
export async function showSearch(c: PageContext): Promise<Response> {
  const q = wordsIn(c.req.query('q') ?? '')
  const cursor = c.req.query('cursor') ?? null
  requirePace(c)
  const found = await c.var.retryRead(() => searchPosts(c.var.db, q, cursor))
  return sendPage(c, {
    title: found.isEmptyQuestion ? 'Search the forum' : `“${q}” in the forum`,
    description: 'Forum posts that match your search.',
    tags: [FORUM_TAG.every, FORUM_TAG.search],
    query: ['q', 'cursor'],
    seconds: SECONDS,
    content: <SearchView q={q} cursor={cursor} found={found} />,
  })
}

/** Throws `rate_limited` for an address that searches on and on. Counted in this process: results that are kept ask nobody. */
function requirePace(c: PageContext): void {
  const { db, clock } = c.var
  const wait = takeInMemory(memoryOf(db), addressKey(c.env.ip), LIMITS.forumSearch, clock())
  if (wait > 0) throw new Failure('rate_limited', waitSentence(LIMITS.forumSearch, wait), { retryAfter: wait })
}

/** What is longer is cut, and what no text can hold asks for nothing: an address is typed by anybody. */
function wordsIn(asked: string): string {
  const words = [...asked.trim().slice(0, 4 * MOST_SIGNS)].slice(0, MOST_SIGNS).join('')
  return isStorable(words) ? words : ''
}

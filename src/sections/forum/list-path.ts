import type { TopicSort } from '#src/contract/forum.ts'
import { FORUM_SEARCH, memberPath } from '#src/contract/forum-paths.ts'

type ListPlace = { sort: TopicSort; cursor?: string | null | undefined }

/** A page of topics: of the whole forum or, with its path, of one category. */
export function listPath(base: string, { sort, cursor }: ListPlace): string {
  return withQuery(base, { sort: sort === 'latest' ? null : sort, cursor })
}

export const searchPagePath = (q: string, cursor: string) => withQuery(FORUM_SEARCH, { q, cursor })
export const memberPagePath = (username: string, cursor: string) => withQuery(memberPath(username), { cursor })

function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

import type { ReactNode } from 'react'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'

/** What the browser and the cache need to know of an answer beside its content. */
export type Kept = {
  /** Tags a purge names it by. */
  tags: readonly string[]
  /** Parameters of the address that make it another answer; all others are ignored. */
  query: readonly string[]
  /** Seconds it may be kept where nothing purges it. */
  seconds?: number
}

/** For how long it is kept, in seconds, that there is no such page. */
const ABSENT = 60

/** For an address that no page has until a write purges one of these tags. */
export function absentUntil(...tags: string[]): Kept {
  return { tags: [FORUM_TAG.every, ...tags], query: ['after'], seconds: ABSENT }
}

/** A page of the forum, before the shell is around it. Paths are paths of this site. */
export type ForumPage = Kept & {
  /** Without the site's name. */
  title: string
  description: string
  /** Where it stands, with what of the query belongs to its address; absent for what search engines shall not list. */
  canonical?: string
  /** The pages before and after it. */
  previous?: string | undefined
  next?: string | undefined
  feed?: { href: string; title: string }
  jsonLd?: object
  /** True for the forum's own first page. */
  isHome?: boolean
  content: ReactNode
}

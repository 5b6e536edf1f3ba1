import { type Finding, toFinding } from '#src/contract/content-check.ts'
import type { Instant } from '#src/contract/instant.ts'
import { findTarget, type KnownSlugs, type LinkTarget } from './addresses.ts'
import type { CheckedField, CheckedSubject } from './content.ts'
import { readMarkdownParts } from './read-markdown-parts.ts'

/** Where links can lead, and what is known of those that lead to other sites. */
export type LinkFacts = {
  siteUrl: string
  slugs: KnownSlugs
  /** Addresses of other sites at which nothing was found, by `toOutsideUrl`. */
  broken: ReadonlyMap<string, { reason: string; checkedAt: Instant }>
}

type Link = Pick<CheckedField, 'field' | 'label'> & { href: string; words: string | null }

/** The links of a subject: its addresses, and those in its Markdown. */
export function linksOf({ fields }: CheckedSubject): Link[] {
  return fields.flatMap(({ field, label, kind, text }): Link[] => {
    if (kind === 'address') return [{ field, label, href: text.trim(), words: null }]
    if (kind !== 'markdown') return []
    return readMarkdownParts(text).links.map(({ href, words }) => ({ field, label, href, words }))
  })
}

/** Links that lead nowhere, and those whose words do not say where they lead. */
export function checkLinks(one: CheckedSubject, facts: LinkFacts): Finding[] {
  return linksOf(one).flatMap((link) => [...checkTarget(one, link, facts), ...checkWords(one, link)])
}

const NOWHERE: Readonly<Partial<Record<LinkTarget, string>>> = {
  nothing: 'which is not a page of this site',
  draft: 'which is the page of an event that is not published',
  anchor: 'which that page does not have',
}

function checkTarget({ subject }: CheckedSubject, link: Link, facts: LinkFacts): Finding[] {
  const { href, field, label } = link
  const target = findTarget(href, facts)
  const why = NOWHERE[target]
  if (why !== undefined) {
    const key = target === 'anchor' ? 'link.anchor' : 'link.inside'
    return [toFinding(key, subject, field, `${label}: the link leads to ${href}, ${why}.`)]
  }
  const known = target === 'outside' ? facts.broken.get(toOutsideUrl(href) ?? '') : undefined
  if (!known) return []
  const day = new Date(known.checkedAt).toISOString().slice(0, 10)
  return [toFinding('link.outside', subject, field, `${label}: ${href} ${known.reason} (checked on ${day}).`)]
}

const EMPTY_WORDS =
  /^(?:(?:click|tap|press|see|read|look)? ?(?:here|this|this (?:link|page|site))|click|link|page|more|details|info|go|(?:read|learn|find out|see) more|more info(?:rmation)?)[.…!]?$/i

function checkWords({ subject }: CheckedSubject, { words, field, label }: Link): Finding[] {
  if (words === null || !EMPTY_WORDS.test(words.trim())) return []
  const text = `${label}: the link text “${words.trim()}” does not say where the link leads.`
  return [toFinding('link.text', subject, field, text)]
}

/** A link to another site as it is stored and asked for; null for one that is too long for that. */
export function toOutsideUrl(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  url.hash = ''
  return /^https?:$/.test(url.protocol) && url.href.length <= LONGEST_URL ? url.href : null
}

/** Longer addresses are not asked for. */
const LONGEST_URL = 2_000

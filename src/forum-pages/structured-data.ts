import type { ForumAuthor, ForumPost, TopicPage } from '#src/contract/forum.ts'
import { categoryPath, FORUM, memberPath, postPath } from '#src/contract/forum-paths.ts'
import type { Instant } from '#src/contract/instant.ts'
import { FORMER_MEMBER } from '#src/contract/viewer.ts'

const CONTEXT = 'https://schema.org'
/** Characters of a post's text. */
const MOST_TEXT = 500

type Step = readonly [name: string, path: string]

/** The way to a page, for search engines: the forum, then these. (schema.org BreadcrumbList) */
export function breadcrumbs(siteUrl: string, steps: readonly Step[]) {
  return { '@context': CONTEXT, ...wayTo(siteUrl, steps) }
}

/** A topic: a question with its answer once it is solved, a discussion before. (schema.org QAPage, DiscussionForumPosting) */
export function topicData({ topic, posts, opening, solution }: TopicPage, siteUrl: string) {
  const { id, title, category, replyCount } = topic
  const solved = solution ?? posts.find((post) => post.isSolution)
  const written = { ...writing(opening, siteUrl), url: new URL(postPath(id), siteUrl).href }
  const about = solved
    ? {
        '@type': 'QAPage',
        mainEntity: {
          '@type': 'Question',
          name: title,
          ...written,
          answerCount: replyCount,
          acceptedAnswer: { '@type': 'Answer', upvoteCount: solved.thankCount, ...writing(solved, siteUrl) },
        },
      }
    : { '@type': 'DiscussionForumPosting', headline: title, ...written, commentCount: replyCount }
  const way = wayTo(siteUrl, [
    [category.name, categoryPath(category.slug)],
    [title, postPath(id)],
  ])
  return { '@context': CONTEXT, '@graph': [about, way] }
}

function wayTo(siteUrl: string, steps: readonly Step[]) {
  const all: Step[] = [['Forum', FORUM], ...steps]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(([name, path], at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: new URL(path, siteUrl).href,
    })),
  }
}

function writing({ id, html, author, createdAt, editedAt }: ForumPost, siteUrl: string) {
  return {
    text: [...toPlainText(html)].slice(0, MOST_TEXT).join(''),
    url: new URL(postPath(id), siteUrl).href,
    author: makePerson(author, siteUrl),
    datePublished: instant(createdAt),
    ...(editedAt !== null && { dateModified: instant(editedAt) }),
  }
}

function makePerson(author: ForumAuthor, siteUrl: string) {
  if (author === null) return { '@type': 'Person', name: FORMER_MEMBER }
  return { '@type': 'Person', name: author.username, url: new URL(memberPath(author.username), siteUrl).href }
}

function instant(at: Instant): string {
  return new Date(at).toISOString()
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** The words of our own sanitized HTML, for structured data. Its attributes hold no `>` that is not escaped. */
export function toPlainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi, (entity, hex, decimal, name) =>
      name ? (NAMED[name] ?? entity) : toCharacter(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replace(/\s+/g, ' ')
    .trim()
}

function toCharacter(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

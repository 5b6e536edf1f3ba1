import { FORUM_SETTINGS, postPath } from '#src/contract/forum-paths.ts'
import type { NoticeKind } from '#src/contract/forum-post.ts'
import { FORMER_MEMBER } from '#src/contract/viewer.ts'
import { composeLetter, type Letter, type LetterPart, type LetterSite, oneLine } from '../letter.ts'

/** One item of news. `excerpt` is the beginning of its post, null if the post is not visible; `actor` is a username. */
export type MailedNews = {
  kind: NoticeKind
  postId: string
  actor: string | null
  excerpt: string | null
  reason: string | null
}
/** What there is to tell of one topic. */
export type MailedTopic = { title: string; news: [MailedNews, ...MailedNews[]] }
/** Everything in one mail: `more` counts what only the site tells. `token` is that of its links to unsubscribe. */
export type ForumNews = { topics: [MailedTopic, ...MailedTopic[]]; more: number; isDigest: boolean; token: string }

/** One mail for all of a member's news. Of what members typed, only a title appears in the subject. (security OB6) */
export function forumNews(site: LetterSite, { topics, more, isDigest, token }: ForumNews): Letter {
  const why = isDigest ? 'once a day' : 'when there is news'
  return composeLetter(site, {
    template: 'forum-news',
    subject: findSubject(topics),
    parts: [
      ...topics.flatMap(getParts),
      ...(more > 0
        ? [more === 1 ? 'There is 1 more notice in the forum.' : `There are ${more} more notices in the forum.`]
        : []),
      `You receive these emails ${why} because you are a member of ${site.siteName}.`,
      { link: 'Choose which emails you receive', path: FORUM_SETTINGS },
    ],
    unsubscribeToken: token,
  })
}

const SUBJECT = {
  reply: 'New reply in',
  mention: 'You were mentioned in',
  solved: 'Your answer solved',
  approved: 'Your post was approved in',
  change_rejected: 'Your change was not approved in',
  hidden: 'Your post was hidden in',
  restored: 'Your post was restored in',
} as const satisfies Record<NoticeKind, string>

function findSubject(topics: ForumNews['topics']): string {
  const [{ title, news }, ...others] = topics
  if (others.length > 0) return `News in ${topics.length} forum topics`
  const kinds = new Set(news.map(({ kind }) => kind))
  return `${kinds.size > 1 || news.length > 1 ? 'News in' : SUBJECT[news[0].kind]} “${withoutTricks(title)}”`
}

function getParts({ title, news }: MailedTopic): LetterPart[] {
  const parts = news.flatMap((one): LetterPart[] => {
    const words = one.kind === 'hidden' || one.kind === 'change_rejected' ? one.reason : one.excerpt
    return words === null ? [`${getSentence(one)}.`] : [`${getSentence(one)}:`, { quote: withoutTricks(words) }]
  })
  return [{ heading: withoutTricks(title) }, ...parts, { link: 'Read it in the forum', path: postPath(news[0].postId) }]
}

function getSentence({ kind, actor, reason }: MailedNews): string {
  const who = actor ?? `A ${FORMER_MEMBER.toLowerCase()}`
  if (kind === 'reply') return `${who} replied`
  if (kind === 'mention') return `${who} mentioned you`
  if (kind === 'solved') return `${actor ?? 'A moderator'} marked your post as the solution`
  if (kind === 'approved') return 'A moderator approved your post. Everyone can read it now'
  if (kind === 'restored') return 'A moderator restored your post. Everyone can read it again'
  const why = reason === null ? '' : '. Reason'
  if (kind === 'change_rejected')
    return `A moderator did not approve your change to your post. Others still see the previous version${why}`
  return `A moderator hid your post${why}`
}

/** On one line, and without characters that change the direction of the text around them. (security OB6) */
function withoutTricks(text: string): string {
  return oneLine(text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ''))
}

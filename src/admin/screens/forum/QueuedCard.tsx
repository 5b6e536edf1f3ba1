import { type ReactNode, useId, useState } from 'react'
import type { ForumFlag, QueuedPost } from '#src/contract/forum-moderation.ts'
import { PostBody } from '#src/sections/forum/PostBody.tsx'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { later } from '../../blocks/later.tsx'
import { agoOf, momentOf } from '../../blocks/moment.ts'
import { links } from '../../links.ts'
import { countOf, FLAG_NAMES, pageOf } from './queue-words.ts'

const HistoryDialog = later(async () => (await import('./HistoryDialog.tsx')).HistoryDialog)

/** A post with all there is to decide by: its words, its author's standing, and what members say about it. */
export function QueuedCard({ post, children }: { post: QueuedPost; children: ReactNode }) {
  const id = useId()
  const [isHistory, showHistory] = useState(false)
  const href = pageOf(post)
  const { title, number, category, html, flags, stateReason, createdAt } = post
  return (
    <li data-queued={post.id} tabIndex={-1} aria-labelledby={id} className="admin-panel min-w-0 focus:border-focus">
      <div className="border-line border-b px-5 py-3.5 leading-snug [overflow-wrap:anywhere]">
        <h2 id={id} className="font-semibold text-[1.125rem]">
          {href ? (
            <a href={href} className="inline-block min-h-6">
              {title}
            </a>
          ) : (
            title
          )}
        </h2>
        <p className="mt-0.5 text-[.9375rem] text-soft">
          {number === 1 ? 'New topic' : `Reply ${number}`} in {category.name},{' '}
          <time dateTime={new Date(createdAt).toISOString()} title={momentOf(createdAt)}>
            {agoOf(createdAt)}
          </time>
        </p>
        <AuthorLine post={post} />
      </div>
      <div className="max-h-[32rem] overflow-auto px-5 py-4">
        <PostBody html={html} />
      </div>
      {stateReason !== null && (
        <p className="border-line border-t px-5 py-3 leading-snug [overflow-wrap:anywhere]">
          <b>Hidden because:</b> {stateReason}
        </p>
      )}
      {flags.length > 0 && <Flags flags={flags} />}
      <div className="flex flex-wrap gap-2 border-line border-t px-5 py-3.5 max-sm:*:grow">
        {children}
        <Button size="sm" variant="ghost" onClick={() => showHistory(true)}>
          History<span className="sr-only"> of “{title}”</span>
        </Button>
      </div>
      {isHistory && <HistoryDialog id={post.id} onClose={() => showHistory(false)} />}
    </li>
  )
}

function AuthorLine({ post: { author, authorId, authorPostCount } }: { post: QueuedPost }) {
  if (author === null) return <p className="mt-1.5">Someone who left</p>
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <AdminLink href={links.user(authorId)} className="inline-block min-h-6 font-semibold">
        {author.username}
      </AdminLink>
      {author.isStaff && <Badge>Staff</Badge>}
      <span className="text-[.9375rem]">{postsShown(authorPostCount)}</span>
    </p>
  )
}

function postsShown(count: number): string {
  if (count === 0) return 'No post shown yet'
  return count === 1 ? '1 post shown' : `${countOf(count)} posts shown`
}

function Flags({ flags }: { flags: readonly ForumFlag[] }) {
  return (
    <ul aria-label="What members say" className="grid gap-1.5 border-line border-t px-5 py-3 leading-snug">
      {flags.map(({ id, reason, note, by, createdAt }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          <Badge tone="waiting">{FLAG_NAMES[reason]}</Badge> {note}{' '}
          <span className="text-[.9375rem] text-soft">
            {by?.username ?? 'Someone who left'}, {agoOf(createdAt)}
          </span>
        </li>
      ))}
    </ul>
  )
}

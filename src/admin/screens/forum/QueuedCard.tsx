import { type ReactNode, useId, useState } from 'react'
import { DELETED_ACCOUNT } from '#src/contract/audit-log.ts'
import { CHANGED_SINCE_READ, type ForumFlag, type QueuedPost } from '#src/contract/forum-moderation.ts'
import { PostBody } from '#src/sections/forum/PostBody.tsx'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatAgo, formatMoment } from '../../blocks/moment.ts'
import { SelectBox } from '../../blocks/selection.tsx'
import { links } from '../../links.ts'
import { FLAG_NAMES, formatCount, getPostPage, NO_PUBLISHED_POSTS } from './queue-words.ts'

const HistoryDialog = lazyComponent(async () => (await import('./ForumDialogs.tsx')).HistoryDialog)

type QueuedCardProps = {
  post: QueuedPost
  /** True where its author changed it after it was opened here. */
  isNewer: boolean
  isSelected: boolean
  onToggle: () => void
  children: ReactNode
}

/** A post with everything needed for a decision: its text, its author's record, and the reports of members. */
export function QueuedCard({ post, isNewer, isSelected, onToggle, children }: QueuedCardProps) {
  const id = useId()
  const [isHistory, showHistory] = useState(false)
  const href = getPostPage(post)
  const { title, category, flags, stateReason } = post
  const createdAt = post.change?.createdAt ?? post.createdAt
  return (
    <li data-queued={post.id} tabIndex={-1} aria-labelledby={id} className="admin-panel min-w-0 focus:border-focus">
      <div className="flex gap-4 border-line border-b px-5 py-3.5 leading-snug [overflow-wrap:anywhere]">
        <SelectBox name={`“${title}”`} isSelected={isSelected} onToggle={onToggle} />
        <div className="min-w-0">
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
            {describeKind(post)} in {category.name},{' '}
            <time dateTime={new Date(createdAt).toISOString()} title={formatMoment(createdAt)}>
              {formatAgo(createdAt)}
            </time>
          </p>
          <AuthorLine post={post} />
        </div>
      </div>
      {isNewer && (
        <p role="alert" className="border-line border-b px-5 py-3 font-semibold leading-snug">
          {CHANGED_SINCE_READ}
        </p>
      )}
      <Words post={post} />
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

function describeKind({ number, change }: QueuedPost): string {
  const post = number === 1 ? 'topic' : `reply ${number}`
  return change ? `Change to ${post}` : number === 1 ? 'New topic' : `Reply ${number}`
}

/** The text of the post; a proposed version comes first. */
function Words({ post: { title, html, change } }: { post: QueuedPost }) {
  const body = 'max-h-[32rem] overflow-auto px-5 py-4'
  if (!change)
    return (
      <div className={body}>
        <PostBody html={html} />
      </div>
    )
  return (
    <>
      <div className={body}>
        <h3 className="mb-2 font-semibold">Proposed version</h3>
        {change.title !== null && change.title !== title && (
          <p className="mb-2 [overflow-wrap:anywhere]">Title: {change.title}</p>
        )}
        <PostBody html={change.html} />
      </div>
      <div className={`border-line border-t ${body}`}>
        <h3 className="mb-2 font-semibold">Current version</h3>
        <PostBody html={html} />
      </div>
    </>
  )
}

function AuthorLine({ post: { author, authorId, authorPostCount } }: { post: QueuedPost }) {
  if (author === null) return <p className="mt-1.5">{DELETED_ACCOUNT}</p>
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <AdminLink to={links.user(authorId)} className="inline-block min-h-6 font-semibold">
        {author.username}
      </AdminLink>
      {author.isStaff && <Badge>Staff</Badge>}
      <span className="text-[.9375rem]">{postsShown(authorPostCount)}</span>
    </p>
  )
}

function postsShown(count: number): string {
  if (count === 0) return NO_PUBLISHED_POSTS
  return count === 1 ? '1 published post' : `${formatCount(count)} published posts`
}

function Flags({ flags }: { flags: readonly ForumFlag[] }) {
  return (
    <ul aria-label="Member reports" className="grid gap-1.5 border-line border-t px-5 py-3 leading-snug">
      {flags.map(({ id, reason, note, by, createdAt }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          <Badge tone="waiting">{FLAG_NAMES[reason]}</Badge> {note}{' '}
          <span className="text-[.9375rem] text-soft">
            {by?.username ?? DELETED_ACCOUNT}, {formatAgo(createdAt)}
          </span>
        </li>
      ))}
    </ul>
  )
}

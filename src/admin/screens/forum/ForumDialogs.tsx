import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { moderationReason, type QueuedPost } from '#src/contract/forum-moderation.ts'
import { PostHistory } from '#src/sections/forum/PostHistory.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextAreaField } from '../../blocks/fields.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { type AskedAct, revisionsQuery } from './forum-calls.ts'
import { ACTS, CHANGE_DISCARDED } from './queue-words.ts'

type ReasonDialogProps = {
  act: AskedAct
  /** At least one. */
  posts: readonly QueuedPost[]
  isBusy: boolean
  onReason: (reason: string) => void
  onClose: () => void
}

const WHAT: Record<AskedAct, (post: QueuedPost) => string> = {
  reject: ({ number, change }) => {
    if (change) return CHANGE_DISCARDED
    return number === 1 ? 'This topic will not be published.' : 'This reply will not be published.'
  },
  hide: ({ number }) =>
    number === 1
      ? 'The topic is hidden with all its replies.'
      : 'The reply is hidden. A note takes its place in the topic.',
  restore: ({ number }) =>
    number === 1 ? 'The topic becomes visible again.' : 'The reply becomes visible again in its place.',
}

const SHOWN_TITLES = 5

/** Asks for the reason, which the authors of the posts read in the forum and by email. */
export function ReasonDialog({ act, posts, isBusy, onReason, onClose }: ReasonDialogProps) {
  const form = useForm({ resolver: zodResolver(moderationReason), defaultValues: { reason: '' } })
  const { label } = ACTS[act]
  const [post, ...others] = posts
  return (
    <FormDialog
      title={others.length === 0 ? `${label} post` : `${label} ${posts.length} posts`}
      lead={others.length === 0 && post ? <Lead act={act} post={post} /> : <Titles posts={posts} />}
      form={form}
      label={label}
      busyLabel="Saving..."
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={({ reason }) => onReason(reason)}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        rows={3}
        maxLength={500}
        hint="The author sees this in the forum and, unless they turned it off, by email. Your name is not shown."
      />
    </FormDialog>
  )
}

function Lead({ act, post }: { act: AskedAct; post: QueuedPost }) {
  return (
    <>
      <b>{post.title}</b>. {WHAT[act](post)}
    </>
  )
}

function Titles({ posts }: { posts: readonly QueuedPost[] }) {
  const rest = posts.length - SHOWN_TITLES
  return (
    <>
      {posts.slice(0, SHOWN_TITLES).map(({ id, title }) => (
        <span key={id} className="block">
          {title}
        </span>
      ))}
      {rest > 0 && `and ${rest} more`}
    </>
  )
}

/** The text of a post before each of its changes. */
export function HistoryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(revisionsQuery(id))
  return (
    <Dialog
      isOpen
      title="History of this post"
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Shown query={query} what="the history">
        {(revisions) => <PostHistory revisions={revisions} say={formatMoment} />}
      </Shown>
    </Dialog>
  )
}

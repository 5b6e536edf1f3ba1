import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { moderationReason, type QueuedPost } from '#src/contract/forum-moderation.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { EditForm } from '../../blocks/EditForm.tsx'
import { TextAreaField } from '../../blocks/fields.tsx'
import type { AskedAct } from './forum-calls.ts'
import { ACTS } from './queue-words.ts'

type ReasonDialogProps = {
  act: AskedAct
  post: QueuedPost
  isBusy: boolean
  onReason: (reason: string) => void
  onClose: () => void
}

const WHAT: Record<AskedAct, (post: QueuedPost) => string> = {
  reject: ({ number }) => (number === 1 ? 'Nobody sees this topic.' : 'Nobody sees this reply.'),
  hide: ({ number }) =>
    number === 1 ? 'The topic disappears with all its replies.' : 'The reply disappears; its place in the topic stays.',
  restore: ({ number }) => (number === 1 ? 'The topic is shown again.' : 'The reply is shown again where it stood.'),
}

/** Asks why: whoever wrote the post reads it in the forum and in their mail. */
export function ReasonDialog({ act, post, isBusy, onReason, onClose }: ReasonDialogProps) {
  const form = useForm({ resolver: zodResolver(moderationReason), defaultValues: { reason: '' } })
  const { label } = ACTS[act]
  return (
    <Dialog isOpen title={`${label} post`} onClose={onClose}>
      <div className="mt-4 grid gap-5">
        <p className="leading-snug [overflow-wrap:anywhere]">
          <b>{post.title}</b>. {WHAT[act](post)}
        </p>
        <EditForm
          form={form}
          label={label}
          busyLabel="Saving..."
          isBusy={isBusy}
          onCancel={onClose}
          onSubmit={({ reason }) => onReason(reason)}
        >
          <TextAreaField
            name="reason"
            label="Reason"
            rows={3}
            maxLength={500}
            hint="The author reads it in the forum and, if they wish, in a mail. Your name is not told."
          />
        </EditForm>
      </div>
    </Dialog>
  )
}

import type { FlagReason } from '#src/contract/forum-post.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { AskDialog } from './AskDialog.tsx'
import { flagPost } from './forum-calls.ts'

const REASONS: Record<FlagReason, string> = {
  spam: 'It is advertising or spam',
  rude: 'It is rude or attacks someone',
  off_topic: 'It does not belong here',
  dangerous: 'Following it could injure someone',
  other: 'Something else',
}
const OPTIONS = Object.entries(REASONS)

const isReason = (value: unknown): value is FlagReason => typeof value === 'string' && value in REASONS

type FlagDialogProps = { postId: string; onDone: () => void; onClose: () => void }

/** Tells the moderators of a post. Its author does not learn who did. */
export function FlagDialog({ postId, onDone, onClose }: FlagDialogProps) {
  const send = (values: FormData) => {
    const reason = values.get('reason')
    return flagPost(postId, { reason: isReason(reason) ? reason : 'other', note: String(values.get('note') ?? '') })
  }
  return (
    <AskDialog
      title="Report this post"
      label="Report"
      busyLabel="Reporting..."
      act={send}
      onDone={onDone}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <p>A moderator will review it. The author will not see who reported it.</p>
          <Select label="Reason" name="reason" options={OPTIONS} error={fields.reason} />
          <TextArea label="Note (optional)" name="note" rows={3} error={fields.note} />
        </>
      )}
    </AskDialog>
  )
}

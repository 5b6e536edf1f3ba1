import { BAN_ENDS, banEnd } from '#src/contract/ban-end.ts'
import { AUTHOR_BANNED } from '#src/contract/forum.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { AskDialog } from './AskDialog.tsx'
import type { ModeratorTaskProps } from './ModeratorTask.tsx'
import { banAuthor } from './moderating-calls.ts'

/** Keeps the author of a post out, from where an admin read it. What they wrote stays until it is hidden. */
export function BanAuthor({ article, own, say, onClose }: ModeratorTaskProps) {
  const authorId = own.posts.find(({ id }) => id === article.dataset.post)?.authorId
  const ban = async (values: FormData) => {
    if (!authorId) return
    const until = banEnd(String(values.get('days')), Date.now())
    await banAuthor(authorId, { reason: String(values.get('reason') ?? ''), until })
  }
  return (
    <AskDialog
      title="Ban this author?"
      label="Ban"
      busyLabel="Banning..."
      isDestructive
      act={ban}
      onDone={() => say(AUTHOR_BANNED)}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <p>They are signed out everywhere and cannot sign in. Their posts stay.</p>
          <TextInput label="Reason" hint="Only admins see it." name="reason" error={fields.reason} />
          <Select label="How long" name="days" defaultValue="7" options={BAN_ENDS} />
        </>
      )}
    </AskDialog>
  )
}

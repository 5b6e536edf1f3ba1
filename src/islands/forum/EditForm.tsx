import { useEffect, useRef, useState } from 'react'
import type { PostSource } from '#src/contract/forum-post.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { Composer, type ComposerHandle } from './Composer.tsx'
import { Refusal } from './Refusal.tsx'
import { type Edited, useEdit } from './use-edit.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

type EditFormProps = {
  from: PostSource
  /** True where a moderator changes somebody else's post: that needs a reason, which is kept with the words before. */
  asModerator: boolean
  onSaved: (edited: Edited) => void
  onClose: () => void
}

/** A post while it is changed, where it stands. */
export function EditForm({ from, asModerator, onSaved, onClose }: EditFormProps) {
  const [source, setSource] = useState(from.source)
  const [title, setTitle] = useState(from.title ?? '')
  const [reason, setReason] = useState('')
  const composer = useRef<ComposerHandle>(null)
  const { isBusy, fault, base, theirs, save, settle } = useEdit({ from, asModerator, onSaved })
  useEffect(() => composer.current?.focus(), [])
  useLeaveWarning(source !== base.source || title !== (base.title ?? '') || reason !== '')
  const take = (newer: PostSource) => {
    setSource(newer.source)
    setTitle(newer.title ?? '')
    settle()
    composer.current?.focus()
  }
  return (
    <form
      noValidate
      aria-label={`Edit post ${from.number}`}
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void save({ source, title, reason })
      }}
      className="grid gap-4"
    >
      {from.title !== null && (
        <TextInput
          label="Title"
          value={title}
          readOnly={isBusy}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          error={fault?.fields.title}
        />
      )}
      <Composer
        ref={composer}
        label="Text"
        value={source}
        onChange={setSource}
        isBusy={isBusy}
        error={fault?.fields.source}
      />
      {asModerator && (
        <TextInput
          label="Reason"
          hint="Only moderators see it, in the post history."
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={fault?.fields.reason}
        />
      )}
      {theirs && <Theirs theirs={theirs} onTake={() => take(theirs)} />}
      <Refusal fault={fault} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Saving...' : theirs ? 'Save mine' : 'Save'}
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** What somebody else saved meanwhile, beside one's own text. */
function Theirs({ theirs, onTake }: { theirs: PostSource; onTake: () => void }) {
  return (
    <div role="alert" className="grid gap-3 rounded-md border-2 border-stop-ink p-4">
      <p className="font-semibold">Someone else changed this post. The current version:</p>
      {theirs.title !== null && <p className="[overflow-wrap:anywhere]">{theirs.title}</p>}
      <pre className="max-h-60 overflow-auto whitespace-pre-wrap [overflow-wrap:anywhere]">{theirs.source}</pre>
      <p>Your version is above. Saving it replaces the current version.</p>
      <Button variant="outline" size="sm" onClick={onTake} className="justify-self-start">
        Use theirs
      </Button>
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import { sourceFault, titleFault } from '#src/contract/forum.ts'
import type { Posted, PostSource } from '#src/contract/forum-post.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { toApiError } from '../call.ts'
import { notify } from '../toasts.ts'
import { Composer, type ComposerHandle } from './Composer.tsx'
import { FormErrorNote } from './FormErrorNote.tsx'
import { mine, showPosted } from './forum.ts'
import { editAsModerator, editPost, readSource } from './forum-calls.ts'
import { InPost } from './InPage.tsx'
import { type FormError, recheckFields, toFormError } from './posting.ts'
import { showTitle } from './topic-marks.tsx'
import { useLeaveWarning } from './use-leave-warning.ts'

type EditPostProps = { article: HTMLElement; say: (news: string) => void; onClose: () => void }

/** Opens a post's text in its place, and puts what was saved there. */
export function EditPost({ article, say, onClose }: EditPostProps) {
  const id = article.dataset.post ?? ''
  const [from, setFrom] = useState<PostSource>()
  useEffect(() => {
    readSource(id).then(setFrom, (cause: unknown) => {
      notify({ kind: 'error', message: toApiError(cause).detail })
      onClose()
    })
  }, [id, onClose])
  useEffect(() => {
    article.dataset.editing = ''
    return () => {
      delete article.dataset.editing
    }
  }, [article])
  const own = mine.$mine.get()?.posts.find((post) => post.id === id)
  const finish = ({ posted, title }: Edited) => {
    onClose()
    if (title !== null && !posted.change) showTitle(title)
    showPosted(posted)
    say(posted.change ? 'Your change is waiting for a moderator.' : 'Your change is saved.')
  }
  if (!from) return null
  return (
    <InPost article={article} isInstead>
      <EditForm from={from} asModerator={own?.isOwn === false} onSaved={finish} onClose={onClose} />
    </InPost>
  )
}

/** What a change led to: the post as it reads now, and the title where it opens its topic. */
type Edited = { posted: Posted; title: string | null }

type EditFormProps = {
  from: PostSource
  /** True where a moderator changes somebody else's post: that needs a reason, which is kept with the words before. */
  asModerator: boolean
  onSaved: (edited: Edited) => void
  onClose: () => void
}

/** A post while it is changed, where it stands. */
function EditForm({ from, asModerator, onSaved, onClose }: EditFormProps) {
  const composer = useRef<ComposerHandle>(null)
  const { typed, change, isBusy, fault, base, theirs, save, take } = useEdit({ from, asModerator, onSaved })
  const { source, title, reason } = typed
  useEffect(() => composer.current?.focus(), [])
  useLeaveWarning(source !== base.source || title !== (base.title ?? '') || reason !== '')
  return (
    <form
      noValidate
      aria-label={`Edit post ${from.number}`}
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="grid gap-4"
    >
      {from.title !== null && (
        <TextInput
          label="Title"
          value={title}
          readOnly={isBusy}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
          error={fault?.fields.title}
        />
      )}
      <Composer
        ref={composer}
        label="Text"
        value={source}
        onChange={(written) => change({ source: written })}
        isBusy={isBusy}
        error={fault?.fields.source}
      />
      {asModerator && (
        <TextInput
          label="Reason"
          hint="Only moderators see it, in the post history."
          value={reason}
          onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
          error={fault?.fields.reason}
        />
      )}
      {theirs && (
        <Theirs
          theirs={theirs}
          onTake={() => {
            take(theirs)
            composer.current?.focus()
          }}
        />
      )}
      <FormErrorNote fault={fault} />
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

type EditParts = Pick<EditFormProps, 'from' | 'asModerator' | 'onSaved'>
type Typed = { source: string; title: string; reason: string }

const typedFrom = ({ source, title }: PostSource) => ({ source, title: title ?? '' })

/**
 * Saves a change of a post, over `base`. Where somebody was faster, the next try is over what they made of it: `theirs`, until
 * it is taken in place of one's own.
 */
function useEdit({ from, asModerator, onSaved }: EditParts) {
  const [typed, setTyped] = useState<Typed>({ ...typedFrom(from), reason: '' })
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<FormError>()
  const [base, setBase] = useState(from)
  const [theirs, setTheirs] = useState<PostSource>()
  const change = (changed: Partial<Typed>) => {
    const now = { ...typed, ...changed }
    setTyped(now)
    const faults = { source: sourceFault(now.source), title: titleFault(now.title) }
    if (fault) setFault(recheckFields(fault, Object.keys(changed), faults))
  }
  const take = (newer: PostSource) => {
    change(typedFrom(newer))
    setTheirs(undefined)
  }
  const save = async () => {
    if (isBusy) return
    setBusy(true)
    setFault(undefined)
    const { source, title, reason } = typed
    const edit = { version: base.version, source, ...(from.title !== null && { title }) }
    try {
      const posted = await (asModerator ? editAsModerator(from.id, { ...edit, reason }) : editPost(from.id, edit))
      onSaved({ posted, title: from.title === null ? null : title })
    } catch (cause) {
      const refusal = toApiError(cause)
      const newer = refusal.status === 409 ? await readSource(from.id).catch(() => undefined) : undefined
      if (newer) setBase(newer)
      if (newer) setTheirs(newer)
      else setFault(toFormError(refusal))
      setBusy(false)
    }
  }
  return { typed, change, isBusy, fault, base, theirs, save, take }
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

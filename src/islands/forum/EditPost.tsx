import { useEffect, useRef, useState } from 'react'
import { sourceFault, titleFault } from '#src/contract/forum.ts'
import type { Posted, PostSource } from '#src/contract/forum-post.ts'
import { isStale, mergeFields } from '#src/contract/versioned.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { toApiError } from '../call.ts'
import { useUnloadWarning } from '../unload-warning.ts'
import { notifyDetail, useAction } from '../use-action.ts'
import { Composer, type ComposerHandle } from './Composer.tsx'
import { FormErrorNote } from './FormErrorNote.tsx'
import { editAsModerator, editPost, readSource } from './forum-calls.ts'
import { PostPortal } from './PagePortal.tsx'
import { showTitle } from './page-updates.tsx'
import { type FormError, recheckFields, toFormError } from './posting.ts'
import { showPosted, topicState } from './topic-page.ts'

type EditPostProps = { article: HTMLElement; onSuccess: (message: string) => void; onClose: () => void }

/** Edits a post in its place, and then shows the saved post there. */
export function EditPost({ article, onSuccess, onClose }: EditPostProps) {
  const id = article.dataset.post ?? ''
  const [from, setFrom] = useState<PostSource>()
  useEffect(() => {
    readSource(id).then(setFrom, (cause: unknown) => {
      notifyDetail(cause)
      onClose()
    })
  }, [id, onClose])
  useEffect(() => {
    article.dataset.editing = ''
    return () => {
      delete article.dataset.editing
    }
  }, [article])
  const own = topicState.$topic.get()?.posts.find((post) => post.id === id)
  const finish = ({ posted, title }: Edited) => {
    onClose()
    if (title !== null && !posted.change) showTitle(title)
    showPosted(posted)
    onSuccess(posted.change ? 'Your change is waiting for a moderator.' : 'Your change is saved.')
  }
  if (!from) return null
  return (
    <PostPortal article={article} isInstead>
      <EditForm from={from} asModerator={own?.isOwn === false} onSaved={finish} onClose={onClose} />
    </PostPortal>
  )
}

/** The post after the change, and the title if it is the first post of its topic. */
type Edited = { posted: Posted; title: string | null }

type EditFormProps = {
  from: PostSource
  /** True if a moderator edits another member's post. That needs a reason, which is stored with the previous text. */
  asModerator: boolean
  onSaved: (edited: Edited) => void
  onClose: () => void
}

/** The form that replaces the text of a post while it is edited. */
function EditForm({ from, asModerator, onSaved, onClose }: EditFormProps) {
  const composer = useRef<ComposerHandle>(null)
  const { typed, change, isBusy, fault, base, theirs, save, take } = useEdit({ from, asModerator, onSaved })
  const { source, title, reason } = typed
  useEffect(() => composer.current?.focus(), [])
  useUnloadWarning(source !== base.source || title !== (base.title ?? '') || reason !== '')
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
      <SaveOrCancel label={theirs ? 'Save mine' : 'Save'} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

function SaveOrCancel({ label, isBusy, onClose }: { label: string; isBusy: boolean; onClose: () => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? 'Saving...' : label}
      </Button>
      <Button variant="outline" isBusy={isBusy} onClick={onClose}>
        Cancel
      </Button>
    </div>
  )
}

type EditParts = Pick<EditFormProps, 'from' | 'asModerator' | 'onSaved'>
type Typed = { source: string; title: string; reason: string }

const typedFrom = ({ source, title }: PostSource) => ({ source, title: title ?? '' })

/**
 * Saves a change of the version `base`. If someone else saved first, their version is `theirs` and becomes the new `base`: what
 * only they changed is taken over, and the viewer may take the rest in place of their own. (architecture 10)
 */
function useEdit({ from, asModerator, onSaved }: EditParts) {
  const [typed, setTyped] = useState<Typed>({ ...typedFrom(from), reason: '' })
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
  const merge = (newer: PostSource) => {
    const { source, title } = typed
    const { merged } = mergeFields(typedFrom(base), { source, title }, typedFrom(newer))
    setTyped({ ...typed, ...merged })
    setBase(newer)
    setTheirs(newer)
  }
  const [isBusy, save] = useAction({
    act: () => {
      setFault(undefined)
      const { source, title, reason } = typed
      const edit = { version: base.version, source, ...(from.title !== null && { title }) }
      return asModerator ? editAsModerator(from.id, { ...edit, reason }) : editPost(from.id, edit)
    },
    onDone: (posted) => onSaved({ posted, title: from.title === null ? null : typed.title }),
    onError: async (cause) => {
      const refusal = toApiError(cause)
      const newer = isStale(refusal) ? await readSource(from.id).catch(() => undefined) : undefined
      if (newer) merge(newer)
      else setFault(toFormError(refusal))
    },
  })
  return { typed, change, isBusy, fault, base, theirs, save, take }
}

/** What someone else saved in the meantime. */
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

import { useState } from 'react'
import type { Posted, PostSource } from '#src/contract/forum-post.ts'
import { toApiError } from '../call.ts'
import { editPost, readSource } from './forum-calls.ts'
import { editAsModerator } from './moderating-calls.ts'
import { type Refused, refused } from './posting.ts'

/** What a change led to: the post as it reads now, and the title where it opens its topic. */
export type Edited = { posted: Posted; title: string | null }

type EditParts = { from: PostSource; asModerator: boolean; onSaved: (edited: Edited) => void }
type Typed = { source: string; title: string; reason: string }

/**
 * Saves a change of a post, over `base`. Where somebody was faster, the next try is over what they made of it: `theirs`, until `settle` says
 * that this was dealt with.
 */
export function useEdit({ from, asModerator, onSaved }: EditParts) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Refused>()
  const [base, setBase] = useState(from)
  const [theirs, setTheirs] = useState<PostSource>()
  const save = async ({ source, title, reason }: Typed) => {
    if (isBusy) return
    setBusy(true)
    setFault(undefined)
    const edit = { version: base.version, source, ...(from.title !== null && { title }) }
    try {
      const posted = await (asModerator ? editAsModerator(from.id, { ...edit, reason }) : editPost(from.id, edit))
      onSaved({ posted, title: from.title === null ? null : title })
    } catch (cause) {
      const refusal = toApiError(cause)
      const newer = refusal.status === 409 ? await readSource(from.id).catch(() => undefined) : undefined
      if (newer) setBase(newer)
      if (newer) setTheirs(newer)
      else setFault(refused(refusal))
      setBusy(false)
    }
  }
  return { isBusy, fault, base, theirs, save, settle: () => setTheirs(undefined) }
}

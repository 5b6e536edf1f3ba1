import { useState } from 'react'
import type { Posted, PostSource } from '#src/contract/forum-post.ts'
import { toApiError } from '../call.ts'
import { editPost, readSource } from './forum-calls.ts'
import { editAsModerator } from './moderating-calls.ts'
import { type Refused, refused } from './posting.ts'

/** What a change led to: its words as they read now, and the whole post where the answer tells it. */
export type Edited = { html: string; posted: Posted | undefined; title: string | null }

type EditParts = { from: PostSource; asModerator: boolean; onSaved: (edited: Edited) => void }
type Typed = { source: string; title: string; reason: string }

/** Saves a change of a post. Where somebody was faster, `theirs` is what they made of it, and the next try is over that. */
export function useEdit({ from, asModerator, onSaved }: EditParts) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Refused>()
  const [theirs, setTheirs] = useState<PostSource>()
  const save = async ({ source, title, reason }: Typed) => {
    if (isBusy) return
    setBusy(true)
    setFault(undefined)
    const edit = { version: (theirs ?? from).version, source, ...(from.title !== null && { title }) }
    const named = from.title === null ? null : title
    try {
      if (asModerator) {
        const { html } = await editAsModerator(from.id, { ...edit, reason })
        return onSaved({ html, posted: undefined, title: named })
      }
      const posted = await editPost(from.id, edit)
      onSaved({ html: posted.post.html, posted, title: named })
    } catch (cause) {
      const refusal = toApiError(cause)
      const newer = refusal.status === 409 ? await readSource(from.id).catch(() => undefined) : undefined
      if (newer) setTheirs(newer)
      else setFault(refused(refusal))
      setBusy(false)
    }
  }
  return { isBusy, fault, theirs, save }
}

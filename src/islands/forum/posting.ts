import { useStore } from '@nanostores/react'
import { atom, type ReadableAtom } from 'nanostores'
import { useEffect, useState } from 'react'
import type { Posted } from '#src/contract/forum-post.ts'
import { type ApiError, toApiError } from '../call.ts'
import { bindDraftToPage } from '../drafts/browser-drafts.ts'
import { submissionKey } from '../drafts/draft-store.ts'
import { createForumDraft, type ForumDraft, type PostFields } from './forum-draft.ts'

/** The state of sending a post. After a refusal the text stays in the form. */
type Posting = { isBusy: boolean; fault: FormError | undefined }
export type FormError = {
  message: string
  /** True if the same text may be accepted at the next try. */
  mayTryAgain: boolean
  /** True if the session has ended. */
  isSignedOut: boolean
  fields: FieldErrors
}

/** A sentence for each invalid field. */
type FieldErrors = Readonly<Record<string, string | undefined>>

export type PostingParts = {
  draft: ForumDraft
  /** Checks the fields without asking the server. */
  check: (writing: PostFields) => FieldErrors
  /** Sends the post. The same key sent twice makes one post. Throws `ApiError`. (security DB3) */
  send: (writing: PostFields, key: string) => Promise<Posted>
  onPosted: (posted: Posted) => void
}
type PostingStore = { $posting: ReadableAtom<Posting>; post: () => Promise<void> }

const SIGNED_OUT = 'Your session has ended. Sign in in another tab and press the button again: your text stays here.'
const NOT_POSTED = 'Nothing was posted. Your text is still here.'

/**
 * Sends a post. While it is busy, another press does nothing. If the answer is lost, the same text is sent again under the
 * same key, so that it is posted once.
 */
export function createPosting({ draft, check, send, onPosted }: PostingParts): PostingStore {
  const $posting = atom<Posting>({ isBusy: false, fault: undefined })
  let wasRefused = false
  draft.$draft.listen(({ fields }, before) => {
    const { isBusy, fault } = $posting.get()
    if (isBusy || !wasRefused) return
    const now = new Map(Object.entries(fields))
    const changed = Object.entries(before?.fields ?? {}).flatMap(([field, was]) =>
      now.get(field) === was ? [] : [field],
    )
    $posting.set({ isBusy, fault: recheckFields(fault, changed, check(fields)) })
  })
  const refuse = (fault: FormError) => {
    wasRefused = true
    $posting.set({ isBusy: false, fault })
  }
  const post = async () => {
    if ($posting.get().isBusy) return
    const faults = toFieldsError(check(draft.$draft.get().fields))
    if (faults) return refuse(faults)
    $posting.set({ isBusy: true, fault: undefined })
    // Saved before it is sent, so that it can be sent again under its key even after this tab no longer exists.
    draft.save()
    const { fields, name } = draft.$draft.get()
    try {
      const posted = await send(fields, submissionKey(name, fields))
      draft.clear()
      wasRefused = false
      $posting.set({ isBusy: false, fault: undefined })
      onPosted(posted)
    } catch (cause) {
      refuse(toFormError(toApiError(cause)))
    }
  }
  return { $posting, post }
}

/**
 * An error after some fields were changed: corrected fields leave it, and fields that are invalid now join it. An error about
 * no field stays until the next try.
 */
export function recheckFields(
  fault: FormError | undefined,
  changed: readonly string[],
  faults: FieldErrors,
): FormError | undefined {
  const isAboutFields = fault === undefined || Object.keys(fault.fields).length > 0
  if (!isAboutFields || changed.length === 0) return fault
  const now = Object.fromEntries(changed.map((field) => [field, faults[field]]))
  return toFieldsError({ ...fault?.fields, ...now })
}

/** An error about these fields; undefined if all of them are valid. */
function toFieldsError(faults: FieldErrors): FormError | undefined {
  const found = Object.entries(faults).filter(([, sentence]) => sentence !== undefined)
  const message = found[0]?.[1]
  if (message === undefined) return undefined
  return { message, mayTryAgain: false, isSignedOut: false, fields: Object.fromEntries(found) }
}

/** The error of a refused call, with the sentences of the server where it has some. */
export function toFormError({ status, code, detail, errors }: ApiError): FormError {
  const isSignedOut = status === 401
  const mayTryAgain = status === 0 || status >= 500 || status === 429
  const fields = Object.fromEntries(errors.map(({ field, message }) => [field, message]))
  const sentence = isSignedOut ? SIGNED_OUT : (errors[0]?.message ?? detail)
  const message = code === 'offline' || code === 'internal' ? `${sentence} ${NOT_POSTED}` : sentence
  return { message, mayTryAgain, isSignedOut, fields }
}

type UsePostingParts = Omit<PostingParts, 'draft'> & {
  /** The id of the topic that is answered, or `new`. */
  of: string
}

/** A post with its draft and its sending, while its form is shown. */
export function usePosting({ of, ...parts }: UsePostingParts) {
  const [{ draft, posting }] = useState(() => {
    const opened = createForumDraft(of)
    return { draft: opened, posting: createPosting({ draft: opened, ...parts }) }
  })
  useEffect(() => bindDraftToPage(draft), [draft])
  const { fields } = useStore(draft.$draft)
  const { isBusy, fault } = useStore(posting.$posting)
  return { fields, isBusy, fault, edit: draft.edit, clear: draft.clear, post: posting.post }
}

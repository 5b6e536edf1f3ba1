import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { sourceFault } from '#src/contract/forum.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { Composer, type ComposerHandle } from './Composer.tsx'
import { FormErrorNote } from './FormErrorNote.tsx'
import { sendReply } from './forum-calls.ts'
import type { PostFields } from './forum-draft.ts'
import { RegistrationStatus } from './MemberPanel.tsx'
import { toQuote } from './markdown-marks.ts'
import { findPost, getAuthor, getPostNumber, getQuotableText, getReplyArea } from './page-posts.tsx'
import { $pressed, type PressedButton } from './post-buttons.ts'
import { usePosting } from './posting.ts'
import { showPosted, topicState } from './topic-page.ts'

type ReplyComposerProps = { topicId: string; viewer: Viewer; onSuccess: (message: string) => void }

/** Where the viewer replies, or why they cannot. A member who waits for approval can already write; the draft is saved. */
export function ReplyComposer({ topicId, viewer, onSuccess }: ReplyComposerProps) {
  const own = useStore(topicState.$topic)
  const isApproved = viewer.approval === 'approved'
  if (own?.isLocked) return pageSaysLocked() ? null : <p role="status">{own.closedBecause}</p>
  return (
    <ReplyForm topicId={topicId} mayPost={isApproved} onSuccess={onSuccess}>
      {isApproved ? <SlowModeNotice because={own?.closedBecause ?? null} /> : <RegistrationStatus />}
    </ReplyForm>
  )
}

/** The page itself says that a topic is locked, unless it was locked after it loaded. */
const pageSaysLocked = () => getReplyArea()?.matches('[data-locked]') === true

/** The message of slow mode. The pause may have ended since, so the form stays usable and the server decides. */
function SlowModeNotice({ because }: { because: string | null }): ReactNode {
  return because !== null && <p role="status">{because}</p>
}

type ReplyFormProps = {
  topicId: string
  /** False for a member who may write, but not post yet. */
  mayPost: boolean
  onSuccess: (message: string) => void
  /** Notes above the text. */
  children: ReactNode
}

/** The form of a reply. The Reply and Quote buttons of all posts use it. */
function ReplyForm({ topicId, mayPost, onSuccess, children }: ReplyFormProps) {
  const composer = useRef<ComposerHandle>(null)
  const { fields, isBusy, fault, edit, post } = usePosting({
    of: topicId,
    check: ({ source }) => ({ source: sourceFault(source) }),
    send: (writing, key) => sendReply(topicId, writing, key),
    onPosted: (posted) => {
      showPosted(posted)
      onSuccess(posted.post.state === 'review' ? 'Your reply is waiting for a moderator.' : 'Your reply is posted.')
    },
  })
  useEffect(() => {
    const last = $pressed.get()?.at ?? 0
    return $pressed.listen((act) => {
      if (!act || act.at <= last) return
      const { change, quote } = toReplyChange(act)
      if (change) edit(change)
      if (quote) composer.current?.insert(quote)
      else if (change || act.name === 'write') composer.current?.focus()
    })
  }, [edit])
  return (
    <form
      noValidate
      aria-label="Reply"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void post()
      }}
      className="grid gap-4"
    >
      {children}
      <ReplyTarget writing={fields} onDrop={() => edit({ replyToId: '', replyTo: '' })} />
      <Composer
        ref={composer}
        label="Your reply"
        value={fields.source}
        onChange={(source) => edit({ source })}
        isBusy={isBusy}
        error={fault?.fields.source}
      />
      <FormErrorNote fault={fault} />
      <Button type="submit" variant="hero" disabled={!mayPost} isBusy={isBusy} className="justify-self-start">
        {isBusy ? 'Posting...' : fault?.mayTryAgain ? 'Try again' : 'Post reply'}
      </Button>
    </form>
  )
}

/** How a pressed button of a post changes the reply. */
function toReplyChange({ name, postId }: PressedButton): { change?: Partial<PostFields>; quote?: string } {
  const article = findPost(postId)
  if (!article || (name !== 'reply' && name !== 'quote')) return {}
  const author = getAuthor(article)
  const change = { replyToId: postId, replyTo: `#${getPostNumber(article)}${author ? ` by ${author}` : ''}` }
  return name === 'quote' ? { change, quote: toQuote(getQuotableText(article), author) } : { change }
}

function ReplyTarget({ writing: { replyTo }, onDrop }: { writing: PostFields; onDrop: () => void }) {
  if (replyTo === '') return null
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="[overflow-wrap:anywhere]">Replying to {replyTo}.</span>
      <Button variant="link" size="sm" onClick={onDrop}>
        Reply to the topic instead
      </Button>
    </p>
  )
}

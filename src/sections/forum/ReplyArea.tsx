import type { TopicPage } from '#src/contract/forum.ts'
import { durationWords } from '#src/contract/forum-time.ts'

type ReplyAreaProps = { topic: Pick<TopicPage['topic'], 'id' | 'author' | 'isLocked' | 'slowSeconds'> }

/** Where a reply is written once scripts run; for everybody else, what it takes to reply. */
export function ReplyArea({ topic: { id, author, isLocked, slowSeconds } }: ReplyAreaProps) {
  return (
    <section
      data-reply-area
      data-locked={isLocked || undefined}
      data-topic={id}
      data-starter={author?.username}
      aria-labelledby="reply-title"
      className="reply-area"
    >
      <h2 id="reply-title" className="label">
        {isLocked ? 'Locked' : 'Reply'}
      </h2>
      {isLocked ? <p>A moderator locked this topic. You can read it but not reply.</p> : <ToReply />}
      {!isLocked && slowSeconds !== null && (
        <p className="remark">{`Slow mode: one reply per member every ${durationWords(slowSeconds)}.`}</p>
      )}
    </section>
  )
}

function ToReply() {
  return (
    <>
      <p className="for-guests">
        <a href="/auth">Sign in to reply</a> or <a href="/auth#register">register</a>: new accounts are approved by a
        person, usually within a day.
      </p>
      <p className="for-members" data-needs-js>
        <button type="button" className="go label key" data-button="write">
          Write a reply
        </button>
      </p>
      <p data-without-js>Writing needs JavaScript. Please turn it on for this site and reload the page.</p>
    </>
  )
}

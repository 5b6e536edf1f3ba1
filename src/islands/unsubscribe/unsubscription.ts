import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { MailStatus, UnsubscribeStatus } from '#src/contract/unsubscribe.ts'
import { createLinkResource } from '../resource/link-resource.ts'

/**
 * The email settings behind a link. `busy` is what is being stopped, if anything: all emails, or those about the topic with
 * this id. `failure` is why the last click failed.
 */
export type Unsubscription<Status = UnsubscribeStatus> = {
  token: string
  mailStatus: Status
  busy: 'all' | string | null
  failure: string | null
}

type Calls = {
  /** `POST /api/unsubscribe/look`, which changes nothing (security P-33). Throws `ApiError`. */
  look: (token: string) => Promise<UnsubscribeStatus>
  /** `POST /api/unsubscribe`. Throws `ApiError`. */
  end: (token: string, topicId: string | null) => Promise<void>
  /** The same call with `resume`: the emails are sent again. Throws `ApiError`. */
  resume: (token: string) => Promise<void>
}

/** Stops emails by the link in one of them. */
export function createUnsubscription({ look, end, resume }: Calls) {
  const link = createLinkResource(
    async (token): Promise<Unsubscription> => ({ token, mailStatus: await look(token), busy: null, failure: null }),
    LINK_DEAD,
  )
  /** Makes one call for a click, unless one is on its way, and shows the settings after it. */
  const choose = async (busy: string, call: (token: string) => Promise<void>, after: Change) => {
    const state = link.$state.get()
    if (state.status !== 'ready' || state.value.busy !== null) return
    const before = { ...state.value, failure: null }
    await link.act(
      { ...before, busy },
      async () => {
        await call(before.token)
        return { ...before, mailStatus: after(before.mailStatus) }
      },
      ({ detail }) => ({ ...before, failure: detail }),
    )
  }
  return {
    ...link,
    /** Stops all emails with null, or those about a topic with its id. */
    end: (topicId: string | null) =>
      choose(
        topicId ?? 'all',
        (token) => end(token, topicId),
        (status) => ('kind' in status ? { ...status, isStopped: true } : withoutTopic(status, topicId)),
      ),
    /** Has emails of a kind sent again. */
    resume: () => choose('all', resume, (status) => ('kind' in status ? { ...status, isStopped: false } : status)),
  }
}

type Change = (status: UnsubscribeStatus) => UnsubscribeStatus

/** The email settings after that was stopped. */
function withoutTopic(mailStatus: MailStatus, topicId: string | null): MailStatus {
  if (topicId === null) return { ...mailStatus, mail: 'none' }
  const topics = mailStatus.topics.map((topic) => (topic.id === topicId ? { ...topic, isMuted: true } : topic))
  return { ...mailStatus, topics }
}

import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { MailStatus } from '#src/contract/unsubscribe.ts'
import { createLinkResource } from '../resource/link-resource.ts'

/**
 * The email settings behind a link. `busy` is what is being stopped, if anything: all emails, or those about the topic with
 * this id. `failure` is why the last click failed.
 */
export type Unsubscription = {
  token: string
  mailStatus: MailStatus
  busy: 'all' | string | null
  failure: string | null
}

type Calls = {
  /** `POST /api/unsubscribe/look`, which changes nothing (security P-33). Throws `ApiError`. */
  look: (token: string) => Promise<MailStatus>
  /** `POST /api/unsubscribe`. Throws `ApiError`. */
  end: (token: string, topicId: string | null) => Promise<void>
}

/** Stops emails by the link in one of them. */
export function createUnsubscription({ look, end }: Calls) {
  const link = createLinkResource(
    async (token): Promise<Unsubscription> => ({ token, mailStatus: await look(token), busy: null, failure: null }),
    LINK_DEAD,
  )
  return {
    ...link,
    /** Stops all emails with null, or those about a topic with its id. */
    end: async (topicId: string | null) => {
      const state = link.$state.get()
      if (state.status !== 'ready' || state.value.busy !== null) return
      const before = { ...state.value, failure: null }
      await link.act(
        { ...before, busy: topicId ?? 'all' },
        async () => {
          await end(before.token, topicId)
          return { ...before, mailStatus: withoutTopic(before.mailStatus, topicId) }
        },
        ({ detail }) => ({ ...before, failure: detail }),
      )
    },
  }
}

/** The email settings after that was stopped. */
function withoutTopic(mailStatus: MailStatus, topicId: string | null): MailStatus {
  if (topicId === null) return { ...mailStatus, mail: 'none' }
  const topics = mailStatus.topics.map((topic) => (topic.id === topicId ? { ...topic, isMuted: true } : topic))
  return { ...mailStatus, topics }
}

import { z } from 'zod'
import type { ForumMail } from './forum-post.ts'

/** Of links that are unknown, over or made for something else the same is said. (security TL5) */
export const UNSUBSCRIBE_DEAD = 'This link is no longer valid.'

const token = z.string().max(200)

/** Body of `POST /api/unsubscribe/look`. */
export const unsubscribeLook = z.strictObject({ token })

/** Body of `POST /api/unsubscribe`: without a topic, all mails of the forum end. */
export const unsubscribeInput = z.strictObject({ token, topicId: z.uuid().nullable().default(null) })

/** What the link in a mail shows: how its reader gets forum mail, and the topics of that mail. */
export type MailStatus = { mail: ForumMail; topics: { id: string; title: string; isMuted: boolean }[] }

import { z } from 'zod'
import type { ForumMail } from './forum-post.ts'

const token = z.string().max(200)

/** Body of `POST /api/unsubscribe/look`. */
export const unsubscribeLook = z.strictObject({ token })

/** Body of `POST /api/unsubscribe`: without a topic, all forum emails stop. */
export const unsubscribeInput = z.strictObject({ token, topicId: z.uuid().nullable().default(null) })

/** What the link in an email shows: the reader's email settings, and the topics of that email. */
export type MailStatus = { mail: ForumMail; topics: { id: string; title: string; isMuted: boolean }[] }

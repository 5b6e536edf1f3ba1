import { z } from 'zod'
import { pageFields } from './page.ts'

/** Microseconds since 1970, and an id. */
const noticePlace = z.tuple([z.int().min(0), z.uuid()])

/** `GET /api/forum/notices`: the latest first. */
export const noticeQuery = z.strictObject(pageFields(noticePlace))
export type NoticeQuery = z.output<typeof noticeQuery>

/** Body of `POST /api/forum/notices/read`: this one was seen, and all before it. */
export const noticesRead = z.strictObject({ upTo: z.uuid('Name the notice that was seen') })

/** More unread notices than this are not counted. */
export const MOST_UNREAD = 100

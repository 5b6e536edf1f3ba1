import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Db } from '#db/client.ts'
import type { EventLine, EventRecord } from '#src/contract/event-record.ts'
import type { Page } from '#src/contract/page.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { fromOurPage } from '#tests/support/api.ts'
import { partsApi, someone } from './event-part-api.ts'

export type ChangedRecord = Changed<EventRecord>

/** The fields of a whole event as the form sends them; `changes` make it the one a test needs. */
function someFields(changes: object = {}) {
  return {
    eventSlug: `slug-${randomUUID().slice(0, 8)}`,
    eventName: 'Reno Reliability Workshop',
    eventDate: '2027-05-20',
    eventTimeStart: '08:30',
    eventTimeEnd: '15:45',
    eventTimezone: 'America/Los_Angeles',
    city: 'Reno',
    state: 'Nevada',
    registrationUrl: 'https://register.uptime-workshops.example/reno',
    earlyBirdPrice: 395,
    earlyBirdDeadline: '2027-04-20',
    isPublished: false,
    status: 'scheduled',
    ...changes,
  }
}

/** The same, with an id. */
export function newEvent(changes: object = {}) {
  return { id: randomUUID(), ...someFields(changes) }
}

/** What a save of an event sends that changes nothing but these. */
export function savedAs(record: EventRecord, changes: object = {}) {
  const {
    id: _id,
    publishedAt: _publishedAt,
    updatedAt: _updatedAt,
    createdAt: _createdAt,
    unpublishedRevision: _revision,
    ...rest
  } = record
  const { createdBy: _createdBy, missing: _missing, staleHints: _staleHints, ...fields } = rest
  return { ...fields, ...changes }
}

/** The admin API of events on a database, with what its calls answer. */
export async function eventsApi(db: Db, as: Viewer | null = someone('admin')) {
  const { request, builds, close } = await partsApi(db, as)
  /** `path` is below `/api/admin/events`, without a slash before it. */
  const send = (method: string, path: string, body?: object) =>
    request(`/api/admin/events${/^[^?]/.test(path) ? '/' : ''}${path}`, {
      method,
      headers: fromOurPage,
      ...(body && { body: JSON.stringify(body) }),
    })
  const ask = async <Answer>(status: number, method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await send(method, path, body)
    expect(answer.status, await answer.clone().text()).toBe(status)
    return answer.json()
  }
  const write = (path: string, body?: object, method = 'POST') => ask<ChangedRecord>(200, method, path, body)
  const create = (changes: object = {}) => ask<ChangedRecord>(201, 'POST', '', newEvent(changes))
  const read = (id: string) => ask<EventRecord>(200, 'GET', id)
  const list = (query = '') => ask<Page<EventLine>>(200, 'GET', query && `?${query}`)
  /** An event that visitors see. */
  const publish = async (changes: object = {}) => (await create({ ...changes, isPublished: true })).item
  return { builds, close, send, ask, write, create, read, list, publish }
}

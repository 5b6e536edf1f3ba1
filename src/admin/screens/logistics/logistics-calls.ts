import { queryOptions } from '@tanstack/react-query'
import type { PersonRow } from '#src/contract/logistics.ts'
import {
  type Delivery,
  type DeliveryChange,
  type DeliveryReceipt,
  type LogisticsTestInput,
  MOST_ADDED,
  type NewDelivery,
  type NewPeople,
  type OnBehalfInput,
  type PersonChange,
  type RequestDecision,
} from '#src/contract/logistics-board.ts'
import type { LogisticsRole } from '#src/contract/logistics-sections.ts'
import type { EventContactInput } from '#src/contract/partner-contact.ts'
import type { CatererLinkInput, NewRunItem, RunItem, RunItemChange } from '#src/contract/run-sheet.ts'
import { fetchWithTimeout } from '#src/islands/call.ts'
import { api, ask } from '../../api.ts'

/** The first part of the keys of everything about the logistics of an event. */
export const LOGISTICS = 'logistics'

const at = (id: string) => ({ param: { id } })
const board = (id: string) => [LOGISTICS, id]
const { events } = api

export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: [...board(id), 'summary'],
    queryFn: () => ask(() => events[':id'].logistics.summary.$get(at(id))),
    staleTime: 0,
  })

export const saveContact = (id: string, json: EventContactInput) =>
  ask(() => events[':id'].logistics.contact.$put({ ...at(id), json }))

export const candidatesQuery = (id: string) =>
  queryOptions({
    queryKey: [...board(id), 'candidates'],
    queryFn: () => ask(() => events[':id'].logistics.candidates.$get(at(id))),
    staleTime: 0,
  })

export type PeopleFilter = { role?: LogisticsRole | undefined; missing?: 'yes' | undefined }

export const fetchPeople = (id: string, query: PeopleFilter & { cursor?: string }) =>
  ask(() => events[':id'].logistics.$get({ ...at(id), query: { ...query, limit: '100' } }))

export const personQuery = (id: string, personId: string) =>
  queryOptions({
    queryKey: [...board(id), 'person', personId],
    queryFn: () => ask(() => events[':id'].logistics.people[':personId'].$get({ param: { id, personId } })),
    staleTime: 0,
  })

/** Everybody of an event, for a list to choose from. */
export const everybodyQuery = (id: string) =>
  queryOptions({
    queryKey: [...board(id), 'everybody'],
    queryFn: async () => {
      const people: Pick<PersonRow, 'id' | 'name' | 'email'>[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof fetchPeople>> = await fetchPeople(id, cursor === null ? {} : { cursor })
        people.push(...page.items)
        cursor = page.nextCursor
      } while (cursor !== null)
      return people
    },
  })

/** Adds people, as many in each call as one takes. Who is on the list already stays as they are. */
export async function addPeople(id: string, people: NewPeople['people']): Promise<{ ids: string[] }> {
  const ids: string[] = []
  for (let from = 0; from < people.length; from += MOST_ADDED) {
    const json = { people: people.slice(from, from + MOST_ADDED) }
    ids.push(...(await ask(() => events[':id'].logistics.people.$post({ ...at(id), json }))).ids)
  }
  return { ids }
}

export const changePerson = (id: string, personId: string, json: PersonChange) =>
  ask(() => events[':id'].logistics.people[':personId'].$patch({ param: { id, personId }, json }))

export const removePerson = (id: string, personId: string) =>
  ask(() => events[':id'].logistics.people[':personId'].$delete({ param: { id, personId } }))

export const sendLink = (id: string, personId: string) =>
  ask(() => events[':id'].logistics.people[':personId'].link.$post({ param: { id, personId } }))

export const revokeLinks = (id: string, personId: string) =>
  ask(() => events[':id'].logistics.people[':personId'].link.$delete({ param: { id, personId } }))

export const openSection = (id: string, personId: string, section: string) =>
  ask(() => events[':id'].logistics.people[':personId'].read.$post({ param: { id, personId }, json: { section } }))

export const answerOnBehalf = (id: string, personId: string, json: OnBehalfInput) =>
  ask(() => events[':id'].logistics.people[':personId'].answers.$post({ param: { id, personId }, json }))

export const decideRequest = (id: string, requestId: string, json: RequestDecision) =>
  ask(() => events[':id'].logistics.requests[':requestId'].$post({ param: { id, requestId }, json }))

export const sendFirstLinks = (id: string) => ask(() => events[':id'].logistics.links.$post(at(id)))
export const nudge = (id: string, personIds: string[] | null) =>
  ask(() => events[':id'].logistics.nudges.$post({ ...at(id), json: { personIds } }))

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...board(id), 'deliveries'],
    queryFn: () => ask(() => events[':id'].deliveries.$get(at(id))),
    staleTime: 0,
  })

export const addDelivery = (id: string, json: NewDelivery) =>
  ask(() => events[':id'].deliveries.$post({ ...at(id), json }))

export const changeDelivery = (id: string, deliveryId: string, json: DeliveryChange) =>
  ask(() => events[':id'].deliveries[':deliveryId'].$patch({ param: { id, deliveryId }, json }))

export const receiveDelivery = (id: string, deliveryId: string, json: DeliveryReceipt) =>
  ask(() => events[':id'].deliveries[':deliveryId'].receipt.$post({ param: { id, deliveryId }, json }))

export const deleteDelivery = (id: string, { id: deliveryId, version }: Delivery) =>
  ask(() =>
    events[':id'].deliveries[':deliveryId'].$delete({
      param: { id, deliveryId },
      query: { version: String(version) },
    }),
  )

export const sendTestMails = (json: LogisticsTestInput) => ask(() => api['logistics-mails'].test.$post({ json }))

export const mealsQuery = (id: string) =>
  queryOptions({
    queryKey: [...board(id), 'meals'],
    queryFn: () => ask(() => events[':id'].meals.$get(at(id))),
    staleTime: 0,
  })

export const catererLinksQuery = (id: string) =>
  queryOptions({
    queryKey: [...board(id), 'caterer-links'],
    queryFn: () => ask(() => events[':id']['caterer-links'].$get(at(id))),
    staleTime: 0,
  })

export const createCatererLink = (id: string, json: CatererLinkInput) =>
  ask(() => events[':id']['caterer-links'].$post({ ...at(id), json }))

export const revokeCatererLink = (id: string, linkId: string) =>
  ask(() => events[':id']['caterer-links'][':linkId'].$delete({ param: { id, linkId } }))

export const runSheetQuery = (id: string) =>
  queryOptions({
    queryKey: [...board(id), 'run-sheet'],
    queryFn: () => ask(() => events[':id']['run-sheet'].$get(at(id))),
    staleTime: 0,
  })

export const printSheet = (id: string) =>
  ask(() => events[':id']['run-sheet'].print.$post({ ...at(id), json: { id: crypto.randomUUID() } }))

export const readContacts = (id: string) => ask(() => events[':id']['run-sheet'].contacts.$post(at(id)))

export const addRunItem = (id: string, json: NewRunItem) =>
  ask(() => events[':id']['run-items'].$post({ ...at(id), json }))

export const changeRunItem = (id: string, itemId: string, json: RunItemChange) =>
  ask(() => events[':id']['run-items'][':itemId'].$patch({ param: { id, itemId }, json }))

export const deleteRunItem = (id: string, { id: itemId, version }: RunItem) =>
  ask(() =>
    events[':id']['run-items'][':itemId'].$delete({ param: { id, itemId }, query: { version: String(version) } }),
  )

/** The address of everybody's answers as CSV, without sensitive sections. */
export const csvAddress = (id: string) => `/api/admin/events/${id}/logistics/export.csv`

/** The same with these sensitive sections, as a file that the browser saves. It is recorded in the audit log. */
export async function downloadSensitive(id: string, sections: string[]): Promise<void> {
  const answer = await fetchWithTimeout(csvAddress(id), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sections }),
  })
  if (!answer.ok) return void (await ask(async () => answer as never))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = 'logistics.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}

import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { EVENT_CANCELLED, type LogisticsForm, missingIn, SECTION_FROZEN, sectionsOf } from '#src/contract/logistics.ts'
import type { OwnDelivery } from '#src/contract/logistics-board.ts'
import { isOnRunSheet, type LogisticsSection } from '#src/contract/logistics-sections.ts'
import type { SentTo } from '../api-types.ts'
import { request, toApiError } from '../call.ts'
import { browserDrafts } from '../drafts/browser-drafts.ts'
import { createKeyedDrafts, isFresh } from '../drafts/draft-storage.ts'
import { createLinkResource } from '../resource/link-resource.ts'
import { createResource, type Resource } from '../resource/resource.ts'
import type { TaskCalls } from '../tasks/task-calls.ts'
import { createAutosave, type FieldDraft, type FieldState, readFieldDraft } from './autosave.ts'
import { askOrRecall, type Recalled } from './kept-answers.ts'

/** The token in the address of the page. It stays there, so that a reload works; our calls have it in the body alone. (security LG1) */
let token: string | undefined

/** What the link opens. */
export const link = createLinkResource<Recalled<LogisticsForm>>(async (given) => {
  const form = await askOrRecall({
    name: 'form',
    token: given,
    ask: () => request('POST', '/api/logistics/look', { json: { token: given } }),
    toKeep: onlyRunSheet,
    onLate: (newer) => {
      show(newer)
      link.change(newer)
    },
  })
  show(form)
  return form
}, LINK_DEAD)

/** A browser keeps what the run sheet shows, once there is one. Answers that are nobody else's business stay with the server. */
function onlyRunSheet(form: LogisticsForm): LogisticsForm | undefined {
  if (form.person.submittedAt === null) return undefined
  return { ...form, sections: form.sections.filter(({ key }) => isOnRunSheet(key)) }
}

/** Looks again at a run sheet that this browser had kept, once there is a network. */
export function renew(): void {
  const state = link.$state.get()
  if (state.status === 'ready' && state.value.keptAt !== undefined) void link.load()
}

/** Opens the form of the address of the page. */
export function openFromAddress(): void {
  token = /^\/logistics-form\/([^/]+)\/?$/.exec(location.pathname)?.[1]
  void link.open(token ?? '')
}

/** The sections whose text may be stored in this browser until it is saved. */
const keepsDrafts = new Map<string, boolean>()
let person = ''
const drafts = createKeyedDrafts<FieldDraft>({
  subject: 'logistics',
  shared: browserDrafts.shared,
  now: browserDrafts.now,
  read: (text, now) => {
    const draft = readFieldDraft(text)
    return draft && isFresh(draft, now) ? draft : undefined
  },
})
/** The same with ids for this person, so that two forms in one browser do not mix. */
const ownDrafts = {
  read: (place: string) => drafts.read(`${person}.${place}`),
  write: (place: string, draft: FieldDraft) => drafts.write(`${person}.${place}`, draft),
  discard: (place: string) => drafts.discard(`${person}.${place}`),
}

/** The fields of the form. */
export const autosave = createAutosave({
  save: (place, value, version) => {
    const [section = '', field = ''] = place.split('.')
    return whileOpen(
      request('POST', '/api/logistics/save', { json: { token: token ?? '', section, field, value, version } }),
    )
  },
  draftsFor: (place) => (keepsDrafts.get(place.split('.')[0] ?? '') ? ownDrafts : undefined),
  schedule: browserDrafts.schedule,
  now: browserDrafts.now,
})

function show({ person: { id, role }, event, sections, now }: LogisticsForm): void {
  const isReload = person === id
  person = id
  const asked = sectionsOf(role)
  for (const { key, isSensitive } of asked) keepsDrafts.set(key, !isSensitive)
  autosave.open(
    asked.flatMap(({ key, fields }) => {
      const stored = sections.find((one) => one.key === key)
      const isClosed = event.isCancelled || stored === undefined || now >= stored.freezeAt
      return fields.map((field) => ({
        place: `${key}.${field.key}`,
        field,
        answer: stored?.answers[field.key] ?? { value: null, version: 0 },
        isClosed,
      }))
    }),
    { isReload },
  )
}

/** Shows the form as it is now if a call is refused because a section has closed since, or the event was cancelled. */
async function whileOpen<T>(call: Promise<T>): Promise<T> {
  return call.catch((cause: unknown) => {
    if ([SECTION_FROZEN, EVENT_CANCELLED].includes(toApiError(cause).detail)) void link.load()
    throw cause
  })
}

/** Hands the form in, and shows what it became. Throws `ApiError`. */
export async function submit(): Promise<void> {
  await request('POST', '/api/logistics/submit', { json: { token: token ?? '' } })
  await link.load()
}

/** What the person has to do for the event; nothing for most who do not come from the team. */
export const teamTasks = createResource(
  async () => (await request('POST', '/api/logistics/tasks', { json: { token: token ?? '' } })).items,
)

/** What the person sends to the venue. */
export const ownDeliveries: Resource<OwnDelivery[]> = createResource(async () => {
  const json = { token: token ?? '' }
  const { items } = await askOrRecall({
    name: 'deliveries',
    token: json.token,
    ask: () => request('POST', '/api/logistics/deliveries', { json }),
    toKeep: (answer) => answer,
    onLate: (newer) => ownDeliveries.change(newer.items),
  })
  return items
})

type DeliveryFields = Omit<SentTo<'POST', '/api/logistics/deliveries/add'>[0]['json'], 'token'>

/** Adds a delivery, or changes it if it has a version. Throws `ApiError`. */
export async function saveDelivery(fields: DeliveryFields, version: number | undefined): Promise<void> {
  const json = { ...fields, token: token ?? '' }
  if (version === undefined) await whileOpen(request('POST', '/api/logistics/deliveries/add', { json }))
  else await whileOpen(request('POST', '/api/logistics/deliveries/change', { json: { ...json, version } }))
  await ownDeliveries.load()
}

/** Removes a delivery. Throws `ApiError`. */
export async function removeDelivery({ id, version }: OwnDelivery): Promise<void> {
  await request('POST', '/api/logistics/deliveries/remove', { json: { token: token ?? '', id, version } })
  await ownDeliveries.load()
}

/** How they hand it in. No link leads to their files, since it would have the token in it. (security LG1) */
export const taskCalls: TaskCalls = {
  answer: (taskId, sent) =>
    request('POST', '/api/logistics/tasks/answer', { json: { ...sent, taskId, token: token ?? '' } }),
  upload: async (sent) => {
    const { uploadTaskFile } = await import('../tasks/task-calls.ts')
    return uploadTaskFile('/api/logistics/task-files', { ...sent, token: token ?? '' })
  },
  reload: () => teamTasks.load(),
}

/** Asks for a change of a frozen section. Throws `ApiError`. */
export async function askForChange(section: string, values: Record<string, string | number | null>): Promise<void> {
  await whileOpen(request('POST', '/api/logistics/request', { json: { token: token ?? '', section, values } }))
  dropLate(section)
  await link.load()
}

/** Drops what was typed in a section before it closed. */
export function dropLate(section: string): void {
  autosave.dropLate(Object.keys(autosave.$fields.get()).filter((place) => place.startsWith(`${section}.`)))
}

/** Deletes the answers of a section, or all with null. Throws `ApiError`. */
export async function remove(section: string | null): Promise<void> {
  await request('POST', '/api/logistics/remove', { json: { token: token ?? '', section } })
  const places = Object.keys(autosave.$fields.get())
  autosave.forget(places.filter((place) => section === null || place.startsWith(`${section}.`)))
  await Promise.all([link.load(), ...(section === null ? [ownDeliveries.load()] : [])])
}

/** The required questions of a section that have no saved answer. */
export function missingOf(section: LogisticsSection, fields: Readonly<Record<string, FieldState>>) {
  const answers = section.fields.map(({ key }) => [
    key,
    fields[`${section.key}.${key}`]?.answer ?? { value: null, version: 0 },
  ])
  return missingIn(section, Object.fromEntries(answers))
}

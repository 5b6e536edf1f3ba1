import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Changed } from '#src/contract/changed.ts'
import type { Page } from '#src/contract/page.ts'
import type { WishStatus } from '#src/contract/report.ts'
import {
  type NewWish,
  type RemovedWish,
  type Wish,
  type WishMove,
  type WishRecord,
  wishChange,
} from '#src/contract/wish.ts'
import { api, ask } from '../../api.ts'
import type { Stored } from '../../library/use-entry-form.ts'

const { wishes } = api
const one = wishes[':id']

/** Everything the form of a wish holds. */
export const wishFields = wishChange.omit({ version: true })
export type WishFields = z.output<typeof wishFields>

export const fetchColumn = (status: WishStatus, q: string, cursor: { cursor?: string }): Promise<Page<Wish>> =>
  ask(() => wishes.$get({ query: { status, q, limit: '50', ...cursor } }))

/** One wish for its form, which keeps what it began with: fetched anew whenever a form is opened. */
export const wishQuery = (id: string) =>
  queryOptions<WishRecord>({
    queryKey: ['wish', id],
    queryFn: () => ask(() => one.$get({ param: { id } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const wishCalls = {
  create: (id: string, { title, description, status, target }: WishFields): Promise<Changed<Wish>> => {
    const json: NewWish = { id, title, description, status, target }
    return ask(() => wishes.$post({ json }))
  },
  update: (id: string, version: number, fields: WishFields): Promise<Changed<Wish>> =>
    ask(() => one.$patch({ param: { id }, json: { version, ...fields } })),
  move: (id: string, json: WishMove): Promise<Changed<Wish>> => ask(() => one.move.$post({ param: { id }, json })),
  read: async (id: string) => toStored(await ask(() => one.$get({ param: { id } }))),
  remove: ({ id, version }: Wish): Promise<Changed<RemovedWish>> =>
    ask(() => one.$delete({ param: { id }, query: { version: String(version) } })),
}

/** The fields of the form out of a stored wish. */
export function toStored({ version, title, description, status, target, ...wish }: Wish): Stored<WishFields> {
  const { isPublic, publicTitle, publicText } = wish
  return { version, fields: { title, description, status, target, isPublic, publicTitle, publicText } }
}

export const BLANK_WISH: Stored<WishFields> = {
  version: 0,
  fields: {
    title: '',
    description: '',
    status: 'idea',
    target: null,
    isPublic: false,
    publicTitle: null,
    publicText: null,
  },
}

export const WISH_LABELS: Record<keyof WishFields, string> = {
  title: 'Title',
  description: 'Description',
  status: 'Column',
  target: 'Target',
  isPublic: "Show under 'You asked, we did'",
  publicTitle: 'Title for visitors',
  publicText: 'Text for visitors',
}

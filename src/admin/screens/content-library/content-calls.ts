import { queryOptions } from '@tanstack/react-query'
import type { BlockContent, BlockEntry, BlockFields } from '#src/contract/content-block.ts'
import type { BlockKind } from '#src/contract/content-kinds.ts'
import type { ContentPageEntry, PageContentFields } from '#src/contract/content-page.ts'
import type { ContentPlace, PlaceChange } from '#src/contract/content-place.ts'
import { ask, contentApi } from '../../api.ts'
import { resource } from '../../resource.ts'

type Body<Kind extends BlockKind> = Extract<BlockContent, { kind: Kind }>['body']

/** What the form of a new block of each kind begins with. */
export const BLANK_BODIES: { [Kind in BlockKind]: Body<Kind> } = {
  text: { schemaVersion: 1, heading: '', markdown: '' },
  picture: { schemaVersion: 1, url: '', alt: '', caption: '' },
  list: { schemaVersion: 1, heading: '', items: [] },
  quote: { schemaVersion: 1, text: '', name: '', plant: '', result: '' },
  question: { schemaVersion: 1, question: '', markdown: '' },
  figures: { schemaVersion: 1, heading: '', figures: [{ label: '', value: '', source: '' }] },
  'call-to-action': { schemaVersion: 1, text: '', label: '', href: '' },
  'event-facts': { schemaVersion: 1, heading: '', facts: ['date', 'time', 'venue', 'price'] },
}

// Annotated, it would be the type of a text alone.
const blank = { kind: 'text', title: '', tags: [], isActive: true, body: BLANK_BODIES.text } as BlockFields

export const blocks = resource({
  noun: 'block',
  nouns: 'blocks',
  name: 'content-blocks',
  getName: (block: BlockEntry) => block.title,
  routes: contentApi['content-blocks'],
  blank,
})

type BlockFilters = { q: string; kind: BlockKind | undefined; tag: string | undefined }

export const blockPage = ({ q, kind, tag }: BlockFilters, cursor: { cursor?: string }) =>
  ask(() => contentApi['content-blocks'].$get({ query: { ...cursor, q, ...(kind && { kind }), ...(tag && { tag }) } }))

export const tagsQuery = queryOptions({
  queryKey: ['content-blocks', 'tags'],
  queryFn: async () => (await ask(() => contentApi['content-blocks'].tags.$get())).items,
})

/** Where a block is. It is fetched each time, because places change. */
export const blockUsesQuery = (id: string) =>
  queryOptions({
    queryKey: ['content-blocks', 'uses', id],
    queryFn: async () => (await ask(() => contentApi['content-blocks'][':id'].uses.$get({ param: { id } }))).items,
    staleTime: 0,
  })

export const blockHistory = (id: string, cursor: { cursor?: string }) =>
  ask(() => contentApi['content-blocks'][':id'].history.$get({ param: { id }, query: cursor }))

export const restoreBlock = ({ id, version }: { id: string; version: number }, auditId: number) =>
  ask(() =>
    contentApi['content-blocks'][':id'].history[':auditId'].restore.$post({
      param: { id, auditId: String(auditId) },
      json: { version },
    }),
  )

export const previewBlock = (json: BlockContent) => ask(() => contentApi['content-blocks'].preview.$post({ json }))

const blankPage: PageContentFields = { slug: '', title: '', metaTitle: null, metaDescription: null, isPublished: false }

export const pages = resource({
  noun: 'page',
  nouns: 'pages',
  name: 'content-pages',
  getName: (page: ContentPageEntry) => page.title,
  routes: contentApi['content-pages'],
  blank: blankPage,
})

/** What a page or a slot holds. */
export const placeQuery = (place: ContentPlace) =>
  queryOptions({
    queryKey: ['content-places', place],
    queryFn: () => ask(() => contentApi['content-places'].$get({ query: toQuery(place) })),
    staleTime: 0,
  })

function toQuery(place: ContentPlace) {
  if ('pageId' in place) return { pageId: place.pageId }
  return { slot: place.slot, ...(place.eventId !== null && { eventId: place.eventId }) }
}

export const changePlace = (json: PlaceChange) => ask(() => contentApi['content-places'].$put({ json }))

export const copyQuery = queryOptions({
  queryKey: ['site-copy'],
  queryFn: async () => (await ask(() => contentApi['site-copy'].$get())).items,
  staleTime: 0,
})

export const saveCopy = (key: string, json: { text: string | null; version: number }) =>
  ask(() => contentApi['site-copy'][':key'].$put({ param: { key }, json }))

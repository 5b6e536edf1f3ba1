import { randomUUID } from 'node:crypto'
import type { Ground, ReadCall, WriteCall } from './call.ts'

const BLOCKS = '/api/admin/content-blocks'
const PAGES = '/api/admin/content-pages'
const COPY = '/api/admin/site-copy'
const KEY = 'about.mission'

const blockOf = (markdown: string) => ({
  kind: 'text',
  title: `Block ${randomUUID().slice(0, 8)}`,
  body: { schemaVersion: 1, heading: 'How it works', markdown },
  tags: ['faq'],
  isActive: true,
})
const pageOf = (isPublished: boolean) => {
  const mark = randomUUID().slice(0, 8)
  return { slug: `page-${mark}`, title: `Page ${mark}`, metaTitle: null, metaDescription: null, isPublished }
}

/** A block, in a page that visitors see on public ground. */
async function placed({ take, isPublic }: Ground) {
  const [blockId, pageId] = [randomUUID(), randomUUID()]
  await take('POST', BLOCKS, { id: blockId, ...blockOf('As it **was**.') })
  await take('POST', PAGES, { id: pageId, ...pageOf(isPublic) })
  await take('PUT', '/api/admin/content-places', { place: { pageId }, blockIds: [blockId], seen: [] })
  return { blockId, pageId }
}

async function block({ take }: Ground): Promise<string> {
  const id = randomUUID()
  await take('POST', BLOCKS, { id, ...blockOf('As it was.') })
  return id
}

async function page({ take, isPublic }: Ground): Promise<string> {
  const id = randomUUID()
  await take('POST', PAGES, { id, ...pageOf(isPublic) })
  return id
}

type History = { items: { auditId: number }[] }
type Copy = { items: { key: string; version: number }[] }

export const CONTENT_WRITES: Record<string, WriteCall> = {
  'POST /api/admin/content-blocks': {
    prepare: () => ({ body: { id: randomUUID(), ...blockOf('New.') } }),
    shows: 'never',
    action: 'content_block.create',
    keeps: 'after',
  },
  'PATCH /api/admin/content-blocks/:id': {
    prepare: async (ground) => {
      const { blockId } = await placed(ground)
      return { path: [blockId], body: { ...blockOf('Changed.'), version: 1 } }
    },
    shows: 'where public',
    action: 'content_block.update',
    keeps: 'both',
  },
  'POST /api/admin/content-blocks/:id/history/:auditId/restore': {
    prepare: async (ground) => {
      const { blockId } = await placed(ground)
      await ground.take('PATCH', `${BLOCKS}/${blockId}`, { ...blockOf('Changed.'), version: 1 })
      const { items } = await ground.take<History>('GET', `${BLOCKS}/${blockId}/history`)
      return { path: [blockId, String(items.at(-1)?.auditId)], body: { version: 2 } }
    },
    shows: 'where public',
    action: 'content_block.restore_version',
    keeps: 'both',
  },
  'DELETE /api/admin/content-blocks/:id': {
    prepare: async (ground) => ({ path: [await block(ground)], query: 'version=1' }),
    shows: 'never',
    action: 'content_block.delete',
    keeps: 'before',
  },
  'POST /api/admin/content-pages': {
    prepare: ({ isPublic }) => ({ body: { id: randomUUID(), ...pageOf(isPublic) } }),
    shows: 'where public',
    action: 'content_page.create',
    keeps: 'after',
  },
  'PATCH /api/admin/content-pages/:id': {
    prepare: async (ground) => ({
      path: [await page(ground)],
      body: { ...pageOf(ground.isPublic), version: 1 },
    }),
    shows: 'where public',
    action: 'content_page.update',
    keeps: 'both',
  },
  'DELETE /api/admin/content-pages/:id': {
    prepare: async (ground) => ({ path: [await page(ground)], query: 'version=1' }),
    shows: 'where public',
    action: 'content_page.delete',
    keeps: 'before',
  },
  'PUT /api/admin/content-places': {
    prepare: async (ground) => {
      const { blockId, pageId } = await placed(ground)
      const blockIds = [await block(ground), blockId]
      return { body: { place: { pageId }, blockIds, seen: [blockId] } }
    },
    shows: 'where public',
    action: 'content_place.update',
    keeps: 'both',
  },
  'PUT /api/admin/site-copy/:key': {
    prepare: async ({ take }) => {
      const { items } = await take<Copy>('GET', COPY)
      const version = items.find(({ key }) => key === KEY)?.version ?? 0
      return { path: [KEY], body: { text: `We fix machines ${randomUUID()}.`, version } }
    },
    shows: 'always',
    action: 'site_copy.update',
    keeps: 'both',
  },
}

const oneBlock: ReadCall = async (ground) => ({ path: [await block(ground)] })

export const CONTENT_READS: Record<string, ReadCall> = {
  'GET /api/admin/content-blocks': () => ({ query: 'q=block&kind=text&tag=faq&limit=5' }),
  'GET /api/admin/content-blocks/tags': () => ({}),
  'GET /api/admin/content-blocks/:id': oneBlock,
  'GET /api/admin/content-blocks/:id/uses': oneBlock,
  'GET /api/admin/content-blocks/:id/history': oneBlock,
  'POST /api/admin/content-blocks/preview': () => ({
    body: { kind: 'question', body: { schemaVersion: 1, question: 'Where?', markdown: 'In {{city}}.' } },
  }),
  'GET /api/admin/content-pages': () => ({ query: 'q=page&limit=5' }),
  'GET /api/admin/content-pages/:id': async (ground) => ({ path: [await page(ground)] }),
  'GET /api/admin/content-places': () => ({ query: 'slot=questions' }),
  'GET /api/admin/site-copy': () => ({}),
}

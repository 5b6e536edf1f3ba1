import { openDb } from '#db/client.ts'
import { blockPictures } from '#src/contract/content-shown.ts'
import type { EventRows } from '#src/contract/event.ts'
import { type EventSummary, toSummary } from '#src/contract/event-summary.ts'
import { getOpenings, nextOpening } from '#src/contract/featured.ts'
import { type Landing, toLanding } from '#src/contract/landing.ts'
import type { PictureOf } from '#src/contract/picture.ts'
import type { ShownProduct } from '#src/contract/shop-page.ts'
import { readMedia, readSite, type Site } from '#src/domain/site/read-site.ts'
import { type Env, parseEnv } from '#src/platform/env.ts'
import {
  getSources,
  mediaIn,
  type Pictures,
  preparePictures,
  prepareProductPictures,
  toShownProduct,
} from './_pictures.ts'

/** What every page of one build shares: one moment of the database, the images it names, and the environment. */
export type BuiltSite = Site & {
  env: Env
  /** The files that were made from uploads: file name to bytes, served under `/_media/`. */
  pictureFiles: Pictures['files']
  /** Every published event as lists show it, soonest date first. */
  summaries: EventSummary[]
  /** The landing of a published event, with its pictures measured. */
  makeLanding: (rows: EventRows) => Landing
  /** Finds a picture of the content of editors. */
  findContentPicture: PictureOf
  /** Every active product in the order of the catalog, with its pictures measured. */
  products: ShownProduct[]
}

let shared: Promise<BuiltSite> | undefined

/**
 * The site this build shows. Read once, so that no page contradicts another; while developing, at every request.
 * Throws when the database cannot be read: the build then fails and the site that is live stays. (security BR2, BR6)
 */
export function theSite(): Promise<BuiltSite> {
  if (import.meta.env.DEV) return readBuiltSite()
  shared ??= readBuiltSite()
  return shared
}

async function readBuiltSite(): Promise<BuiltSite> {
  const env = parseEnv(process.env)
  if (env.databaseUrl === undefined)
    throw new Error('DATABASE_URL is not set. A build reads its pages from the database.')
  const { db, close } = openDb(env.databaseUrl, { max: 1 })
  try {
    const site = await readSite(db, env.buildNow ?? Date.now())
    const sources = getSources(site.events)
    const pictures = await preparePictures(sources, await readMedia(db, mediaIn(sources)))
    const shop = await prepareProductPictures(
      new Set(site.shop.products.flatMap((product) => product.pictures.map(({ url }) => url))),
      (ids) => readMedia(db, ids),
    )
    const content = await prepareProductPictures(contentSources(site), (ids) => readMedia(db, ids))
    const openings = getOpenings(site.events.map(({ event }) => event))
    const makeLanding = (rows: EventRows) => {
      const next = nextOpening(rows.event, openings, site.now)
      const pictureFinders = { findPicture: pictures.findPicture, findContentPicture: content.findPicture }
      return toLanding(rows, site.now, { ...pictureFinders, next })
    }
    const summaries = site.events.map(({ event }) => toSummary(event))
    const products = site.shop.products.map((product) => toShownProduct(product, shop.findPicture))
    const pictureFiles = new Map([...pictures.files, ...shop.files, ...content.files])
    return { ...site, env, pictureFiles, summaries, makeLanding, findContentPicture: content.findPicture, products }
  } finally {
    await close()
  }
}

/** The pictures of all blocks on pages and in slots, each once. They are as large as those of products. */
function contentSources({ events, pages }: Site): Set<string> {
  const inSlots = events.flatMap(({ content }) => Object.values(content?.slots ?? {}).flatMap((blocks) => blocks ?? []))
  return new Set(blockPictures([...inSlots, ...pages.flatMap(({ blocks }) => blocks)]))
}

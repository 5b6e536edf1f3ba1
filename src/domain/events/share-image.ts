import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import satori, { type Font } from 'satori'
import { type ShareCard, shareHash } from './share-card.ts'
import { SHARE_FONTS, SHARE_SIZE, shareLayout } from './share-layout.ts'

/** Where pictures are kept between builds, and where this folder's `fonts` lie. The bundler moves code, so the caller says. */
export type ShareFolders = { cacheDir: string; fontsDir: string }

/**
 * The PNG of a card, 1200×630. A card drawn before is read from the cache, so that a rebuild with unchanged data draws
 * nothing; a file is moved into place whole, so that builds may run side by side.
 */
export async function shareImage(card: ShareCard, folders: ShareFolders): Promise<Uint8Array<ArrayBuffer>> {
  const path = join(folders.cacheDir, `${shareHash(card)}.png`)
  const kept = await readFile(path).catch(() => undefined)
  if (kept) return kept
  const png = await drawCard(card, folders.fontsDir)
  await mkdir(folders.cacheDir, { recursive: true })
  const draft = join(folders.cacheDir, `${randomUUID()}.draft`)
  await writeFile(draft, png)
  await rename(draft, path)
  return png
}

async function drawCard(card: ShareCard, fontsDir: string): Promise<Uint8Array<ArrayBuffer>> {
  const svg = await satori(shareLayout(card), { ...SHARE_SIZE, fonts: await loadFonts(fontsDir) })
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return new Uint8Array(image.asPng())
}

let fonts: Promise<Font[]> | undefined

/** Satori takes the next family for a letter that the first one lacks. */
function loadFonts(folder: string): Promise<Font[]> {
  fonts ??= Promise.all(
    ([600, 800] as const).flatMap((weight) =>
      SHARE_FONTS.map(async (name, at) => ({
        name,
        weight,
        style: 'normal' as const,
        data: await readFile(join(folder, `big-shoulders-${at === 0 ? 'latin' : 'latin-ext'}-${weight}.woff`)),
      })),
    ),
  )
  return fonts
}

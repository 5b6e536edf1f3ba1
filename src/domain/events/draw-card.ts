import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import satori, { type Font } from 'satori'
import type { ShareCard } from './share-card.ts'
import { SHARE_FONTS, SHARE_SIZE, shareLayout } from './share-layout.ts'

/** Draws a card with the fonts of `fontsDir` and resolves with the PNG. Reads nothing else, and nothing from the network. */
export async function drawCard(card: ShareCard, fontsDir: string): Promise<Uint8Array<ArrayBuffer>> {
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

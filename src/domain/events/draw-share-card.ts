import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import type { ReactNode } from 'react'
import satori, { type Font } from 'satori'
import type { ShareCard } from './share-card.ts'

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

type Style = Record<string, string | number>
/** What satori draws: an element as React would make it, without React. */
type ShareNode = { type: string; key: null; props: { style: Style; children?: string | ShareNode[] } }

/** Pixels; the size every large preview asks for. */
const SHARE_SIZE = { width: 1200, height: 630 }

/** Family of the fonts beside this file: Latin first, then its extension for what the first lacks. */
const SHARE_FONTS = ['Big Shoulders', 'Big Shoulders Extended'] as const

const EDGE = 40
const SIDE = 52
/** Width of a row. Said to every row, since text cut after some lines does not know where to stop. */
const ROW = SHARE_SIZE.width - EDGE - 2 * SIDE
/** The colors of the site, in its darker scheme. */
const COLORS = {
  background: '#12352b',
  ink: '#f3f6ee',
  soft: '#bccdc2',
  plate: '#cfe2d7',
  onPlate: '#0f231c',
  plateSoft: '#3c564a',
  plateLine: '#86a897',
}
/** Chip and hazard edge: signal yellow while one can register, machine gray when it is over, stop red when it is off. */
const TONES = {
  open: { paint: '#ffc629', gap: '#18140a', text: '#18140a' },
  quiet: { paint: '#bccdc2', gap: '#3c564a', text: '#0f231c' },
  alert: { paint: '#b3201c', gap: '#ffffff', text: '#ffffff' },
}
type Tone = (typeof TONES)[ShareCard['tone']]

function box(style: Style, children: (ShareNode | undefined)[] = []): ShareNode {
  const shown = children.filter((child) => child !== undefined)
  return { type: 'div', key: null, props: { style: { display: 'flex', ...style }, children: shown } }
}

/** Text cut after so many lines. The line height leaves room for what hangs below the line, which the cut would take off. */
function text(style: Style, lines: number, children: string): ShareNode {
  const cut = { display: 'block', lineClamp: lines, overflow: 'hidden', lineHeight: 1.16 }
  return { type: 'div', key: null, props: { style: { ...cut, ...style }, children } }
}

/** The picture as a machine's nameplate: a warning edge, the event's name as large as it fits, its data riveted on below. */
function shareLayout(card: ShareCard): ReactNode {
  const tone = TONES[card.tone]
  const root = {
    ...SHARE_SIZE,
    backgroundColor: COLORS.background,
    fontFamily: SHARE_FONTS.join(', '),
    fontWeight: 800,
  }
  return box(root, [
    hazardEdge(tone),
    box({ flexDirection: 'column', padding: `44px ${SIDE}px 48px`, justifyContent: 'space-between' }, [
      header(card, tone),
      title(card.title),
      plate(card),
    ]),
  ])
}

function hazardEdge({ paint, gap }: Tone): ShareNode {
  const backgroundImage = `repeating-linear-gradient(135deg, ${gap} 0px, ${gap} 26px, ${paint} 26px, ${paint} 52px)`
  return box({ width: EDGE, height: SHARE_SIZE.height, flexShrink: 0, backgroundImage })
}

function header(card: ShareCard, { paint, text: color }: Tone): ShareNode {
  const caps = { textTransform: 'uppercase', letterSpacing: 2 }
  return box({ width: ROW, justifyContent: 'space-between', alignItems: 'center' }, [
    text({ ...caps, color: COLORS.soft, fontSize: 34, maxWidth: 560 }, 1, card.siteName),
    text({ ...caps, color, backgroundColor: paint, fontSize: 30, padding: '7px 20px', maxWidth: 500 }, 1, card.label),
  ])
}

/** The longest title of each size; what is longer still is cut after its fourth line. */
const SIZES = [
  { upTo: 20, fontSize: 148, lines: 2 },
  { upTo: 36, fontSize: 124, lines: 2 },
  { upTo: 66, fontSize: 96, lines: 3 },
  { upTo: 120, fontSize: 72, lines: 4 },
]

function title(name: string): ShareNode {
  const { fontSize, lines } = SIZES.find(({ upTo }) => name.length <= upTo) ?? { fontSize: 62, lines: 4 }
  const style = { width: ROW, color: COLORS.ink, fontSize, lineHeight: 1.08, paddingBottom: fontSize * 0.12 }
  return text({ ...style, wordBreak: 'break-word' }, lines, name)
}

function plate(card: ShareCard): ShareNode {
  const { plate: backgroundColor, plateLine } = COLORS
  const frame = { width: ROW, boxSizing: 'border-box', border: `3px solid ${plateLine}`, borderRadius: 12 }
  return box({ ...frame, backgroundColor, position: 'relative' }, [
    ...[
      { top: 8, left: 8 },
      { top: 8, right: 8 },
      { bottom: 8, left: 8 },
      { bottom: 8, right: 8 },
    ].map(rivet),
    cell('When', card.date, { flexShrink: 0 }),
    cell('Where', card.place, { flexGrow: 1, width: 200 }),
    card.price === undefined ? undefined : cell('Price', card.price, { flexShrink: 0 }),
  ])
}

function rivet(corner: Style): ShareNode {
  return box({
    ...corner,
    position: 'absolute',
    width: 12,
    height: 12,
    borderRadius: '50%',
    border: `2px solid ${COLORS.plateLine}`,
  })
}

function cell(label: string, value: string, size: Style): ShareNode {
  const caps = { textTransform: 'uppercase', letterSpacing: 2, fontWeight: 600 }
  return box({ flexDirection: 'column', padding: '18px 36px 16px', ...size }, [
    text({ ...caps, color: COLORS.plateSoft, fontSize: 24 }, 1, label),
    text({ color: COLORS.onPlate, fontSize: 46 }, 1, value),
  ])
}

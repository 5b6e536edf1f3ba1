import { Choices } from './Choices.tsx'

/** Widths of the screens that a preview stands for, in CSS pixels. */
export const SCREEN_WIDTHS = { phone: 390, tablet: 820, desktop: 1280 } as const
export type ScreenWidth = keyof typeof SCREEN_WIDTHS

const WIDTHS: readonly (readonly [ScreenWidth, string])[] = [
  ['phone', 'Phone'],
  ['tablet', 'Tablet'],
  ['desktop', 'Desktop'],
]

/** On which screen. */
export function WidthPicker({ width, onChange }: { width: ScreenWidth; onChange: (width: ScreenWidth) => void }) {
  return <Choices label="Screen" options={WIDTHS} value={width} onChange={onChange} />
}

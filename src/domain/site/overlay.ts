/** What a change set would change, by kind and id: fields that take the place of the stored ones. (decision 0068) */
export type Overlay = ReadonlyMap<string, Readonly<Record<string, unknown>>>

export const NO_OVERLAY: Overlay = new Map()

export const overlayKey = (type: string, id: string) => `${type} ${id}`

/** The row with the fields of the overlay that it has. */
export function overlaid<Row extends object>(overlay: Overlay, type: string, id: string, row: Row): Row {
  const fields = overlay.get(overlayKey(type, id))
  if (!fields) return row
  const known = Object.entries(fields).filter(([name]) => name in row)
  return { ...row, ...Object.fromEntries(known) }
}

/** The ids of one kind that the overlay changes. */
export function overlaidIds(overlay: Overlay, type: string): string[] {
  const start = overlayKey(type, '')
  return [...overlay.keys()].flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []))
}

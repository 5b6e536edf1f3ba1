/** One figure beside its reference, both from the same run. */
export type Row = {
  what: string
  reference: string
  ours: string
  /** ours / reference, or the share of a fixed budget when there is no reference. */
  ratio?: number
  budget: string
  /** Absent for a figure that has no budget. */
  isWithin?: boolean
}

/** The middle one of an odd number of measurements; the lower middle of an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (middle === undefined) throw new RangeError('No measurements')
  return middle
}

/** A figure compared with a reference measured in the same run. `most` is the largest ratio within budget. */
export function againstReference(what: string, ours: number, reference: number, unit: string, most: number): Row {
  const ratio = ours / reference
  return {
    what,
    reference: `${format(reference)} ${unit}`,
    ours: `${format(ours)} ${unit}`,
    ratio,
    budget: `≤ ${most} ×`,
    isWithin: ratio <= most,
  }
}

/** A figure beside its reference, for information: it has no budget. */
export function beside(what: string, ours: number, reference: number, unit: string): Row {
  const { isWithin: _, ...row } = againstReference(what, ours, reference, unit, 1)
  return { ...row, budget: '' }
}

/** A figure in words, for information. */
export function inWords(what: string, ours: string, reference = '—'): Row {
  return { what, reference, ours, budget: '' }
}

/** The same for figures where more is better. */
export function atLeast(what: string, ours: number, reference: number, unit: string, least: number): Row {
  const row = againstReference(what, ours, reference, unit, least)
  return { ...row, budget: `≥ ${least} ×`, isWithin: ours / reference >= least }
}

/** A figure with a fixed budget. */
export function againstBudget(what: string, ours: number, most: number, unit: string, reference = '—'): Row {
  return {
    what,
    reference,
    ours: `${format(ours)} ${unit}`.trim(),
    budget: `≤ ${format(most)} ${unit}`.trim(),
    isWithin: ours <= most,
  }
}

/** Three digits that count; whole numbers as they are. */
export function format(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en-US')
  if (value >= 1000) return Math.round(value).toLocaleString('en-US')
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}

/** Prints rows as a Markdown table. */
export function print(title: string, rows: readonly Row[]): void {
  console.log(
    `\n### ${title}\n\n| what | reference | ours | ratio | budget | within |\n| --- | --: | --: | --: | --: | --- |`,
  )
  for (const row of rows) {
    const ratio = row.ratio === undefined ? '' : row.ratio.toFixed(2)
    const verdict = row.isWithin === undefined ? '' : row.isWithin ? 'yes' : '**no**'
    console.log(`| ${row.what} | ${row.reference} | ${row.ours} | ${ratio} | ${row.budget} | ${verdict} |`)
  }
}

/** A round number at or above the largest value, whose half is round too where the values are whole: the top of an axis. */
export function axisTop(values: readonly (number | null)[]): number {
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  if (most <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 4, 6, 8, 10].find((times) => times * power >= most) ?? 10
  return step * power
}

/** Where a point is, as a percentage of the width. A single one is in the middle. */
export const xOf = (at: number, count: number): number => (count < 2 ? 50 : (at / (count - 1)) * 100)

/** The `d` of a line in a box of 100 by 100, which a gap ends, and of the dots of values between two gaps. */
export function linePath(values: readonly (number | null)[], top: number): { line: string; dots: string } {
  const isGap = (at: number) => (values[at] ?? null) === null
  const steps = values.map((value, at) => {
    if (value === null) return { line: '', dots: '' }
    const place = `${round(xOf(at, values.length))} ${round(100 - (value / top) * 100)}`
    if (isGap(at - 1) && isGap(at + 1)) return { line: '', dots: `M${place}h0` }
    return { line: `${isGap(at - 1) ? 'M' : 'L'}${place}`, dots: '' }
  })
  return { line: steps.map(({ line }) => line).join(''), dots: steps.map(({ dots }) => dots).join('') }
}

const round = (share: number) => Math.round(share * 100) / 100

/** The indexes that are labeled below an axis: the two ends and some between, evenly. */
export function labelsOf(count: number, most: number): number[] {
  const shown = Math.min(count, most)
  if (shown < 2) return shown === 1 ? [0] : []
  return Array.from({ length: shown }, (_, at) => Math.round((at * (count - 1)) / (shown - 1)))
}

/** The first and last index of each run of points for which something holds. */
export function runsOf(flags: readonly boolean[]): [first: number, last: number][] {
  const ends = (next: 1 | -1) => flags.flatMap((flag, at) => (flag && !flags[at + next] ? [at] : []))
  const lasts = ends(1)
  return ends(-1).map((first, run) => [first, lasts[run] ?? first])
}

/** The index that a key moves to; undefined for any other key. */
export function moveBy(key: string, at: number, count: number): number | undefined {
  const to = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageUp: at + 7,
    PageDown: at - 7,
    Home: 0,
    End: count - 1,
  }[key]
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to))
}

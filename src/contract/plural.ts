/** `1 minute`, `12 minutes`, `1,200 days`. `unit` is an English noun in the singular whose plural ends in s. */
export function plural(count: number, unit: string): string {
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`
}

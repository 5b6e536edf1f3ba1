import type { Piece } from '#src/contract/forum.ts'

/** Text with the words that were looked for marked in it. */
export function Pieces({ of }: { of: readonly Piece[] }) {
  let place = 0
  return of.map(({ text, isFound }) => {
    const key = place
    place += text.length
    return isFound ? <mark key={key}>{text}</mark> : text
  })
}

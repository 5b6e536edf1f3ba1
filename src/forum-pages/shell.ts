import type { BuiltShell } from '#src/contract/forum-shell.ts'

/** What goes into a shell, as HTML. */
type Filling = { head: string; content: string; isHome: boolean }

type Cut = { start: string; middle: string; home: string; end: string }

const HEAD = /<meta name="forum-head"[^>]*>/
const CONTENT = /<forum-content>.*?<\/forum-content>/s
const HOME = /<forum-home>(.*?)<\/forum-home>/s
/** Set by the bar for the forum's first page: on the others nothing in it is the page itself. */
const CURRENT = / aria-current="page"/g

/** A shell is cut up once. */
const cuts = new WeakMap<BuiltShell, Cut>()

/** A whole page. Throws when the shell lacks a mark: then it is not ours. */
export function fillShell(shell: BuiltShell, { head, content, isHome }: Filling): string {
  const cut = cuts.get(shell) ?? cutUp(shell.html)
  cuts.set(shell, cut)
  const { start, middle, home, end } = cut
  return [start, head, isHome ? middle : middle.replace(CURRENT, ''), content, isHome ? home : '', end].join('')
}

function cutUp(html: string): Cut {
  const [start, afterHead] = cutAt(html, HEAD)
  const [middle, afterContent] = cutAt(afterHead, CONTENT)
  const home = HOME.exec(afterContent)?.[1] ?? ''
  return { start, middle, home, end: afterContent.replace(HOME, '') }
}

function cutAt(html: string, mark: RegExp): [before: string, after: string] {
  const found = mark.exec(html)
  if (!found) throw new Error(`The forum's shell has no ${mark.source}`)
  return [html.slice(0, found.index), html.slice(found.index + found[0].length)]
}

import type { Root, Text } from 'mdast'
import { SKIP, visit } from 'unist-util-visit'
import { memberPath } from '#src/contract/forum-paths.ts'
import { usernameKey } from '#src/contract/username.ts'

/**
 * An `@` and a name behind it, which no letter or address stands right before: `ada@plant.example` mentions nobody. A name
 * ends with a letter or digit, so the full stop of a sentence is none of it.
 */
const MENTION =
  /(?<![\p{L}\p{M}\p{N}@._/-])@([\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]{1,28}[\p{L}\p{M}\p{Nd}])(?![\p{L}\p{M}\p{Nd}])/gu

/** The names that a text mentions outside code and links, each once, as they were typed first. */
export function mentionsIn(tree: Root): string[] {
  const names = new Map<string, string>()
  visit(tree, (node) => {
    if (isLink(node)) return SKIP
    if (node.type !== 'text') return true
    for (const [, name = ''] of node.value.matchAll(MENTION)) if (!names.has(keyOf(name))) names.set(keyOf(name), name)
    return true
  })
  return [...names.values()]
}

/** Makes links of the mentions of members, by the keys of their names; a name that nobody has stays text. */
export function linkMentions(tree: Root, members: ReadonlyMap<string, string>): void {
  if (members.size === 0) return
  visit(tree, (node, index, parent) => {
    if (isLink(node)) return SKIP
    if (node.type !== 'text' || !parent || index === undefined) return
    const parts = partsOf(node.value, members)
    parent.children.splice(index, 1, ...parts)
    return [SKIP, index + parts.length]
  })
}

type Part = Text | { type: 'link'; url: string; children: Text[] }

function partsOf(value: string, members: ReadonlyMap<string, string>): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of value.matchAll(MENTION)) {
    const username = members.get(keyOf(match[1] ?? ''))
    if (username === undefined) continue
    if (match.index > from) parts.push({ type: 'text', value: value.slice(from, match.index) })
    parts.push({ type: 'link', url: memberPath(username), children: [{ type: 'text', value: `@${username}` }] })
    from = match.index + match[0].length
  }
  if (from < value.length) parts.push({ type: 'text', value: value.slice(from) })
  return parts
}

/** As `usernameKey` wants it. */
function keyOf(name: string): string {
  return usernameKey(name.normalize('NFKC'))
}

function isLink({ type }: { type: string }): boolean {
  return type === 'link' || type === 'linkReference'
}

/** A style sheet of ours within a page: of what only some pages show. */
export function InlineStyle({ css }: { css: string }) {
  return <style>{css}</style>
}

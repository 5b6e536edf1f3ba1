/**
 * A list of items that React has made already, here or for an earlier build. Its HTML is from components of this folder alone, or is the mark in
 * whose place a build pastes such HTML (`pasteLater`).
 */
export function RenderedList({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React escaped all text in it when it made the items
  return <ul dangerouslySetInnerHTML={{ __html: html }} />
}

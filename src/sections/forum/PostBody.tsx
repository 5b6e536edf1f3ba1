/**
 * The text of a post or a product. This is the only place where markup that people wrote enters a page: the server's sanitizer
 * made `html` when the text was saved, and nothing else may be passed here. (security XS1, XS3)
 */
export function PostBody({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}

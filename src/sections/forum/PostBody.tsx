/**
 * The text of a post. This is the only place where markup of members enters a page: the server's sanitizer made `html` when
 * the post was written, and nothing else may be passed here. (security XS1, XS3)
 */
export function PostBody({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}

/**
 * What somebody wrote. The one place where markup enters a page that is not ours: the server's sanitiser made `html` when it
 * was written, and nothing else may come here. (security XS1, XS3)
 */
export function PostBody({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}

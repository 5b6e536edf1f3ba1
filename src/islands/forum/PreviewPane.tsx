import { useEffect, useState } from 'react'
import { PostBody } from '#src/sections/forum/PostBody.tsx'
import { toApiError } from '../call.ts'
import { preview } from './forum-calls.ts'

/** How a text will look, as the server makes it. */
export function PreviewPane({ source }: { source: string }) {
  const [shown, show] = useState<{ html: string } | { fault: string }>()
  useEffect(() => {
    let isNewest = true
    preview(source).then(
      (made) => isNewest && show(made),
      (cause: unknown) => isNewest && show({ fault: toApiError(cause).detail }),
    )
    return () => {
      isNewest = false
    }
  }, [source])
  return (
    <section aria-label="Preview" aria-busy={!shown} className="min-h-40 rounded-md border-2 border-line p-4">
      {!shown && <p role="status">Loading the preview</p>}
      {shown && 'fault' in shown && <p role="alert">{shown.fault}</p>}
      {shown &&
        'html' in shown &&
        (source.trim() === '' ? <p>Nothing to show yet.</p> : <PostBody html={shown.html} />)}
    </section>
  )
}

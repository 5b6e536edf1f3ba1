import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { PostBody } from '#src/sections/forum/PostBody.tsx'
import { Button } from '#src/ui/Button.tsx'
import { TextAreaField } from '../../blocks/fields.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { previewMarkdown } from './product-calls.ts'

type MarkdownFieldProps = { name: string; label: string; rows: number; hint?: string }

/** A text with Markdown; a button shows it as visitors will read it. */
export function MarkdownField({ name, label, rows, hint }: MarkdownFieldProps) {
  const [shown, show] = useState<string>()
  const { getValues } = useFormContext()
  const id = useId()
  const isShown = shown !== undefined
  return (
    <div>
      <TextAreaField
        name={name}
        label={label}
        rows={rows}
        maxLength={5000}
        hint={[hint, 'Markdown: **bold**, lists with - or 1., links, ### headings.'].filter(Boolean).join(' ')}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-controls={id}
          aria-expanded={isShown}
          onClick={() => show(String(getValues(name) ?? ''))}
        >
          {isShown ? 'Update preview' : 'Show preview'}
          <span className="sr-only"> of {label}</span>
        </Button>
        {isShown && (
          <Button variant="ghost" size="sm" onClick={() => show(undefined)}>
            Hide preview
            <span className="sr-only"> of {label}</span>
          </Button>
        )}
      </div>
      <div id={id}>{isShown && <Preview source={shown} />}</div>
    </div>
  )
}

function Preview({ source }: { source: string }) {
  const query = useQuery({
    queryKey: ['products', 'preview', source],
    queryFn: () => previewMarkdown(source),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className="mt-3 rounded-md border-2 border-line px-4 py-3">
      <Shown query={query} what="the preview">
        {(html) => (html === '' ? <p className="text-soft">There is no text yet.</p> : <PostBody html={html} />)}
      </Shown>
    </div>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { type BlockContent, blockPreviewInput } from '#src/contract/content-block.ts'
import { useSettled } from '#src/islands/use-search.ts'
import { ContentBlock } from '#src/sections/content/ContentBlock.tsx'
import { SiteFrame } from '../event-preview/SiteFrame.tsx'
import { previewBlock } from './content-calls.ts'

const PAUSE = 400
const WIDTH = 760

/** The block as a page shows it while someone types, and what its words name that a change of an event would make wrong. */
export function BlockPreview() {
  const [kind, body] = useWatch({ name: ['kind', 'body'] })
  const typed = useSettled(JSON.stringify({ kind, body }), PAUSE)
  const parsed = blockPreviewInput.safeParse(JSON.parse(typed))
  return (
    <section aria-labelledby="block-preview">
      <h2 id="block-preview" className="label mb-3 text-[1.25rem]">
        Preview
      </h2>
      {parsed.success ? (
        <Preview content={parsed.data} />
      ) : (
        <p className="rounded-md border-2 border-line border-dashed px-5 py-6 text-soft">
          The preview appears here once the fields are filled in.
        </p>
      )}
    </section>
  )
}

function Preview({ content }: { content: BlockContent }) {
  const { data, error } = useQuery({
    queryKey: ['content-blocks', 'preview', content],
    queryFn: () => previewBlock(content),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      {error && <p className="mb-3 text-soft">{error.message}</p>}
      <SiteFrame width={WIDTH} height="20rem" title="Preview of the block" isPicture>
        {data?.block ? (
          <div className="wrap py-5">
            <div className="said">
              <ContentBlock block={data.block} rank={2} isOpen />
            </div>
          </div>
        ) : null}
      </SiteFrame>
      {data?.eventName && <p className="mt-2 text-[.9375rem] text-soft">Shown with the facts of {data.eventName}.</p>}
      <div role="status">
        {data && data.warnings.length > 0 && (
          <ul className="mt-3 grid gap-1 border-signal border-l-4 pl-4 text-[.9375rem] leading-snug">
            {data.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

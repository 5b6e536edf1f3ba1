import type { ShownBlock } from '#src/contract/content-shown.ts'
import { Button } from '#src/ui/Button.tsx'
import { PostBody } from '../forum/PostBody.tsx'

type Of<Kind extends ShownBlock['kind']> = Extract<ShownBlock, { kind: Kind }>
/** The rank of the block's heading: below the title of a page, or below the heading of a slot. */
type Rank = 2 | 3

type ContentBlockProps = {
  block: ShownBlock
  rank: Rank
  /** True where an answer is shown without a press, as in a preview. */
  isOpen?: boolean
}

/** One block of content on a public page. It is a whole by itself: nothing in it changes what comes after it. */
export function ContentBlock({ block, rank, isOpen = false }: ContentBlockProps) {
  switch (block.kind) {
    case 'text':
      return (
        <div>
          <Heading rank={rank}>{block.heading}</Heading>
          <PostBody html={block.html} />
        </div>
      )
    case 'picture':
      return <PictureBlock {...block} />
    case 'list':
      return <ListBlock {...block} rank={rank} />
    case 'quote':
      return <QuoteBlock {...block} />
    case 'question':
      return (
        <details open={isOpen}>
          <summary>{block.question}</summary>
          <PostBody html={block.html} />
        </details>
      )
    case 'figures':
      return <FiguresBlock {...block} rank={rank} />
    case 'call-to-action':
      return <CallBlock {...block} />
    case 'event-facts':
      return <FactsBlock {...block} rank={rank} />
  }
}

function Heading({ rank, children }: { rank: Rank; children: string }) {
  if (children === '') return null
  const Tag = rank === 2 ? 'h2' : 'h3'
  return <Tag className="label mb-4 text-[1.75rem]">{children}</Tag>
}

function PictureBlock({ picture, alt, caption }: Of<'picture'>) {
  const { src, srcSet, width, height } = picture
  return (
    <figure>
      <img
        src={src}
        srcSet={srcSet}
        sizes={srcSet && '(min-width: 48rem) 60vw, 100vw'}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
      />
      {caption !== '' && <figcaption className="text-soft">{caption}</figcaption>}
    </figure>
  )
}

function ListBlock({ heading, items, rank }: Of<'list'> & { rank: Rank }) {
  return (
    <div>
      <Heading rank={rank}>{heading}</Heading>
      <ul className="grid content-start gap-4">
        {items.map((item) => (
          <li key={item} className="bolt flex gap-4 text-[1.1875rem] leading-snug [overflow-wrap:anywhere]">
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}

function QuoteBlock({ text, name, plant, result }: Of<'quote'>) {
  return (
    <figure className="border-ink border-t-2 pt-4">
      <blockquote>{text}</blockquote>
      <figcaption>
        <strong>{name}</strong>
        {plant !== '' && `, ${plant}`}
        {result !== '' && <span className="block text-soft">{result}</span>}
      </figcaption>
    </figure>
  )
}

function FiguresBlock({ heading, figures, rank }: Of<'figures'> & { rank: Rank }) {
  return (
    <div>
      <Heading rank={rank}>{heading}</Heading>
      <dl className="grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {figures.map(({ label, value, source }) => (
          <div key={label} className="said-figure border-ink border-t-2 pt-4">
            <dt className="leading-snug">
              {label}
              {source !== '' && <span className="block text-[.9375rem] text-soft">{source}</span>}
            </dt>
            <dd className="display text-[clamp(2.75rem,6vw,4.5rem)]">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function CallBlock({ text, label, href }: Of<'call-to-action'>) {
  return (
    <div>
      {text !== '' && <p className="mb-4 text-[1.1875rem] leading-snug">{text}</p>}
      <Button asChild variant="industrial">
        <a href={href}>{label}</a>
      </Button>
    </div>
  )
}

function FactsBlock({ heading, facts, rank }: Of<'event-facts'> & { rank: Rank }) {
  return (
    <div>
      <Heading rank={rank}>{heading}</Heading>
      <dl className="grid gap-4">
        {facts.map(({ label, value }) => (
          <div key={label} className="border-line border-b py-4">
            <dt className="text-soft">{label}</dt>
            <dd className="text-[1.1875rem] leading-snug [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

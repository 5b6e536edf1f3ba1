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
  return <Tag className="label said-heading">{children}</Tag>
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
      {caption !== '' && <figcaption className="said-note">{caption}</figcaption>}
    </figure>
  )
}

function ListBlock({ heading, items, rank }: Of<'list'> & { rank: Rank }) {
  return (
    <div>
      <Heading rank={rank}>{heading}</Heading>
      <ul className="said-list">
        {items.map((item) => (
          <li key={item} className="bolt">
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}

function QuoteBlock({ text, name, plant, result }: Of<'quote'>) {
  return (
    <figure className="said-quote">
      <blockquote>{text}</blockquote>
      <figcaption>
        <strong>{name}</strong>
        {plant !== '' && `, ${plant}`}
        {result !== '' && <span className="said-note">{result}</span>}
      </figcaption>
    </figure>
  )
}

function FiguresBlock({ heading, figures, rank }: Of<'figures'> & { rank: Rank }) {
  return (
    <div>
      <Heading rank={rank}>{heading}</Heading>
      <dl className="said-figures">
        {figures.map(({ label, value, source }) => (
          <div key={label}>
            <dt>
              {label}
              {source !== '' && <span className="said-note">{source}</span>}
            </dt>
            <dd className="display">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function CallBlock({ text, label, href }: Of<'call-to-action'>) {
  return (
    <div>
      {text !== '' && <p className="said-call">{text}</p>}
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
      <dl className="said-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="said-note">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

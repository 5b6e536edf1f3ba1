import type { ShownPicture, ShownProduct } from '#src/contract/shop-page.ts'
import { PRODUCT_KINDS } from '#src/contract/shop-product.ts'
import { PostBody } from '../forum/PostBody.tsx'
import { ProductPicture } from './ProductPicture.tsx'
import { VariantList } from './VariantList.tsx'

const LARGE = '(width >= 78rem) 40rem, (width >= 64rem) 52vw, 92vw'
const SMALL = '(width >= 64rem) 13rem, 30vw'

type ProductArticleProps = {
  product: ShownProduct
  isOpen: boolean
  /** Where somebody without scripts can order. */
  email: string | null
}

/** One product: what it looks like, what it costs, what is inside and how it is used. */
export function ProductArticle({ product, isOpen, email }: ProductArticleProps) {
  return (
    <article className="wrap py-8 lg:py-12">
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <ProductGallery pictures={product.pictures} />
        <div>
          <p className="text-soft">{PRODUCT_KINDS[product.kind]}</p>
          <h1 className="display mt-1 text-[clamp(2.75rem,5vw,4.25rem)]">{product.title}</h1>
          <p className="mt-4 mb-7 text-[1.1875rem] leading-snug">{product.summary}</p>
          <VariantList product={product} isOpen={isOpen} email={email} />
        </div>
      </div>
      <div className="mt-12 border-line border-t pt-12">
        <ProductDetails {...product} />
      </div>
    </article>
  )
}

/** The pictures of a product: the first one large, all others below it. */
function ProductGallery({ pictures }: { pictures: readonly ShownPicture[] }) {
  const [first, ...others] = pictures
  if (!first) return <div aria-hidden="true" className="hatched aspect-[4/3] rounded-lg border border-line" />
  const frame = 'overflow-hidden rounded-lg border border-line bg-paper'
  return (
    <div className="grid gap-3">
      <div className={frame}>
        <ProductPicture picture={first} sizes={LARGE} isFirst />
      </div>
      {others.length > 0 && (
        <ul className="grid grid-cols-3 gap-3">
          {others.map((picture) => (
            <li key={picture.src} className={frame}>
              <ProductPicture picture={picture} sizes={SMALL} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type ProductDetailsProps = Pick<ShownProduct, 'descriptionHtml' | 'contents' | 'usageHtml'>

/** What a product is, what is inside, and how it is used on the floor. The HTML was made and checked when it was saved. (security XS1) */
function ProductDetails({ descriptionHtml, contents, usageHtml }: ProductDetailsProps) {
  const heading = 'display text-[clamp(2.25rem,5vw,3.25rem)]'
  return (
    <div className="grid gap-x-16 gap-y-12 lg:grid-cols-2">
      <section aria-labelledby="what" className={contents.length > 0 || usageHtml ? undefined : 'lg:col-span-2'}>
        <h2 id="what" className={heading}>
          What it is
        </h2>
        <div className="mt-5">
          <PostBody html={descriptionHtml} />
        </div>
      </section>
      {contents.length > 0 && (
        <section aria-labelledby="inside">
          <h2 id="inside" className={heading}>
            What is inside
          </h2>
          <ul className="mt-5 grid gap-2">
            {contents.map((line) => (
              <li key={line} className="bolt flex gap-3 leading-snug">
                <span className="pt-0.5">{line}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {usageHtml && (
        <section aria-labelledby="floor" className="border-line border-t pt-10 lg:col-span-2">
          <h2 id="floor" className={heading}>
            On the floor
          </h2>
          <div className="mt-5">
            <PostBody html={usageHtml} />
          </div>
        </section>
      )}
    </div>
  )
}
